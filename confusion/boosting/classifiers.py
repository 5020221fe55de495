"""AdaBoost.MM and CoMBo: boosting with cost matrices (Mukherjee and Schapire 2011; Koco and Capponi 2013).

Both minimise, one weak learner a round, the loss

    L_T = sum_i w_i sum_{l != y_i} exp(f_T(i, l) - f_T(i, y_i)),        f_T(i, l) = sum_t alpha_t 1{h_t(x_i) = l}.

AdaBoost.MM weighs all examples alike; CoMBo gives an example of class y the weight 1/m_y, m_y the size of its class,
and L_T then bounds the sum of all entries of the confusion matrix, hence its operator norm.  CoMBo *is* AdaBoost.MM
with class weights: there is one implementation here, under two names.
"""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from confusion._core.arguments import check_random, check_whole
from confusion._core.labels import check_classes
from confusion.boosting.rounds import NEGLIGIBLE, cost_rows, edge_sums, empty_rows, reweight, step_size
from confusion.boosting.weak_learners import estimator_learner, read_answers, tree_learner
from confusion.boosting.weights import balanced, positive_examples, weighted_by_class

__all__ = ["AdaBoostMMClassifier", "ComboClassifier"]

STEPS = ("exact", "edge")

#: The cost matrix is computed anew from the scores after so many rounds, against rounding,
REFRESH = 32
#: and as soon as the losses it holds have fallen so far, against underflow.
FALLEN = 1e-20


class AdaBoostMMClassifier(ClassifierMixin, BaseEstimator):
    """AdaBoost.MM, boosting by cost matrices.

    Parameters
    ----------
    n_estimators : int, default 50
        Rounds at most.
    max_depth : int, default 1
        Depth of the trees that minimise the cost matrix, :class:`confusion.boosting.CostTree`; without effect if
        `estimator` is given.
    estimator : classifier, optional
        A scikit-learn classifier to use instead; it is fitted with the sample weights -D(i, y_i).  The leaves of a tree
        then answer with the label of least cost, see Notes.
    step : {"exact", "edge"}, default "exact"
        alpha_t: the exact line search of the loss, half log(A_plus / A_minus), or the paper's half log((1 + delta) /
        (1 - delta)).
    class_weight : dict, "balanced" or None, default None
        As in scikit-learn; multiplies the sample weights.  "balanced" gives CoMBo.  If a dict names every class of y,
        it may name others.
    random_state : int, RandomState or None, default None
        For an `estimator` that draws random numbers.

    Attributes
    ----------
    classes_ : array of shape (K,)
        Labels that occur with a positive weight, K of them.
    estimators_ : list of length T
        Weak learners; ``predict`` gives positions in ``classes_``.
    estimator_weights_ : array of shape (T,)
        alpha_t.
    edges_ : array of shape (T,)
        delta_t, the edge on the cost matrix of round t.
    losses_ : array of shape (T + 1,)
        log L_t before the first round and after each.  It never grows, but when the first learner has no edge.
    stop_reason_ : {"n_estimators", "perfect", "no_edge"}
        All rounds made; a weak learner made no error, and was kept with a large finite weight; a weak learner had
        no positive edge, and was not kept (the first one is, with weight 1, so that there is a classifier).
    n_features_in_ : int

    Notes
    -----
    The paper leaves the weak learner open.  A tree that minimises D itself always has an edge delta >= 0.  The step
    "exact" never ends a round with a larger loss than "edge", and is the default; both keep the bound
    L_t <= L_{t-1} sqrt(1 - delta_t^2) as long as delta_t <= 1 - 1e-10, whose weight 11.9 is the largest given.  Votes
    that differ by less than 1e-12 of their sum are ties, and go to the first class.

    References
    ----------
    Mukherjee and Schapire, A theory of multiclass boosting, JMLR 14, 2013.

    Koco and Capponi, On multi-class learning through the minimization of the confusion matrix norm, 2013.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMMClassifier(n_estimators=20, max_depth=2).fit(X, y)
    >>> model.score(X, y) > 0.98, len(model.estimators_)
    (True, 20)
    """

    def __init__(
        self, n_estimators=50, max_depth=1, estimator=None, step="exact", class_weight=None, random_state=None
    ):
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.estimator = estimator
        self.step = step
        self.class_weight = class_weight
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Boost.

        Parameters
        ----------
        X : array-like of shape (m, d)
        y : array-like of shape (m,)
        sample_weight : array-like of shape (m,), optional
            Non-negative.  Examples of weight zero are left out, and classes that consist of them.  A weight below
            2.2e-308 of the largest counts as that much.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            For NaN or infinite features, one class only, negative weights, a parameter outside its range.
        """
        rounds, depth = check_whole(self.n_estimators, "n_estimators", 1), check_whole(self.max_depth, "max_depth", 1)
        if not isinstance(self.step, str) or self.step not in STEPS:
            raise ValueError(f"step must be one of {list(STEPS)}, got {self.step!r}")
        rng = check_random(self.random_state)
        X, y = validate_data(self, X, y, dtype=np.float64, order="C")
        check_classes(y)
        X, y, weights = positive_examples(X, y, sample_weight)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y must hold at least 2 classes, got 1 class: {self.classes_.tolist()}")
        weights = self._example_weights(codes, weights)
        if self.estimator is None:
            weak_learner = tree_learner(X, depth, len(self.classes_))
        else:
            weak_learner = estimator_learner(self.estimator, X, codes, rng)
        self._boost(weak_learner, codes, weights, rounds)
        return self

    def _boost(self, weak_learner, y, weights, rounds):
        """At most `rounds` rounds with ``weak_learner(E)``, which returns (learner, its answers on the examples)."""
        m, K, unit = len(y), len(self.classes_), weights.max()  # weights near the ends of the float range are welcome
        weights = np.maximum(weights / unit, np.finfo(float).tiny)
        scores, E = np.zeros((m, K)), empty_rows(m, K)
        held, total = cost_rows(scores, y, weights, E), 1.0  # log L = log(unit) + held + log(total)
        self.estimators_, alphas, edges, losses = [], [], [], [held]
        self.stop_reason_ = "n_estimators"
        for t in range(1, rounds + 1):
            learner, answer = weak_learner(E)
            right, wrong = (cost / total for cost in edge_sums(E, y, answer))
            if right - wrong <= NEGLIGIBLE:
                self.stop_reason_ = "no_edge"
                if t > 1:
                    break
            elif (answer == y).all():
                self.stop_reason_ = "perfect"
            alpha = 1.0 if self.stop_reason_ == "no_edge" else step_size(right, wrong, self.step)
            total = reweight(E, scores, y, answer, alpha)
            if t % REFRESH == 0 or total < FALLEN:
                held, total = cost_rows(scores, y, weights, E), 1.0
            self.estimators_.append(learner)
            alphas.append(alpha)
            edges.append(right - wrong)
            losses.append(held + np.log(total))
            if self.stop_reason_ != "n_estimators":
                break
        self.estimator_weights_, self.edges_ = np.array(alphas), np.array(edges)
        self.losses_ = np.array(losses) + np.log(unit)

    def _example_weights(self, codes, weights):
        return weighted_by_class(self.class_weight, self.classes_, codes, weights)

    def _staged_votes(self, X):
        """f_t(x, l) after every round: one array of shape (n, K), changed from round to round."""
        check_is_fitted(self, "estimators_")
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        votes, rows = np.zeros((len(X), len(self.classes_))), np.arange(len(X))
        for learner, alpha in zip(self.estimators_, self.estimator_weights_):
            votes[rows, read_answers(learner.predict(X), *votes.shape)] += alpha
            yield votes

    def votes(self, X):
        """f_T(x, l), shape (n, K), also for two classes."""
        *_, votes = self._staged_votes(X)
        return votes

    def staged_decision_function(self, X):
        """Scores after every round, arrays as :meth:`decision_function` gives."""
        for votes in self._staged_votes(X):
            yield _scores(votes)

    def staged_predict(self, X):
        """Labels after every round, arrays of shape (n,)."""
        for votes in self._staged_votes(X):
            yield self.classes_[_winners(votes)]

    def decision_function(self, X):
        """Scores f_T(x, l) of shape (n, K), or f_T(x, 1) - f_T(x, 0) of shape (n,) for two classes."""
        return _scores(self.votes(X))

    def predict_proba(self, X):
        """Shares of the votes, shape (n, K).  They rank; they are not calibrated."""
        return self.votes(X) / self.estimator_weights_.sum()

    def predict(self, X):
        """Labels of shape (n,): the class of the largest score (3), ties to the first."""
        winners = _winners(self.votes(X))
        return self.classes_[winners]


class ComboClassifier(AdaBoostMMClassifier):
    """CoMBo, confusion matrix boosting: AdaBoost.MM with the weight 1/m_y for an example of class y (Algorithm 1).

    Parameters
    ----------
    n_estimators, max_depth, estimator, step, random_state
        As in :class:`AdaBoostMMClassifier`.

    Attributes
    ----------
    classes_, estimators_, estimator_weights_, edges_, losses_, stop_reason_, n_features_in_
        As there; ``losses_[0]`` is log K(K - 1), and exp(``losses_[t]``) bounds the sum of the class errors of
        the training sample after round t, and so the operator norm of its confusion matrix (10).

    Notes
    -----
    m_y is the sum of the sample weights of class y.  The operator norm itself is nowhere in the update: what is
    minimised bounds K times the balanced error.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> model = ComboClassifier(n_estimators=10, max_depth=2).fit(X, y)
    >>> round(float(np.exp(model.losses_[0])), 6), model.score(X, y)
    (6.0, 1.0)
    """

    def __init__(self, n_estimators=50, max_depth=1, estimator=None, step="exact", random_state=None):
        super().__init__(n_estimators, max_depth, estimator, step, random_state=random_state)

    def _example_weights(self, codes, weights):
        return balanced(codes, weights)


def _slack(votes):
    return NEGLIGIBLE * votes.sum(axis=1)


def _scores(votes):
    if votes.shape[1] > 2:
        return votes.copy()
    margin = votes[:, 1] - votes[:, 0]
    return np.where(np.abs(margin) <= _slack(votes), 0.0, margin)


def _winners(votes):
    """First class whose vote is the largest but for a negligible part of all votes."""
    return (votes >= votes.max(axis=1, keepdims=True) - _slack(votes)[:, None]).argmax(axis=1)
