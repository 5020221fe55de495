"""What takes the time in boosting by a cost matrix, compiled: used where numba is.

:func:`grow` grows the tree that :func:`confusion.boosting.cost_tree.grow` defines, and finds the same splits.  A
*narrow* feature has at most 256 distinct values: the costs of a node are summed by value, for all such features at
once.  Of a *wide* one the examples of every node are kept in the order of the feature.  Then both are one scan, over
sums by value or over examples.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.compiled import compiled

__all__ = ["LEAF", "TOLERANCE", "grow", "leaves", "middle", "presort", "reweight"]

#: The feature of a node that is not split.
LEAF = -1
#: What differs by less than this share of what is at stake is equal, so that the order of a sum decides nothing.
TOLERANCE = 1e-9
#: A feature with at most so many distinct values is narrow.
NARROW = 256


class Presorted(NamedTuple):
    """The features of m examples, made ready for many trees."""

    X: np.ndarray  #: shape (m, d), feature by feature
    place: np.ndarray  #: feature f is narrow feature number place[f], or wide and row -place[f] of `order`; shape (d,)
    codes: np.ndarray  #: of each example the numbers of its values of the narrow features, bytes (m, narrow)
    values: np.ndarray  #: the distinct values of the narrow features, one feature after the other, each rising
    offsets: np.ndarray  #: narrow feature j has values[offsets[j] : offsets[j + 1]]
    order: np.ndarray  #: the examples as they came, then in the order of each wide feature, shape (wide + 1, m)


def presort(X):
    """Make the features `X`, shape (m, d), ready."""
    place, codes, values, order = [], [], [np.empty(0)], [np.arange(len(X))]
    for column in X.T:
        found, inverse = np.unique(column, return_inverse=True)
        if len(found) <= NARROW:
            place.append(len(codes))
            codes.append(inverse.reshape(-1))
            values.append(found)
        else:
            place.append(-len(order))
            order.append(np.argsort(column, kind="stable"))
    return Presorted(
        X=np.asfortranarray(X),
        place=np.array(place, dtype=np.intp),
        codes=np.ascontiguousarray(np.array(codes, dtype=np.uint8).reshape(len(codes), len(X)).T),
        values=np.concatenate(values),
        offsets=np.cumsum([len(found) for found in values]),
        order=np.array(order, dtype=np.int32),
    )


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
def best_answer(total, slack):
    """First answer whose cost is the least but for `slack`."""
    least = total.min()
    for k in range(len(total)):
        if total[k] <= least + slack:
            return k
    return 0


@compiled
def spread(left, weight, total, whole):
    """What a split takes off the weighted variance of the rows D(i, .) / w_i, but for a constant of the node."""
    a, b, other = 0.0, 0.0, whole - weight
    for k in range(len(total)):
        a += left[k] * left[k]
        b += (total[k] - left[k]) * (total[k] - left[k])
    return (a / weight if weight > 0 else 0.0) + (b / other if other > 0 else 0.0)


@compiled
def scan(f, rows, weights, ids, column, total, whole, slack, least, found):
    """Append the thresholds of feature `f` that cost at most `least` and `slack` to `found`; return the new least.

    `ids` are the examples, or values, in the order of ``column``; ``rows[i]`` and ``weights[i]`` their costs.
    """
    left, weight, low = np.zeros(len(total)), 0.0, -1
    for i in ids:
        if weights[i] == 0:  # nothing at stake: as if it were not there
            continue
        if low >= 0 and column[low] < column[i]:
            a, b = left[0], total[0] - left[0]
            for k in range(1, len(total)):
                a = min(a, left[k])
                b = min(b, total[k] - left[k])
            if a + b <= least + slack:
                least = min(least, a + b)
                found.append((a + b, spread(left, weight, total, whole), f, middle(column[low], column[i])))
        add_row(left, rows[i])
        weight += weights[i]
        low = i
    return least


@compiled
def chosen(found, limit):
    """Of the thresholds that cost at most `limit` the first of largest spread: (cost, feature, threshold)."""
    widest = -1.0
    for cost, worth, _, _ in found:
        if cost <= limit and worth > widest:
            widest = worth
    for cost, worth, f, threshold in found:
        if cost <= limit and worth >= widest * (1 - TOLERANCE):
            return cost, f, threshold
    return np.inf, LEAF, 0.0


@compiled
def fill(sums, weights, D, w, codes, offsets, ids):
    """Write the sums of the costs and weights by narrow feature and value."""
    sums[:], weights[:] = 0.0, 0.0
    for i in ids:
        for j in range(codes.shape[1]):
            b = offsets[j] + codes[i, j]
            for k in range(D.shape[1]):
                sums[b, k] += D[i, k]
            weights[b] += w[i]


@compiled
def partition(order, goes_left, spare):
    """Move the examples that go left to the front of every row of `order`; return their number."""
    n_left = 0
    for row in order:
        n_left, n_right = 0, 0
        for i in row:
            if goes_left[i]:
                row[n_left] = i
                n_left += 1
            else:
                spare[n_right] = i
                n_right += 1
        row[n_left:] = spare[:n_right]
    return n_left


@compiled
def in_order(f, features, D, w, sums, weights, order, every):
    """Rows of costs, their weights, which of them in the order of feature `f`, its values: by value or by example."""
    j = features.place[f]
    if j >= 0:
        a, b = features.offsets[j], features.offsets[j + 1]
        return sums[a:b], weights[a:b], every[: b - a], features.values[a:b]
    return D, w, order[-j], features.X[:, f]


@compiled
def grow(D, w, features, max_depth):
    """Grow breadth first, as :func:`confusion.boosting.cost_tree.grow` does; its arguments, its results."""
    order, every = features.order.copy(), np.arange(NARROW).astype(np.int32)
    m, K = D.shape
    most = min(2 * m - 1, 2 ** (min(max_depth, 40) + 1) - 1)
    feature, threshold = np.full(most, LEAF), np.zeros(most)
    child, label, depth = np.zeros(most, dtype=np.intp), np.zeros(most, dtype=np.intp), np.zeros(most, dtype=np.intp)
    begin, finish = np.zeros(most, dtype=np.intp), np.full(most, m)
    totals, wholes = np.zeros((most, K)), np.zeros(most)
    sums, sum_weights = np.zeros((len(features.values), K)), np.zeros(len(features.values))
    goes_left, spare = np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=order.dtype)
    for i in range(m):
        add_row(totals[0], D[i])
        wholes[0] += w[i]
    label[0] = best_answer(totals[0], TOLERANCE * wholes[0])
    answer = np.full(m, label[0])
    node, n_nodes = -1, 1
    while node + 1 < n_nodes:
        node += 1
        total, whole, here = totals[node], wholes[node], order[:, begin[node] : finish[node]]
        alone, slack = total.min(), TOLERANCE * whole
        if depth[node] == max_depth or alone <= slack - whole:  # -whole: every example is answered rightly
            continue
        fill(sums, sum_weights, D, w, features.codes, features.offsets, here[0])
        least, found = np.inf, [(np.inf, 0.0, LEAF, 0.0)]
        for f in range(len(features.place)):
            rows, weights, ids, column = in_order(f, features, D, w, sums, sum_weights, here, every)
            least = scan(f, rows, weights, ids, column, total, whole, slack, least, found)
        cost, f, cut = chosen(found, least + slack)
        # A split that gains nothing by itself may still prepare one that does, except at the last level.
        if f == LEAF or (depth[node] + 1 == max_depth and cost >= alone - slack):
            continue
        left = n_nodes
        n_nodes += 2
        feature[node], threshold[node], child[node] = f, cut, left
        rows, weights, ids, column = in_order(f, features, D, w, sums, sum_weights, here, every)
        for i in ids:  # not one side from the other: a difference of large sums says little about a small one
            side = left if column[i] <= cut else left + 1
            add_row(totals[side], rows[i])
            wholes[side] += weights[i]
        for side in (left, left + 1):
            label[side], depth[side] = best_answer(totals[side], TOLERANCE * wholes[side]), depth[node] + 1
        column = features.X[:, f]
        for i in here[0]:
            goes_left[i] = column[i] <= cut
            answer[i] = label[left] if goes_left[i] else label[left + 1]
        if depth[left] < max_depth:
            begin[left], finish[left + 1] = begin[node], finish[node]
            finish[left] = begin[left + 1] = begin[node] + partition(here, goes_left, spare)
    return feature[:n_nodes], threshold[:n_nodes], child[:n_nodes], label[:n_nodes], answer


@compiled
def leaves(X, feature, threshold, child):
    """The leaf that every row of `X` falls into."""
    found = np.zeros(X.shape[0], dtype=np.intp)
    for i in range(X.shape[0]):
        node = 0
        while feature[node] != LEAF:
            node = child[node] if X[i, feature[node]] <= threshold[node] else child[node] + 1
        found[i] = node
    return found


@compiled
def reweight(D, f, y, answer, alpha):
    """What :func:`confusion.boosting.combo.reweight` does."""
    up, down = np.exp(alpha), np.exp(-alpha)
    total = 0.0
    for i in range(len(y)):
        f[i, answer[i]] += alpha
        if answer[i] == y[i]:
            for k in range(D.shape[1]):
                D[i, k] *= down
        else:
            more = D[i, answer[i]] * (up - 1)
            D[i, answer[i]] += more
            D[i, y[i]] -= more
        total -= D[i, y[i]]
    return total
