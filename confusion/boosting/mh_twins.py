"""Twins of the loops of AdaBoost.MH, in its rounds and in its stump, for where there is no numba."""

import numpy as np

from confusion._core.sums import running, sum_in_order
from confusion.boosting.splits import TOLERANCE

__all__ = ["board_rows", "board_sums", "reweight_board", "scan_column", "scan_values"]


def board_rows(W, scores, y, log_true, log_other):
    rows, K = np.arange(len(y)), scores.shape[1]
    logs = log_other[:, None] + scores
    logs[rows, y] = log_true - scores[rows, y]
    top = logs.max()
    D = np.exp(logs - top)
    loss = sum_in_order(D.ravel())
    W[:, :K] = -D / loss
    W[rows, y] = D[rows, y] / loss
    return top + np.log(loss)


def board_sums(W, votes, goes_left):
    products = W * np.where(goes_left[:, None], votes[0], votes[1])
    sizes = np.abs(products)
    return 0.5 * sum_in_order(sizes + products).sum(), 0.5 * sum_in_order(sizes - products).sum()


def reweight_board(W, scores, votes, goes_left, alpha, down, up):
    vote = np.where(goes_left[:, None], votes[0], votes[1])
    W *= np.where(W * vote > 0, down, up)
    scores += alpha * vote[:, : scores.shape[1]]


def chosen(f, left, low, high, whole, best_left, best):
    """The best of the thresholds between the values `low` and `high` that leave the sums `left`, one row for each."""
    edge, feature, threshold = best
    edges, found = sum_in_order(np.abs(left) + np.abs(whole - left), axis=1), -1
    # The best edge so far is at least the largest so far less the tolerance.
    near = np.flatnonzero(edges >= np.maximum.accumulate(edges) - TOLERANCE)
    for j, candidate in zip(near.tolist(), edges[near].tolist()):
        if candidate > edge + TOLERANCE:
            edge, found = candidate, j
    if found >= 0:
        half = 0.5 * low[found] + 0.5 * high[found]
        feature, threshold = f, half if low[found] <= half < high[found] else low[found]
        best_left[:] = left[found]
    return edge, feature, threshold


def scan_values(f, sums, values, total, left, best_left, best):
    left[:] = 0.0
    if len(values) < 2:
        return best
    lefts = running(sums[: len(values) - 1])
    left[:] = lefts[-1]
    return chosen(f, lefts, values[:-1], values[1:], total, best_left, best)


def scan_column(f, column, W, ids, total, left, best_left, best):
    ordered, lefts = column[ids], running(W[ids])
    left[:] = lefts[-1]
    ends = np.flatnonzero(ordered[:-1] < ordered[1:])  # the last example before each threshold
    return chosen(f, lefts[ends], ordered[ends], ordered[ends + 1], total, best_left, best)
