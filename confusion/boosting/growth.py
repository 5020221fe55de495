"""Growing a tree that minimises a cost matrix, in compiled loops over presorted features.

Every example i brings a row ``E[i] = (D(i, 0), ..., D(i, K - 1), w_i)``: what each answer costs, their sum zero, and a
weight.  The cost of a node that answers l is the sum of D(i, l) over its examples; a split is worth the costs of the
best answers of its two sides.  Nothing is at stake for an example of weight zero, and no threshold looks at it.  Costs
within `TOLERANCE` of each other, relative to the weight of the node, count as equal, so that the order of a sum never
decides; of splits of equal cost the one wins that leaves the smaller weighted variance of the rows D(i, .) / w_i, then
the first feature, then the lowest threshold.

A *narrow* feature has at most 256 distinct values: sums by value, one sweep over the values.  For a *wide* one the
examples of every node are kept in the order of the feature.  Both look at every threshold, and find the same.

More answers may be appended to the rows, of cost zero for every example, so that rows have a length that a processor
likes: such an answer is never better than the best of the others, whose costs have mean zero, and comes after them.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.boosting import growth_twins as twins
from confusion.boosting.splits import LEAF, TOLERANCE, Split

__all__ = ["grow", "leaves"]


@compiled
def add_row(total, row):
    """``total += row``, without the temporary array that numba would make."""
    for k in range(len(total)):
        total[k] += row[k]


@compiled(twin=twins.sum_rows)
def sum_rows(E, ids):
    """``E[ids].sum(axis=0)``, in the order of `ids`."""
    total = np.zeros(E.shape[1])
    for i in ids:
        for k in range(E.shape[1]):
            total[k] += E[i, k]
    return total


@compiled
def best_answer(total, slack):
    """First answer whose cost is the least but for `slack`."""
    K = len(total) - 1
    least = total[:K].min()
    for k in range(K):
        if total[k] <= least + slack:
            return k
    return 0


@compiled
def split_cost(left, total):
    """Cost of the best answers on the two sides."""
    K = len(total) - 1
    a, b = left[0], total[0] - left[0]
    for k in range(1, K):
        a = min(a, left[k])
        b = min(b, total[k] - left[k])
    return a + b


@compiled
def split_spread(left, total):
    """What a split takes off the weighted variance of the rows D(i, .) / w_i, but for a constant of the node."""
    K = len(total) - 1
    a, b = 0.0, 0.0
    for k in range(K):
        a += left[k] * left[k]
        b += (total[k] - left[k]) * (total[k] - left[k])
    w = total[K] - left[K]
    return (a / left[K] if left[K] > 0 else 0.0) + (b / w if w > 0 else 0.0)


@compiled
def middle(low, high):
    """A threshold between two values that floats may not be able to halve."""
    half = 0.5 * low + 0.5 * high
    return half if low <= half < high else low


@compiled(twin=twins.scan_narrow)
def scan_narrow(f, sums, values, total, slack, best):
    """The best split by the narrow feature f if it beats `best`, else `best`."""
    left = np.zeros(len(total))
    cost, spread, feature, threshold = best
    low, candidate, pending = 0, 0.0, False
    for b in range(len(sums)):
        if sums[b, len(total) - 1] == 0:  # no example of this value here
            continue
        if pending:  # the sums of `left` end at value `low`; the next value present is b
            worth = split_spread(left, total)
            if candidate < cost - slack or worth > spread * (1 + TOLERANCE):
                cost, spread, feature, threshold = candidate, worth, f, middle(values[low], values[b])
        add_row(left, sums[b])
        low = b
        candidate = split_cost(left, total)
        pending = candidate <= cost + slack
    return Split(cost, spread, feature, threshold)


@compiled(twin=twins.scan_wide)
def scan_wide(f, column, E, ids, total, slack, best):
    """The same for a wide feature; `ids` are the examples of the node in its order."""
    left, last = np.zeros(len(total)), len(total) - 1
    cost, spread, feature, threshold = best
    low = -1
    for i in ids:
        if E[i, last] == 0:
            continue
        if low >= 0 and column[low] < column[i]:  # the sums of `left` end at example `low`
            candidate = split_cost(left, total)
            if candidate <= cost + slack:
                worth = split_spread(left, total)
                if candidate < cost - slack or worth > spread * (1 + TOLERANCE):
                    cost, spread, feature, threshold = candidate, worth, f, middle(column[low], column[i])
        add_row(left, E[i])
        low = i
    return Split(cost, spread, feature, threshold)


@compiled(twin=twins.fill)
def fill(sums, E, features, ids):
    """Write the sums of the rows of `E` by narrow feature and value."""
    codes, offsets = features.codes, features.offsets
    sums[:] = 0.0
    width = E.shape[1]
    for i in ids:
        for f in range(codes.shape[1]):
            row = sums[offsets[f] + codes[i, f]]
            for k in range(width):
                row[k] += E[i, k]


@compiled
def best_split(sums, E, features, order, start, end, total, slack):
    """The best split of a node.

    `order` holds the examples of the node at ``start:end``, in any order in row 0 and in the order of wide feature j in
    row j + 1.  `sums` is left filled, see :func:`fill`.
    """
    best = Split(np.inf, -1.0, LEAF, 0.0)  # no spread is negative
    if features.codes.shape[1]:
        fill(sums, E, features, order[0, start:end])
    for f in range(len(features.place)):
        j = features.place[f]
        if j >= 0:
            a, b = features.offsets[j], features.offsets[j + 1]
            best = scan_narrow(f, sums[a:b], features.values[a:b], total, slack, best)
        else:
            best = scan_wide(f, features.columns[~j], E, order[~j + 1, start:end], total, slack, best)
    return best


@compiled(twin=twins.mark_left)
def mark_left(goes_left, features, ids, split):
    """Write which of the examples `ids` go left."""
    j, codes, offsets = features.place[split.feature], features.codes, features.offsets
    if j >= 0:
        present = features.values[offsets[j] : offsets[j + 1]]
        for i in ids:
            goes_left[i] = present[codes[i, j]] <= split.threshold
    else:
        column = features.columns[~j]
        for i in ids:
            goes_left[i] = column[i] <= split.threshold


@compiled(twin=twins.side_sums)
def side_sums(left, right, E, features, ids, split, goes_left, sums):
    """Write the sums of `E` over the two sides of a split; of a narrow feature `sums` has them by value.

    Not one from the other: the difference of two large sums would say little about a side of small weight.
    """
    left[:], right[:] = 0.0, 0.0
    j, offsets = features.place[split.feature], features.offsets
    if j >= 0:
        for b in range(offsets[j], offsets[j + 1]):
            add_row(left if features.values[b] <= split.threshold else right, sums[b])
    else:
        for i in ids:
            add_row(left if goes_left[i] else right, E[i])


@compiled(twin=twins.partition)
def partition(order, start, end, goes_left, spare):
    """Move the examples that go left to the front of every row of ``order[:, start:end]``; return their number."""
    n_left = 0
    for r in range(order.shape[0]):
        n_left, n_right = 0, 0
        for j in range(start, end):
            i = order[r, j]
            if goes_left[i]:
                order[r, start + n_left] = i
                n_left += 1
            else:
                spare[n_right] = i
                n_right += 1
        for j in range(n_right):
            order[r, start + n_left + j] = spare[j]
    return n_left


@compiled(twin=twins.answer_alike)
def answer_alike(answer, ids, label):
    """Write the answer of a leaf for its examples."""
    for i in ids:
        answer[i] = label


@compiled(twin=twins.answer_by_side)
def answer_by_side(answer, ids, goes_left, left, right):
    """Write the answers of two leaves for the examples of the node above them."""
    for i in ids:
        answer[i] = left if goes_left[i] else right


@compiled
def grow(order, E, features, max_depth):
    """Grow depth first; `order`, as :func:`best_split` wants it for the root, is used up.

    Returns (feature, threshold, left child, label) by node, node 0 the root and the right child of a node the one
    after its left child; and the answer for every example.
    """
    m, width = E.shape
    most = 2 * m - 1
    if max_depth < 40:
        most = min(most, 2 ** (max_depth + 1) - 1)
    feature, child = np.full(most, LEAF), np.zeros(most, dtype=np.intp)
    threshold, label = np.zeros(most), np.zeros(most, dtype=np.intp)
    answer, goes_left, spare = np.zeros(m, dtype=np.intp), np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=order.dtype)
    begin, finish = np.zeros(most, dtype=np.intp), np.full(most, m)
    depth, totals = np.zeros(most, dtype=np.intp), np.zeros((most, width))
    sums = np.zeros((len(features.values), width))
    waiting = np.zeros(most, dtype=np.intp)  # a stack of nodes, whose totals and labels are known
    totals[0] = sum_rows(E, order[0])
    label[0] = best_answer(totals[0], TOLERANCE * totals[0, width - 1])
    n_nodes, n_waiting = 1, 1
    while n_waiting:
        n_waiting -= 1
        node = waiting[n_waiting]
        start, end, total = begin[node], finish[node], totals[node]
        ids, last = order[0, start:end], depth[node] + 1 >= max_depth
        least, weight = total[: width - 1].min(), total[width - 1]
        slack, split = TOLERANCE * weight, Split(0.0, 0.0, LEAF, 0.0)
        if least > slack - weight:  # -weight: every example of the node is answered rightly
            split = best_split(sums, E, features, order, start, end, total, slack)
        # A split that gains nothing by itself may still prepare one that does, except at the last level.
        if split.feature == LEAF or (last and split.cost >= least - slack):
            answer_alike(answer, ids, label[node])
            continue
        left, right = n_nodes, n_nodes + 1
        feature[node], threshold[node], child[node] = split.feature, split.threshold, left
        n_nodes += 2
        mark_left(goes_left, features, ids, split)
        side_sums(totals[left], totals[right], E, features, ids, split, goes_left, sums)
        for new in (left, right):
            label[new] = best_answer(totals[new], TOLERANCE * totals[new, width - 1])
            depth[new] = depth[node] + 1
        if last:  # two leaves: no need to bring the examples of each together
            answer_by_side(answer, ids, goes_left, label[left], label[right])
            continue
        border = start + partition(order, start, end, goes_left, spare)
        begin[left], finish[left], begin[right], finish[right] = start, border, border, end
        waiting[n_waiting], waiting[n_waiting + 1] = left, right
        n_waiting += 2
    return feature[:n_nodes], threshold[:n_nodes], child[:n_nodes], label[:n_nodes], answer


@compiled(twin=twins.leaves)
def leaves(X, feature, threshold, child):
    """The leaf that every row of `X` falls into."""
    found = np.zeros(X.shape[0], dtype=np.intp)
    for i in range(X.shape[0]):
        node = 0
        while feature[node] != LEAF:
            node = child[node] if X[i, feature[node]] <= threshold[node] else child[node] + 1
        found[i] = node
    return found
