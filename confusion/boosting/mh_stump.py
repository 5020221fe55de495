"""The stump of AdaBoost.MH: one threshold, and on each of its sides a vote of +1 or -1 for every class.

Of all such stumps the one of least weighted error on the board is found exactly, in one sweep over the presorted
features: on a side the best vote for class l is the sign of the sum of ``W[i, l]``, so a threshold is worth the sum of
the absolute values of these sums, its edge; the error is (1 - edge) / 2.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import finite_array, float_array
from confusion._core.compiled import compiled
from confusion._core.refit import unchanged_on_error
from confusion.boosting import mh_twins as twins
from confusion.boosting.cost_tree import PresortedFeatures
from confusion.boosting.growth import add_row, fill, mark_left, middle, sum_rows
from confusion.boosting.mh_rounds import empty_board
from confusion.boosting.splits import LEAF, TOLERANCE, Split

__all__ = ["VotingStump"]


@compiled
def edge_of(left, total):
    """Edge of a threshold, from the sums over the examples on its left and over all."""
    edge = 0.0
    for k in range(len(total)):
        edge += abs(left[k]) + abs(total[k] - left[k])
    return edge


@compiled(twin=twins.scan_values)
def scan_values(f, sums, values, total, left, best_left, best):
    """The best threshold of the narrow feature f if it beats `best`, (edge, feature, threshold), else `best`."""
    edge, feature, threshold = best
    left[:] = 0.0
    for b in range(len(values) - 1):
        add_row(left, sums[b])
        candidate = edge_of(left, total)
        if candidate > edge + TOLERANCE:
            edge, feature, threshold = candidate, f, middle(values[b], values[b + 1])
            best_left[:] = left
    return edge, feature, threshold


@compiled(twin=twins.scan_column)
def scan_column(f, column, W, ids, total, left, best_left, best):
    """The same for a wide feature; `ids` are the examples in its order."""
    edge, feature, threshold = best
    left[:] = 0.0
    low = ids[0]
    for i in ids:
        if column[low] < column[i]:  # the sums of `left` end at example `low`
            candidate = edge_of(left, total)
            if candidate > edge + TOLERANCE:
                edge, feature, threshold = candidate, f, middle(column[low], column[i])
                best_left[:] = left
        add_row(left, W[i])
        low = i
    return edge, feature, threshold


@compiled
def best_stump(W, features, order):
    """The stump of least error on the board `W`, whose absolute values sum to one.

    Returns (feature, threshold, votes of the two sides, which examples go left).  Edges within `TOLERANCE` of each
    other are equal: then the stump without a threshold wins, then the first feature, then the lowest threshold.  A vote
    whose sum is within `TOLERANCE` of zero is -1.
    """
    m, width = W.shape
    total = sum_rows(W, order[0])
    left, best_left = np.zeros(width), np.zeros(width)
    best = (edge_of(left, total), LEAF, 0.0)
    sums = np.zeros((len(features.values), width))
    if features.codes.shape[1]:
        fill(sums, W, features, order[0])
    for f in range(len(features.place)):
        j = features.place[f]
        if j >= 0:
            a, b = features.offsets[j], features.offsets[j + 1]
            best = scan_values(f, sums[a:b], features.values[a:b], total, left, best_left, best)
        else:
            best = scan_column(f, features.columns[~j], W, order[~j + 1], total, left, best_left, best)
    edge, feature, threshold = best
    goes_left = np.ones(m, dtype=np.bool_)
    votes = np.full((2, width), -1.0)
    if feature == LEAF:
        best_left[:] = total
    else:
        mark_left(goes_left, features, order[0], Split(edge, 0.0, feature, threshold))
    for k in range(width):
        rest = total[k] if feature == LEAF else total[k] - best_left[k]
        votes[0, k] = 1.0 if best_left[k] > TOLERANCE else -1.0
        votes[1, k] = 1.0 if rest > TOLERANCE else -1.0
    return feature, threshold, votes, goes_left


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
        X : array-like of shape (m, d), or PresortedFeatures
            Features, or the same made ready once for many stumps.
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
            features = X if isinstance(X, PresortedFeatures) else PresortedFeatures(X)
            board = finite_array(board, "board", (features.shape[0], "k"), empty=False)
            board = board / (np.abs(board).max() or 1.0)  # a sum is to be a number
            W = empty_board(*board.shape)
            W[:, : board.shape[1]] = board / max(np.abs(board).sum(), 1.0)
            self.grow(features, W, board.shape[1])
            return self

    def grow(self, features, W, K):
        """Find the stump as boosting does, round after round; nothing is checked.

        Parameters
        ----------
        features : PresortedFeatures
            Of the m examples.
        W : array of shape (m, at least K)
            Signed weights, as :func:`best_stump` takes them.
        K : int
            Number of classes.

        Returns
        -------
        votes, goes_left
            Its votes on both sides, rows as long as those of `W`, and which examples go left.
        """
        self.feature_, self.threshold_, votes, goes_left = best_stump(W, features.arrays, features.order)
        self.votes_, self.n_features_in_ = votes[:, :K].astype(np.int8), features.shape[1]
        return votes, goes_left

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
        if self.feature_ == LEAF:
            return np.repeat(self.votes_[:1], len(X), axis=0).astype(np.intp)
        return self.votes_[(X[:, self.feature_] > self.threshold_).astype(np.intp)].astype(np.intp)
