r"""What a given law, or plain arithmetic, allows the norm of a confusion matrix to be.

Two yardsticks for any reported pair (accuracy, norm): :func:`attainable_norm` is the smallest norm any
classifier can reach on a law, and :func:`minimum_accuracy` the smallest accuracy a norm leaves possible on any
law at all.

Both rest on the same duality.  The operator norm is :math:`\|C\| = \max \langle M, C \rangle` over matrices M
of nuclear norm at most 1, which are the mixtures of the :math:`u v^\top` with unit u and v.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog

from confusion._checks import check_positive, check_whole, float_array, real
from confusion.metrics import check_priors

__all__ = ["AttainableNorm", "attainable_norm", "minimum_accuracy", "norm_from_errors"]


@dataclass(frozen=True)
class AttainableNorm:
    """Result of :func:`attainable_norm`.

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
        ``bayes_predict``).  An array gives the law itself: ``law[i, p]`` is P(X = x_i | Y = p), columns
        summing to one.
    tol : float, default 1e-3
        Stop when ``upper - lower <= tol``.
    max_iter : int, default 500

    Returns
    -------
    AttainableNorm

    Raises
    ------
    RuntimeError
        If the gap is not closed in `max_iter` iterations.

    Notes
    -----
    Weak duality: for M of nuclear norm at most 1 and every classifier h,
    :math:`\|C(h)\| \ge \langle M, C(h) \rangle \ge \min_g \langle M, C(g) \rangle`, and the minimum is
    reached by the Bayes rule that pays ``M[p, q]`` for predicting q on the class-conditional law p: the class
    priors play no role.  Randomised classifiers mix the matrices of deterministic ones.  The gap is closed by
    generating both sides: Bayes rules for the current M (columns), top singular pairs of the current mixture
    (cuts), and a linear program over the two; M is averaged with the best one so far, which keeps the method
    from oscillating.  It is deterministic.  For a law given by its quadrature, `lower`, `upper` and `confusion`
    are those of the law discretised on the grid.  The dual values are integrals of continuous functions, so
    at the default grid the two ends move by less than 3e-5; single entries of `confusion`, integrals of
    indicators, by up to 1e-3.  The deterministic rule is evaluated again by ``law.confusion``.

    Examples
    --------
    >>> from confusion.datasets import ThreeGaussians
    >>> result = attainable_norm(ThreeGaussians())
    >>> 0.1112 < result.lower < result.upper < 0.1132
    True
    """
    tol, max_iter = real(tol, "tol"), check_whole(max_iter, "max_iter", 1)
    if not tol > 0:
        raise ValueError(f"tol must be positive, got {tol!r}")
    mass, weights = _law_masses(law)
    Q = mass.shape[1]
    off = ~np.eye(Q, dtype=bool)
    matrices = []
    cuts = [np.outer(u, v) for u, v, _ in _singular_pairs(off / (Q - 1.0))[:1]]
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
    return AttainableNorm(
        lower=float(best_lower),
        upper=float(best_upper),
        confusion=best_mixture,
        dual=best_M,
        costs=costs,
        rule_norm=float(np.linalg.norm(best_rule, 2)),
        rule_confusion=best_rule,
        n_iter=len(matrices),
    )


def norm_from_errors(errors):
    r"""Largest elementary lower bound on the operator norm, from the class errors alone.

    Parameters
    ----------
    errors : array-like of shape (Q,)
        Error of each class, the row sums of the zero-diagonal confusion matrix.

    Returns
    -------
    float
        The larger of ``max_p e_p / sqrt(Q - 1)`` (a row of Q - 1 entries) and ``|e|_2 / sqrt(Q)``
        (``|C 1| / |1|``).  The latter is at least the mean of the errors, so the norm is also at least one
        minus the balanced accuracy.

    Examples
    --------
    >>> round(norm_from_errors([0.1, 0.2, 0.2]), 4)
    0.1732
    """
    e = float_array(errors, "errors")
    if e.ndim != 1 or e.size < 2:
        raise ValueError(f"errors must have one entry per class, two or more, got shape {e.shape}")
    if not ((e >= 0) & (e <= 1)).all():
        raise ValueError("errors must be between 0 and 1")
    return float(max(e.max() / np.sqrt(e.size - 1), np.linalg.norm(e) / np.sqrt(e.size)))


def minimum_accuracy(norm, priors, *, method="elementary", tol=1e-5):
    r"""Smallest accuracy a classifier can have when its confusion matrix has at most the given norm.

    Parameters
    ----------
    norm : float
        Bound on the operator norm of the zero-diagonal confusion matrix, non-negative.
    priors : array-like of shape (Q,)
    method : {"elementary", "exact"}, default "elementary"
        - ``"elementary"``: the linear program "smallest accuracy with class errors at most 1, each at most
          ``norm * sqrt(Q - 1)``, of mean at most ``norm``"; a true bound that needs only arithmetic.
        - ``"exact"``: over all non-negative zero-diagonal matrices with rows summing to at most one and
          operator norm at most `norm`.
    tol : float, default 1e-5
        Accuracy of the exact method, which errs on the low side.

    Returns
    -------
    float

    Notes
    -----
    The exact problem, largest ``sum_p pi_p sum_q C[p, q]`` with ``|C| <= norm``, is solved by cutting planes:
    ``u^T C v <= norm`` for the top singular pairs of the successive solutions.

    Examples
    --------
    >>> round(minimum_accuracy(0.105, [0.9, 0.05, 0.05]), 3)
    0.858
    >>> round(minimum_accuracy(0.105, [0.9, 0.05, 0.05], method="exact"), 3)
    0.859
    """
    norm, tol = real(norm, "norm"), check_positive(tol, "tol")
    if not (np.isfinite(norm) and norm >= 0):
        raise ValueError(f"norm must be a non-negative number, got {norm!r}")
    priors = check_priors(priors)
    Q = priors.size
    if Q < 2:
        raise ValueError("priors must have at least two classes")
    if method == "elementary":
        program = linprog(
            -priors, A_ub=np.full((1, Q), 1 / Q), b_ub=[norm], bounds=(0, min(1.0, norm * np.sqrt(Q - 1)))
        )
        return float(1 + program.fun)
    if method != "exact":
        raise ValueError(f'method must be "elementary" or "exact", got {method!r}')
    return float(1 - _largest_risk(norm, priors, tol))


def _largest_risk(norm, priors, tol):
    Q = priors.size
    if norm * np.sqrt(Q) <= tol:
        return norm * np.sqrt(Q)
    if norm >= 1:  # all errors spread evenly: (J - I) / (Q - 1) has norm 1
        return 1.0
    rows, columns = np.nonzero(~np.eye(Q, dtype=bool))
    row_sums = (rows == np.arange(Q)[:, None]).astype(float)
    # The unknown is C / norm, of norm at most one: the programs are then well scaled for any norm.
    ones = np.full(Q, 1 / np.sqrt(Q))
    planes = np.array([np.outer(u, ones)[rows, columns] for u in (*np.eye(Q), ones)])
    best, center, best_center = np.inf, (1 - np.eye(Q)) / (Q - 1), norm
    for _ in range(1000):
        program = linprog(
            -norm * priors[rows],
            A_ub=np.vstack([row_sums, planes]),
            b_ub=np.append(np.full(Q, 1 / norm), np.ones(len(planes))),
            bounds=(0, 1),
        )
        C = np.zeros((Q, Q))
        C[rows, columns] = program.x
        best = min(best, -program.fun)
        reached = max(1.0, np.linalg.norm(C, 2))
        if -program.fun / reached > best_center:
            best_center, center = -program.fun / reached, C / reached
        if best - best_center <= tol:
            return best
        # Cuts at the solution and half-way to the best feasible matrix, which settles the method.
        near = [pair for point in (C, (C + center) / 2) for pair in _singular_pairs(point)]
        cuts = np.array([np.outer(u, v)[rows, columns] for u, v, s in near if s > 1])
        active = planes @ program.x > 1 - 0.3
        planes = np.vstack([planes[active], cuts])
    raise RuntimeError(f"gap {best - best_center:.2g} after 1000 linear programs; raise tol")


def _singular_pairs(C):
    U, s, Vt = np.linalg.svd(C)
    return [(U[:, k], Vt[k], s[k]) for k in range(len(s))]


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
    k = len(stack)
    for _ in range(200):
        table = np.einsum("jpq,kpq->jk", np.array(cuts), stack)
        program = linprog(
            np.append(np.zeros(k), 1.0),
            A_ub=np.column_stack([table, -np.ones(len(cuts))]),
            b_ub=np.zeros(len(cuts)),
            A_eq=np.append(np.ones(k), 0.0)[None],
            b_eq=[1.0],
            bounds=[(0, None)] * k + [(None, None)],
        )
        C = np.tensordot(np.maximum(program.x[:k], 0.0), stack, 1)
        C /= max(program.x[:k].sum(), 1e-300)
        if np.linalg.norm(C, 2) <= program.fun + 1e-6:
            break
        # The runners-up are cuts too: where the norm is a multiple singular value, all of them are needed.
        pairs = _singular_pairs(C)
        cuts += [np.outer(u, v) for u, v, s in pairs if s >= 0.5 * pairs[0][2]]
    dual = np.maximum(-program.ineqlin.marginals, 0.0)
    return C, np.tensordot(dual / dual.sum(), np.array(cuts), 1)


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
