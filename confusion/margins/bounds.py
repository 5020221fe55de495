r"""Margin bounds: Theorem 8.1 and its corollary, quadratic in k as printed and linear in k, and class by class.

What holds is proved in the notes of the functions.  Two facts are used without a proof, see [2]_, Theorem 3.3 and
Lemma 5.7.  For functions g with values in [0, 1], with probability at least :math:`1 - \delta`, for all of them at once

.. math::  E g \le \frac1m \sum_i g(z_i) + 2 \mathfrak R_m(\mathcal G) + \sqrt{\frac{\ln(1/\delta)}{2m}},

and the same with :math:`\hat{\mathfrak R}_S` and :math:`3 \sqrt{\ln(2/\delta) / 2m}`.  And a contraction: functions
followed by an L-Lipschitz one have at most L times their complexity.

References
----------
.. [1] Lu, "EE6550 Machine Learning, Lecture Seven: Multi-Class Classification", 2017.
.. [2] Mohri, Rostamizadeh, Talwalkar, "Foundations of Machine Learning", MIT Press, 2nd ed. 2018.
"""

import numpy as np

from confusion._core.arguments import (
    by_name,
    check_choice,
    check_finite,
    check_flag,
    check_integer,
    check_not_negative,
    check_positive,
    check_probability,
    class_names,
    finite_array,
    integer_array,
)
from confusion.limits.concentration import log_ratio
from confusion.margins.rademacher import rademacher_bound

__all__ = [
    "class_margin_bounds", "kernel_margin_bound", "margin_bound", "norm_margin_bound", "uniform_kernel_margin_bound",
]  # fmt: skip

#: complexities of the scores that the margins are allowed, by how their number grows with the k classes
_FACTORS = {"linear": lambda k: 2.0 * k, "quadratic": lambda k: float(k) ** 2}


def margin_bound(margin_loss, complexity, rho, n, *, n_classes, delta=0.05, growth="linear", empirical=False):
    r"""Theorem 8.1: bound on the error of every score function of a class.

    Parameters
    ----------
    margin_loss : float
        Mean rho-margin loss on the sample, from 0 to 1.
    complexity : float
        Rademacher complexity of :math:`\Pi_1`, the columns x -> f(x, y) of all score functions f and classes y:
        the expected one, or the empirical one of the sample with ``empirical=True``.
    rho : float
        Margin threshold, positive, fixed before the sample is seen.
    n : int
        Number m of examples.
    n_classes : int
        k, at least 2.
    delta : float in (0, 1], default 0.05
        Probability of failure.
    growth : {"linear", "quadratic"}, default "linear"
        How the complexity term grows with k: with the factor 4k / rho, or with 2k^2 / rho as printed, which holds, too,
        and is never smaller.
    empirical : bool, default False
        False: the first display, for the expected complexity.  True: the second, for the empirical one.

    Returns
    -------
    float
        :math:`\hat R_{S,\rho} + \frac{2c}\rho \mathfrak R_m(\Pi_1) + \sqrt{\ln(1/\delta) / 2m}`, or with
        :math:`\hat{\mathfrak R}_S(\Pi_1)` and :math:`3\sqrt{\ln(2/\delta) / 2m}`; c = 2k or k^2.  It is not cut at 1.

    Notes
    -----
    Each display holds with probability :math:`1 - \delta`; who wants both, or the smaller one, uses :math:`\delta / 2`
    in each.  The theorem is about a class of score functions: the margin loss is no function of the classifier.

    That c = 2k holds is proved in *Margin bounds: what the training sample can promise*: a margin is the own score, k
    parts of the sample, less a maximum of k functions.  The printed proof sums over the class of the example outside,
    and so pays k times for a maximum of k - 1 functions.  The second edition of the textbook that the lecture follows
    has the factor 2k, too (Theorem 9.2 of Mohri et al.).

    Examples
    --------
    >>> round(margin_bound(0.1, 0.01, 1.0, 10_000, n_classes=10), 4)
    0.5122
    >>> round(margin_bound(0.1, 0.01, 1.0, 10_000, n_classes=10, growth="quadratic"), 4)
    2.1122
    """
    loss, complexity = check_probability(margin_loss, "margin_loss"), check_not_negative(complexity, "complexity")
    rho, n = check_positive(rho, "rho", infinite=False), float(check_integer(n, "n", 1))
    factor, empirical = _factor(growth, n_classes), check_flag(empirical, "empirical")
    deviation = 3 * np.sqrt(log_ratio(2, delta) / (2 * n)) if empirical else np.sqrt(log_ratio(1, delta) / (2 * n))
    with np.errstate(over="ignore"):
        bound = loss + 2 * factor * np.float64(complexity) / rho + deviation
        return float(check_finite(bound, "complexity / rho is"))


def kernel_margin_bound(margin_loss, norm_bound, radius, rho, n, *, n_classes, delta=0.05, growth="linear"):
    r"""Corollary 8.1: Theorem 8.1 for the score functions of a ball in the space of a kernel.

    Parameters
    ----------
    margin_loss : float
        As in :func:`margin_bound`.
    norm_bound : float
        Lambda: a bound on the norm of each f_y, such as one on :math:`(\sum_y \|f_y\|^p)^{1/p}`; fixed before the
        sample is seen.
    radius : float
        r, with K(x, x) at most r^2 for every input.
    rho, n, n_classes, delta, growth
        As in :func:`margin_bound`.

    Returns
    -------
    float
        :math:`\hat R_{S,\rho} + 2c \frac{r\Lambda}{\rho\sqrt m} + \sqrt{\ln(1/\delta) / 2m}`, c = 2k or k^2.

    Notes
    -----
    Lambda and rho occur as their ratio only: scores and rho times a constant are the same statement.  For a ratio
    that is chosen after the sample was seen, see :func:`uniform_kernel_margin_bound`.

    Examples
    --------
    >>> round(kernel_margin_bound(0.1, 1.0, 1.0, 1.0, 10_000, n_classes=3), 4)
    0.2322
    """
    complexity = rademacher_bound(norm_bound, radius, n)
    return margin_bound(margin_loss, complexity, rho, n, n_classes=n_classes, delta=delta, growth=growth)


def uniform_kernel_margin_bound(margin_loss, norm_bound, radius, rho, n, *, n_classes, delta=0.05, growth="linear"):
    r"""Corollary 8.1 for all Lambda and rho at once, so for those chosen after the sample was seen.

    Parameters
    ----------
    margin_loss : float
        As in :func:`margin_bound`.
    norm_bound : float
        Lambda, such as the largest norm of the f_y that were learned.
    radius : float
        As in :func:`kernel_margin_bound`.
    rho : float
        Margin threshold, positive; any, also the one at which this bound is smallest.
    n, n_classes, delta, growth
        As in :func:`margin_bound`.

    Returns
    -------
    float
        :math:`\hat R_{S,\rho} + 2c \frac{2^j}{\sqrt m} + \sqrt{\frac{\ln((j+1)(j+2)/\delta)}{2m}}` with j the least
        whole number, at least 0, for which :math:`2^j \ge r \Lambda / \rho`, and c as there.

    Notes
    -----
    The lecture says that the price of the norm "can be set"; a bound for one Lambda and one rho does not allow that.
    Divided by their norm bound, all score functions lie in one ball, and only the ratio :math:`t = r\Lambda/\rho` is
    left.  Corollary 8.1 is used for :math:`t = 2^j`, with :math:`\delta_j = \delta / ((j+1)(j+2))`; these sum to
    delta.  Another ratio is rounded up: at a smaller rho the margin loss is not larger.  From t = 1 on this less than
    doubles the complexity term; a smaller t pays for t = 1.

    Examples
    --------
    >>> fixed = kernel_margin_bound(0.1, 4.0, 1.0, 1.0, 10_000, n_classes=3)
    >>> chosen = uniform_kernel_margin_bound(0.1, 4.0, 1.0, 1.0, 10_000, n_classes=3)
    >>> round(fixed, 4), round(chosen, 4)
    (0.5922, 0.5966)
    """
    radius, rho = check_not_negative(radius, "radius"), check_positive(rho, "rho", infinite=False)
    with np.errstate(over="ignore"):
        ratio = check_finite(np.float64(rademacher_bound(norm_bound, radius, 1)) / rho, "norm_bound, radius or rho is")
    mantissa, exponent = np.frexp(ratio)  # the ratio is mantissa * 2^exponent, mantissa in [1/2, 1)
    j = max(0, int(exponent) - (mantissa == 0.5))
    loss, n = check_probability(margin_loss, "margin_loss"), float(check_integer(n, "n", 1))
    L = log_ratio((j + 1) * (j + 2), delta)
    with np.errstate(over="ignore"):
        complexity = 2 * _factor(growth, n_classes) * np.ldexp(1.0, j) / np.sqrt(n)
        return float(check_finite(loss + complexity + np.sqrt(L / (2 * n)), "norm_bound * radius / rho is"))


def class_margin_bounds(class_margin_losses, class_counts, norm_bound, radius, rho, *, delta=0.05):
    r"""Corollary 8.1 inside each class: bounds on all class errors at once.

    Parameters
    ----------
    class_margin_losses : array-like of shape (k,)
        Mean rho-margin loss on the examples of each class, as :func:`confusion.margins.margin_losses_by_class` has it.
    class_counts : array-like of shape (k,)
        Number m_y of examples of each class; zero is allowed.
    norm_bound, radius, rho
        As in :func:`kernel_margin_bound`; the same for all classes.
    delta : float in (0, 1], default 0.05
        Probability that one of the k bounds fails.

    Returns
    -------
    ndarray of shape (k,)
        :math:`\hat R_{y,\rho} + \frac{2k}\rho \frac{r\Lambda}{\sqrt{m_y}} + \sqrt{\ln(k/\delta) / 2m_y}`, not cut at
        1; infinite for a class without an example, of which nothing is promised.

    Notes
    -----
    With probability at least 1 - delta, entry y is at least the class error e_y of every score function of the ball,
    for all y at once; given the labels, and so also when they are drawn.

    Inside one class the own score is one fixed column, and the maximum is taken over the other k - 1: the factor is
    2k / rho, half that of :func:`margin_bound`, and delta / k for each class covers all.

    Examples
    --------
    >>> class_margin_bounds([0.1, 0.2], [10_000, 100], 1.0, 1.0, 1.0).round(3)
    array([0.154, 0.736])
    """
    classes = class_names((class_margin_losses, 0), (class_counts, 0))
    losses = finite_array(by_name(class_margin_losses, "class_margin_losses", classes), "class_margin_losses", ("k",))
    counts = integer_array(by_name(class_counts, "class_counts", classes), "class_counts", 0)
    if losses.size < 2 or counts.shape != losses.shape:
        raise ValueError("class_margin_losses and class_counts must have one entry for each class, two or more, got "
                         f"shapes {losses.shape} and {counts.shape}")  # fmt: skip
    if ((losses < 0) | (losses > 1)).any():
        raise ValueError("class_margin_losses must be means of losses, from 0 to 1")
    k, rho, L = losses.size, check_positive(rho, "rho", infinite=False), log_ratio(losses.size, delta)
    with np.errstate(over="ignore"):
        factor = 2 * k * np.float64(rademacher_bound(norm_bound, radius, 1)) / rho + np.sqrt(L / 2)
    factor = check_finite(factor, "norm_bound, radius or rho is")
    bounds = np.full(k, np.inf)
    return np.add(losses, np.divide(factor, np.sqrt(counts), out=bounds, where=counts > 0), out=bounds)


def norm_margin_bound(class_margin_losses, class_counts, norm_bound, radius, rho, *, delta=0.05):
    r"""Bound on the operator norm of the confusion matrix, from :func:`class_margin_bounds`.

    Parameters
    ----------
    class_margin_losses, class_counts, norm_bound, radius, rho, delta
        As in :func:`class_margin_bounds`.

    Returns
    -------
    float
        :math:`\bigl(\sum_y \min(1, b_y)^2\bigr)^{1/2}` with b the bounds on the class errors; at most
        :math:`\sqrt{k - 1}`, which no confusion matrix exceeds.

    Notes
    -----
    Since :math:`\mathrm{BER} \le \|C\| \le (\sum_y e_y^2)^{1/2}`, with probability at least 1 - delta for every score
    function of the ball.  Where no entry is cut, Minkowski's inequality gives at most

    .. math::  \Bigl(\sum_y \hat R_{y,\rho}^2\Bigr)^{1/2} + \Bigl(\frac{2kr\Lambda}\rho + \sqrt{\ln(k/\delta)/2}\Bigr)
               \sqrt{\sum_y \frac1{m_y}},

    the dependence on the class sizes of COPA's Theorem 1, :func:`confusion.limits.online_risk_radius`.  That one
    bounds an average over an online run, without a complexity term; this one a function that was chosen at will.

    Examples
    --------
    >>> round(norm_margin_bound([0.1, 0.2], [10_000, 100], 1.0, 1.0, 1.0), 3)
    0.752
    """
    bounds = class_margin_bounds(class_margin_losses, class_counts, norm_bound, radius, rho, delta=delta)
    return float(min(np.sqrt(np.sum(np.minimum(bounds, 1.0) ** 2)), np.sqrt(bounds.size - 1)))


def _factor(growth, n_classes):
    k = check_integer(n_classes, "n_classes", 2)
    return _FACTORS[check_choice(growth, "growth", _FACTORS)](k)
