"""What the loops over presorted features share: the features as they read them, a split, and what counts as equal."""

from typing import NamedTuple

import numpy as np

__all__ = ["LEAF", "TOLERANCE", "Features", "Split"]

#: The feature of a node that is not split.
LEAF = -1
#: Costs and edges this close, as shares of the weight at stake, are equal.
TOLERANCE = 1e-12


class Features(NamedTuple):
    """The features of m examples as the loops read them."""

    place: np.ndarray  #: feature f is narrow feature number place[f], or wide feature number ~place[f]; shape (d,)
    codes: np.ndarray  #: of each example the numbers of its values of the narrow features, bytes (m, narrow)
    values: np.ndarray  #: the distinct values of the narrow features, one feature after the other, each rising
    offsets: np.ndarray  #: narrow feature j has values[offsets[j] : offsets[j + 1]]
    columns: np.ndarray  #: the wide features, shape (wide, m)


class Split(NamedTuple):
    """The best split of a node found so far."""

    cost: float
    spread: float
    feature: int  #: LEAF if there is none
    threshold: float
