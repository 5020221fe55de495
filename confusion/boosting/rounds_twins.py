"""Twins of the loops in :mod:`confusion.boosting.rounds`, for where there is no numba."""

import numpy as np

from confusion._core.sums import sum_in_order

__all__ = ["cost_rows", "edge_sums", "reweight"]


def cost_rows(E, scores, y, weights):
    rows, K = np.arange(len(y)), scores.shape[1]
    leads = scores - scores[rows, y][:, None]
    leads[rows, y] = -np.inf  # costs nothing
    top = leads.max()
    costs = weights[:, None] * np.exp(leads - top)
    losses = sum_in_order(costs, axis=1)
    E[:, :K], E[rows, y], E[:, -1] = costs, -losses, losses
    loss = sum_in_order(losses)
    E /= loss
    return top + np.log(loss)


def edge_sums(E, y, answer):
    right = answer == y
    wrong = np.flatnonzero(~right)
    return sum_in_order(E[right, -1]), sum_in_order(E[wrong, answer[wrong]])


def reweight(E, scores, y, answer, alpha):
    rows = np.arange(len(y))
    up, down = np.exp(alpha), np.exp(-alpha)
    scores[rows, answer] += alpha
    wrong = np.flatnonzero(answer != y)
    E[answer == y] *= down
    costs = E[wrong, answer[wrong]]
    losses = E[wrong, -1] + costs * (up - 1)
    E[wrong, -1], E[wrong, answer[wrong]] = losses, costs * up
    E[wrong, y[wrong]] = -losses
    return sum_in_order(E[:, -1])
