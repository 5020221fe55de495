"""The update vector and the step sizes of Algorithm 2 as functions of their own, with all arguments checked."""

import numpy as np
from scipy import sparse

from confusion._core.arguments import check_choice, check_class_number, check_finite, check_not_negative, float_array
from confusion._core.labels import class_codes
from confusion.noise.matrices import check_noise_matrix
from confusion.uma.algorithm import STEPS, TIE, move_sums, regions, step_sizes

__all__ = ["uma_direction", "uma_step_sizes"]


def _scaled(array):
    """The array divided by a power of two, which is exact, so that no entry exceeds 1; and the exponent."""
    largest = abs(array).max() if array.shape[0] and array.shape[1] else 0.0
    exponent = int(np.frexp(largest)[1])
    if sparse.issparse(array):
        scaled = array.copy()
        scaled.data = np.ldexp(array.data, -exponent)
        return scaled, exponent
    return np.ldexp(array, -exponent), exponent


def uma_direction(X, y, W, noise_matrix, p, q, alpha=0.0):
    """The update vector z_pq of Algorithm 2: row q of C^-1 Gamma^p.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n, d)
        Features.
    y : array-like of shape (n,)
        Noisy labels, integers 0..Q-1 in the order of `noise_matrix`.
    W : array-like of shape (Q, d)
        Class vectors.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic: ``C[k, q] = P(noisy = k | true = q)``.
    p, q : int
        Predicted class and true class; equal ones are allowed, for z_pp stands for the right predictions.
    alpha : float, default 0.0
        Margin by which class p must win (8), in units of scores <w, x>: it grows with W and with X.

    Returns
    -------
    ndarray of shape (d,)
        z_pq in the units of X; its sums are divided by the number n of all examples, not of those in the region.

    Notes
    -----
    With ``alpha=0`` the regions (8) overlap where scores tie, at W = 0 everywhere.  Here every example belongs to one
    region: ties go to the first class, as in prediction.  The limit of (12)-(13) is a partial expectation,
    so its margins are at least theta pi and alpha pi with pi = P(t(X) = q, X in A_p), not theta and alpha.

    Examples
    --------
    >>> X, y = [[1.0, 0.0], [0.0, 1.0]], [1, 0]
    >>> uma_direction(X, y, [[1.0, 1.0], [0.0, 0.0]], [[0.75, 0.25], [0.25, 0.75]], p=0, q=1)
    array([ 0.75, -0.25])
    """
    C = check_noise_matrix(noise_matrix, classes=range)
    if sparse.issparse(X):
        X = sparse.csr_array(X)
        X.data = float_array(X.data, "X")
    else:
        X = float_array(X, "X")
    W = float_array(W, "W")
    if W.ndim != 2 or X.ndim != 2 or W.shape != (len(C), X.shape[1]):
        raise ValueError(f"W must have shape (Q, d) = ({len(C)}, d) and X shape (n, d), got {W.shape} and {X.shape}")
    if not (np.isfinite(X.data if sparse.issparse(X) else X).all() and np.isfinite(W).all()):
        raise ValueError("X and W must be finite: remove or impute NaN and infinite entries")
    _, codes = class_codes(y, np.arange(len(C)), n_classes=len(C))
    if len(codes) != X.shape[0]:
        raise ValueError(f"y must have one label for each of the {X.shape[0]} rows of X, got {len(codes)}")
    p, q = check_class_number(p, "p", len(C)), check_class_number(q, "q", len(C))
    alpha = check_not_negative(alpha, "alpha")
    (X, size), (W, length) = _scaled(X), _scaled(W)  # scores of any X and W are compared, not only those of floats
    with np.errstate(over="ignore"):
        tie = TIE * abs(W).max(initial=0) * abs(X).sum(axis=1)
        mine = regions((X @ W.T).T, np.ldexp(alpha, -size - length), tie)[1] == p
        gamma = np.zeros((1, *W.shape))
        move_sums(gamma, X, codes, np.full(len(mine), -1), np.where(mine, 0, -1))
        return check_finite(np.ldexp(np.linalg.inv(C)[q] @ gamma[0] / X.shape[0], size), "X is")


def uma_step_sizes(scores, p, q, step="max"):
    """Step sizes (6) for the point z_pq.

    Parameters
    ----------
    scores : array-like of shape (Q,)
        <w_r, z_pq> for every class r.
    p, q : int
        The pair.
    step : {"max", "uniform", "pair"}, default "max"
        Which classes of the error set (5), E = {r != q : scores[r] >= scores[q]}, pay: the highest one (p if it is
        among the highest), all alike, or p and no other (Section 4: tau_p = -1, tau_q = +1).

    Returns
    -------
    ndarray of shape (Q,)
        tau, with sum zero: tau_q = 1, tau_r <= 0 on E and 0 elsewhere; all zero if E is empty, with "pair" if p is
        not in E.

    Notes
    -----
    The margin alpha of the regions (8) is no threshold of the error set: the examples of z_pq are won by alpha, z_pq
    itself, which carries the mass pi of its examples, only by alpha pi.  Section 3.2 compares the scores of z_pq with
    each other, not with alpha.

    Examples
    --------
    >>> uma_step_sizes([0.3, 0.1, 0.2], p=2, q=1, step="uniform")
    array([-0.5,  1. , -0.5])
    """
    check_choice(step, "step", STEPS)
    scores = float_array(scores, "scores")
    if scores.ndim != 1 or len(scores) < 2 or not np.isfinite(scores).all():
        raise ValueError(f"scores must be a finite vector, one entry for each of Q >= 2 classes, got {scores.tolist()}")
    p, q = check_class_number(p, "p", len(scores)), check_class_number(q, "q", len(scores))
    return step_sizes(scores, p, q, step, TIE * abs(scores).max())
