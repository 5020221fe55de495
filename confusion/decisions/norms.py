r"""The least norm of a confusion matrix that any rule reaches on given probabilities.

A norm of C >= 0 is :math:`\max \langle M, C \rangle` over some matrices M >= 0; for one M the best rule is that of
least expected cost.  Mixtures of such rules from above and single M from below meet at the least norm.
"""

import warnings
from collections import namedtuple

import numpy as np
from scipy.optimize import minimize_scalar, nnls
from sklearn.exceptions import ConvergenceWarning

from confusion._core.arguments import (
    check_choice,
    check_integer,
    check_not_negative,
    check_positive,
    check_priors,
    check_probability,
    class_names,
)
from confusion._core.labels import example_weights
from confusion.decisions.costs import cheapest, probability_rows
from confusion.limits.attainable import matrix_game
from confusion.limits.feasible import singular_pairs

__all__ = ["LeastNorm", "least_norm"]


def _operator(C):
    pairs = singular_pairs(C)  # runners-up too: where singular values are equal all are needed
    return pairs[0][2], [np.abs(np.outer(u, v)) for u, v, s in pairs if 2 * s >= pairs[0][2]]


def _max_error(C):
    sums = C.sum(axis=1)
    return sums.max(), [np.outer(row, np.ones(len(C))) for row in np.eye(len(C))[np.argsort(-sums, kind="stable")]]


#: name -> function of C to its norm and to matrices M of the dual ball, of which the first has <M, C> = norm
NORMS = {
    "operator": _operator,
    "frobenius": lambda C: (np.linalg.norm(C), [C / (np.linalg.norm(C) or 1.0)]),
    "max-error": _max_error,
    "column-sum": lambda C: (C.sum(axis=0).max(), [M.T for M in _max_error(C.T)[1]]),
}


def _shortest(matrices, active):
    """Weights of the mixture of least Frobenius norm of the active matrices: least squares, weights >= 0."""
    columns = np.array([C.ravel() for C, used in zip(matrices, active) if used]).T
    size = np.linalg.norm(columns)  # of the row that makes the sum of weights positive; it is divided out
    rows = np.vstack([np.linalg.qr(columns, mode="r"), np.full(columns.shape[1], size)])
    weights = np.zeros(len(active))
    weights[active] = nnls(rows, np.append(np.zeros(len(rows) - 1), size))[0]
    return weights / weights.sum()


class LeastNorm(
    namedtuple(
        "LeastNorm", "lower upper confusion dual costs rule rule_norm rules weights shares plausible n_iter classes"
    )
):
    """Result of :func:`least_norm`; rules are given by their costs, to be multiplied by probabilities.

    Attributes
    ----------
    lower, upper : float
        The least norm (with the price of errors) of the rules allowed is between them.
    confusion : ndarray of shape (K, K)
        Error matrix of the mixture, which reaches `upper`.
    dual : ndarray of shape (K, K)
        M of the dual ball, plus the price of errors: no rule has ``<M, C>`` below `lower`.
    costs, rule : ndarray of shape (K, K)
        The rule of least ``<M, C>``, and the single rule of least norm among those tried.
    rule_norm : float
        Norm (with the price of errors) of `rule`.
    rules, weights : ndarrays of shape (k, K, K) and (k,)
        The mixture: rules and how often each is used.
    shares : ndarray of shape (K,)
        Means of the probabilities; 0 for a class left out.
    plausible, n_iter : float, int
        As it was given, and how many rules were tried.
    classes : list or None
        Names of the classes, in the order of all this, if the probabilities or the priors had some.
    """

    def mixture(self, probabilities):
        """How often the mixture gives each prediction.

        Parameters
        ----------
        probabilities : array-like of shape (n, K)
            P(y | x), one row per example; named columns are taken by name, if `classes` are known.

        Returns
        -------
        ndarray of shape (n, K)
            Rows sum to one.
        """
        unit = np.eye(len(self.shares))
        return sum(w * unit[self._decide(probabilities, rule)] for w, rule in zip(self.weights, self.rules))

    def _decide(self, probabilities, rule):
        P = probability_rows(probabilities, len(self.shares), self.classes)
        return cheapest(P, rule, plausible_predictions(P, self.shares, self.plausible))[0]


def plausible_predictions(P, shares, level):
    """Which predictions are allowed: those with a share whose P or P / share is at least `level` of the largest."""
    P = np.where(shares > 0, P, 0.0)
    scales = P, P / np.where(shares > 0, shares, 1.0)
    return (shares > 0) & np.logical_or(*(R >= level * R.max(axis=1, keepdims=True) for R in scales))


def least_norm(probabilities, norm="operator", *, priors=None, error_price=0.0, sample_weight=None, plausible=0.0,
               tol=1e-3, max_iter=300):  # fmt: skip
    r"""Least norm of the confusion matrix that any rule, randomised or not, reaches on given probabilities.

    Parameters
    ----------
    probabilities : array-like of shape (n, K)
        P(y | x_i), one row per example; only their ratios within a row matter.
    norm : {"operator", "frobenius", "max-error", "column-sum"}, default "operator"
        Of the matrix with zero diagonal whose row sums are the class errors; "max-error" is their maximum.
    priors : array-like of shape (K,), optional
        Shares of the classes in the error rate; a class of share 0 is left out: no row, no prediction.  Default: the
        means of the probabilities.
    error_price : float, default 0.0
        :math:`\lambda`, to minimise norm + :math:`\lambda` error rate.
    sample_weight : array-like of shape (n,), optional
        Weights of the examples.
    plausible : float from 0 to 1, default 0.0
        Refuse predictions q of which both P(q | x) and P(q | x) / P(q) are below this part of the largest.
    tol, max_iter : float, default 1e-3, and int, default 300
        Stop when ``upper - lower <= tol``, or after so many rules; a ConvergenceWarning tells a gap that stays open.

    Returns
    -------
    LeastNorm
        The two ends, the mixture of rules that reaches the one and the matrix that proves the other.

    Notes
    -----
    Both ends hold for the law "X is one of these examples, its class has these probabilities", over all rules allowed.
    They say nothing of the world if the probabilities are wrong.

    **The operator and the Frobenius norm pay for predictions that cannot be right.**  Two classes that nothing tells
    apart and K - 2 that are recognised: the fair coin has norm 1/2, but to give impossible predictions, all alike, in a
    part (K - 2) / (K + 6) of the cases has :math:`\sqrt{2 / (K + 6)}`, the least.  `plausible` refuses them.

    Frank-Wolfe's method, which averages confusion matrices, with exact line search; for the Frobenius norm with the
    best weights of all rules so far, by least squares.  Where the gap stops falling (norms with edges, few examples),
    linear programs over all rules and matrices M so far, which add the M of their mixture and the best rule halfway
    between their M and the one that proves `lower`.

    Over :math:`\lambda` the points (error, norm) are the frontier, and no rule is below a line norm + :math:`\lambda`
    error = `lower`.

    Examples
    --------
    >>> coin = [[0.5, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> print(f"{least_norm(coin).upper:.2f} {least_norm(coin, plausible=0.05).upper:.2f}")
    0.45 0.50
    """
    check_choice(norm, "norm", NORMS)
    classes = class_names((probabilities, 1), (priors, 0))
    P = probability_rows(probabilities, classes=classes)
    weight = example_weights(sample_weight, len(P))
    masses = (weight / weight.sum())[:, None] * (P / P.sum(axis=1, keepdims=True))
    shares, off = masses.sum(axis=0), 1 - np.eye(P.shape[1])
    priors = shares if priors is None else check_priors(priors, len(off), classes=classes)
    shares = np.where(priors > 0, shares, 0.0)
    if not shares.any():
        wrong = "priors must leave a class of positive probability" if len(P) else "probabilities must have a row"
        raise ValueError(wrong)
    inverse = np.divide(1.0, shares, out=np.zeros(len(off)), where=shares > 0)
    masses = masses * inverse
    price = check_not_negative(error_price, "error_price") * off * priors[:, None]
    allowed = plausible_predictions(P, shares, check_probability(plausible, "plausible"))
    tol, max_iter = check_positive(tol, "tol", infinite=False), check_integer(max_iter, "max_iter", 1)

    squares = norm == "frobenius" and not price.any()  # the best mixture of the rules so far is a least-squares problem

    def measure(C):
        value, duals = NORMS[norm](C)
        return float(value + np.sum(price * C)), [M + price for M in duals]

    cuts = [np.outer(shares > 0, shares > 0) / np.count_nonzero(shares) + price]  # its rule is the balanced one
    M, averaging, lower, upper, before, tried, matrices = cuts[0], True, -np.inf, np.inf, np.inf, [], []
    while upper - lower > tol and len(tried) < max_iter:
        predicted, least = cheapest(masses, off * M, allowed)
        tried.append(M)
        matrices.append(off * (masses.T @ np.eye(len(off))[predicted]))
        if least.sum() > lower:
            lower, dual = float(least.sum()), M
        if len(tried) == 1:
            C, weights = matrices[0], np.ones(1)
        elif squares:
            weights = _shortest(matrices, np.append(weights > 0, True))
            C = np.tensordot(weights, matrices, 1)
        elif averaging:
            D = matrices[-1] - C
            step = minimize_scalar(lambda s, C=C, D=D: measure(C + s * D)[0], bounds=(0, 1), method="bounded").x
            C, weights = C + step * D, np.append((1 - step) * weights, step)
        else:
            game = matrix_game(np.array(matrices), np.array(cuts))
            if game.status:  # the solver failed: the gap stays as it is
                break
            weights, M = (np.maximum(part, 0) for part in (game.x[:-1], -game.ineqlin.marginals))
            weights, M = weights / weights.sum(), (np.tensordot(M / M.sum(), cuts, 1) + dual) / 2
            C = np.tensordot(weights, matrices, 1)
        value, duals = measure(C)
        cuts += [cut for cut in duals if not any(np.array_equal(cut, known) for known in cuts)]
        if averaging:
            M = duals[0]
        if value < upper:
            upper, confusion, mixed = value, C, weights
        if len(tried) % 10 == 0:
            averaging, before = averaging and (squares or upper - lower <= 0.75 * before), upper - lower
    if upper - lower > tol:
        warnings.warn(f"the least norm is known to {upper - lower:.2g} only after {len(tried)} rules; raise max_iter or"
                      " tol", ConvergenceWarning, stacklevel=2)  # fmt: skip
    values, per_share = [measure(C)[0] for C in matrices], off * inverse[:, None]
    best, rules = int(np.argmin(values)), np.array(tried)[: len(mixed)][mixed > 0] * per_share
    return LeastNorm(lower, upper, confusion, dual, dual * per_share, tried[best] * per_share, values[best], rules,
                     mixed[mixed > 0], shares, plausible, len(tried), classes)  # fmt: skip
