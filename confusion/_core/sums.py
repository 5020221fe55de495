"""Sums in the order of a loop, so that whole arrays give what the loop gives, to the last bit.

``np.sum`` adds in pairs, and from Python 3.12 the built-in ``sum`` carries the rounding errors along: both are better
sums, and other numbers.  ``np.add.accumulate`` and ``np.bincount`` add one term after the other.
"""

import numpy as np

__all__ = ["running", "sum_in_order"]


def running(terms, axis=0):
    """Sums so far along an axis: what a loop that starts at 0.0 holds after each term."""
    sums = np.add.accumulate(terms, axis=axis, dtype=float)
    sums += 0.0  # the loop's first sum is 0.0 + term, which is 0.0 where the term is -0.0
    return sums


def sum_in_order(terms, axis=0):
    """The last of these sums, zero if there is no term; a float for terms of shape (n,)."""
    terms = np.asarray(terms)
    if not terms.shape[axis]:
        return terms.sum(axis=axis, dtype=float)
    return running(terms, axis).take(-1, axis=axis)
