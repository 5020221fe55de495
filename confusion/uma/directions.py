"""UMA in pure functions: the update vector, the step sizes and the worth of a pair."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from confusion._core.arguments import check_not_negative
from confusion._core.labels import class_codes
from confusion.noise.matrices import check_noise_matrix
from confusion.uma.loops import step_sizes
from confusion.uma.state import region_sums, regions

__all__ = ["SELECTIONS", "STEPS", "pair_worth", "uma_direction", "uma_step_sizes"]

SELECTIONS = ("error", "confusion", "random", "mass")
STEPS = ("max", "uniform", "pair")


def uma_direction(X, y, W, noise_matrix, p, q, alpha=0.0):
    """The update vector z_pq of Algorithm 2: row q of C^-1 Gamma^p.

    Parameters
    ----------
    X : array-like or CSR matrix of shape (n, d)
    y : array-like of shape (n,)
        Noisy labels, integers 0..Q-1 in the order of `noise_matrix`.
    W : array-like of shape (Q, d)
        Class vectors.
    noise_matrix : array-like of shape (Q, Q)
        Column-stochastic: ``C[k, q] = P(noisy = k | true = q)``.
    p, q : int
        Predicted class and true class; equal ones are allowed, for z_pp stands for the right predictions.
    alpha : float, default 0.0
        Margin by which class p must win (8).

    Returns
    -------
    ndarray of shape (d,)

    Raises
    ------
    ValueError
        For a noise matrix that is singular or not column-stochastic, labels outside it, NaN or unfit shapes.

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
    C = check_noise_matrix(noise_matrix)
    X = sparse.csr_array(X, dtype=float) if sparse.issparse(X) else np.asarray(X, dtype=float)
    W = np.asarray(W, dtype=float)
    if W.ndim != 2 or X.ndim != 2 or W.shape != (len(C), X.shape[1]):
        raise ValueError(f"W must have shape (Q, d) = ({len(C)}, d) and X shape (n, d), got {W.shape} and {X.shape}")
    if not (np.isfinite(X.data if sparse.issparse(X) else X).all() and np.isfinite(W).all()):
        raise ValueError("X and W must be finite: remove or impute NaN and infinite entries")
    _, codes = class_codes(y, np.arange(len(C)), n_classes=len(C))
    if len(codes) != X.shape[0]:
        raise ValueError(f"y must have one label for each of the {X.shape[0]} rows of X, got {len(codes)}")
    for name, value in (("p", p), ("q", q)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value < len(C):
            raise ValueError(f"{name} must be a class number in 0..{len(C) - 1}, got {value!r}")
    region = regions(X, W, check_not_negative(alpha, "alpha"))[2]
    mine = region == p
    gamma = region_sums(X[mine], codes[mine], region[mine], len(C))[0][p]
    return np.linalg.inv(C)[q] @ gamma / X.shape[0]


def uma_step_sizes(scores, p, q, step="max", alpha=0.0):
    """Step sizes (6) for the point z_pq.

    Parameters
    ----------
    scores : array-like of shape (Q,)
        <w_r, z_pq> for every class r.
    p, q : int
        The pair.
    step : {"max", "uniform", "pair"}, default "max"
        Which classes of the error set E = {r != q : scores[r] - scores[q] >= alpha} pay: the highest one (p if it is
        among the highest), all alike, or p and no other (Section 4: tau_p = -1, tau_q = +1).
    alpha : float, default 0.0

    Returns
    -------
    ndarray of shape (Q,)
        tau, with sum zero: tau_q = 1, tau_r <= 0 on E and 0 elsewhere; all zero if E is empty, with "pair" if p is
        not in E.

    Examples
    --------
    >>> uma_step_sizes([0.3, 0.1, 0.2], p=2, q=1, step="uniform")
    array([-0.5,  1. , -0.5])
    """
    if not isinstance(step, str) or step not in STEPS:
        raise ValueError(f"step must be one of {list(STEPS)}, got {step!r}")
    scores = np.asarray(scores, dtype=float)
    tau = np.empty(len(scores))
    step_sizes(scores, p, q, STEPS.index(step), alpha, tau)
    return tau


def pair_worth(state, selection, rng):
    """What the strategies of Section 3.5 compare, for all pairs (p, q), shape (Q, Q); -inf: never choose this pair."""
    if selection == "error":
        return state.lengths().copy()
    if selection == "random":
        return rng.random_sample(state.counts.shape)
    if selection == "mass":
        masses = state.masses()
        return np.where(masses > 0, masses, -np.inf)
    return state.lengths() / state.proportions
