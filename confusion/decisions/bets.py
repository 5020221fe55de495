"""A p-value for a sum of class means that holds for every law and every sample size, from bets that cannot be won."""

import numpy as np
from scipy.special import logsumexp

from confusion._core.arguments import check_finite, finite_array, integer_array

__all__ = ["betting_p_value"]

#: Number of bets, over which the wealth is averaged.
BETS = 20


def stakes(sizes, bounds):
    """Stakes t of the bets: fifteen evenly on a logarithmic scale, and the largest five times more.

    The largest leaves something of every bet; it is best where the smallest class, which limits it, is small.  The
    smallest is best at a p-value of exp(-3) where every difference is as large as its bound; where most are 0, more is.
    """
    most = 0.99 / (bounds / sizes).max()
    least = min(most, np.sqrt(6 / (bounds**2 / sizes).sum()))
    return np.append(np.geomspace(least, most, BETS - 5), np.full(5, most))


def betting_p_value(differences, codes, bounds, counts=None):
    r"""p-value of "the class means of the differences add up to at least 0", for every law and sample size.

    Parameters
    ----------
    differences : array-like of shape (n,)
        What each example costs more by one way than by another; independent, given the classes.
    codes : array-like of shape (n,)
        The class of each example, from 0 to K - 1.
    bounds : array-like of shape (K,)
        What a difference of each class can be at most, known before the sample; a class of bound 0 may lack examples.
    counts : array-like of shape (..., n), optional
        How often each difference was seen: in one sample, or in many with equal classes.  Default: once.

    Returns
    -------
    float or ndarray of shape (...)
        Under the null hypothesis at most alpha with probability at most alpha, for every alpha.  Never 0, but at least
        the smallest normal number of floating point, and at most 1.

    Notes
    -----
    A bet t multiplies its wealth by :math:`1 - t d_i / m_p` at each of the :math:`m_p` examples of class p, where
    :math:`0 \le t \le \min_p m_p / b_p` with the bounds b.  The p-value is the inverse of the mean wealth of twenty
    bets, which are fixed by m and b, or 1; *The least norm* proves that its level holds.  To test means by betting is
    the way of [1]_.  That one t for all classes, over :math:`m_p`, does without knowing how the sum of the means splits
    is what :math:`1 - z \le e^{-z}` adds.

    Where all classes are large .05 takes a sum of about three standard errors below 0.  A sum D < 0 of the means has a
    p-value of at least :math:`e^{-m_p |D| / b_p}` for each class, as :math:`\ln(1 - z) \le -z`.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86, 2024.

    Examples
    --------
    >>> print(f"{betting_p_value([-1, -1, -1, 0, -1, 0], [0, 0, 0, 0, 1, 1], [1, 1]):.3f}")
    0.150
    """
    differences = finite_array(differences, "differences", ("n",), empty=False)
    codes = finite_array(integer_array(codes, "codes", 0), "codes", differences.shape).astype(int)
    bounds = finite_array(bounds, "bounds", ("K",), empty=False)
    counts = np.ones(len(codes)) if counts is None else integer_array(counts, "counts", 0)
    if codes.max() >= len(bounds) or (bounds < 0).any() or (differences > bounds[codes]).any():
        raise ValueError("bounds must be at least 0, one for each class of codes, and none below its differences")
    if counts.ndim == 0 or counts.shape[-1] != len(codes) or not counts.size:
        raise ValueError(f"counts must have shape (..., {len(codes)}), got shape {counts.shape}")
    sizes, bet_on = (counts @ np.eye(len(bounds))[codes]).reshape(-1, len(bounds)), bounds > 0
    if (sizes != sizes[0]).any() or not sizes[0, bet_on].all():
        raise ValueError("codes and counts must have the same classes in every sample, and all that have a bound")
    wealth = np.zeros(counts.shape[:-1])
    if bet_on.any():
        with np.errstate(over="ignore"):
            parts = check_finite(differences / bounds.max(), "bounds") / np.maximum(sizes[0, codes], 1)
        t = stakes(sizes[0, bet_on], bounds[bet_on] / bounds.max())
        wealth = logsumexp(counts @ np.log1p(-np.outer(parts, t)), axis=-1) - np.log(BETS)
    p_value = np.clip(np.exp(-np.maximum(wealth, 0.0)), np.finfo(float).tiny, 1.0)
    return p_value if p_value.ndim else float(p_value)
