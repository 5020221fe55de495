"""Answers to the stubs of *AdaBoost.MM from its loss*."""

import numpy as np
from scipy.optimize import minimize_scalar

from tests.chapters.variants import Answers


def in_a_loop(D, y, h):
    plus = minus = total = 0.0
    for row, own, said in zip(D, y, h):
        total -= row[own]
        if said == own:
            plus -= row[own]
        else:
            minus += row[said]
    return [np.arctanh((plus - minus) / total), 0.5 * np.log(plus / minus)]


def by_line_search(D, y, h):
    """Both minima, of the loss and of its bound, by a solver."""
    rows = np.arange(len(y))
    own, cost = -D[rows, y], D[rows, h]
    edge = -cost.sum() / own.sum()
    bound = lambda a: (1 - edge) * np.exp(a) + (1 + edge) * np.exp(-a)  # noqa: E731
    loss = lambda a: sum(np.where(h == y, own * np.exp(-a), own - cost + cost * np.exp(a)))  # noqa: E731
    return [minimize_scalar(f, bounds=(-5, 5), method="bounded", options={"xatol": 1e-9}).x for f in (bound, loss)]


def by_the_softmax(D, y):
    """The votes up to their true label's, from the logarithms of the costs."""
    rows = np.arange(len(y))
    odds = D.copy()
    odds[rows, y] = 1
    p = odds / odds.sum(axis=1, keepdims=True)
    p[rows, y] -= 1
    return p


STUBS = {
    "two_steps": Answers(
        [in_a_loop, by_line_search],
        {
            "counts examples instead of costs": lambda D, y, h: [np.log(np.mean(h == y) / np.mean(h != y)) / 2] * 2,
            "leaves A_0 out of the edge": lambda D, y, h: in_a_loop(D, y, h)[1:] * 2,
            "gives them in the other order": lambda D, y, h: in_a_loop(D, y, h)[::-1],
        },
    ),
    "log_gradient": Answers(
        [by_the_softmax, lambda D, y: [[cost / (1 - row[own]) for cost in row] for row, own in zip(D, y)]],
        {
            "divides by the loss alone": lambda D, y: D / -D[np.arange(len(y)), y][:, None],
            "divides by the loss of all examples": lambda D, y: D / (1 - D[np.arange(len(y)), y].sum()),
            "gives the softmax itself": lambda D, y: by_the_softmax(D, y) + np.eye(D.shape[1])[y],
        },
    ),
}
