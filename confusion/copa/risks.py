"""Confusion risks: of one hypothesis, and of a trajectory of hypotheses (Definitions 1 to 4 of Ralaivola (2012)).

A linear hypothesis is a matrix ``W`` of shape (Q, d) with one row per class; a trajectory is an array of
shape (T, Q, d) holding h_0, ..., h_{T-1}, where h_{t-1} was learned before example t was seen.  Labels are
the integers 0 to Q - 1.  Every function here takes the hinge losses of equation (2), for which
``l_{q|p}(h_W, x) = | <w_q, x> + 1/(Q-1) |_+`` does not depend on p.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_integer, check_priors, finite_array, float_array

__all__ = [
    "block_average", "classwise_average", "confusion_risk", "empirical_online_confusion_risk", "hinge_losses",
    "importance_weighted_risk", "online_confusion_risk", "theorem2_counterexample",
]  # fmt: skip


def hinge_losses(W, X):
    """Multiclass hinge losses of equation (2), one per example and class.

    Parameters
    ----------
    W : array-like of shape (Q, d)
        One vector per class.  The paper asks for ``sum_q w_q = 0``; it is not checked here.
    X : array-like of shape (n, d)
        The examples.

    Returns
    -------
    losses : ndarray of shape (n, Q)
        ``losses[i, q] = max(0, <w_q, x_i> + 1/(Q-1))``.  The true class's own column is there too; every
        confusion risk leaves it out.

    Examples
    --------
    >>> hinge_losses([[1.0], [-1.0]], [[0.5], [2.0]])
    array([[1.5, 0.5],
           [3. , 0. ]])
    """
    W, X = finite_array(W, "W", ("Q", "d")), finite_array(X, "X", ("n", "d"))
    if W.shape[0] < 2:
        raise ValueError("W must have one row per class, and at least two rows")
    if W.shape[1] != X.shape[1]:
        raise ValueError(f"W has {W.shape[1]} columns and X has {X.shape[1]}; they must share their features")
    with np.errstate(over="ignore", invalid="ignore"):
        return check_finite(np.maximum(0.0, X @ W.T + 1.0 / (W.shape[0] - 1)), "W or X is")


def confusion_risk(W, X, y):
    """Plug-in confusion risk, Definition 1 (7) with each conditional expectation replaced by a class mean.

    Parameters
    ----------
    W, X
        As in :func:`hinge_losses`.
    y : array-like of shape (n,)
        Labels 0 to Q - 1; every class must be there.

    Returns
    -------
    ndarray of shape (Q, Q), zero diagonal
        ``C[p, q]`` is the mean loss of class q on the examples of class p.

    Examples
    --------
    >>> confusion_risk([[1.0], [-1.0]], [[0.5], [2.0], [-1.0]], [0, 0, 1])
    array([[0.  , 0.25],
           [0.  , 0.  ]])
    """
    losses = hinge_losses(W, X)
    y, counts = check_labels(y, len(losses), losses.shape[1])
    C = np.zeros((counts.size, counts.size))
    with np.errstate(over="ignore"):
        np.add.at(C, y, losses)
    np.fill_diagonal(C, 0.0)
    return check_finite(C / counts[:, None], "W or X is")


def empirical_online_confusion_risk(hypotheses, X, y):
    """Empirical online confusion risk, Definition 4 (11).

    Parameters
    ----------
    hypotheses : array-like of shape (T, Q, d)
        h_0, ..., h_{T-1}; ``hypotheses[t]`` must not depend on ``X[t]``.
    X : array-like of shape (T, d)
        The examples, in the order of the rounds.
    y : array-like of shape (T,)
        Labels 0 to Q - 1; every class must be there.

    Returns
    -------
    ndarray of shape (Q, Q), zero diagonal
        ``sum_t Lhat_{|y_t}(h_{t-1}, X_t) / T_{y_t}``.

    Examples
    --------
    >>> empirical_online_confusion_risk([[[0.0], [0.0]], [[1.0], [-1.0]]], [[1.0], [-1.0]], [0, 1])
    array([[0., 1.],
           [0., 0.]])
    """
    hypotheses, y, counts = _check_trajectory(hypotheses, y)
    return _weighted_row_sum(hypotheses, X, y, 1.0 / counts)


def importance_weighted_risk(hypotheses, X, y, priors):
    """Online confusion risk with importance weights 1/pi in place of the counts 1/T_p.

    Parameters
    ----------
    hypotheses, X
        As in :func:`empirical_online_confusion_risk`.
    y : array-like of shape (T,)
        Labels 0 to Q - 1, drawn with `priors`.  A class may be missing.
    priors : array-like of shape (Q,)
        The true class probabilities, all positive; estimates of them are not covered by the bound.

    Returns
    -------
    ndarray of shape (Q, Q), zero diagonal
        ``(1/T) sum_t Lhat_{|Y_t}(h_{t-1}, X_t) / pi_{Y_t}``, an unbiased estimate of the average over *all*
        rounds of C_l(h_{t-1}); see :func:`confusion.copa.importance_weighted_radius`.

    Examples
    --------
    >>> importance_weighted_risk([[[0.0], [0.0]]], [[1.0]], [0], [0.5, 0.5])
    array([[0., 2.],
           [0., 0.]])
    """
    hypotheses, y, counts = _check_trajectory(hypotheses, y, all_present=False)
    priors = check_priors(priors, counts.size, classes=range)
    if not priors.all():
        raise ValueError("priors must all be positive: their inverses weigh the examples")
    return _weighted_row_sum(hypotheses, X, y, 1.0 / (len(y) * priors))


def online_confusion_risk(hypotheses, y, conditional_losses):
    """Conditional online confusion risk, Definition 3 (10).

    Parameters
    ----------
    hypotheses, y
        As in :func:`empirical_online_confusion_risk`.
    conditional_losses : callable
        ``conditional_losses(W, p)`` gives the expected losses of ``W``, shape (Q, d), on class p: a vector of
        shape (Q,), whose entry p is not used.  :meth:`confusion.datasets.ThreeGaussians.hinge_losses` is one.

    Returns
    -------
    ndarray of shape (Q, Q), zero diagonal
        ``sum_t L_{|y_t}(h_{t-1}) / T_{y_t}``.  Row p averages the hypotheses of the rounds with y_t = p only,
        which is why this matrix does not bound the risk of the Gibbs classifier over all rounds.

    Examples
    --------
    >>> online_confusion_risk([[[1.0], [-1.0]]] * 2, [0, 1], lambda W, p: abs(W[:, 0]))
    array([[0., 1.],
           [1., 0.]])
    """
    hypotheses, y, counts = _check_trajectory(hypotheses, y)
    C = np.zeros((counts.size, counts.size))
    for W, p in zip(hypotheses, y):
        row = float_array(conditional_losses(W, int(p)), "what conditional_losses returns")
        if row.shape != (counts.size,) or not np.isfinite(row).all():
            raise ValueError(f"conditional_losses must return {counts.size} finite losses, got {row!r}")
        C[p] += row / counts[p]
    np.fill_diagonal(C, 0.0)
    return C


def classwise_average(hypotheses, y):
    r"""Class-wise averages :math:`\bar h_p = (1/T_p) \sum_{t: y_t = p} h_{t-1}`.

    Parameters
    ----------
    hypotheses, y
        As in :func:`empirical_online_confusion_risk`.

    Returns
    -------
    ndarray of shape (Q, Q, d)
        One hypothesis per true class p.

    Notes
    -----
    First true version of Theorem 2.  For convex losses (14), row p of the conditional online confusion risk
    (10) dominates, entry by entry, row p of :math:`C_\ell(\bar h_p)` (Jensen).  So the matrix whose row p is
    that of :math:`\bar h_p` has, by (6), at most the norm of :math:`C_{\ell,y}(h)`, and Theorem 1 bounds it
    with the same radius, :func:`confusion.limits.online_risk_radius`.  It is a statement about Q hypotheses:
    which one to use on a new point depends on its unknown class.

    Examples
    --------
    >>> classwise_average([[[0.0], [0.0]], [[1.0], [-1.0]], [[3.0], [-3.0]]], [0, 1, 1])[:, 0, 0]
    array([0., 2.])
    """
    hypotheses, y, counts = _check_trajectory(hypotheses, y)
    averages = np.zeros((counts.size, *hypotheses.shape[1:]))
    np.add.at(averages, y, hypotheses / counts[y, None, None])
    return averages


def block_average(hypotheses, y):
    """Average hypothesis of the block protocol: rounds come in blocks, each with every class once.

    Parameters
    ----------
    hypotheses : array-like of shape (B * Q, Q, d)
        The same hypothesis throughout each block of Q rounds; it is updated between blocks.
    y : array-like of shape (B * Q,)
        Every class exactly once in each block, in any order.

    Returns
    -------
    ndarray of shape (Q, d)
        The mean over the blocks.

    Raises
    ------
    ValueError
        If the protocol was not followed, for then the bound does not hold.

    Notes
    -----
    Second true version of Theorem 2; see :func:`confusion.copa.block_average_radius`.

    Examples
    --------
    >>> block_average([[[0.0], [0.0]]] * 2 + [[[1.0], [-1.0]]] * 2, [0, 1, 1, 0])
    array([[ 0.5],
           [-0.5]])
    """
    hypotheses, y, counts = _check_trajectory(hypotheses, y)
    Q = counts.size
    if len(y) % Q or (np.sort(y.reshape(-1, Q), axis=1) != np.arange(Q)).any():
        raise ValueError(f"y must come in blocks of {Q} rounds with every class exactly once in each")
    blocks = hypotheses.reshape(-1, Q, *hypotheses.shape[1:])
    if (blocks != blocks[:, :1]).any():
        raise ValueError("hypotheses must not change within a block; update once at the end of each block")
    with np.errstate(over="ignore"):
        return check_finite(blocks[:, 0].mean(axis=0), "hypotheses are")


def theorem2_counterexample(n_rounds):
    r"""Inputs and labels on which Theorem 2 fails.

    Parameters
    ----------
    n_rounds : int
        T, even and at least 2.

    Returns
    -------
    X : ndarray of shape (T, 1)
        All ones, for both classes.
    y : ndarray of shape (T,)
        T/2 zeros, then T/2 ones.

    Notes
    -----
    With hard-margin passive-aggressive updates (COPA with C infinite) from h_0 = 0 there are two losses, 1
    then 2, so the empirical online confusion risk (11) has norm 4/T.  But X is the same for both classes, and
    every hypothesis has :math:`\|C_\ell(h)\| = \max(|1 - w|_+, |1 + w|_+) \ge 1`, where w is the weight of
    the first class: (15) would say that 1 is at most 4/T plus a radius that vanishes.  Row p of (10) averages
    h_{t-1} over the rounds with y_t = p; the averaged hypothesis of Theorem 2 averages over all rounds.

    Examples
    --------
    >>> X, y = theorem2_counterexample(4)
    >>> X.ravel(), y
    (array([1., 1., 1., 1.]), array([0, 0, 1, 1]))
    """
    T = check_integer(n_rounds, "n_rounds", 2, "even number of rounds")
    if T % 2:
        raise ValueError(f"n_rounds must be an even number of rounds, at least 2, got {T!r}")
    return np.ones((T, 1)), np.repeat([0, 1], T // 2)


def _weighted_row_sum(hypotheses, X, y, row_weight):
    X = finite_array(X, "X", (len(y), hypotheses.shape[2]))
    Q = hypotheses.shape[1]
    C = np.zeros((Q, Q))
    with np.errstate(over="ignore", invalid="ignore"):
        losses = np.maximum(0.0, np.einsum("tqd,td->tq", hypotheses, X) + 1.0 / (Q - 1))
        np.add.at(C, y, losses * row_weight[y, None])
    np.fill_diagonal(C, 0.0)
    return check_finite(C, "hypotheses or X is")


def _check_trajectory(hypotheses, y, all_present=True):
    hypotheses = finite_array(hypotheses, "hypotheses", ("T", "Q", "d"))
    if hypotheses.shape[1] < 2:
        raise ValueError("hypotheses must have shape (T, Q, d) with Q at least 2")
    y, counts = check_labels(y, len(hypotheses), hypotheses.shape[1], all_present)
    return hypotheses, y, counts


def check_labels(y, n, Q, all_present=True):
    y = np.asarray(y)
    if y.shape != (n,) or not n:
        raise ValueError(f"y must have one label per example, shape ({n},), got shape {y.shape}")
    if y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= Q:
        raise ValueError(f"y must hold the integers 0 to {Q - 1}; encode other labels first")
    y = y.astype(np.intp)  # bincount takes no wider numbers, and in the browser int64 is wider
    counts = np.bincount(y, minlength=Q)
    if all_present and not counts.all():
        raise ValueError(f"class {counts.argmin()} has no example in y; its row would be 0/0")
    return y, counts
