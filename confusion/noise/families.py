"""Noise matrices to experiment with: the paper's random family and the usual shapes, all column-stochastic."""

import numpy as np

from confusion._core.arguments import (
    by_name,
    check_choice,
    check_class_number,
    check_integer,
    check_not_negative,
    check_probability,
    check_random,
    float_array,
)
from confusion.noise.matrices import check_noise_matrix, condition_number

__all__ = ["noise_family", "one_bad_class_noise", "pair_flip_noise", "random_noise_matrix", "symmetric_noise"]


def random_noise_matrix(n_classes, random_state=None):
    """Column-stochastic invertible matrix: uniform entries, each column divided by its sum (Section 4.1 of the paper).

    Parameters
    ----------
    n_classes : int
        Q, at least 2.
    random_state : int, RandomState or None, default None
        Seed of the entries.

    Returns
    -------
    ndarray of shape (Q, Q)
        ``C[p, q] = P(noisy = p | true = q)``.

    Notes
    -----
    The paper divides rows, while its equation (4) makes columns distributions.  Dividing the columns gives a matrix
    of the same law as dividing the rows and transposing; dividing the rows without transposing is not a noise
    matrix for (4).  "Not invertible", the paper's ground for a new draw, is read as a condition number above 1e12.

    Examples
    --------
    >>> random_noise_matrix(3, random_state=0).sum(axis=0)
    array([1., 1., 1.])
    """
    n_classes, rng = check_integer(n_classes, "n_classes", 2), check_random(random_state)
    while True:
        M = rng.random_sample((n_classes, n_classes))
        M /= M.sum(axis=0)
        if condition_number(M) < 1e12:
            return M


def noise_family(noise_matrix, level, axis="columns"):
    r"""The family :math:`C_i = \Omega(I + iN)`, :math:`N = (M - I)/10`, of Section 4.1 of the paper.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q)
        M, stochastic, reached at i = 10.
    level : float
        The i of the formula, not negative; 0 gives the identity.
    axis : {"columns", "rows"}, default "columns"
        What sums to one in `noise_matrix` and in the result.  "rows" is the printed page; transpose its result (or
        give it to :func:`convert_noise_matrix`) before using it as a noise matrix.

    Returns
    -------
    ndarray of shape (Q, Q)
        Not necessarily invertible: see :func:`condition_number`.

    Notes
    -----
    Up to i = 10 the operator Omega (negative entries to zero, then normalise) has nothing to do.  Column q is
    a mixture of I, with weight 1 - (i/10)(1 - M[q, q]), and of Omega(N); from i = 10 / (1 - M[q, q]) on it is that of
    Omega(N).  The paper's "weighted average [with] I [of] constant weight 1 and Omega(N) weighted by i" is not this
    matrix, not even at i = 10, where it would not be M.

    Examples
    --------
    >>> noise_family([[0.8, 0.5], [0.2, 0.5]], 5)
    array([[0.9 , 0.25],
           [0.1 , 0.75]])
    """
    check_choice(axis, "axis", ("columns", "rows"))
    i = check_not_negative(level, "level")
    M = float_array(by_name(noise_matrix, "noise_matrix", axes=(0, 1)), "noise_matrix")
    name = "noise_matrix.T" if axis == "rows" else "noise_matrix"
    M = check_noise_matrix(M.T if axis == "rows" and M.ndim == 2 else M, name=name, invertible=False)
    eye = np.eye(len(M))
    C = np.maximum(eye + i * (M - eye) / 10, 0.0)
    C /= C.sum(axis=0)
    return C.T.copy() if axis == "rows" else C


def symmetric_noise(n_classes, rate):
    """Every class keeps its label with probability 1 - rate, else gets one of the others, uniformly.

    Parameters
    ----------
    n_classes : int
        Q, at least 2.
    rate : float in [0, 1]
        Probability of a wrong label.

    Returns
    -------
    ndarray of shape (Q, Q)
        Column-stochastic; singular at ``rate = 1 - 1/n_classes``, where labels say nothing.

    Examples
    --------
    >>> symmetric_noise(3, 0.5)
    array([[0.5 , 0.25, 0.25],
           [0.25, 0.5 , 0.25],
           [0.25, 0.25, 0.5 ]])
    """
    n_classes, rate = check_integer(n_classes, "n_classes", 2), check_probability(rate, "rate")
    off = rate / (n_classes - 1)
    return off * np.ones((n_classes, n_classes)) + (1 - rate - off) * np.eye(n_classes)


def pair_flip_noise(n_classes, rate):
    """Class q becomes class q + 1 (the last one the first) with probability `rate`; asymmetric for three or more.

    Parameters
    ----------
    n_classes, rate
        As in :func:`symmetric_noise`.

    Returns
    -------
    ndarray of shape (Q, Q)
        Column-stochastic.

    Examples
    --------
    >>> pair_flip_noise(3, 0.25)
    array([[0.75, 0.  , 0.25],
           [0.25, 0.75, 0.  ],
           [0.  , 0.25, 0.75]])
    """
    n_classes, rate = check_integer(n_classes, "n_classes", 2), check_probability(rate, "rate")
    return (1 - rate) * np.eye(n_classes) + rate * np.roll(np.eye(n_classes), 1, axis=0)


def one_bad_class_noise(n_classes, rate, bad=0):
    """Only class number `bad` is corrupted: with probability `rate` it gets one of the other labels, uniformly.

    Parameters
    ----------
    n_classes : int
        Q, at least 2.
    rate : float in [0, 1]
        Probability of a wrong label for an example of that class.
    bad : int, default 0
        The class, 0 to Q - 1.

    Returns
    -------
    ndarray of shape (Q, Q)
        Column-stochastic.

    Examples
    --------
    >>> one_bad_class_noise(3, 0.5, bad=1)
    array([[1.  , 0.25, 0.  ],
           [0.  , 0.5 , 0.  ],
           [0.  , 0.25, 1.  ]])
    """
    n_classes = check_integer(n_classes, "n_classes", 2)
    bad = check_class_number(bad, "bad", n_classes)
    C = np.eye(n_classes)
    C[:, bad] = symmetric_noise(n_classes, rate)[:, bad]
    return C
