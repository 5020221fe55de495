r"""The smallest norm of a confusion matrix that any classifier reaches on a given law.

A yardstick for reported norms; :mod:`confusion.limits` has those that need no law.  It rests on a duality: the
operator norm is :math:`\|C\| = \max \langle M, C \rangle` over matrices M of nuclear norm at most 1, which are the
mixtures of the :math:`u v^\top` with unit u and v.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog

from confusion._core.arguments import check_integer, check_positive, float_array
from confusion.limits.feasible import singular_pairs

__all__ = ["attainable_norm"]


@dataclass(frozen=True)
class AttainableNorm:
    """Result of :func:`~confusion.limits.attainable_norm`.

    Attributes
    ----------
    lower, upper : float
        The smallest attainable norm is between them.
    confusion : ndarray of shape (Q, Q)
        Confusion matrix, of norm `upper`, of the randomised classifier found.
    dual : ndarray of shape (Q, Q)
        M of nuclear norm at most 1: no classifier has ``<M, C(h)>`` below `lower`.
    costs : ndarray of shape (Q, Q)
        Costs for which the cost-sensitive Bayes rule minimises ``<M, C(h)>``: ``M[p, q] / pi_p``, zero
        diagonal; to be given to ``law.bayes_predict``.  The prior drops out for an array of masses.
    rule_norm : float
        Norm of that deterministic rule; close to `lower` when no randomisation is needed.
    rule_confusion : ndarray of shape (Q, Q)
    n_iter : int
    """

    lower: float
    upper: float
    confusion: np.ndarray = field(repr=False)
    dual: np.ndarray = field(repr=False)
    costs: np.ndarray = field(repr=False)
    rule_norm: float
    rule_confusion: np.ndarray = field(repr=False)
    n_iter: int


def attainable_norm(law, tol=1e-3, max_iter=500):
    r"""Smallest operator norm of the confusion matrix that any classifier, randomised or not, reaches.

    Parameters
    ----------
    law : object with the methods of ThreeGaussians, or array-like of shape (n, Q)
        An object like :class:`confusion.datasets.ThreeGaussians` (``quadrature``, ``weights``, ``confusion``,
        ``bayes_predict``).  An array gives the law itself: ``law[i, p]`` is P(X = x_i | Y = p), columns summing to one.
    tol : float, default 1e-3
        Stop when ``upper - lower <= tol``.
    max_iter : int, default 500
        Rules tried before giving up.

    Returns
    -------
    AttainableNorm
        The two ends and what proves them.

    Raises
    ------
    RuntimeError
        If the gap is not closed in `max_iter` iterations.

    Notes
    -----
    Weak duality: for M of nuclear norm at most 1 and every classifier h, :math:`\|C(h)\| \ge \langle M, C(h) \rangle
    \ge \min_g \langle M, C(g) \rangle`, and the minimum is reached by the Bayes rule that pays ``M[p, q]`` for
    predicting q on the class-conditional law p: the class priors play no role.  Randomised classifiers mix the matrices
    of deterministic ones.  The gap is closed by generating both sides: Bayes rules for the current M (columns), top
    singular pairs of the current mixture (cuts), and a linear program over the two; M is averaged with the best one so
    far, which keeps the method from oscillating.  It is deterministic.  For a law given by its quadrature, `lower`,
    `upper` and `confusion` are those of the law discretised on the grid.  The dual values are integrals of continuous
    functions, so at the default grid the two ends move by less than 3e-5; single entries of `confusion`, integrals of
    indicators, by up to 1e-3.  The deterministic rule is evaluated again by ``law.confusion``.

    Examples
    --------
    >>> from confusion.datasets import ThreeGaussians
    >>> result = attainable_norm(ThreeGaussians())
    >>> 0.1112 < result.lower < result.upper < 0.1132
    True
    """
    tol, max_iter = check_positive(tol, "tol"), check_integer(max_iter, "max_iter", 1)
    mass, weights = _law_masses(law)
    Q = mass.shape[1]
    off = ~np.eye(Q, dtype=bool)
    matrices = []
    cuts = [np.outer(u, v) for u, v, _ in singular_pairs(off / (Q - 1.0))[:1]]
    best_lower, best_M, best_rule, best_upper, best_mixture = -np.inf, None, None, np.inf, None
    M = cuts[0]
    for _ in range(max_iter):
        value, rule = _bayes_confusion(mass, M)
        if value > best_lower:
            best_lower, best_M, best_rule = value, M, rule
        matrices.append(rule)
        C, M_program = _mix(matrices, cuts)
        norm = np.linalg.norm(C, 2)
        if norm < best_upper:
            best_upper, best_mixture = norm, C
        if best_upper - best_lower <= tol:
            break
        M = 0.5 * (best_M + M_program)
    else:
        raise RuntimeError(f"gap {best_upper - best_lower:.2g} after {max_iter} iterations; raise max_iter or tol")
    costs = np.where(off, best_M, 0.0) / weights[:, None]
    if hasattr(law, "confusion"):
        best_rule = law.confusion(lambda X: law.bayes_predict(X, costs))
    rule_norm = float(np.linalg.norm(best_rule, 2))
    return AttainableNorm(lower=float(best_lower), upper=float(best_upper), confusion=best_mixture, dual=best_M,
                          costs=costs, rule_norm=rule_norm, rule_confusion=best_rule, n_iter=len(matrices))  # fmt: skip


def _bayes_confusion(mass, M):
    """Value and zero-diagonal confusion matrix of the Bayes rule for costs M on the masses."""
    Q = mass.shape[1]
    M = np.where(np.eye(Q, dtype=bool), 0.0, M)
    labels = np.argmin(mass @ M, axis=1)
    C = np.array([np.bincount(labels, weights=mass[:, p], minlength=Q) for p in range(Q)])
    np.fill_diagonal(C, 0.0)
    return float(np.sum(M * C)), C


def _mix(matrices, cuts):
    """Mixture of `matrices` of smallest norm, and the dual matrix, by linear programs with more cuts.

    `cuts` grows in place.
    """
    stack = np.array(matrices)
    for _ in range(200):
        program = matrix_game(stack, np.array(cuts))
        weights = program.x[:-1]
        C = np.tensordot(np.maximum(weights, 0.0), stack, 1)
        C /= max(weights.sum(), 1e-300)
        if np.linalg.norm(C, 2) <= program.fun + 1e-6:
            break
        # The runners-up are cuts too: where the norm is a multiple singular value, all of them are needed.
        pairs = singular_pairs(C)
        cuts += [np.outer(u, v) for u, v, s in pairs if s >= 0.5 * pairs[0][2]]
    dual = np.maximum(-program.ineqlin.marginals, 0.0)
    return C, np.tensordot(dual / dual.sum(), np.array(cuts), 1)


def matrix_game(matrices, cuts):
    """Solve the game <cut, matrix>: ``x`` is the mixture of `matrices` and its value, the marginals are of `cuts`."""
    k = len(matrices)
    table = cuts.reshape(len(cuts), -1) @ matrices.reshape(k, -1).T
    limits = {"A_ub": np.column_stack([table, -np.ones(len(cuts))]), "b_ub": np.zeros(len(cuts))}
    whole = {"A_eq": np.append(np.ones(k), 0.0)[None], "b_eq": [1.0]}
    return linprog(np.append(np.zeros(k), 1.0), **limits, **whole, bounds=[(0, None)] * k + [(None, None)])


def _law_masses(law):
    if hasattr(law, "quadrature"):
        return law.quadrature()[1], np.asarray(law.weights, dtype=float)
    try:
        mass = float_array(law, "law")
    except (TypeError, ValueError):
        mass = np.empty(0)
    if mass.ndim != 2 or mass.shape[1] < 2:
        raise ValueError("law must have a quadrature() method or be an array of masses, shape (n, Q), Q >= 2")
    if not np.isfinite(mass).all() or (mass < 0).any() or mass.max() > 2 or np.abs(mass.sum(axis=0) - 1).max() > 1e-8:
        raise ValueError("law must hold non-negative masses, each column summing to one")
    return mass, np.ones(mass.shape[1])
