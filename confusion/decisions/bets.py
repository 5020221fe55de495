"""A p-value for a sum of class means that holds for every law and every sample size, from bets that cannot be won."""

import numpy as np
from scipy.special import logsumexp

__all__ = []

#: Number of bets, over which the wealth is averaged.
BETS = 20


def bets(sizes, bounds):
    """Stakes t: fifteen evenly on a logarithmic scale, and the largest five times more.

    The largest leaves something of every bet; it is best where the smallest class, which limits it, is small.  The
    smallest is best at a p-value of exp(-3) where every difference is as large as its bound; where most are 0, more is.
    """
    most = 0.99 / (bounds / sizes).max()
    least = min(most, np.sqrt(6 / (bounds**2 / sizes).sum()))
    return np.append(np.geomspace(least, most, BETS - 5), np.full(5, most))


def betting_p_value(values, codes, sizes, bounds, counts=None):
    r"""p-value of "the means of the classes add up to at least 0", for independent values with known bounds.

    Parameters
    ----------
    values, codes : ndarrays of shape (n,)
        Numbers, and the class of each; none is above the bound of its class.
    sizes, bounds : ndarrays of shape (K,)
        Examples and bound of each class.
    counts : ndarray of shape (..., n), optional
        How often each value was seen, in one sample or in many.  Default: once.

    Returns
    -------
    ndarray of shape (...)
        At most 1 and never 0: at least the smallest normal number of floating point.

    Notes
    -----
    The wealth of a bet t is :math:`E_t = \prod_i (1 - t d_i / m_{y_i})`, of all the mean over t, and p is its inverse.
    No factor is negative if :math:`t \le \min_p m_p / b_p`.  Those of class p have mean
    :math:`1 - t \mu_p / m_p \le e^{-t \mu_p / m_p}`, so :math:`E\, E_t \le e^{-t \sum_p \mu_p} \le 1`, and by Markov's
    inequality the mean wealth is :math:`1/\alpha` or more with probability at most :math:`\alpha`.
    """
    counts, seen = np.ones(len(values)) if counts is None else counts, bounds > 0
    if not seen.any():
        return np.ones(counts.shape[:-1])
    t = bets(sizes[seen], bounds[seen])
    wealth = logsumexp(counts @ np.log1p(-np.outer(values / sizes[codes], t)), axis=-1) - np.log(BETS)
    return np.clip(np.exp(-np.maximum(wealth, 0.0)), np.finfo(float).tiny, 1.0)
