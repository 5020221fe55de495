"""What the loops of UMA share: the arrays that they read and write, and two constants."""

from typing import NamedTuple

import numpy as np

__all__ = ["NOWHERE", "ROUNDING", "Examples", "Regions"]

#: region of an example that no class wins by the margin alpha
NOWHERE = -1

#: more than the rounding errors of two additions, relative to their results
ROUNDING = 4 * 2.0**-52


class Examples(NamedTuple):
    """What is known of each example: arrays of shape (n,)."""

    y: np.ndarray  # noisy label
    predicted: np.ndarray  # first class of largest score
    region: np.ndarray  # the same, or NOWHERE
    top: np.ndarray  # largest score
    gap: np.ndarray  # at most the lead of the class predicted over the next


class Regions(NamedTuple):
    """What is known of each region: sums over its examples, apart by noisy label."""

    gamma: np.ndarray  # sums of x, (Q, label, d), or (Q, d, label) for sparse data; those of region p in gamma[slot[p]]
    slot: np.ndarray  # (Q,)
    counts: np.ndarray  # examples, (Q, label)
    gram: np.ndarray  # <sum of label k, sum of label j>, (Q, label, label)
    touched: np.ndarray  # (Q,), that the lengths of its z_pq are out of date
