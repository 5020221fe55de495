"""The stump of AdaBoost.MH: one threshold, and on each of its sides a vote of +1 or -1 for every class.

Of all such stumps the one of least weighted error on the board is found exactly: on a side the best vote for class l is
the sign of the sum of ``board[i, l]``, so a threshold is worth the sum of the absolute values of these sums, its edge;
the error is (1 - edge) / 2.
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import finite_array, float_array
from confusion._core.refit import unchanged_on_error
from confusion.boosting.growth import LEAF, TOLERANCE, middle

__all__ = ["VotingStump", "best_stump", "grown", "values_of", "vote"]


def values_of(X):
    """Of each feature of `X`, shape (m, d): its distinct values, rising, and a matrix of which example has which.

    The matrix, shape (values, m), has a one where the example has the value: times the board it sums up the board's
    rows by value.
    """
    found = []
    for column in X.T:
        values, at = np.unique(column, return_inverse=True)
        has = sparse.csr_array((np.ones(len(X)), (at.ravel(), np.arange(len(X)))), shape=(len(values), len(X)))
        found.append((values, has))
    return found


def best_stump(features, board):
    """Find the stump of least error: the largest edge, of those within `TOLERANCE` of it the first.

    Parameters
    ----------
    features : list
        :func:`values_of` the examples.
    board : array of shape (m, k)
        D(i, l) with the sign that a vote should have; the absolute values sum to one.

    Returns
    -------
    feature, threshold, votes
        -1 and 0 where no threshold is better than none; the votes, 1 or -1, of the two sides, shape (2, k).  A vote
        whose sum is within `TOLERANCE` of zero is -1.
    """
    total = board.sum(axis=0)
    edges = [np.abs(total).sum(keepdims=True)]
    for _, has in features:
        # row j: the sums over the examples up to value j
        left = (has @ board).cumsum(axis=0)[:-1]
        edges.append((np.abs(left) + np.abs(total - left)).sum(axis=1))
    ends = np.cumsum([len(one) for one in edges])
    edges = np.concatenate(edges)
    best = int((edges >= edges.max() - TOLERANCE).argmax())
    feature = int(np.searchsorted(ends, best, side="right")) - 1
    threshold, left = 0.0, total
    if feature != LEAF:
        (values, has), j = features[feature], best - ends[feature]
        threshold = middle(values[j], values[j + 1])
        left = (has @ board)[: j + 1].sum(axis=0)
    right = total - left if feature != LEAF else total
    votes = np.where([left > TOLERANCE, right > TOLERANCE], 1, -1)
    return feature, threshold, votes


def vote(stump, X):
    """Votes of a stump, shape (n, k); nothing is checked."""
    right = X[:, stump.feature_] > stump.threshold_ if stump.feature_ != LEAF else np.zeros(len(X), dtype=bool)
    return stump.votes_[right.astype(np.intp)]


class VotingStump(BaseEstimator):
    """A stump that votes +1 or -1 for every class, on each side of a threshold.

    Attributes
    ----------
    feature_ : int
        -1 if there is no threshold, and the votes are the same everywhere.
    threshold_ : float
        An example is on the left if ``x[feature_] <= threshold_``.
    votes_ : array of shape (2, k)
        What is voted on the left and on the right, numbers 1 and -1.
    n_features_in_ : int

    Notes
    -----
    Every threshold between two values is tried; thresholds are midpoints.  Of stumps whose errors differ by less than
    1e-12 of the weight the one without a threshold is taken, then the first feature, then the lowest threshold, and a
    vote that is as good as the other is -1.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> board = 2 * np.eye(3) - 1  # example i belongs to class i
    >>> VotingStump().fit(X, board).predict([[0.4], [0.6]])
    array([[ 1, -1, -1],
           [-1, -1, -1]])
    """

    def fit(self, X, board):
        """Find the stump of least error.

        Parameters
        ----------
        X : array-like of shape (m, d)
            Features.
        board : array-like of shape (m, k)
            The weight of item (i, l), with the sign that a vote is to have there.

        Returns
        -------
        self
            The fitted stump.

        Raises
        ------
        ValueError, TypeError
            For features or weights that are not finite numbers, or shapes that do not fit; the stump is then as it was.
        """
        with unchanged_on_error(self):
            X = float_array(X, "X")
            if X.ndim != 2 or not X.size or not np.isfinite(X).all():
                raise ValueError(f"X must hold finite numbers, shape (m, d), got shape {X.shape}")
            board = finite_array(board, "board", (len(X), "k"), empty=False)
            board = board / (np.abs(board).max() or 1.0)  # a sum is to be a number
            vars(self).update(vars(grown(values_of(X), board / max(np.abs(board).sum(), 1.0))))
            return self

    def predict(self, X):
        """Vote.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features; infinite ones are welcome.

        Returns
        -------
        array of shape (n, k)
            Numbers 1 and -1.

        Raises
        ------
        ValueError, TypeError
            For NaN, what is no number, another number of features than in :meth:`fit`, a stump that is not fitted.
        """
        check_is_fitted(self, "feature_")
        X = float_array(X, "X")
        if X.ndim != 2 or X.shape[1] != self.n_features_in_ or np.isnan(X).any():
            raise ValueError(f"X must hold numbers, shape (n, {self.n_features_in_}), got shape {X.shape}")
        return vote(self, X)


def grown(features, board):
    """The stump of :func:`best_stump`."""
    stump = VotingStump()
    stump.feature_, stump.threshold_, stump.votes_ = best_stump(features, board)
    stump.n_features_in_ = len(features)
    return stump
