r"""Which pairs of error and norm arithmetic allows, whatever the law, the data and the classifier.

Yardsticks for any reported pair: :func:`minimum_error` is the smallest error rate that goes with a norm so large,
:func:`minimum_accuracy` the smallest accuracy that goes with a norm so small.  :mod:`confusion.limits` has what a
given law allows.
"""

import numpy as np
from scipy.optimize import linprog

from confusion._core.arguments import as_float, check_choice, check_flag, check_positive, check_priors

__all__ = ["minimum_accuracy", "minimum_error"]


def minimum_error(norm, priors, *, averaged=False):
    r"""Smallest error rate a classifier can have when its confusion matrix has at least the given norm.

    Parameters
    ----------
    norm : float
        Operator norm of the zero-diagonal confusion matrix, at most sqrt(Q - 1) as for every such matrix.
    priors : array-like of shape (Q,)
        Shares of the classes, Q at least two.
    averaged : bool, default False
        Whether `norm` and the error are means over several samples, such as the folds of a cross-validation, which
        all have the class shares `priors`.

    Returns
    -------
    float
        No such classifier has a smaller error rate.

    Notes
    -----
    The k smallest classes, :math:`k = \lfloor \|C\|^2 \rfloor`, are all wrong and the next one has the error e with
    :math:`e^2 = \|C\|^2 - k`: call all of them by the name of the largest class.  *What a table can mean* has the
    proof.

    Between the :math:`\sqrt k` this is a concave function of the norm; for means the line through its values at the
    :math:`\sqrt k` is the bound (their slopes increase), attained by samples of two kinds if their number allows it.
    For a norm up to 1 both are :math:`\|C\| \min_p \pi_p`.

    Examples
    --------
    >>> round(minimum_error(0.5, [0.9, 0.06, 0.04]), 4)
    0.02
    >>> round(minimum_error(1.2, [0.9, 0.06, 0.04]), 4)
    0.0798
    >>> round(minimum_error(1.2, [0.9, 0.06, 0.04], averaged=True), 4)
    0.069
    """
    norm, priors = as_float(norm, "norm"), check_priors(priors)
    averaged = check_flag(averaged, "averaged")
    Q = priors.size
    if Q < 2:
        raise ValueError("priors must have at least two classes")
    # One unit in the last place over sqrt(Q - 1) is still the norm of Q - 1 ones in a column.
    if not (0 <= norm <= np.sqrt(Q - 1) * (1 + 1e-12)):
        raise ValueError(f"norm must be between 0 and sqrt(Q - 1) = {np.sqrt(Q - 1):.4g}, got {norm!r}")
    rarest = np.sort(priors)[:-1]
    if averaged:
        return float(np.interp(norm, np.sqrt(np.arange(Q)), np.concatenate([[0.0], rarest.cumsum()])))
    # A hair less: just above a whole k the root is so steep that the last digit of the norm would be seen.
    squares = np.clip(norm**2 * (1 - 1e-12) - np.arange(Q - 1), 0, 1)
    return float(rarest @ np.sqrt(squares))


def minimum_accuracy(norm, priors, *, method="elementary", tol=1e-5):
    r"""Smallest accuracy a classifier can have when its confusion matrix has at most the given norm.

    Parameters
    ----------
    norm : float
        Bound on the operator norm of the zero-diagonal confusion matrix, non-negative.
    priors : array-like of shape (Q,)
        Class probabilities, Q at least two.
    method : {"elementary", "exact"}, default "elementary"
        How the bound is found:

        - ``"elementary"``: the linear program "smallest accuracy with class errors at most 1, each at most
          ``norm * sqrt(Q - 1)``, of mean at most ``norm``"; a true bound that needs only arithmetic.
        - ``"exact"``: over all non-negative zero-diagonal matrices with rows summing to at most one and
          operator norm at most `norm`.
    tol : float, default 1e-5
        Accuracy of the exact method, which errs on the low side.

    Returns
    -------
    float
        No such classifier has a smaller accuracy.

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
    norm, tol = as_float(norm, "norm"), check_positive(tol, "tol")
    if not (np.isfinite(norm) and norm >= 0):
        raise ValueError(f"norm must be a non-negative number, got {norm!r}")
    priors = check_priors(priors)
    Q = priors.size
    if Q < 2:
        raise ValueError("priors must have at least two classes")
    if check_choice(method, "method", ("elementary", "exact")) == "elementary":
        most = min(1.0, norm * np.sqrt(Q - 1))
        return float(1 + linprog(-priors, A_ub=np.full((1, Q), 1 / Q), b_ub=[norm], bounds=(0, most)).fun)
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
        most = np.append(np.full(Q, 1 / norm), np.ones(len(planes)))
        program = linprog(-norm * priors[rows], A_ub=np.vstack([row_sums, planes]), b_ub=most, bounds=(0, 1))
        C = np.zeros((Q, Q))
        C[rows, columns] = program.x
        best = min(best, -program.fun)
        reached = max(1.0, np.linalg.norm(C, 2))
        if -program.fun / reached > best_center:
            best_center, center = -program.fun / reached, C / reached
        if best - best_center <= tol:
            return best
        # Cuts at the solution and half-way to the best feasible matrix, which settles the method.
        near = [pair for point in (C, (C + center) / 2) for pair in singular_pairs(point)]
        cuts = np.array([np.outer(u, v)[rows, columns] for u, v, s in near if s > 1])
        active = planes @ program.x > 1 - 0.3
        planes = np.vstack([planes[active], cuts])
    raise RuntimeError(f"gap {best - best_center:.2g} after 1000 linear programs; raise tol")


def singular_pairs(C):
    """Left and right singular vectors with their value, the largest first."""
    U, s, Vt = np.linalg.svd(C)
    return [(U[:, k], Vt[k], s[k]) for k in range(len(s))]
