r"""The least norm of a confusion matrix that any rule reaches on given probabilities.

A norm of C >= 0 is :math:`\max \langle M, C \rangle` over some matrices M >= 0; for one M the best rule is that of
least expected cost.  Mixtures of such rules from above and single M from below meet at the least norm.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog, minimize_scalar

from confusion._core.arguments import check_not_negative, check_positive, check_priors, check_probability, check_whole
from confusion._core.labels import example_weights
from confusion.decisions.costs import cheapest, probability_rows
from confusion.limits.feasible import singular_pairs

__all__ = ["LeastNorm", "least_norm"]


def _operator(C):
    pairs = singular_pairs(C)  # runners-up too: where singular values are equal all are needed
    return pairs[0][2], [np.abs(np.outer(u, v)) for u, v, s in pairs if 2 * s >= pairs[0][2]]


def _frobenius(C):
    norm = np.linalg.norm(C)
    return norm, [C / norm if norm else C]


def _max_error(C):
    sums = C.sum(axis=1)
    return sums.max(), [np.outer(row, np.ones(len(C))) for row in np.eye(len(C))[np.argsort(-sums, kind="stable")]]


def _column_sum(C):
    largest, duals = _max_error(C.T)
    return largest, [M.T for M in duals]


#: name -> function of C to its norm and to matrices M of the dual ball, of which the first has <M, C> = norm
NORMS = {"operator": _operator, "frobenius": _frobenius, "max-error": _max_error, "column-sum": _column_sum}


def check_norm(norm):
    """Return the function of a norm's name."""
    if not isinstance(norm, str) or norm not in NORMS:
        raise ValueError(f"norm must be one of {', '.join(NORMS)}, got {norm!r}")
    return NORMS[norm]


@dataclass(frozen=True)
class LeastNorm:
    """Result of :func:`least_norm`.

    Attributes
    ----------
    lower, upper : float
        The least norm, or norm and price of errors, of all rules that were allowed is between them.
    confusion : ndarray of shape (K, K)
        Error matrix of the mixture, which reaches `upper`.
    dual : ndarray of shape (K, K)
        M of the dual ball, plus the price of errors: no rule has ``<M, C>`` below `lower`.
    costs : ndarray of shape (K, K)
        Costs, for probabilities, of the rule with least ``<M, C>``.
    rules : ndarray of shape (k, K, K)
        Costs of the rules in the mixture.
    weights : ndarray of shape (k,)
        How often each of them answers; they sum to one.
    best_rule : ndarray of shape (K, K)
        Costs of the best single rule that was met.
    best_rule_norm : float
        What it reaches, at least `lower`.
    shares : ndarray of shape (K,)
        Means of the probabilities; 0 for a class left out.
    plausible : float
        As given.
    n_iter : int
        Rules that were tried.
    """

    lower: float
    upper: float
    confusion: np.ndarray = field(repr=False)
    dual: np.ndarray = field(repr=False)
    costs: np.ndarray = field(repr=False)
    rules: np.ndarray = field(repr=False)
    weights: np.ndarray = field(repr=False)
    best_rule: np.ndarray = field(repr=False)
    best_rule_norm: float
    shares: np.ndarray = field(repr=False)
    plausible: float
    n_iter: int

    def answers(self, probabilities, costs=None):
        """Answer by one rule, among the answers allowed.

        Parameters
        ----------
        probabilities : array-like of shape (n, K)
            P(y | x), one row per example.
        costs : array-like of shape (K, K), optional
            Default: `best_rule`.

        Returns
        -------
        ndarray of shape (n,)
            Positions 0, ..., K - 1.
        """
        P = probability_rows(probabilities)
        allowed = plausible_answers(P, self.shares, self.plausible)
        return cheapest(P, self.best_rule if costs is None else costs, allowed)[0]

    def mixture(self, probabilities):
        """Say how often the mixture gives each answer.

        Parameters
        ----------
        probabilities : array-like of shape (n, K)
            P(y | x), one row per example.

        Returns
        -------
        ndarray of shape (n, K)
            Rows sum to one.
        """
        H = np.zeros(np.shape(probabilities))
        for weight, costs in zip(self.weights, self.rules):
            H[np.arange(len(H)), self.answers(probabilities, costs)] += weight
        return H


def plausible_answers(P, shares, level):
    """Which answers are allowed: of classes with a share, and with P or P / share at least `level` of the largest."""
    known = shares > 0
    P = np.where(known, P, 0.0)
    ratios = P / np.where(known, shares, 1.0)
    return known & np.logical_or(*(R >= level * R.max(axis=1, keepdims=True) for R in (P, ratios)))


def least_norm(probabilities, norm="operator", *, priors=None, error_price=0.0, sample_weight=None, plausible=0.0,
               tol=1e-3, max_iter=1000):  # fmt: skip
    r"""Least norm of the confusion matrix that any rule, randomised or not, reaches on given probabilities.

    Parameters
    ----------
    probabilities : array-like of shape (n, K)
        P(y | x_i), one row per example; only their ratios within a row matter.
    norm : {"operator", "frobenius", "max-error", "column-sum"}, default "operator"
        Of the matrix with rows for true classes and a zero diagonal; its row sums are the class errors.
    priors : array-like of shape (K,), optional
        Shares of the classes, which only `error_price` heeds; a class of share 0 is left out: no row, no answer.
        Default: the means of the probabilities.
    error_price : float, default 0.0
        :math:`\lambda` in norm + :math:`\lambda` error rate.
    sample_weight : array-like of shape (n,), optional
        Weights of the examples.
    plausible : float from 0 to 1, default 0.0
        Refuse answers q of which both P(q | x) and P(q | x) / P(q) are below this part of the largest.
    tol : float, default 1e-3
        Stop when ``upper - lower <= tol``.
    max_iter : int, default 1000
        Rules tried at most; a gap that is still open then shows in `lower` and `upper`.

    Returns
    -------
    LeastNorm
        The two ends, the mixture of rules that reaches the one and the matrix that proves the other.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described.

    Notes
    -----
    Both ends hold for the law "X is one of these examples, its class has these probabilities", for all rules allowed.
    They say nothing of the world if the probabilities are wrong.

    **The operator and the Frobenius norm pay for answers that cannot be right.**  Two classes that nothing tells apart
    and K - 2 that are recognised: the fair coin has norm 1/2, but giving impossible answers, all alike, in a part
    (K - 2) / (K + 6) of the cases has :math:`\sqrt{2 / (K + 6)}`, the least.  `plausible` refuses them.

    First Frank-Wolfe's method, which averages confusion matrices, with exact line search; where its gap stops falling
    (norms with edges, few examples), linear programs over the rules and the matrices M met, which grow by the best
    rule for the programs' M and by the M of the programs' mixture.

    For :math:`\lambda \ge 0` the points (error, norm) of the results are the frontier of the two, and each line norm +
    :math:`\lambda` error = `lower` is below it.

    Examples
    --------
    >>> coin = [[0.5, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> print(f"{least_norm(coin).upper:.2f} {least_norm(coin, plausible=0.05).upper:.2f}")
    0.45 0.50
    """
    size, P = check_norm(norm), probability_rows(probabilities)
    if not len(P):
        raise ValueError("probabilities must have a row")
    K, off = P.shape[1], ~np.eye(P.shape[1], dtype=bool)
    weight = example_weights(sample_weight, len(P))
    masses = weight[:, None] / weight.sum() * (P / P.sum(axis=1, keepdims=True))
    shares = masses.sum(axis=0)
    priors = shares if priors is None else check_priors(priors, K)
    shares = np.where(priors > 0, shares, 0.0)
    if not shares.any():
        raise ValueError("priors must leave a class of positive probability")
    masses = np.divide(masses, shares, out=np.zeros_like(masses), where=shares > 0)
    price = check_not_negative(error_price, "error_price") * off * priors[:, None]
    plausible, tol = check_probability(plausible, "plausible"), check_positive(tol, "tol")
    allowed = plausible_answers(P, shares, plausible)

    def measure(C):
        value, duals = size(C)
        return value + np.sum(price * C), [M + price for M in duals]

    search = _Search(masses, allowed, measure, tol, check_whole(max_iter, "max_iter", 1))
    search.frank_wolfe()
    search.programs()
    costs = off * np.array(search.duals) / np.where(shares > 0, shares, 1.0)[:, None]
    values = [measure(C)[0] for C in search.matrices]
    kept, best = search.weights > 0, int(np.argmin(values))
    return LeastNorm(
        lower=float(search.lower), upper=float(search.upper), confusion=search.confusion,
        dual=search.duals[search.proof], costs=costs[search.proof], rules=costs[: len(kept)][kept],
        weights=search.weights[kept], best_rule=costs[best], best_rule_norm=float(values[best]), shares=shares,
        plausible=plausible, n_iter=len(values),
    )  # fmt: skip


class _Search:
    """Matrices M tried and the confusion matrices of their rules; the best mixture and the best lower end so far."""

    def __init__(self, masses, allowed, measure, tol, max_iter):
        self.masses, self.allowed, self.measure, self.tol, self.max_iter = masses, allowed, measure, tol, max_iter
        self.duals, self.matrices, self.lower, self.upper = [], [], -np.inf, np.inf

    def rule(self, M):
        """Confusion matrix of the best rule for M."""
        answers, least = cheapest(self.masses, np.where(np.eye(len(M)), 0.0, M), self.allowed)
        C = self.masses.T @ np.eye(len(M))[answers]
        np.fill_diagonal(C, 0.0)
        self.duals.append(M)
        self.matrices.append(C)
        if least.sum() > self.lower:
            self.lower, self.proof = least.sum(), len(self.duals) - 1
        return C

    def keep(self, C, weights):
        """Remember a mixture if it is the best so far; say by which M it is judged."""
        value, duals = self.measure(C)
        if value < self.upper:
            self.upper, self.confusion, self.weights = value, C, weights
        return duals

    def open(self):
        return self.upper - self.lower > self.tol and len(self.duals) < self.max_iter

    def frank_wolfe(self):
        K, before = self.masses.shape[1], np.inf
        present = self.masses.any(axis=0)
        C, weights = self.rule(self.measure(np.outer(present, present) * (1.0 - np.eye(K)))[1][0]), np.ones(1)
        M = self.keep(C, weights)[0]
        while self.open():
            if len(self.duals) % 20 == 0:
                if self.upper - self.lower > 0.75 * before:
                    break
                before = self.upper - self.lower
            D = self.rule(M) - C
            found = minimize_scalar(lambda step: self.measure(C + step * D)[0], bounds=(0, 1), method="bounded")
            C, weights = C + found.x * D, np.append((1 - found.x) * weights, found.x)
            M = self.keep(C, weights)[0]

    def programs(self):
        cuts = self.measure(self.confusion)[1] + self.duals
        while self.open():
            weights, M = _game(np.array(self.matrices), np.array(cuts))
            cuts += self.keep(np.tensordot(weights, self.matrices, 1), weights)
            self.rule(M)


def _game(matrices, cuts):
    """Mixture of `matrices`, and of `cuts`, that are best against each other in the game <cut, matrix>."""
    k = len(matrices)
    table = np.einsum("jpq,kpq->jk", cuts, matrices)
    program = linprog(
        np.append(np.zeros(k), 1.0), A_ub=np.column_stack([table, -np.ones(len(cuts))]), b_ub=np.zeros(len(cuts)),
        A_eq=np.append(np.ones(k), 0.0)[None], b_eq=[1.0], bounds=[(0, None)] * k + [(None, None)],
    )  # fmt: skip
    weights, dual = np.maximum(program.x[:k], 0.0), np.maximum(-program.ineqlin.marginals, 0.0)
    return weights / weights.sum(), np.tensordot(dual / dual.sum(), cuts, 1)
