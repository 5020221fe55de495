"""A decision tree that minimises a cost matrix: the weak learner of AdaBoost.MM and CoMBo.

Boosting asks its weak learner for a classifier h of small cost sum_i D(i, h(x_i)) on a cost matrix D, not for few
errors.  A leaf answers with the label of least cost on its examples, so the cost of a tree is at most that of the
best constant answer, which is never positive when the rows of D sum to zero: the edge is never negative.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import check_whole, float_array
from confusion._core.compiled import interruptible
from confusion._core.refit import unchanged_on_error
from confusion.boosting.growth import grow, leaves
from confusion.boosting.splits import Features

__all__ = ["CostTree", "PresortedFeatures"]

#: A feature with at most so many distinct values is swept by value, not by example.
NARROW = 256

TINY = np.finfo(float).tiny


class PresortedFeatures:
    """The features of one sample, made ready for many trees.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Finite.

    Attributes
    ----------
    shape : (m, d)
    arrays : Features
        What the loops read.
    order : array of shape (wide features + 1, m)
        The examples as they came, then in the order of each wide feature; not to be written into.
    """

    def __init__(self, X):
        X = float_array(X, "X")
        if X.ndim != 2 or not X.size or not np.isfinite(X).all():
            raise ValueError(f"X must hold finite numbers, shape (m, d), got shape {X.shape}")
        self.shape = X.shape
        place, codes, values, wide = np.empty(X.shape[1], dtype=np.intp), [], [np.empty(0)], []
        for f in range(X.shape[1]):
            found, inverse = np.unique(X[:, f], return_inverse=True)
            if len(found) <= NARROW:
                place[f] = len(codes)
                codes.append(inverse.reshape(-1).astype(np.uint8))
                values.append(found)
            else:
                place[f] = ~len(wide)
                wide.append(f)
        self.arrays = Features(
            place=place,
            codes=np.ascontiguousarray(np.array(codes, dtype=np.uint8).reshape(len(codes), len(X)).T),
            values=np.concatenate(values),
            offsets=np.cumsum([len(found) for found in values]),
            columns=np.ascontiguousarray(X[:, wide].T),
        )
        self.order = np.empty((len(wide) + 1, len(X)), dtype=np.int32)
        self.order[0] = np.arange(len(X))
        for j, column in enumerate(self.arrays.columns):
            self.order[j + 1] = np.argsort(column, kind="stable")

    def grow(self, E, max_depth):
        """Arrays of the tree that minimises the costs `E`, see :func:`confusion.boosting.growth.grow`."""
        *tree, answer = grow(self.order.copy(), E, self.arrays, min(max_depth, self.shape[0]))
        return [array.copy() for array in tree], answer  # copies: they are parts of longer arrays


class CostTree(BaseEstimator):
    """Greedy decision tree for a cost matrix; an exact stump at depth 1.

    Parameters
    ----------
    max_depth : int, default 1
        Splits between the root and a leaf, at most.

    Attributes
    ----------
    feature_, threshold_, child_, label_ : arrays of shape (n_nodes,)
        Node 0 is the root; an example goes to node ``child_`` if ``x[feature_] <= threshold_`` and to the one after it
        otherwise; `feature_` is -1 in a leaf, which answers `label_`.
    n_classes_, n_features_in_ : int

    Notes
    -----
    Every threshold between two values that occur in a node is tried; thresholds are midpoints.  Splits are judged by
    the costs of the best answers of their two sides.  At every level but the last a split may gain nothing: of equally
    cheap splits, up to 1e-12 of the weight at stake, the one that separates the rows of D best by weighted variance is
    taken, then the first feature, then the lowest threshold.  An example whose answers all cost the same
    counts for nothing, as if it were not there.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> costs = np.array([[-2.0, 1, 1], [1, -2, 1], [1, 1, -2]])
    >>> CostTree(max_depth=2).fit(X, costs).predict([[-1.0], [0.9], [5.0]])
    array([0, 1, 2])
    """

    def __init__(self, max_depth=1):
        self.max_depth = max_depth

    def fit(self, X, costs):
        """Grow the tree.

        Parameters
        ----------
        X : array-like of shape (m, d), or PresortedFeatures
            Features, or the same made ready once for many trees.
        costs : array-like of shape (m, K)
            ``costs[i, l]`` is the price of the answer l for example i; a constant added to a row changes nothing.

        Returns
        -------
        self
            The fitted tree.

        Raises
        ------
        ValueError, TypeError
            For features or costs that are not finite numbers, shapes that do not fit, or a depth below 1; the tree is
            then as it was.
        """
        with unchanged_on_error(self):
            return self._fit(X, costs)

    def _fit(self, X, costs):
        depth = check_whole(self.max_depth, "max_depth", 1)
        features = X if isinstance(X, PresortedFeatures) else PresortedFeatures(X)
        costs = float_array(costs, "costs")
        if costs.ndim != 2 or costs.shape[0] != features.shape[0] or costs.shape[1] < 1:
            raise ValueError(f"costs must have shape ({features.shape[0]}, K), got {costs.shape}")
        if not np.isfinite(costs).all():
            raise ValueError("costs must be finite")
        costs = costs / max(np.abs(costs).max(), TINY)  # a sum of rows is to be a number
        centred = costs - costs.min(axis=1, keepdims=True)  # first, so that equal costs are exactly zero
        centred -= centred.mean(axis=1, keepdims=True)
        centred /= max(-centred.min(), TINY)  # and a square
        self.grow(features, np.column_stack([centred, -centred.min(axis=1)]), depth, costs.shape[1])
        return self

    def grow(self, features, E, depth, n_classes):
        """Grow the tree as boosting does, round after round; nothing is checked, and ``max_depth`` is not looked at.

        Parameters
        ----------
        features : PresortedFeatures
            The features of the m examples.
        E : array of shape (m, K + 1) or wider
            In row i the K costs of the answers for example i, of sum zero, and in the last column minus the least of
            them.  Columns between the two hold zeros.
        depth : int
            Splits between the root and a leaf, at most.
        n_classes : int
            K.

        Returns
        -------
        array of shape (m,)
            What the tree answers for the examples, integers 0 to K - 1.
        """
        (self.feature_, self.threshold_, self.child_, self.label_), answer = features.grow(E, depth)
        self.n_features_in_, self.n_classes_ = features.shape[1], n_classes
        return answer

    def apply(self, X):
        """Find the leaf that each row falls into.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features; infinite ones are welcome.

        Returns
        -------
        array of shape (n,)
            Numbers of nodes.

        Raises
        ------
        ValueError, TypeError
            For NaN, what is no number, another number of features than in :meth:`fit`, a tree that is not fitted.
        """
        check_is_fitted(self, "feature_")
        X = np.ascontiguousarray(float_array(X, "X"))
        if X.ndim != 2 or X.shape[1] != self.n_features_in_ or np.isnan(X).any():
            raise ValueError(f"X must hold numbers, shape (n, {self.n_features_in_}), got shape {X.shape}")
        with interruptible():
            return leaves(X, self.feature_, self.threshold_, self.child_)

    def predict(self, X):
        """Answer with the labels of the leaves.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features, as for :meth:`apply`.

        Returns
        -------
        array of shape (n,)
            Integers 0 to K - 1.

        Raises
        ------
        ValueError, TypeError
            As in :meth:`apply`.
        """
        leaf = self.apply(X)  # first, so that a tree that is not fitted says so
        return self.label_[leaf]
