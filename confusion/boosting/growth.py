"""What takes the time in boosting by a cost matrix, compiled: used where numba is.

:func:`grow_compiled` grows the tree that :func:`confusion.boosting.cost_tree.grow` defines, by the same splits.  A
*narrow* feature has at most 256 distinct values: the costs of a node are summed by value, for all such features at
once.  Of a *wide* one the examples of every node are kept in the order of the feature.  Then both are one scan, over
sums by value or over examples.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.compiled import compiled

__all__ = ["LEAF", "TOLERANCE", "grow_compiled", "leaves_compiled", "middle", "presort_columns", "reweight"]

#: The feature of a node that is not split.
LEAF = -1
#: What differs by less than this share of what is at stake is equal, so that the order of a sum decides nothing.
TOLERANCE = 1e-9
#: A feature with at most so many distinct values is narrow.
NARROW = 256


class Presorted(NamedTuple):
    """The features of m examples, made ready for many trees."""

    columns: np.ndarray  #: all d features, shape (d, m)
    place: np.ndarray  #: feature f is narrow feature number place[f], or wide and row -place[f] of `order`; shape (d,)
    codes: np.ndarray  #: of each example the numbers of its values of the narrow features, bytes (m, narrow)
    values: np.ndarray  #: the distinct values of the narrow features, one feature after the other, each rising
    offsets: np.ndarray  #: narrow feature j has values[offsets[j] : offsets[j + 1]]
    order: np.ndarray  #: the examples as they came, then in the order of each wide feature, shape (wide + 1, m)


def presort_columns(X):
    """Make the features `X`, shape (m, d), ready."""
    place, codes, values, order = [], [], [np.empty(0)], [np.arange(len(X))]
    for column in X.T:
        known, inverse = np.unique(column, return_inverse=True)
        if len(known) <= NARROW:
            place.append(len(codes))
            codes.append(inverse.reshape(-1))
            values.append(known)
        else:
            place.append(-len(order))
            order.append(np.argsort(column, kind="stable"))
    codes = np.ascontiguousarray(np.array(codes, dtype=np.uint8).reshape(len(codes), len(X)).T)
    return Presorted(columns=np.ascontiguousarray(X.T), place=np.array(place, dtype=np.intp), codes=codes,
                     values=np.concatenate(values), offsets=np.cumsum([len(part) for part in values]),
                     order=np.array(order, dtype=np.int32))  # fmt: skip


@compiled
def middle(low, high):
    """A threshold between two values that floats may not be able to halve."""
    half = 0.5 * low + 0.5 * high
    return half if low <= half < high else low


@compiled
def add_row(total, row):
    """``total += row``, without the temporary array that numba would make."""
    for k in range(len(total)):
        total[k] += row[k]


@compiled
def cheapest_label(total, K):
    """First prediction whose cost is the least but for the tolerance."""
    return np.argmax(total[:K] <= total[:K].min() + TOLERANCE * total[-1])


@compiled
def move_left(left, row, total, K):
    """Add `row` to the sums `left`; return what the best predictions on the two sides cost then."""
    a, b = np.inf, np.inf
    for k in range(K):
        left[k] += row[k]
        a = min(a, left[k])
        b = min(b, total[k] - left[k])
    left[-1] += row[-1]
    return a + b


@compiled
def split_spread(left, total, K):
    """What a split takes off the weighted variance of the rows D(i, .) / w_i, but for a constant of the node."""
    a, b, w = 0.0, 0.0, total[-1] - left[-1]
    for k in range(K):
        a += left[k] * left[k]
        b += (total[k] - left[k]) * (total[k] - left[k])
    return (a / left[-1] if left[-1] > 0 else 0.0) + (b / w if w > 0 else 0.0)


@compiled
def scan(f, rows, ids, column, total, K, least, candidates):
    """Append to `candidates` the thresholds of feature `f` that cost the least, or as much but for the tolerance.

    `ids` are the rows, examples or values, in the order of ``column``; `least` is the least cost so far, and returned.
    """
    left, low, cost, slack = np.zeros(len(total)), -1, 0.0, TOLERANCE * total[-1]
    for i in ids:
        if rows[i, -1] == 0:  # nothing at stake: as if it were not there
            continue
        if low >= 0 and cost <= least + slack and column[low] < column[i]:
            least = min(least, cost)
            candidates.append((cost, split_spread(left, total, K), f, middle(column[low], column[i])))
        cost = move_left(left, rows[i], total, K)
        low = i
    return least


@compiled
def chosen(candidates, limit):
    """Of the thresholds that cost at most `limit` the first of largest spread: (cost, feature, threshold)."""
    widest = 0.0
    for cost, spread, _, _ in candidates:
        if cost <= limit:
            widest = max(widest, spread)
    for cost, spread, f, threshold in candidates:
        if cost <= limit and spread >= widest * (1 - TOLERANCE):
            return cost, f, threshold
    return np.inf, LEAF, 0.0


@compiled
def fill(sums, D, w, features, ids):
    """Write the sums of the costs and weights by narrow feature and value."""
    sums[:] = 0.0
    row = np.zeros(sums.shape[1])
    codes, offsets = features.codes, features.offsets
    for i in ids:
        for k in range(D.shape[1]):
            row[k] = D[i, k]
        row[-1] = w[i]
        for j in range(codes.shape[1]):
            add_row(sums[offsets[j] + codes[i, j]], row)


@compiled
def in_order(f, features, sums, E, here):
    """Rows of costs, which of them in the order of feature `f`, and its values: by value or by example."""
    j = features.place[f]
    if j >= 0:
        return sums, np.arange(features.offsets[j], features.offsets[j + 1], 1, np.int32), features.values
    return E, here[-j], features.columns[f]


@compiled
def parted(here, goes_left):
    """The examples on the two sides of a split, every row in its order."""
    n_left = goes_left[here[0]].sum()
    left, right = np.empty((len(here), n_left), np.int32), np.empty((len(here), here.shape[1] - n_left), np.int32)
    for r in range(len(here)):
        side = goes_left[here[r]]
        left[r], right[r] = here[r][side], here[r][~side]
    return left, right


@compiled
def grow_compiled(D, w, features, max_depth):
    """Grow depth first, as :func:`confusion.boosting.cost_tree.grow` does; its arguments, its results.

    Rows of costs have the weight at their end, and zeros before it that make their length a multiple of 4.
    """
    (m, K), columns = D.shape, features.columns
    width, most = 4 * (K // 4 + 1), min(2 * m - 1, 2 ** (min(max_depth, 40) + 1) - 1)
    feature, threshold, totals = np.full(most, LEAF), np.zeros(most), np.zeros((most, width))
    child, label = np.zeros(most, dtype=np.intp), np.zeros(most, dtype=np.intp)
    sums, E = np.zeros((len(features.values), width)), np.zeros((m if len(features.order) > 1 else 0, width))
    if len(E):
        E[:, :K], E[:, -1] = D, w
    for i in range(m):
        add_row(totals[0, :K], D[i])
    totals[0, -1] = w.sum()
    label[0] = cheapest_label(totals[0], K)
    predicted, goes_left = np.full(m, label[0]), np.zeros(m, dtype=np.bool_)
    n_nodes, waiting = 1, [(0, features.order, max_depth)]
    while len(waiting):
        node, here, levels = waiting.pop()
        total = totals[node]
        alone, slack = total[:K].min(), TOLERANCE * total[-1]
        if levels == 0 or alone <= slack - total[-1]:  # the last: every example is predicted rightly
            continue
        if len(sums):
            fill(sums, D, w, features, here[0])
        least, candidates = np.inf, [(np.inf, 0.0, LEAF, 0.0)]
        for f in range(len(columns)):
            rows, ids, column = in_order(f, features, sums, E, here)
            least = scan(f, rows, ids, column, total, K, least, candidates)
        cost, f, cut = chosen(candidates, least + slack)
        # A split that gains nothing by itself may still prepare one that does, except at the last level.
        if f == LEAF or (levels == 1 and cost >= alone - slack):
            continue
        left, right = n_nodes, n_nodes + 1
        n_nodes += 2
        feature[node], threshold[node], child[node] = f, cut, left
        rows, ids, column = in_order(f, features, sums, E, here)
        for i in ids:  # not one side from the other: a difference of large sums says little about a small one
            add_row(totals[left if column[i] <= cut else right], rows[i])
        label[left], label[right] = cheapest_label(totals[left], K), cheapest_label(totals[right], K)
        for i in here[0]:
            goes_left[i] = columns[f, i] <= cut
            predicted[i] = label[left] if goes_left[i] else label[right]
        if levels > 1:
            lower, upper = parted(here, goes_left)
            waiting.extend([(right, upper, levels - 1), (left, lower, levels - 1)])
    return feature[:n_nodes], threshold[:n_nodes], child[:n_nodes], label[:n_nodes], predicted


@compiled
def leaves_compiled(X, feature, threshold, child):
    """The leaf that every row of `X` falls into."""
    node_of = np.zeros(X.shape[0], dtype=np.intp)
    for i in range(X.shape[0]):
        node = 0
        while feature[node] != LEAF:
            node = child[node] if X[i, feature[node]] <= threshold[node] else child[node] + 1
        node_of[i] = node
    return node_of


@compiled
def reweight(D, f, y, predicted, alpha):
    """Add alpha to the scores of the predictions, bring `D` up to date, both in place; return the loss `D` holds."""
    more, less = np.expm1(alpha), np.exp(-alpha)
    total = 0.0
    for i in range(len(y)):
        f[i, predicted[i]] += alpha
        if predicted[i] == y[i]:
            for k in range(D.shape[1]):
                D[i, k] *= less
        else:
            step = D[i, predicted[i]] * more
            D[i, predicted[i]] += step
            D[i, y[i]] -= step
        total -= D[i, y[i]]
    return total
