"""What classifiers that vote round after round share: scores and predictions, at the end and after every round.

Votes f(x, l), arrays of shape (n, K), that differ by less than `TOLERANCE` of their sum are ties, and a tie goes to the
first class, in every form.
"""

import numpy as np
from scipy import sparse
from scipy.special import log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import check_integer, read_sample
from confusion._core.labels import check_classes, check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion._core.weights import positive_examples
from confusion.boosting.growth import TOLERANCE

__all__ = ["StagedClassifier", "log_probabilities", "margins", "probabilities"]


def dense(X):
    """`X` as an array."""
    return X.toarray() if sparse.issparse(X) else X


def break_ties(votes):
    """The votes, those that tie with the largest raised to it."""
    most = votes.max(axis=1, keepdims=True)
    return np.where(votes >= most - TOLERANCE * votes.sum(axis=1, keepdims=True), most, votes)


def margins(votes):
    """The votes, a copy; f(x, 1) - f(x, 0) of shape (n,) for two classes."""
    return votes.copy() if votes.shape[1] > 2 else np.subtract(*break_ties(votes).T[::-1])


def winners(votes):
    """First class whose vote is the largest but for a negligible part of all votes."""
    return break_ties(votes).argmax(axis=1)


def probabilities(votes, link=softmax):
    """softmax(2 f), the link of the loss; its largest entry is that of the class that wins."""
    f = break_ties(votes)
    P, predicted = link(2 * f, axis=1), f.argmax(axis=1)
    short = np.flatnonzero(P.argmax(axis=1) != predicted)  # where rounding has made an earlier entry as large
    P[short, predicted[short]] = np.nextafter(P[short].max(axis=1), np.inf)
    return P


def log_probabilities(votes):
    """Logarithms of the same, finite also where a probability is none."""
    return probabilities(votes, log_softmax)


class StagedClassifier(ClassifierMixin, BaseEstimator):
    """Base of the boosters: what is read off the votes of ``estimators_`` with their ``estimator_weights_``.

    A subclass gives `_boost(X, y, sample_weight, rounds)`, which sets what is learned, and `_add_votes(votes, learner,
    alpha, X)`, which adds what a learner votes, never less than zero, to the array `votes` of shape (n, K).
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Boost.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, d)
            Features.  A sparse matrix is made dense.
        y : array-like of shape (m,)
            Class labels; at least two classes of positive weight.
        sample_weight : array-like of shape (m,), optional
            Non-negative.  Examples of weight zero are left out; a class that consists of them stays in ``classes_``.

        Returns
        -------
        self
            The fitted classifier.
        """
        with unchanged_on_error(self):
            self._boost(X, y, sample_weight, check_integer(self.n_estimators, "n_estimators", 1))
            return self

    def _check_sample(self, X, y, sample_weight):
        """Set `classes_`; return of the examples of positive weight the features, positions of classes, and weights."""
        X, y = read_sample(self, X, y, accept_sparse="csr", order="C")
        check_classes(y)
        classes, codes = np.unique(y, return_inverse=True)
        X, codes, weights = positive_examples(dense(X), codes, sample_weight)
        check_two_classes(classes[np.unique(codes)])
        self.classes_ = classes
        return X, codes, weights

    def _staged_votes(self, X):
        """The votes after every round: one array of shape (n, K), changed from round to round."""
        check_is_fitted(self, "estimators_")
        X = dense(read_sample(self, X, accept_sparse="csr", order="C", reset=False))
        votes = np.zeros((len(X), len(self.classes_)))
        for learner, alpha in zip(self.estimators_, self.estimator_weights_):
            self._add_votes(votes, learner, alpha, X)
            yield votes

    def _last_votes(self, X):
        *_, votes = self._staged_votes(X)
        return votes

    def _scores(self, votes, rounds):
        """What :meth:`decision_function` makes of the votes of the first `rounds` rounds; a new array."""
        return margins(votes)

    def decision_function(self, X):
        """Score the classes.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K), or (n,) for two classes
            f_T(x, l), or f_T(x, 1) - f_T(x, 0), which is 0 for a tie.
        """
        return self._scores(self._last_votes(X), len(self.estimators_))

    def predict(self, X):
        """Predict the class of the largest score, of those that tie the first.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n,)
            Labels of ``classes_``.
        """
        predicted = winners(self._last_votes(X))  # first, so that a classifier that is not fitted says so
        return self.classes_[predicted]

    def staged_decision_function(self, X):
        """Score the classes after every round.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Yields
        ------
        array of shape (n, K), or (n,) for two classes
            As :meth:`decision_function` would return it if boosting had ended there.
        """
        for t, votes in enumerate(self._staged_votes(X), 1):
            yield self._scores(votes, t)

    def staged_predict(self, X):
        """Predict after every round.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Yields
        ------
        array of shape (n,)
            As :meth:`predict` would return it if boosting had ended there.
        """
        for votes in self._staged_votes(X):
            yield self.classes_[winners(votes)]
