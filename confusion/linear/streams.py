"""What the passes share: the rules by name, the examples and their price."""

from typing import NamedTuple

import numpy as np

__all__ = ["BLOCK", "RULES", "Price", "Stream"]

#: The rules by name.  The loops are given positions in this tuple: functions as arguments would never be cached.
RULES = ("copa", "max", "uniform", "max-hinge")

#: examples a dense pass gathers at a time
BLOCK = 256


class Stream(NamedTuple):
    """The examples beside their features."""

    y: np.ndarray  # (n,), positions of the classes
    sqnorms: np.ndarray  # (n,), |x|^2 with the constant feature's share
    order: np.ndarray  # the rows to learn from, in this order


class Price(NamedTuple):
    """The aggressiveness of an example of class y: ``C / counts[y]^power``."""

    C: float
    counts: np.ndarray  # (Q,), at least 1 where it is needed
    power: float
    running: bool  # the counts grow with the stream, the current example included
