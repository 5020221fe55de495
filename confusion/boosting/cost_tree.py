"""A decision tree that minimises a cost matrix: the weak learner of AdaBoost.MM and CoMBo.

Boosting asks its weak learner for a classifier h of small cost sum_i D(i, h(x_i)) on a cost matrix D, not for few
errors.  A leaf predicts the label of least cost on its examples, so the cost of a tree is at most that of the
best constant prediction, which is never positive when the rows of D sum to zero: the edge is never negative.

:func:`grow` is the definition, in whole arrays; where numba is, :mod:`confusion.boosting.growth` does the same faster.
"""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator

from confusion._core.arguments import check_integer, finite_array
from confusion._core.compiled import COMPILED, interruptible
from confusion._core.refit import unchanged_on_error
from confusion.boosting.growth import LEAF, TOLERANCE, grow_compiled, leaves_compiled, middle, presort_columns
from confusion.boosting.weak_learners import new_features

__all__ = ["CostTree", "tree_learner"]


class Values(NamedTuple):
    """The features of m examples by their distinct values."""

    X: np.ndarray  #: shape (m, d)
    codes: np.ndarray  #: the numbers of the values of each example, shape (m, d)
    values: np.ndarray  #: the V values, one feature after the other, each rising
    feature: np.ndarray  #: which feature takes the value, shape (V,)


def presort(X):
    """Make the features `X`, shape (m, d), ready for many trees."""
    distinct = [np.unique(column, return_inverse=True) for column in X.T]
    sizes = [len(values) for values, _ in distinct]
    codes = np.stack([inverse.reshape(-1) for _, inverse in distinct], axis=1) + (np.cumsum(sizes) - sizes)
    values = np.concatenate([values for values, _ in distinct])
    return Values(X, codes.astype(np.int32), values, np.repeat(np.arange(len(sizes)), sizes))


def best_split(E, codes, values, feature, slack):
    """The best split of a node with the costs and weights `E` of its n examples: (cost, feature, threshold).

    Of the thresholds that cost the least, up to `slack`, the one that separates the rows D(i, .) / w_i best by weighted
    variance, then the first feature, then the lowest threshold.
    """
    n, d = codes.shape
    # Row v of this matrix says which examples have the value v.
    has = sparse.csc_array((np.ones(n * d), codes.ravel(), np.arange(0, n * d + 1, d)), shape=(len(values), n))
    sums = has @ E  # by value
    here = np.flatnonzero(sums[:, -1])  # where nothing is at stake there is no threshold
    sums, values, feature = np.ascontiguousarray(sums[here].T), values[here], feature[here]
    ends = np.flatnonzero(feature[:-1] == feature[1:])  # the values that a threshold may follow
    if not len(ends):
        return np.inf, LEAF, 0.0
    total = E.sum(axis=0)[:, None]
    left = np.cumsum(sums, axis=1)[:, ends] - feature[ends] * total  # the features before it sum up to the total each
    right = total - left
    cost = left[:-1].min(axis=0) + right[:-1].min(axis=0)
    near = np.flatnonzero(cost <= cost.min() + slack)
    spread = sum(
        np.divide((side[:-1] ** 2).sum(axis=0), side[-1], out=np.zeros(len(near)), where=side[-1] > 0)
        for side in (left[:, near], right[:, near])
    )
    best = near[np.argmax(spread >= spread.max() * (1 - TOLERANCE))]
    return cost[best], feature[ends[best]], middle(values[ends[best]], values[ends[best] + 1])


def grow(D, w, data, max_depth):
    """Grow a tree breadth first: (feature, threshold, child, label), as in :class:`CostTree`, and its predictions.

    `D`, shape (m, K), has the costs, rows that sum to zero; `w`, shape (m,), what is at stake for each example, minus
    the least cost in its row; `data` the examples, see :func:`presort`.
    """
    E, predicted, tree = np.column_stack([D, w]), np.zeros(len(D), dtype=np.intp), []
    grown = [(np.arange(len(D)), data.codes, data.values, data.feature, 0)]
    for ids, codes, values, of, depth in grown:  # it grows while it is read
        rows = E[ids]
        total = rows.sum(axis=0)
        alone, slack = total[:-1].min(), TOLERANCE * total[-1]
        predicted[ids] = label = int(np.argmax(total[:-1] <= alone + slack))
        tree.append([LEAF, 0.0, 0, label])
        if depth == max_depth or alone <= slack - total[-1]:  # the last: every example is predicted rightly
            continue
        if len(values) > codes.size:  # most do not occur here
            here = np.bincount(codes.ravel(), minlength=len(values)) > 0
            codes, values, of = (np.cumsum(here, dtype=np.int32) - 1)[codes], values[here], of[here]
        cost, f, cut = best_split(rows, codes, values, of, slack)
        # A split that gains nothing by itself may still prepare one that does, except at the last level.
        if f == LEAF or (depth + 1 == max_depth and cost >= alone - slack):
            continue
        tree[-1][:3] = f, cut, len(grown)
        low = data.X[ids, f] <= cut
        grown += [(ids[side], codes[side], values, of, depth + 1) for side in (low, ~low)]
    return *map(np.array, zip(*tree)), predicted


def leaves(X, feature, threshold, child):
    """The leaf that every row of `X` falls into."""
    node_of, inside = np.zeros(len(X), dtype=np.intp), np.arange(len(X))
    while len(inside):
        node = node_of[inside]
        inner = feature[node] != LEAF
        inside, node = inside[inner], node[inner]
        node_of[inside] = child[node] + (X[inside, feature[node]] > threshold[node])
    return node_of


#: What is used: the compiled functions, 2 to 20 times faster, where numba is.
used = SimpleNamespace(presort=presort, grow=grow, leaves=leaves)
if COMPILED:
    used = SimpleNamespace(presort=presort_columns, grow=grow_compiled, leaves=leaves_compiled)


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
        otherwise; `feature_` is -1 in a leaf, which predicts `label_`.
    n_classes_, n_features_in_ : int

    Notes
    -----
    Every threshold between two values that occur in a node is tried; thresholds are midpoints.  Splits are judged by
    the costs of the best predictions of their two sides.  At every level but the last a split may gain nothing: of
    equally cheap splits, up to 1e-9 of the weight at stake, the one that separates the rows of D best by weighted
    variance is taken, of those equal up to 1e-9 of it the first feature, then the lowest threshold.  A leaf predicts
    the first label of least cost, up to 1e-9 again.  An example whose predictions all cost the same counts for nothing,
    as if it were not there.

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
        X : array-like of shape (m, d)
            Features.
        costs : array-like of shape (m, K)
            ``costs[i, l]`` is the price of predicting l for example i; a constant added to a row changes nothing.

        Returns
        -------
        self
            The fitted tree.
        """
        with unchanged_on_error(self):
            depth = check_integer(self.max_depth, "max_depth", 1)
            X = finite_array(X, "X", ("m", "d"), empty=False)
            costs = finite_array(costs, "costs", (len(X), "K"), empty=False)
            costs = costs / (np.abs(costs).max() or 1.0)  # a sum of rows is to be a number
            centred = costs - costs.min(axis=1, keepdims=True)  # first, so that equal costs are exactly zero
            centred -= centred.mean(axis=1, keepdims=True)
            centred /= -centred.min() or 1.0  # and a square
            self._grow(centred, -centred.min(axis=1), used.presort(X), depth, X.shape[1])
            return self

    def _grow(self, D, w, data, depth, n_features):
        """Grow the tree, unchecked; return its predictions on the examples."""
        *tree, predicted = used.grow(D, w, data, min(depth, len(D)))
        self.feature_, self.threshold_, self.child_, self.label_ = (array.copy() for array in tree)  # they were longer
        self.n_classes_, self.n_features_in_ = D.shape[1], n_features
        return predicted

    def apply(self, X):
        """Find the leaf that each row falls into.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features; infinite values are allowed.

        Returns
        -------
        array of shape (n,)
            Numbers of nodes.
        """
        X = np.ascontiguousarray(new_features(self, X))
        with interruptible():
            return used.leaves(X, self.feature_, self.threshold_, self.child_)

    def predict(self, X):
        """Predict the labels of the leaves.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features, as for :meth:`apply`.

        Returns
        -------
        array of shape (n,)
            Integers 0 to K - 1.
        """
        leaf = self.apply(X)  # first, so that a tree that is not fitted says so
        return self.label_[leaf]


def tree_learner(X, y, max_depth=1):
    """Make the weak learner of :func:`confusion.boosting.combo.boost` that grows trees on one sample.

    Parameters
    ----------
    X, y : arrays of shape (m, d) and (m,)
        Finite features, which are presorted here once for all rounds, and class numbers.
    max_depth : int, default 1

    Returns
    -------
    function
        Takes a cost matrix D of shape (m, K), as :func:`confusion.boosting.combo.cost_matrix` makes it; returns a
        :class:`CostTree` and its predictions on the examples.
    """
    data, rows = used.presort(np.ascontiguousarray(X, dtype=float)), np.arange(len(y))

    def weak_learner(D):
        tree = CostTree(max_depth)
        return tree, tree._grow(D, -D[rows, y], data, max_depth, X.shape[1])

    return weak_learner
