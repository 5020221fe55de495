r"""A rule for any measure of the confusion matrix: the gradient of the measure is a matrix of gains.

The matrices here are joint: ``S[y, q]`` is the share of the examples that are of class y and predicted q, so the sum
of row y is the share of the class, whatever the rule.  The matrices that rules reach, mixtures included, are a convex
set.  If S is the best of them for a differentiable measure, no other S' has :math:`\langle G, S' - S \rangle > 0` for
its gradient G there: S is the matrix of a rule of largest expected gain by G, of the only one if no predictions tie.
"""

from collections import namedtuple
from collections.abc import Mapping

import numpy as np
from scipy.optimize import approx_fprime, linprog, minimize_scalar
from scipy.sparse import csr_array

from confusion._core.arguments import check_choice, check_integer, check_probability, class_names
from confusion._core.labels import example_weights
from confusion._core.sampling import LOSSES, measures
from confusion.decisions.costs import cheapest, probability_rows
from confusion.decisions.norms import NORMS, least_norm

__all__ = ["OBJECTIVES", "TunedRule", "tuned_rule"]

#: What is less is rounding: of a share, and of a measure.
TINY = 1e-10
#: A line search that gains less ends the search, and so does a bound that is nearer.
STEP, GAP = 1e-7, 1e-4
#: Of more examples so many are searched first, evenly taken; all then go on from there.
FIRST = 20_000


def _f1_gains(S):
    both = S.sum(axis=0) + S.sum(axis=1)
    return 2 * (np.eye(len(S)) - np.diagonal(S) / both) / both / len(S)


def _by_chance(S):
    """Accuracy above that by chance, shares of true classes and of predictions."""
    true, predicted = S.sum(axis=1), S.sum(axis=0)
    return np.trace(S) - true @ predicted, true, predicted


def _kappa_gains(S):
    above, true, predicted = _by_chance(S)
    rest = max(1 - true @ predicted, TINY)
    return (np.eye(len(S)) - (1 - above / rest) * true) / rest


def _mcc_gains(S):
    above, true, predicted = _by_chance(S)
    spread = max(1 - predicted @ predicted, TINY)
    return (np.eye(len(S)) - true + above * predicted / spread) / np.sqrt(max(1 - true @ true, TINY) * spread)


def _of_norm(norm):
    """The gains of minus a norm of the error matrix: one of the matrices M of :data:`NORMS`."""

    def gains(S):
        rows = (1 - np.eye(len(S))) / S.sum(axis=1, keepdims=True)
        return -NORMS[norm](S * rows)[1][0] * rows

    return gains


def _value(name):
    """What is maximised: the measure, or a number less a loss."""

    def value(S):
        measure = float(measures(S, norms=name.endswith("norm"))[name])
        return LOSSES[name] - measure if name in LOSSES else measure

    return value


#: name as in :func:`confusion.metrics.measure_interval` -> what is maximised, a function of S, and its gradient
OBJECTIVES = {
    name: (_value(name), gains)
    for name, gains in {
        "accuracy": lambda S: np.eye(len(S)),
        "error": lambda S: np.eye(len(S)),
        "balanced_error": lambda S: np.diag(1 / S.sum(axis=1)) / len(S),
        "largest_class_error": _of_norm("max-error"),
        "macro_f1": _f1_gains,
        "g_mean": lambda S: np.diag(1 / np.maximum(np.diagonal(S), TINY)) / len(S),  # of its logarithm
        "kappa": _kappa_gains,
        "mcc": _mcc_gains,
        "operator_norm": _of_norm("operator"),
        "frobenius_norm": _of_norm("frobenius"),
    }.items()
}
#: Names of :func:`least_norm`, which knows how low these can be.
LEAST = {"largest_class_error": "max-error", "operator_norm": "operator", "frobenius_norm": "frobenius"}
#: Linear, or ratios of linear functions: where no rule improves the linear part, none is better.
GLOBAL = ("accuracy", "error", "balanced_error", "kappa")


class TunedRule(namedtuple("TunedRule", "value bound costs confusion classes")):
    """Result of :func:`tuned_rule`; the predictions are ``(P @ costs).argmin(axis=1)``, the first of those that tie.

    Attributes
    ----------
    value : float
        The measure of the rule on the given probabilities.
    bound : float or None
        No rule, and no mixture of rules, is better by the measure on these probabilities; None where that is not known.
    costs : ndarray of shape (K, K)
        Rows are true classes, columns predictions; entries may be negative.
    confusion : ndarray of shape (K, K)
        Shares of the examples by true class and prediction; they sum to one.
    classes : list or None
        Names of the classes in this order, if the probabilities have some.
    """


def of_function(function):
    """A measure given as a function of S, checked, and its gradient by differences."""
    if not callable(function):
        raise TypeError(f"objective must be the name of a measure or a function of a matrix, got {function!r}")

    def value(S):
        result = np.asarray(function(S), dtype=float)
        if result.shape or not np.isfinite(result):
            raise ValueError(f"objective must return one finite number, got {result} for the shares {S.tolist()}")
        return float(result)

    def gains(S):
        return approx_fprime(S.ravel(), lambda flat: value(flat.reshape(S.shape))).reshape(S.shape)

    return value, gains


def limits(wanted, name, classes):
    """Limits by class, in the order of `classes`; nan where there is none.  A number is that of every class."""
    if not isinstance(wanted, Mapping):
        wanted = {} if wanted is None else dict.fromkeys(classes, wanted)
    unknown = [c for c in wanted if c not in classes]
    if unknown:
        known = ", ".join(map(str, classes[:6])) + (", ..." if len(classes) > 6 else "")
        raise ValueError(f"{name} names {unknown[0]!r}, which is no class; the classes are {known}")
    return np.array([check_probability(wanted[c], f"{name} of {c!s}") if c in wanted else np.nan for c in classes])


class Rules:
    """The rules of largest expected gain on given masses (n, K), P(y | x_i) times the weight of example i.

    Every matrix tried is kept, in `matrices`, with its gains, in `gains`.  `A` and `b` are limits <A[j], S> >= b[j].
    """

    def __init__(self, masses, recall, share):
        K, true = masses.shape[1], masses.sum(axis=0)
        unit = np.eye(K)
        self.masses, self.matrices, self.gains, self.wanted = masses, [], [], (recall, share)
        A = [np.diag(row) / true for row, r in zip(unit, recall) if r > 0]
        A += [-np.tile(row, (K, 1)) for row, s in zip(unit, share) if s < 1]
        self.A = np.array(A).reshape(-1, K, K)
        self.b = np.append(recall[recall > 0], -share[share < 1])

    def best(self, gains):
        """The matrix of the rule of largest gain."""
        predicted = cheapest(self.masses, -gains)[0]
        self.gains.append(gains)
        unit = csr_array((np.ones(len(predicted)), predicted, np.arange(len(predicted) + 1)), self.masses.shape)
        self.matrices.append((unit.T @ self.masses).T)
        return self.matrices[-1]

    def best_within(self, gains):
        """The matrix of largest gain of the mixtures that keep the limits, by column generation."""
        if not len(self.b):
            return self.best(gains)
        if not self.matrices:
            self.best(gains)
        dear = 1e4 * np.ptp(gains)  # what a limit may cost at most
        while True:
            S, kept, slack = np.array(self.matrices), self.kept(), np.eye(len(self.b))
            program = linprog(
                np.append(-np.tensordot(S, gains, 2), np.full(len(slack), dear)),
                A_ub=-np.hstack([kept.T, slack]), b_ub=-self.b,
                A_eq=[[1.0] * len(S) + [0.0] * len(slack)], b_eq=[1.0],
            )  # fmt: skip
            prices = -program.ineqlin.marginals
            priced = gains + np.tensordot(prices, self.A, 1)
            reached, most = self.best(priced), -program.eqlin.marginals[0] + TINY * dear
            if np.sum(priced * reached) <= most or any(np.array_equal(reached, known) for known in S):
                break
        if program.x[len(S) :].max() > 1e-8:
            raise ValueError("min_recall and max_share cannot be met together: on these probabilities no rule does")
        return np.tensordot(program.x[: len(S)], S, 1)

    def kept(self):
        """<A[j], S> of each matrix S tried."""
        return np.tensordot(np.array(self.matrices), self.A, ((1, 2), (1, 2)))

    def best_single(self, value):
        """Number of the rule tried that is best by `value` of those that keep the limits."""
        allowed = (self.kept() >= self.b - TINY).all(axis=1)
        if not allowed.any():
            raise ValueError("min_recall and max_share are met by a mixture of rules alone; give up some of them")
        values = [value(S) if good else -np.inf for S, good in zip(self.matrices, allowed)]
        return int(np.argmax(values))


def search(rules, value, gains, objective, max_iter):
    """Try rules, and return a bound on the value of all, or None; of many examples the first part begins."""
    n, true = len(rules.masses), rules.masses.sum(axis=0)
    starts = [np.diag(true**-power) for power in (0, 0.5, 1)]  # as it is, halfway, and for classes that weigh alike
    if n >= 2 * FIRST:
        few = rules.masses[np.arange(FIRST) * n // FIRST]
        if few.any(axis=0).all():
            first = Rules(few / few.sum(), *rules.wanted)
            ascend(first, value, gains, objective, starts, max_iter)
            rules.best(starts[0])  # so that the rule found is, on all examples, no worse than the largest probability
            starts = [first.gains[first.best_single(value)]]
    return ascend(rules, value, gains, objective, starts, max_iter)


def ascend(rules, value, gains, objective, starts, max_iter):
    """Follow the gradient from the rules of some gains; a bound on the value of all rules, or None.

    A whole step goes to the rule itself.  For a ratio of linear functions, and for the MCC, it never lowers the
    measure; where it does, a line search stops before.
    """
    bounds = []
    for start in starts:
        S = rules.best_within(start)
        for _ in range(max_iter):
            now, further = value(S), rules.best_within(gains(S))
            if objective == "g_mean" and now > 0:
                # by the inequality of the means, g(S') / g(S) is at most the mean of the ratios of their recalls
                bounds.append(now * np.mean(np.diagonal(further) / np.diagonal(S)))
                if bounds[-1] - now < GAP:
                    break
            if value(further) > now + TINY:
                S = further
                continue
            line = minimize_scalar(lambda s, S=S, D=further - S: -value(S + s * D), bounds=(0, 1), method="bounded")
            if -line.fun <= now + STEP:
                if objective in GLOBAL:
                    bounds.append(now)
                break
            S = S + line.x * (further - S)
    return min(bounds, default=None)


def tuned_rule(probabilities, objective="macro_f1", *, min_recall=None, max_share=None, sample_weight=None,
               max_iter=100):  # fmt: skip
    r"""Find the rule that is best by a measure of the confusion matrix, on given probabilities.

    Parameters
    ----------
    probabilities : array-like of shape (n, K)
        P(y | x_i), one row per example; only their ratios within a row matter.
    objective : str or callable, default "macro_f1"
        "accuracy", "macro_f1", "g_mean", "kappa", "mcc", to be maximised, or "error", "balanced_error",
        "largest_class_error", "operator_norm", "frobenius_norm", to be minimised, each as in
        :func:`confusion.metrics.measure_interval`.  Or a function, to be maximised, of the matrix (K, K) of the shares
        of the examples by true class (rows) and prediction, which sum to one.
    min_recall, max_share : float, or dict from classes to floats, optional
        At least this recall of each class, or of those named; at most this share of all predictions.
    sample_weight : array-like of shape (n,), optional
        Weights of the examples.
    max_iter : int, default 100
        Steps from each of three starts.

    Returns
    -------
    TunedRule
        Its costs, its measure and matrix by these probabilities, and a bound for all rules where there is one.

    Raises
    ------
    ValueError
        Also if no rule keeps the limits.

    Notes
    -----
    A class of probability 0 everywhere is left out: it is never predicted, and no mean of classes counts it.

    **By costs.**  The matrices that rules and mixtures reach are a convex set.  At the best of them, S, no other one
    has more by the gradient G of the measure, so S is reached by a rule of largest expected gain
    :math:`\sum_y P(y \mid x) G_{yq}`, or by a mixture of rules that tie.  For macro-F1 such a rule predicts the class
    of largest :math:`(P(k \mid x) - F_k / 2) / (s_k + r_k)`, where F_k is its own F1, s_k its share of the examples and
    r_k of the predictions.

    **How good.**  Accuracy, error, balanced error: one step.  Kappa is a ratio of linear functions, as the shares of
    the classes are fixed: steps to the rule of its own gradient end after finitely many at the best rule of all
    (Dinkelbach).  The MCC is quasi-convex where it is positive, so that a rule, not a mixture, is best and no step
    lowers it; but the end may be one of several.  The G-mean is concave: a mixture may be better than the rule, and
    `bound` says by how much at most.  Norms are left to :func:`least_norm`, without its `plausible`.  For the MCC,
    macro-F1, functions, and norms with limits the search from three starts is a **heuristic**, and `bound` is None.

    All is said of the law "X is one of these examples, its class has these probabilities".  If they are wrong, so may
    be the rule: see `calibrate` of :class:`TunedDecisionClassifier`.

    References
    ----------
    H. Narasimhan, H. Ramaswamy, A. Saha and S. Agarwal, Consistent multiclass algorithms for complex performance
    measures, ICML 2015.  O. Koyejo, N. Natarajan, P. Ravikumar and I. Dhillon, Consistent binary classification with
    generalized performance metrics, NIPS 2014.  W. Dinkelbach, On nonlinear fractional programming, Management Science
    13, 1967.

    Examples
    --------
    >>> P = [[0.9, 0.1], [0.7, 0.3], [0.6, 0.4], [0.55, 0.45]]
    >>> rule = tuned_rule(P, "balanced_error")
    >>> (P @ rule.costs).argmin(axis=1)
    array([0, 0, 1, 1])
    """
    classes = class_names((probabilities, 1))
    P = probability_rows(probabilities, classes=classes)
    return tune(P, objective, min_recall, max_share, example_weights(sample_weight, len(P)), max_iter, classes)


def tune(P, objective, min_recall, max_share, weight, max_iter, classes):
    """See :func:`tuned_rule`: probabilities in rows, weights, and the names of the classes, or None."""
    K = P.shape[1]
    if isinstance(objective, str):
        check_choice(objective, "objective", OBJECTIVES)
    value, gains = OBJECTIVES[objective] if isinstance(objective, str) else of_function(objective)
    names = list(range(K)) if classes is None else list(classes)
    recall, share = limits(min_recall, "min_recall", names), limits(max_share, "max_share", names)
    max_iter = check_integer(max_iter, "max_iter", 1)
    masses = (weight / weight.sum())[:, None] * (P / P.sum(axis=1, keepdims=True))
    some = masses.sum(axis=0) > 0
    if not some.any():
        raise ValueError("probabilities must have a row")
    if (recall[~some] > 0).any():
        raise ValueError("min_recall must be 0 or not given for a class that has probability 0 everywhere")
    rules = Rules(masses[:, some], recall[some], share[some])
    if objective in LEAST and not len(rules.b):
        least = least_norm(P[:, some], LEAST[objective], sample_weight=weight)
        rules.best(-least.rule)
        bound = -least.lower
    else:
        bound = search(rules, value, gains, objective, max_iter)
    best = rules.best_single(value)
    measure, S = value(rules.matrices[best]), np.zeros((K, K))
    S[np.ix_(some, some)] = rules.matrices[best]
    costs = np.diagonal(rules.gains[best])[:, None] - rules.gains[best]
    everywhere = np.full((K, K), costs.max() + 1.0)  # what a class left out costs
    everywhere[np.ix_(some, some)] = costs
    if objective in LOSSES:
        measure, bound = (None if part is None else LOSSES[objective] - part for part in (measure, bound))
    return TunedRule(float(measure), None if bound is None else float(bound), everywhere, S, classes)
