"""Growing a tree that minimises a cost matrix, in compiled loops over presorted features.

Every example i brings a row ``E[i] = (D(i, 0), ..., D(i, K - 1), w_i)``: what each answer costs, and a weight.  The
cost of a node that answers l is the sum of D(i, l) over its examples; a split is worth the costs of the best answers
of its two sides.  Costs within `TOLERANCE` of each other, relative to the weight of the node, count as equal, so that
the order of a sum never decides; of splits of equal cost the one wins that leaves the smaller weighted variance of
the rows D(i, .) / w_i, then the first feature, then the lowest threshold.

A *narrow* feature has at most 256 distinct values: sums by value, one sweep over the values.  For a *wide* one the
examples of every node are kept in the order of the feature.  Both look at every threshold.
"""

from __future__ import annotations

import numpy as np

from ._compiled import compiled

__all__ = ["LEAF", "TOLERANCE", "grow", "leaves"]

LEAF = -1
TOLERANCE = 1e-12


@compiled
def add_row(total, row):
    """``total += row``, without the temporary array that numba would make."""
    for k in range(len(total)):
        total[k] += row[k]


@compiled
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


@compiled
def scan_narrow(sums, counts, values, total, n, slack, cost, spread):
    """Best threshold of a narrow feature if it beats (cost, spread): (cost, spread, threshold, whether)."""
    left = np.zeros(len(total))
    threshold, found, seen, low = 0.0, False, 0, 0
    candidate, pending = 0.0, False
    for b in range(len(counts)):
        if counts[b] == 0:
            continue
        if pending:  # the sums of `left` end at value `low`; the next value present is b
            worth = split_spread(left, total)
            if candidate < cost - slack or worth > spread * (1 + TOLERANCE):
                cost, spread, threshold, found = candidate, worth, middle(values[low], values[b]), True
        add_row(left, sums[b])
        seen += counts[b]
        low = b
        if seen == n:
            break
        candidate = split_cost(left, total)
        pending = candidate <= cost + slack
    return cost, spread, threshold, found


@compiled
def scan_wide(column, E, ids, total, slack, cost, spread):
    """The same for a wide feature; `ids` are the examples of the node in its order."""
    left = np.zeros(len(total))
    threshold, found = 0.0, False
    for j in range(len(ids) - 1):
        add_row(left, E[ids[j]])
        low, high = column[ids[j]], column[ids[j + 1]]
        if low == high:
            continue
        candidate = split_cost(left, total)
        if candidate <= cost + slack:
            worth = split_spread(left, total)
            if candidate < cost - slack or worth > spread * (1 + TOLERANCE):
                cost, spread, threshold, found = candidate, worth, middle(low, high), True
    return cost, spread, threshold, found


@compiled
def fill(E, codes, offsets, ids, sums, counts):
    """Sums of the rows of `E` by narrow feature and value; ``offsets[f]`` is where feature f begins."""
    sums[:] = 0.0
    counts[:] = 0
    width = E.shape[1]
    for i in ids:
        for f in range(codes.shape[1]):
            cell = offsets[f] + codes[i, f]
            counts[cell] += 1
            row = sums[cell]
            for k in range(width):
                row[k] += E[i, k]


@compiled
def best_split(E, columns, codes, offsets, values, order, start, end, total, slack, sums, counts):
    """(cost, feature, threshold) of the best split of a node; feature LEAF if no feature varies.

    Features are numbered narrow ones first.  `order` holds the examples of the node at ``start:end``, in any order
    in row 0 and in the order of wide feature j in row j + 1.
    """
    cost, spread, feature, threshold = np.inf, -1.0, LEAF, 0.0  # no spread is negative
    n, n_narrow = end - start, codes.shape[1]
    if n_narrow:
        fill(E, codes, offsets, order[0, start:end], sums, counts)
    for f in range(n_narrow + len(columns)):
        if f < n_narrow:
            a, b = offsets[f], offsets[f + 1]
            found = scan_narrow(sums[a:b], counts[a:b], values[a:b], total, n, slack, cost, spread)
        else:
            ids = order[f - n_narrow + 1, start:end]
            found = scan_wide(columns[f - n_narrow], E, ids, total, slack, cost, spread)
        if found[3]:
            cost, spread, threshold, feature = found[0], found[1], found[2], f
    return cost, feature, threshold


@compiled
def mark_left(codes, columns, offsets, values, ids, f, cut, goes_left):
    """Write which of the examples `ids` go left at threshold `cut` of feature f."""
    if f < codes.shape[1]:
        present = values[offsets[f] : offsets[f + 1]]
        for i in ids:
            goes_left[i] = present[codes[i, f]] <= cut
    else:
        column = columns[f - codes.shape[1]]
        for i in ids:
            goes_left[i] = column[i] <= cut


@compiled
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


@compiled
def grow(E, columns, codes, offsets, values, order, max_depth):
    """Grow depth first; `order` is used up.

    Returns (feature, threshold, left child, label) by node, node 0 the root and the right child of a node the one
    after its left child; and the answer for every example.
    """
    m, width = E.shape
    most = 2 * m - 1
    if max_depth < 40:
        most = min(most, 2 ** (max_depth + 1) - 1)
    feature, child = np.full(most, LEAF), np.zeros(most, dtype=np.int64)
    threshold, label = np.zeros(most), np.zeros(most, dtype=np.int64)
    begin, finish = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64)
    depth = np.zeros(most, dtype=np.int64)
    answer, goes_left, spare = np.zeros(m, dtype=np.int64), np.zeros(m, dtype=np.bool_), np.zeros(m, dtype=order.dtype)
    cells = offsets[len(offsets) - 1]
    sums, counts = np.zeros((cells, width)), np.zeros(cells, dtype=np.int64)
    finish[0], n_nodes, node = m, 1, 0
    waiting = np.zeros(most, dtype=np.int64)  # a stack of nodes
    n_waiting = 1
    while n_waiting:
        n_waiting -= 1
        node = waiting[n_waiting]
        start, end = begin[node], finish[node]
        total = sum_rows(E, order[0, start:end])
        weight = total[width - 1]
        slack = TOLERANCE * weight
        if weight > 0:  # else nothing is at stake here, and the answer of the parent stays
            label[node] = best_answer(total, slack)
        left, best = depth[node] < max_depth and end - start > 1, total[: width - 1].min()
        if left and best > slack - weight:  # -weight is the cost of answering every example rightly
            cost, f, cut = best_split(E, columns, codes, offsets, values, order, start, end, total, slack, sums, counts)
            # A split that gains nothing by itself may still prepare one that does, except at the last level.
            left = f != LEAF and (cost < best - slack or depth[node] + 1 < max_depth)
        else:
            left, f, cut = False, LEAF, 0.0
        if not left:
            for i in order[0, start:end]:
                answer[i] = label[node]
            continue
        mark_left(codes, columns, offsets, values, order[0, start:end], f, cut, goes_left)
        n_left = partition(order, start, end, goes_left, spare)
        feature[node], threshold[node], child[node] = f, cut, n_nodes
        for side in range(2):
            new = n_nodes + side
            begin[new], finish[new] = (start, start + n_left) if side == 0 else (start + n_left, end)
            depth[new], label[new] = depth[node] + 1, label[node]
            waiting[n_waiting] = new
            n_waiting += 1
        n_nodes += 2
    return feature[:n_nodes], threshold[:n_nodes], child[:n_nodes], label[:n_nodes], answer


@compiled
def leaves(X, feature, threshold, child):
    """The leaf that every row of `X` falls into."""
    found = np.zeros(X.shape[0], dtype=np.int64)
    for i in range(X.shape[0]):
        node = 0
        while feature[node] != LEAF:
            node = child[node] if X[i, feature[node]] <= threshold[node] else child[node] + 1
        found[i] = node
    return found
