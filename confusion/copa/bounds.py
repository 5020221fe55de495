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
    All Q rounds of block b use the same hypothesis, so every row of the conditional online confusion risk
    (10) averages the same B hypotheses: it *is* ``(1/B) sum_b C_l(h_{b-1})``, which by convexity of the
    losses is entry by entry at least ``C_l`` of the average, and (6) orders the norms.  So, with probability
    at least ``1 - delta``, ``|C_l(hbar)| <= |Chat| + radius`` with Theorem 1's radius at ``T_p = B``.

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
    With ``Z_t = Lhat_{|Y_t}(h_{t-1}, X_t) / (T pi_{Y_t})``, the conditional mean of ``Z_t`` is ``C_l(h_{t-1}) / T``:
    the weights cancel the priors.  Convexity and (6) give ``|C_l(hbar)| <= |sum_t E Z_t| <= |Chat_pi| + |sum_t d_t|``
    with ``d_t = E Z_t - Z_t``, where ``Chat_pi`` is :func:`confusion.copa.importance_weighted_risk`.  One non-zero row
    of Q - 1 losses gives ``E|d_t|_F^2 <= E|Z_t|_F^2 <= (Q-1) M^2 sum_p 1/(T^2 pi_p)``; both matrices being
    non-negative, ``|d_t|_F^2 <= |Z_t|_F^2 + |E Z_t|_F^2 <= b^2`` with ``b = sqrt(1 + 1/Q) M sqrt(Q-1) / (T min pi)``
    (as ``min pi <= 1/Q``).  It remains to prove Bernstein's inequality in Hilbert space.  For ``f(s) = cosh|x + s d|``,
    ``f'' <= |d|^2 f <= |d|^2 cosh|x| e^{s|d|}`` (since ``sinh r <= r cosh r``), and ``E f'(0) = 0``; Taylor's formula
    then gives ``E cosh|x + d| <= cosh|x| (1 + E(e^|d| - 1 - |d|))``.  Iterated over the rounds and with ``(e^a - 1 -
    a)/a^2`` increasing, this is the scalar Bennett argument with a factor 2, hence the deviation ``sqrt(2 V L) + b L /
    3`` with ``L = ln(2/delta)``.  (The cruder ``|d_t| <= 2 max|Z_t|`` and the inversion of ``exp(-r^2 / (2V + 2br/3))``
    would have 4/3 in place of ``sqrt(1 + 1/Q) / 3``.)

    **Class counts.**  The same radius holds with the printed ``Chat`` of (11), which divides by the counts ``T_p``, in
    place of ``Chat_pi``.  Let ``A = (1/T) sum_t C_l(h_{t-1})`` and let row p of m be Q - 1 times M/2.  Then row p of
    ``A - Chat`` is ``D_p + v_p (Chat_p - m)`` with ``v_p = T_p / (T pi_p) - 1`` and ``D = E G - G`` summed over the
    rounds, where ``G_t = (Lhat_{|Y_t}(h_{t-1}, X_t) - m) / (T pi_{Y_t})``.  With ``k = M sqrt(Q-1) / 2`` every
    ``|Chat_p - m| <= k``, so the norm is at most ``|D|_F + k |v|``, which is at most ``sqrt(2)`` times the length of
    ``(D, k v)``: again a sum of martingale differences, of rows that are now at most ``sqrt(2) k / (T pi_p)`` long.
    Put ``sqrt(2) k`` for ``M sqrt(Q-1)`` above and multiply by ``sqrt(2)``.

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
    Nothing is assumed of the stream.  COPA starts at W = 0 and goes once over it, with W_t before round t.  The step
    minimises ``|W - W_t|^2 + C c_t S_t(W)``, whose least value is at least ``C c_t S_t(W_t) / (1 + a)`` with
    ``a = C c_t |x_t|^2 (Q-1)/Q`` (put multipliers proportional to the losses in the dual), and this function of W is
    larger at U than at W_{t+1} by at least ``|U - W_{t+1}|^2``.  Summed over the rounds::

        sum_t c_t S_t(W_t) / (1 + C c_t |x_t|^2 (Q-1)/Q) <= |U|^2 / C + sum_t c_t S_t(U),

    and by Jensen's inequality, row by row, ``|Chat|_F^2 <= sum_t S_t(W_t) / T_{y_t}`` for
    :func:`~confusion.copa.empirical_online_confusion_risk`.  The first inequality is an equality for two classes,
    one example and U = W_2.  The paper has no such statement; its conclusion asks for one.

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
