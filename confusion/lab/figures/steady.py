"""Numbers without their last bits: two machines that differ by rounding draw the same picture.

A product of matrices comes out a bit higher or lower by the instructions a processor has.  Where a drawing compares
numbers (is there an arrow, which bar comes first, is the entry .12 or .13) that bit must not decide.
"""

import math

import numpy as np

__all__ = ["TOLERANCE", "noise", "steady"]

#: Part of the largest number below which a difference is rounding.  Far above the noise of a float64 computation
#: (1e-16 of one operation, some 1e-13 of a thousand), far below what is seen: .01 of a point is 3e-5 of a picture.
TOLERANCE = 1e-10


def noise(*values):
    """Largest difference that counts as rounding beside `values`: 1e-10 of the largest magnitude.

    Beside zeros it is the least normal float, so that what is not larger than `noise` is always zero or rounding.
    """
    largest = max(np.abs(value).max(initial=0) for value in values)
    return max(TOLERANCE * largest, np.finfo(float).tiny)


def steady(values):
    """Round to ten digits of the largest magnitude, and minus zero to zero.

    Numbers that differ by rounding become equal, except at the rare edges of the tenth digit; what is rounded or
    compared afterwards has its edges (.125, equality, zero) elsewhere.

    Parameters
    ----------
    values : array-like
        Numbers of one kind, such as the entries of one matrix.

    Returns
    -------
    ndarray
        Of the same shape.
    """
    values = np.asarray(values, dtype=float)
    largest = np.abs(values).max(initial=0)
    if not 0 < largest < np.inf:
        return values + 0.0
    # A power of ten beyond 1e300 would overflow; numbers that small become zero.
    decimals = min(9 - math.floor(math.log10(largest)), 300)
    return np.round(values, decimals) + 0.0
