"""Bounds for COPA: radii of the true versions of Theorem 2, and what its steps promise of the online matrix.

The radius of Theorem 1 and the inequalities behind it are in :mod:`confusion.limits`; the quantities bounded are in
:mod:`confusion.copa.risks` and :mod:`confusion.copa.surrogate`.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_integer, check_positive, check_priors, finite_array
from confusion.copa.risks import check_labels
from confusion.copa.update import check_scaling
from confusion.limits.concentration import check_loss_bound, log_ratio, online_risk_radius

__all__ = ["block_average_radius", "importance_weighted_radius", "stream_confusion_bound"]


def block_average_radius(n_blocks, n_classes, *, loss_bound=1.0, delta=0.05):
    r"""Radius for the averaged hypothesis in the block protocol: second true version of Theorem 2.

    Parameters
    ----------
    n_blocks : int
        Number B of blocks; each holds one example of every class, and the hypothesis is updated only
        between blocks (:func:`confusion.copa.block_average` checks it).
    n_classes : int
        Q, at least 2.
    loss_bound, delta
        As in :func:`~confusion.limits.online_risk_radius`.

    Returns
    -------
    float
        :math:`M \sqrt{Q (Q-1) \ln(2/\delta) / (2B)}`.

    Notes
    -----
    All Q rounds of block b use the same hypothesis, so the conditional online confusion risk (10) *is* the mean of the
    risks of B hypotheses, and Theorem 1 holds with ``T_p = B``; *What the average inherits* has the proof.

    Examples
    --------
    >>> block_average_radius(1000, 3) == online_risk_radius([1000] * 3)
    True
    """
    B, Q = float(check_integer(n_blocks, "n_blocks", 1)), check_integer(n_classes, "n_classes", 2)
    return online_risk_radius([B] * Q, loss_bound=loss_bound, delta=delta)


def importance_weighted_radius(n_rounds, priors, *, loss_bound=1.0, delta=0.05):
    r"""Radius for the averaged hypothesis with i.i.d. labels, for importance weights and for class counts alike.

    Parameters
    ----------
    n_rounds : int
        T, at least 1.
    priors : array-like of shape (Q,)
        True class probabilities, all positive.
    loss_bound, delta
        As in :func:`~confusion.limits.online_risk_radius`.

    Returns
    -------
    float
        :math:`M\sqrt{2(Q-1)\sum_p \frac{\ln(2/\delta)}{T\pi_p}} +
        \frac13 \sqrt{1 + \frac1Q}\, M \sqrt{Q-1}\, \frac{\ln(2/\delta)}{T \min\pi}`.

    Notes
    -----
    With probability at least ``1 - delta``, ``|C_l(hbar)| <= |Chat_pi| + radius``, where ``Chat_pi`` is
    :func:`confusion.copa.importance_weighted_risk`: its weights cancel the priors.  The same radius holds with the
    printed ``Chat`` of (11), which divides by the counts ``T_p``, in place of ``Chat_pi``.  Both are proved in *What
    the average inherits*, by Bernstein's inequality in Hilbert space.  (The cruder bound of a deviation by twice the
    largest term, and the usual inversion, would have 4/3 in place of ``sqrt(1 + 1/Q) / 3``.)

    Examples
    --------
    >>> round(importance_weighted_radius(5000, [0.9, 0.05, 0.05]), 4)
    0.3563
    """
    T = float(check_integer(n_rounds, "n_rounds", 1))
    priors = check_priors(priors)
    if priors.size < 2 or not priors.all():
        raise ValueError("priors must be positive, for at least two classes; drop the classes of probability zero")
    Q, M, L = priors.size, check_loss_bound(loss_bound), log_ratio(2, delta)
    with np.errstate(over="ignore", divide="ignore"):
        variance = (Q - 1) * np.sum(1 / priors) / T
        largest = np.sqrt(1 + 1 / Q) * np.sqrt(Q - 1) / (T * priors.min())
        return float(check_finite(M * (np.sqrt(2 * variance * L) + largest * L / 3), "loss_bound or a prior is"))


def stream_confusion_bound(U, X, y, C, *, scaling="inverse-count"):
    r"""Bound on the norm of COPA's empirical online confusion risk, after one pass over *any* stream.

    Parameters
    ----------
    U : array-like of shape (Q, d)
        Class vectors to compare with, whatever they are; their mean, if not zero, is taken off first.
    X : array-like of shape (T, d)
        The examples.  Their order does not matter.
    y : array-like of shape (T,)
        Labels 0 to Q - 1; every class must be there.
    C : float
        Aggressiveness of the steps, positive, ``inf`` allowed.
    scaling : {None, "inverse-count", "inverse-count-squared"}, default="inverse-count"
        As in :class:`~confusion.copa.CopaClassifier`: an example of class y is learned with C c, where c is 1,
        1 / T_y or 1 / T_y^2.

    Returns
    -------
    float
        The square root of :math:`\bigl(\frac mC + A\bigr) \bigl(|U|_F^2 + C \sum_t c_t S_t(U)\bigr)`, where
        :math:`m = \max_t \frac1{c_t T_{y_t}}`, which is 1 for "inverse-count",
        :math:`A = \frac{Q-1}Q \max_t \frac{|x_t|^2}{T_{y_t}}`, and :math:`S_t(U)` is the sum of the squared hinge
        losses (2) of the wrong classes on example t; ``inf`` if C is, unless ``U`` has no loss.

    Notes
    -----
    Nothing is assumed of the stream.  COPA starts at W = 0 and goes once over it, with W_t before round t; it has ::

        sum_t c_t S_t(W_t) / (1 + C c_t |x_t|^2 (Q-1)/Q) <= |U|^2 / C + sum_t c_t S_t(U),

    and the bound follows by Jensen's inequality, row by row, for
    :func:`~confusion.copa.empirical_online_confusion_risk`; *COPA: from a step to a stream* has the proof.  The first
    inequality is an equality for two classes, one example and U = W_2.  The paper has no such statement; its conclusion
    asks for one.

    Examples
    --------
    One example of each class, far apart, and vectors that tell them apart without loss:

    >>> round(stream_confusion_bound([[1.0], [-1.0]], [[1.0], [-1.0]], [0, 1], 4.0), 4)
    1.2247
    """
    C, power = check_positive(C, "C"), check_scaling(scaling)
    U = finite_array(U, "U", ("Q", "d"))
    if len(U) < 2:
        raise ValueError("U must have one row per class, and at least two rows")
    X = finite_array(X, "X", ("T", U.shape[1]))
    y, counts = check_labels(y, len(X), len(U))
    with np.errstate(over="ignore", invalid="ignore"):
        U = U - U.mean(axis=0)
        losses = np.maximum(0.0, X @ U.T + 1.0 / (len(U) - 1))
        losses[np.arange(len(y)), y] = 0.0
        own = float(counts[y] ** -float(power) @ (losses**2).sum(axis=1))
        A = (1.0 - 1.0 / len(U)) * np.max((X**2).sum(axis=1) / counts[y])
        check_finite(np.array([A, own]), "U or X is")
        if np.isinf(C) and own > 0:
            return np.inf
        m, price = np.max(counts ** (power - 1.0)), C * own if own else 0.0
        return float(np.sqrt(check_finite((m / C + A) * ((U**2).sum() + price), "U, X or C is")))
