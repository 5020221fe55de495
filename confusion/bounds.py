r"""Right-hand sides of the concentration bounds of the COPA paper, as printed and as they hold.

The printed route goes through the matrix Azuma inequality (Corollary 1) and pays for the dimension.  The
shorter route used here does not: the deviation is a martingale in the Hilbert space of Q x Q matrices with
the Frobenius norm, and the Frobenius norm is at least the operator norm.

.. math::  E \cosh\|x + d\| \le \cosh\|x\| \cosh b \qquad (E d = 0, \|d\| \le b)

because :math:`\|x+d\|^2 \le \|x\|^2 + b^2 + 2\langle x, d\rangle`, :math:`s \mapsto \cosh\sqrt s` is
convex and increasing, and a convex function on :math:`|2\langle x, d\rangle| \le 2 b \|x\|` lies below its
chord, whose value at the mean is :math:`(\cosh(\|x\|+b) + \cosh(\|x\|-b))/2`.  Iterating over the rounds with
:math:`\cosh b \le e^{b^2/2}`, and Markov's inequality, give
:math:`P(\|\sum_t d_t\| \ge r) \le 2 e^{-r^2 / 2 \sum_t b_t^2}` (a special case of Pinelis 1994).

The quantities bounded live in :mod:`confusion.risks` and :mod:`confusion.surrogate`, and can be imported from
here too.

References
----------
.. [1] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.
.. [2] J. A. Tropp, "User-friendly tail bounds for sums of random matrices", Found. Comput. Math. 12, 2012.
.. [3] I. Pinelis, "Optimum bounds for the distributions of martingales in Banach spaces", Ann. Probab. 22,
   1994.
"""

from __future__ import annotations

import numpy as np

from confusion._checks import check_delta, check_finite, check_whole, float_array, real
from confusion.metrics import check_priors
from confusion.risks import (
    block_average,
    classwise_average,
    confusion_risk,
    empirical_online_confusion_risk,
    hinge_losses,
    importance_weighted_risk,
    online_confusion_risk,
    theorem2_counterexample,
)
from confusion.surrogate import surrogate_constant, surrogate_extremal_scores

__all__ = [
    "block_average",
    "block_average_radius",
    "classwise_average",
    "confusion_risk",
    "empirical_online_confusion_risk",
    "frobenius_azuma_radius",
    "hinge_losses",
    "importance_weighted_radius",
    "importance_weighted_risk",
    "matrix_azuma_radius",
    "matrix_azuma_tail",
    "online_confusion_risk",
    "online_risk_radius",
    "surrogate_constant",
    "surrogate_extremal_scores",
    "theorem2_counterexample",
]


def matrix_azuma_tail(t, M, shape):
    r"""Right side of Corollary 1 (rectangular matrix Azuma): :math:`(d_1 + d_2) e^{-t^2 / 2\sigma^2}`.

    Parameters
    ----------
    t : float or array-like
        Deviation, positive.
    M : array-like of shape (n,)
        Bounds on the operator norms of the increments; :math:`\sigma^2 = \sum_k M_k^2`.
    shape : (int, int)
        Shape (d1, d2) of the increments.

    Returns
    -------
    float or ndarray
        A bound on a probability; as in the paper it is not cut at 1.

    Examples
    --------
    >>> round(matrix_azuma_tail(3.0, [1.0], (2, 3)), 6)
    0.055545
    """
    t = float_array(t, "t")
    if not (np.isfinite(t).all() and (t > 0).all()):
        raise ValueError("t must be positive and finite")
    variance, exponent = _variance(M)
    with np.errstate(over="ignore", under="ignore"):
        tail = _dimension(shape) * np.exp(-(np.ldexp(t, -exponent) ** 2) / (2 * variance))
    return float(tail) if tail.ndim == 0 else tail


def matrix_azuma_radius(delta, M, shape):
    """Deviation at which :func:`matrix_azuma_tail` equals `delta`; same `M` and `shape`.

    Examples
    --------
    >>> round(matrix_azuma_tail(matrix_azuma_radius(0.05, [1.0, 2.0], (4, 4)), [1.0, 2.0], (4, 4)), 6)
    0.05
    """
    return _azuma_radius(M, _log_ratio(_dimension(shape), delta))


def frobenius_azuma_radius(delta, M):
    r"""Radius :math:`\sqrt{2 \ln(2/\delta) \sum_k M_k^2}` of a martingale in Hilbert space, any dimension.

    Parameters
    ----------
    delta : float in (0, 1]
    M : array-like of shape (n,)
        Bounds on the *Frobenius* norms of the increments.

    Notes
    -----
    The proof is in the module's docstring.  For increments with one non-zero row the Frobenius and operator
    norms agree, so this improves on :func:`matrix_azuma_radius` by ``ln(2/delta)`` against
    ``ln((d1 + d2)/delta)``.

    Examples
    --------
    >>> round(frobenius_azuma_radius(0.05, [1.0, 1.0]), 4)
    3.8413
    """
    return _azuma_radius(M, _log_ratio(2, delta))


def online_risk_radius(class_counts, *, M=1.0, delta=0.05, form="dimension-free"):
    r"""Radius of Theorem 1 (12): how far the online confusion risk is from its empirical version.

    Parameters
    ----------
    class_counts : array-like of shape (Q,)
        Number of examples T_p of each class, at least one each.
    M : float, default 1
        The losses are between 0 and `M`.  The hinge losses (2) are not bounded by themselves: with
        ``|w_q| <= B`` and ``|x| <= R`` take ``M = B R + 1/(Q-1)``.
    delta : float in (0, 1], default 0.05
    form : {"dimension-free", "printed", "route"}
        - ``"dimension-free"``: :math:`M\sqrt{2(Q-1)\sum_p T_p^{-1}\ln(2/\delta)}`, for the Frobenius norm and
          so for the operator norm;
        - ``"printed"``: :math:`M\sqrt{2Q\sum_p T_p^{-1}\ln(Q/\delta)}`, the statement (12);
        - ``"route"``: the same with :math:`\ln(2Q/\delta)`, what the paper's proof gives.

    Returns
    -------
    float
        With probability at least ``1 - delta`` over X given y, in one pass over the examples.

    Notes
    -----
    The printed proof uses Corollary 1 with dimension ``d1 + d2 = 2Q``, which gives ``ln(2Q/delta)``; the
    statement has ``ln(Q/delta)``.  (Its display before last also has ``1/T`` for ``1/T^2`` in the exponent, a
    slip of the pen.)  The statement is true nevertheless for Q >= 2, since it is at least the dimension-free
    form, whose proof is: increments ``U_t`` have one non-zero row of Q - 1 entries, each at most ``M / T_p``,
    so ``|U_t|_F <= M sqrt(Q - 1) / T_p`` and :func:`frobenius_azuma_radius` applies.

    Examples
    --------
    >>> for form in ("dimension-free", "printed", "route"):
    ...     print(round(online_risk_radius([4500, 250, 250], form=form), 4))
    0.3483
    0.4494
    0.486
    """
    counts = float_array(class_counts, "class_counts")
    if counts.ndim != 1 or counts.size < 2:
        raise ValueError(f"class_counts must have one count per class, two or more, got shape {counts.shape}")
    if not np.isfinite(counts).all() or (counts < 1).any():
        raise ValueError("class_counts must all be at least one; drop the classes without an example")
    Q, M = counts.size, _check_M(M)
    factors = {
        "dimension-free": (Q - 1) * _log_ratio(2, delta),
        "printed": Q * _log_ratio(Q, delta),
        "route": Q * _log_ratio(2 * Q, delta),
    }
    if not isinstance(form, str) or form not in factors:
        raise ValueError(f"form must be one of {', '.join(factors)}, got {form!r}")
    with np.errstate(over="ignore"):
        return float(check_finite(M * np.sqrt(2 * factors[form] * np.sum(1 / counts)), "M is"))


def block_average_radius(n_blocks, Q, M=1.0, delta=0.05):
    r"""Radius for the averaged hypothesis in the block protocol: second true version of Theorem 2.

    Parameters
    ----------
    n_blocks : int
        Number B of blocks; each holds one example of every class, and the hypothesis is updated only
        between blocks (:func:`confusion.risks.block_average` checks it).
    Q : int
        Number of classes, at least 2.
    M, delta
        As in :func:`online_risk_radius`.

    Returns
    -------
    float
        :math:`M \sqrt{2 Q (Q-1) \ln(2/\delta) / B}`.

    Notes
    -----
    All Q rounds of block b use the same hypothesis, so every row of the conditional online confusion risk
    (10) averages the same B hypotheses: it *is* ``(1/B) sum_b C_l(h_{b-1})``, which by convexity of the
    losses is entry by entry at least ``C_l`` of the average, and (6) orders the norms.  So, with probability
    at least ``1 - delta``, ``|C_l(hbar)| <= |Chat| + radius`` with Theorem 1's radius at ``T_p = B``.

    Examples
    --------
    >>> block_average_radius(1000, 3) == online_risk_radius([1000] * 3)
    True
    """
    n_blocks, Q = check_whole(n_blocks, "n_blocks", 1), check_whole(Q, "Q", 2, "whole number of classes")
    return online_risk_radius([n_blocks] * Q, M=M, delta=delta)


def importance_weighted_radius(T, priors, M=1.0, delta=0.05):
    r"""Radius for the averaged hypothesis with i.i.d. labels: third true version of Theorem 2.

    Parameters
    ----------
    T : int
        Number of rounds.
    priors : array-like of shape (Q,)
        True class probabilities, all positive.
    M, delta
        As in :func:`online_risk_radius`.

    Returns
    -------
    float
        :math:`M\sqrt{2(Q-1)\sum_p \frac{\ln(2/\delta)}{T\pi_p}} +
        \frac13 \sqrt{1 + \frac1Q}\, M \sqrt{Q-1}\, \frac{\ln(2/\delta)}{T \min\pi}`.

    Notes
    -----
    With ``Z_t = Lhat_{|Y_t}(h_{t-1}, X_t) / (T pi_{Y_t})``, the conditional mean of ``Z_t`` is
    ``C_l(h_{t-1}) / T``: the weights cancel the priors.  Convexity and (6) give
    ``|C_l(hbar)| <= |sum_t E Z_t| <= |Chat_pi| + |sum_t d_t|`` with ``d_t = E Z_t - Z_t``, where
    ``Chat_pi`` is :func:`confusion.risks.importance_weighted_risk`.  One non-zero row of Q - 1 losses gives
    ``E|d_t|_F^2 <= E|Z_t|_F^2 <= (Q-1) M^2 sum_p 1/(T^2 pi_p)``; both matrices being non-negative,
    ``|d_t|_F^2 <= |Z_t|_F^2 + |E Z_t|_F^2 <= b^2`` with ``b = sqrt(1 + 1/Q) M sqrt(Q-1) / (T min pi)`` (as
    ``min pi <= 1/Q``).  It remains to prove Bernstein's inequality in Hilbert space.  For
    ``f(s) = cosh|x + s d|``, ``f'' <= |d|^2 f <= |d|^2 cosh|x| e^{s|d|}`` (since ``sinh r <= r cosh r``), and
    ``E f'(0) = 0``; Taylor's formula then gives ``E cosh|x + d| <= cosh|x| (1 + E(e^|d| - 1 - |d|))``.
    Iterated over the rounds and with ``(e^a - 1 - a)/a^2`` increasing, this is the scalar Bennett argument
    with a factor 2, hence the deviation ``sqrt(2 V L) + b L / 3`` with ``L = ln(2/delta)``.  (The cruder
    ``|d_t| <= 2 max|Z_t|`` and the inversion of ``exp(-r^2 / (2V + 2br/3))`` would have 4/3 in place of
    ``sqrt(1 + 1/Q) / 3``.)

    Examples
    --------
    >>> round(importance_weighted_radius(5000, [0.9, 0.05, 0.05]), 4)
    0.3563
    """
    T = real(check_whole(T, "T", 1, "whole number of rounds"), "T")
    priors = check_priors(priors)
    if priors.size < 2 or not priors.all():
        raise ValueError("priors must be positive, for at least two classes; drop the classes of probability zero")
    Q, M, L = priors.size, _check_M(M), _log_ratio(2, delta)
    with np.errstate(over="ignore", divide="ignore"):
        variance = (Q - 1) * np.sum(1 / priors) / T
        largest = np.sqrt(1 + 1 / Q) * np.sqrt(Q - 1) / (T * priors.min())
        return float(check_finite(M * (np.sqrt(2 * variance * L) + largest * L / 3), "M or a prior is"))


def _azuma_radius(M, L):
    variance, exponent = _variance(M)
    with np.errstate(over="ignore"):
        return float(check_finite(np.ldexp(np.sqrt(2 * variance * L), exponent), "M is"))


def _variance(M):
    """Sum of squares of `M` times 2^-exponent: an exact scaling, and no square overflows or underflows."""
    M = float_array(M, "M")
    if M.ndim != 1 or not M.size or not np.isfinite(M).all() or (M < 0).any() or not M.any():
        raise ValueError("M must list one bound per increment: non-negative, finite, not all zero")
    _, exponent = np.frexp(M.max())
    return float(np.sum(np.ldexp(M, -exponent) ** 2)), exponent


def _dimension(shape):
    try:
        d1, d2 = (check_whole(d, "a dimension", 1) for d in shape)
    except (TypeError, ValueError):
        raise ValueError(f"shape must be the two dimensions (d1, d2) of the matrices, got {shape!r}") from None
    return d1 + d2


def _log_ratio(dimension, delta):
    """ln(dimension / delta), also where the quotient overflows."""
    delta = check_delta(delta)
    return np.log(dimension / delta) if delta > 1e-290 else np.log(dimension) - np.log(delta)


def _check_M(M):
    M = real(M, "M")
    if not (np.isfinite(M) and M > 0):
        raise ValueError(f"M must be a positive bound on the losses, got {M!r}")
    return M
