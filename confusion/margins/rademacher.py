r"""Empirical Rademacher complexity: how well the functions of a class follow coin flips on a sample.

.. math::  \hat{\mathfrak R}_S(\mathcal F) = E_\sigma \sup_{f \in \mathcal F} \frac1m \sum_i \sigma_i f(x_i)

with independent fair signs.  For a finite class it is computed from the table of its values; for the ball of norm
Lambda in the space of a kernel the supremum is known, :math:`\frac\Lambda m \sqrt{\sigma^\top K \sigma}`.  Signs are
enumerated where this is no more work than drawing them, else drawn.  Every pattern is used with its opposite: the
mean of the two suprema is half the *range* of the class along the pattern, which is never negative and varies no more
than one of them.

References
----------
.. [1] Lu, "EE6550 Machine Learning, Lecture Seven: Multi-Class Classification", 2017.
.. [2] Bartlett, Mendelson, "Rademacher and Gaussian Complexities", JMLR 3, 2002.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_finite, check_integer, check_not_negative, check_random, finite_array

__all__ = ["rademacher_ball", "rademacher_bound", "rademacher_trace_bound", "rademacher_values"]

#: numbers of a block of sign patterns: what is held at once does not grow with the number of draws
_BLOCK = 1 << 20


class RademacherEstimate(NamedTuple):
    """An empirical Rademacher complexity, and how exactly it is known.

    Attributes
    ----------
    value : float
        The complexity, or its estimate; never negative.
    standard_error : float
        Standard error of the estimate; 0.0 where all patterns of signs were enumerated.
    """

    value: float
    standard_error: float


def rademacher_values(values, *, n_draws=10_000, random_state=None):
    """Empirical Rademacher complexity of a finite class that is given by its values on the sample.

    Parameters
    ----------
    values : array-like of shape (n_functions, m)
        ``values[j, i]`` is the value of function j at example i.
    n_draws : int, default 10_000
        Patterns of signs that are drawn, two or more, each used with its opposite.  If there are no more than that,
        ``2**(m - 1)`` of them up to opposites, all are enumerated and the result is exact.
    random_state : int, RandomState instance or None, default None
        Seed of the draws; not used in an enumeration.

    Returns
    -------
    RademacherEstimate
        The complexity and its standard error.

    Notes
    -----
    A single function has the complexity zero: it does not look at the signs.  The complexity does not change when one
    and the same function is added to all of them, and it is the same for the convex hull of the class.

    Examples
    --------
    >>> rademacher_values([[1.0, 1.0], [1.0, -1.0]]).value  # a function and a rival
    0.5
    >>> rademacher_values([[3.0, -2.0, 5.0]]).value
    0.0
    """
    values = finite_array(values, "values", ("n_functions", "m"), empty=False)
    m = values.shape[1]
    scale = np.frexp(np.abs(values).max())[1]  # a power of two is exact, and no sum overflows
    table = np.ldexp(values, -scale).T / m

    def half_ranges(signs):
        followed = signs @ table
        return (followed.max(axis=1) - followed.min(axis=1)) / 2

    return _mean_over_signs(half_ranges, m, len(values), n_draws, random_state, scale, "values are")


def rademacher_ball(kernel_matrix, norm_bound, *, n_draws=10_000, random_state=None):
    r"""Empirical Rademacher complexity of the ball of radius Lambda in the space of a kernel.

    Parameters
    ----------
    kernel_matrix : array-like of shape (m, m)
        K(x_i, x_j) on the sample, symmetric and positive semi-definite; ``X @ X.T`` for linear functions.
    norm_bound : float
        Lambda, not negative.
    n_draws, random_state
        As in :func:`rademacher_values`.

    Returns
    -------
    RademacherEstimate
        :math:`\frac\Lambda m E_\sigma \sqrt{\sigma^\top K \sigma}`, and its standard error.

    Notes
    -----
    By Cauchy and Schwarz :math:`\sup_{\|w\| \le \Lambda} \langle w, v \rangle = \Lambda \|v\|`, with equality, for
    :math:`v = \sum_i \sigma_i \phi(x_i)`.  For the lecture's class of score functions with
    :math:`(\sum_y \|f_y\|^p)^{1/p} \le \Lambda` this is the complexity of :math:`\Pi_1`, the set of all their
    columns, exactly: each column lies in the ball, and each function of the ball is a column beside zeros.

    Examples
    --------
    >>> round(rademacher_ball([[1.0, 0.0], [0.0, 1.0]], 1.0).value, 4), round(rademacher_bound(1.0, 1.0, 2), 4)
    (0.7071, 0.7071)
    >>> rademacher_ball([[1.0, 1.0], [1.0, 1.0]], 1.0).value  # twice the same input
    0.5
    """
    K = finite_array(kernel_matrix, "kernel_matrix", ("m", "m"), empty=False)
    norm_bound = check_not_negative(norm_bound, "norm_bound")
    m = len(K)
    scale = np.frexp(np.abs(K).max())[1]
    scale += scale % 2  # an even power, whose root is a power of two
    K = np.ldexp(K, -scale)
    tolerance = 1e-8 * np.abs(K).max()
    if (np.abs(K - K.T) > tolerance).any():
        raise ValueError("kernel_matrix must be symmetric, K(x, z) = K(z, x)")
    if (np.diag(K) < -tolerance).any():
        raise ValueError("kernel_matrix must be positive semi-definite; an entry K(x, x) is negative")

    def lengths(signs):
        squares = np.einsum("ri,ri->r", signs @ K, signs)
        if (squares < -tolerance * m).any():
            raise ValueError("kernel_matrix must be positive semi-definite; a square of a norm came out negative")
        return np.sqrt(np.maximum(squares, 0.0)) / m

    root, blamed = scale // 2, "kernel_matrix or norm_bound is"
    return _mean_over_signs(lengths, m, m, n_draws, random_state, root, blamed, factor=norm_bound)


def rademacher_bound(norm_bound, radius, n):
    r"""Proposition 8.1: bound on the complexity of the ball of radius Lambda in the space of a kernel.

    Parameters
    ----------
    norm_bound : float
        Lambda, not negative.
    radius : float
        r, not negative: K(x, x) is at most r^2 for every input.
    n : int
        Number m of examples.

    Returns
    -------
    float
        :math:`r \Lambda / \sqrt m`.

    Notes
    -----
    It holds for every sample, hence also for the expected complexity.  It is attained where the features of the
    examples are orthogonal and have the length r.

    Examples
    --------
    >>> rademacher_bound(2.0, 1.0, 100)
    0.2
    """
    norm_bound, radius = check_not_negative(norm_bound, "norm_bound"), check_not_negative(radius, "radius")
    n = check_integer(n, "n", 1)
    with np.errstate(over="ignore"):
        return float(check_finite(np.float64(norm_bound) * radius / np.sqrt(float(n)), "norm_bound or radius is"))


def rademacher_trace_bound(kernel_diagonal, norm_bound):
    r"""Proposition 8.1 before its last step: the bound that looks at the lengths of the examples.

    Parameters
    ----------
    kernel_diagonal : array-like of shape (m,)
        K(x_i, x_i) on the sample, not negative.
    norm_bound : float
        Lambda, not negative.

    Returns
    -------
    float
        :math:`\frac\Lambda m \sqrt{\sum_i K(x_i, x_i)}`.

    Notes
    -----
    It bounds the *empirical* complexity of the ball on this sample, so it belongs to the second display of Theorem 8.1.

    Examples
    --------
    >>> rademacher_trace_bound([1.0, 1.0, 1.0, 1.0], 1.0) == rademacher_bound(1.0, 1.0, 4)
    True
    >>> rademacher_trace_bound([4.0, 0.0, 0.0, 0.0], 1.0)
    0.5
    """
    diagonal = finite_array(kernel_diagonal, "kernel_diagonal", ("m",), empty=False)
    norm_bound = check_not_negative(norm_bound, "norm_bound")
    if (diagonal < 0).any():
        raise ValueError("kernel_diagonal must not be negative; K(x, x) is the square of a length")
    lengths = np.sqrt(diagonal)
    largest = lengths.max()
    if not largest:
        return 0.0
    with np.errstate(over="ignore"):
        size = np.sqrt(np.sum((lengths / largest) ** 2)) / diagonal.size
        return float(check_finite(norm_bound * size * largest, "kernel_diagonal or norm_bound is"))


def _mean_over_signs(statistic, m, width, n_draws, random_state, exponent, blamed, factor=1.0):
    """Mean and standard error of a statistic of sign patterns, times a power of two and a factor; all patterns if few.

    The statistic takes an array of patterns, one a row, and does not change when a pattern is turned round.
    """
    n_draws, random = check_integer(n_draws, "n_draws", 2), check_random(random_state)
    exact = m <= 52 and 2 ** (m - 1) <= n_draws
    total = 2 ** (m - 1) if exact else n_draws
    rows = max(1, _BLOCK // max(m, width))
    statistics = []
    for start in range(0, total, rows):
        count = min(rows, total - start)
        if exact:
            numbers = np.arange(start, start + count)
            bits = (numbers[:, None] >> np.arange(m)) & 1  # the last sign is always the same: opposites are one
        else:
            bits = random.randint(0, 2, size=(count, m))
        statistics.append(statistic(2.0 * bits - 1.0))
    statistics = np.concatenate(statistics)
    error = 0.0 if exact else statistics.std(ddof=1) / np.sqrt(total)
    with np.errstate(over="ignore"):
        value, error = check_finite(np.ldexp(factor * np.array([statistics.mean(), error]), exponent), blamed)
    return RademacherEstimate(float(value), float(error))
