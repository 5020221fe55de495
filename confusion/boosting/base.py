"""The rounds of boosting by a cost matrix and what is read off the votes: all that AdaBoost.MM and CoMBo share."""

import numpy as np

from confusion._core.arguments import check_random, check_whole
from confusion._core.compiled import warn_if_slow
from confusion._core.refit import unchanged_on_error
from confusion.boosting.rounds import (
    NEGLIGIBLE,
    cost_rows,
    edge_sums,
    empty_rows,
    reweight,
    step_size,
)
from confusion.boosting.staged import StagedClassifier
from confusion.boosting.votes import log_probabilities, probabilities
from confusion.boosting.weak_learners import estimator_learner, read_answers, tree_learner

__all__ = ["CostMatrixBooster"]

STEPS = ("exact", "edge")

#: The cost matrix is computed anew from the scores after so many rounds, against rounding,
REFRESH = 32
#: and as soon as the losses it holds have fallen so far, against underflow.
FALLEN = 1e-20


class CostMatrixBooster(StagedClassifier):
    """Base of AdaBoost.MM and CoMBo: checks, rounds, probabilities.

    A subclass gives `_example_weights(codes, weights)`: the weights w_i of the loss, from the classes of the examples
    and their sample weights.
    """

    def __init__(self, n_estimators=50, *, max_depth=1, estimator=None, step="exact", random_state=None):
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.estimator = estimator
        self.step = step
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None):
        """Boost.

        Parameters
        ----------
        X : array-like of shape (m, d)
            Features.
        y : array-like of shape (m,)
            Class labels; at least two classes of positive weight.
        sample_weight : array-like of shape (m,), optional
            Non-negative.  Examples of weight zero are left out, and classes that consist of them.  A weight below
            2.2e-308 of the largest counts as that much.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, a sparse matrix, labels that are no classes, one class only, negative weights,
            a parameter outside its range; the estimator is then as it was before the call, as it is if a weak learner
            fails or the fit is interrupted.
        """
        with unchanged_on_error(self):
            return self._fit(X, y, sample_weight)

    def _fit(self, X, y, sample_weight):
        rounds, depth = check_whole(self.n_estimators, "n_estimators", 1), check_whole(self.max_depth, "max_depth", 1)
        if not isinstance(self.step, str) or self.step not in STEPS:
            raise ValueError(f"step must be one of {list(STEPS)}, got {self.step!r}")
        rng = check_random(self.random_state)
        X, codes, weights = self._check_sample(X, y, sample_weight)
        weights = self._example_weights(codes, weights)
        searched = X.size * min(depth, len(X).bit_length()) if self.estimator is None else len(X)
        warn_if_slow(rounds, rounds * searched * len(self.classes_), stacklevel=4)
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
        held, total = cost_rows(E, scores, y, weights), 1.0  # log L = log(unit) + held + log(total)
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
                held, total = cost_rows(E, scores, y, weights), 1.0
            self.estimators_.append(learner)
            alphas.append(alpha)
            edges.append(right - wrong)
            losses.append(held + np.log(total))
            if self.stop_reason_ != "n_estimators":
                break
        self.estimator_weights_, self.edges_ = np.array(alphas), np.array(edges)
        self.losses_ = np.array(losses) + np.log(unit)

    def _add_votes(self, votes, learner, alpha, X):
        votes[np.arange(len(X)), read_answers(learner.predict(X), *votes.shape)] += alpha

    def votes(self, X):
        """Sum the weights of the weak learners by their answers.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            f_T(x, l), also for two classes.  Divided by ``estimator_weights_.sum()``, the shares of the votes.

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, a sparse matrix, another number of features than in :meth:`fit`, a classifier
            that is not fitted.  All that predicts refuses the same; the staged methods do when the first round is asked
            for.
        """
        return self._last_votes(X)

    def predict_proba(self, X):
        """Estimate the probabilities of the classes that the loss is made for, softmax(2 f).

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Rows sum to one; the largest entry of each, of those that tie the first, is that of :meth:`predict`.

        Notes
        -----
        If an example of class y weighs c_y, the mean loss at x is sum_y c_y P(y|x) sum_{l != y} exp(f_l - f_y).  By the
        inequality of Cauchy and Schwarz it is least where f_y = 1/2 log(c_y P(y|x)) + a constant, so softmax(2 f)
        estimates the c_y P(y|x), divided by their sum: P(y|x) for equal weights, P(y|x) / P(y) for CoMBo and for
        balanced class weights.  To go from the one to the other, multiply or divide by the shares of the classes.

        Deep trees, and many rounds on few examples, make the estimates too sure of themselves; then calibrate them on
        other data (``sklearn.calibration.CalibratedClassifierCV``).  Those of a first learner without an edge mean
        nothing: its weight 1 is made up.
        """
        return probabilities(self.votes(X))

    def predict_log_proba(self, X):
        """Take the logarithms of :meth:`predict_proba`, finite even where a probability is too small for a float.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Natural logarithms, in the order of ``classes_``.
        """
        return log_probabilities(self.votes(X))

    def staged_predict_proba(self, X):
        """Estimate probabilities after every round.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Yields
        ------
        array of shape (n, K)
            As :meth:`predict_proba` would return it if boosting had ended there.
        """
        for votes in self._staged_votes(X):
            yield probabilities(votes)
