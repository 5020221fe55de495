"""Twins of the loops in :mod:`confusion.boosting.growth`, for where there is no numba.

Sums of many examples are made at once and in the order of the loop; where the best of many thresholds is chosen one
after the other, so that ties fall as they do there, only the choice is left as a loop.
"""

import numpy as np
from scipy import sparse

from confusion._core.sums import running, sum_in_order
from confusion.boosting.splits import LEAF, TOLERANCE

__all__ = [
    "answer_alike",
    "answer_by_side",
    "fill",
    "leaves",
    "mark_left",
    "partition",
    "scan_narrow",
    "scan_wide",
    "side_sums",
    "sum_rows",
]


def sum_rows(E, ids):
    return sum_in_order(E[ids])


def chosen(f, left, low, high, whole, slack, best):
    """The best split among those that leave the sums `left` between the values `low` and `high`, one row for each."""
    K = len(whole) - 1
    cost, spread, feature, threshold = best
    right = whole - left
    candidates = left[:, :K].min(axis=1) + right[:, :K].min(axis=1)
    # The cost of the best split so far is at most the least so far and a slack for every split looked at.
    limits = np.minimum(np.minimum.accumulate(candidates), cost) + 2 * (len(candidates) + 1) * slack
    near = np.flatnonzero(candidates <= limits)
    with np.errstate(all="ignore"):  # also for splits that the loop never asks for their spread
        worths = spreads(left[near]) + spreads(right[near])
    for j, candidate, worth in zip(near.tolist(), candidates[near].tolist(), worths.tolist()):
        if candidate <= cost + slack and (candidate < cost - slack or worth > spread * (1 + TOLERANCE)):
            half = 0.5 * low[j] + 0.5 * high[j]
            cost, spread, feature = candidate, worth, f
            threshold = half if low[j] <= half < high[j] else low[j]
    return best._replace(cost=cost, spread=spread, feature=feature, threshold=threshold)


def spreads(sums):
    """One side's part of the spread for each row of `sums`: squares over the weight, zero where it has none."""
    squares, weights = sum_in_order(sums[:, :-1] * sums[:, :-1], axis=1), sums[:, -1]
    return np.divide(squares, weights, out=np.zeros(len(sums)), where=weights > 0)


def scan_narrow(f, sums, values, total, slack, best):
    present = np.flatnonzero(sums[:, -1])
    if len(present) < 2:
        return best
    return chosen(f, running(sums[present[:-1]]), values[present[:-1]], values[present[1:]], total, slack, best)


def scan_wide(f, column, E, ids, total, slack, best):
    ids = ids[E[ids, -1] != 0]
    ordered = column[ids]
    ends = np.flatnonzero(ordered[:-1] < ordered[1:])  # the last example before each threshold
    if not len(ends):
        return best
    left = running(E[ids[: ends[-1] + 1]])[ends]
    return chosen(f, left, ordered[ends], ordered[ends + 1], total, slack, best)


def fill(sums, E, features, ids):
    codes = features.codes[ids]
    m, narrow = codes.shape
    # Column i of this matrix says which sums example i belongs to; the product adds column after column.
    places, ends = (codes + features.offsets[:-1]).ravel(), np.arange(0, m * narrow + 1, narrow)
    sums[:] = sparse.csc_array((np.ones(m * narrow), places, ends), shape=(len(sums), m)) @ E[ids]


def mark_left(goes_left, features, ids, split):
    j, codes, offsets = features.place[split.feature], features.codes, features.offsets
    if j >= 0:
        low = features.values[offsets[j] : offsets[j + 1]] <= split.threshold
        goes_left[ids] = low[codes[ids, j]]
    else:
        goes_left[ids] = features.columns[~j][ids] <= split.threshold


def side_sums(left, right, E, features, ids, split, goes_left, sums):
    j, offsets = features.place[split.feature], features.offsets
    if j >= 0:
        a, b = offsets[j], offsets[j + 1]
        rows, low = sums[a:b], features.values[a:b] <= split.threshold
    else:
        rows, low = E[ids], goes_left[ids]
    left[:], right[:] = sum_in_order(rows[low]), sum_in_order(rows[~low])


def partition(order, start, end, goes_left, spare):
    n_left = 0
    for row in order:
        ids = row[start:end].copy()
        low = goes_left[ids]
        left, right = ids[low], ids[~low]
        n_left, spare[: len(right)] = len(left), right
        row[start : start + n_left], row[start + n_left : end] = left, right
    return n_left


def answer_alike(answer, ids, label):
    answer[ids] = label


def answer_by_side(answer, ids, goes_left, left, right):
    answer[ids] = np.where(goes_left[ids], left, right)


def leaves(X, feature, threshold, child):
    found, inside = np.zeros(len(X), dtype=np.intp), np.arange(len(X))
    while len(inside):
        node = found[inside]
        inner = feature[node] != LEAF
        inside, node = inside[inner], node[inner]
        found[inside] = child[node] + ~(X[inside, feature[node]] <= threshold[node])
    return found
