"""The stump of AdaBoost.MH: one threshold, and on each of its sides a vote of +1 or -1 for every class.

The best one is found exactly: on a side the best vote for class l is the sign of the sum of ``board[i, l]``, so a
threshold is worth the sum of the absolute values of these sums, its edge; the error is (1 - edge) / 2.
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator

from confusion._core.arguments import finite_array
from confusion.boosting.growth import TOLERANCE
from confusion.boosting.weak_learners import new_features

__all__ = ["VotingStump", "best_stump", "grown", "sides", "values_of"]


def values_of(X):
    """Of each feature its distinct values, rising, and a sparse matrix (values, m), one where an example has the value.

    Times the board, the matrix sums up the rows of the board by value.
    """
    distinct = (np.unique(column, return_inverse=True) for column in X.T)
    return [(values, sparse.csc_array((np.ones(len(X)), (at, np.arange(len(X)))))) for values, at in distinct]


def best_stump(features, board):
    """(feature, threshold, votes of the two sides) of the least error; feature -1 where no threshold is better.

    `features` are the :func:`values_of` the examples; `board`, shape (m, k), has D(i, l) with the sign that a vote
    should have.  Of edges within `TOLERANCE` the first is taken, and a vote whose sum is no larger than that is -1.
    """
    total = board.sum(axis=0)
    best, chosen, sides = np.abs(total).sum(), (-1, 0.0), [total, total]
    for feature, (values, has) in enumerate(features):
        # row j: the sums over the examples up to value j
        left = (has @ board).cumsum(axis=0)[:-1]
        edges = (np.abs(left) + np.abs(total - left)).sum(axis=1)
        if edges.max(initial=0) > best + TOLERANCE:
            best = edges.max()
            j = (edges >= best - TOLERANCE).argmax()
            low, high = values[j : j + 2]
            half = low / 2 + high / 2  # beside `high` it may round to it
            chosen = feature, half if half < high else low
            sides = [left[j], total - left[j]]
    return *chosen, np.where(np.array(sides) > TOLERANCE, 1, -1)


def sides(stump, X):
    """Rows of its votes, 0 or 1, that a stump gives to examples; without a threshold both are alike."""
    return (X[:, stump.feature_] > stump.threshold_).astype(int)


def grown(features, board):
    """The stump of :func:`best_stump`."""
    stump = VotingStump()
    stump.feature_, stump.threshold_, stump.votes_ = best_stump(features, board)
    stump.n_features_in_ = len(features)
    return stump


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
    1e-9 of the weight the one without a threshold is taken, then the first feature, then the lowest threshold, and a
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
        """
        X = finite_array(X, "X", ("m", "d"), empty=False)
        board = finite_array(board, "board", (len(X), "k"), empty=False)
        board = board / (np.abs(board).max() or 1.0)  # a sum is to be a number
        vars(self).update(vars(grown(values_of(X), board / (np.abs(board).sum() or 1.0))))
        return self

    def predict(self, X):
        """Vote.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features; infinite values are allowed.

        Returns
        -------
        array of shape (n, k)
            Numbers 1 and -1.
        """
        return self.votes_[sides(self, new_features(self, X))]
