"""Answers to the stubs of *AdaBoost.MM from its loss*."""

import numpy as np
from scipy.optimize import minimize_scalar

from tests.chapters.variants import right, wrong


@right("two_steps")
def in_a_loop(D, y, h):
    plus = minus = total = 0.0
    for row, own, said in zip(D, y, h):
        total -= row[own]
        if said == own:
            plus -= row[own]
        else:
            minus += row[said]
    delta = (plus - minus) / total
    return [np.arctanh(delta), 0.5 * np.log(plus / minus)]


@right("two_steps")
def by_line_search(D, y, h):
    """Both minima, of the loss and of its bound, by a solver."""
    rows = np.arange(len(y))
    L, cost = -D[rows, y].sum(), D[rows, h].sum()
    loss = lambda a: sum(np.where(h == y, L_i * np.exp(-a), L_i - d + d * np.exp(a)))  # noqa: E731
    L_i, d = -D[rows, y], D[rows, h]
    bound = lambda a: (1 + cost / L) * np.exp(a) + (1 - cost / L) * np.exp(-a)  # noqa: E731
    return [minimize_scalar(f, bounds=(-5, 5), method="bounded", options={"xatol": 1e-9}).x for f in (bound, loss)]


@wrong("two_steps", because="counts examples instead of costs")
def by_counting(D, y, h):
    good = np.mean(h == y)
    return [np.log(good / (1 - good)) / 2, np.log(good / (1 - good)) / 2]


@wrong("two_steps", because="charges a wrong example its whole loss")
def whole_losses(D, y, h):
    L = -D[np.arange(len(y)), y]
    plus, minus = L[h == y].sum(), L[h != y].sum()
    return [np.arctanh((plus - minus) / L.sum()), np.log(plus / minus) / 2]


@wrong("two_steps", because="leaves A_0 out of the edge")
def without_the_rest(D, y, h):
    exact = in_a_loop.function(D, y, h)[1]
    return [exact, exact]


@wrong("two_steps", because="gives them in the other order")
def turned(D, y, h):
    return in_a_loop.function(D, y, h)[::-1]


@right("log_gradient")
def by_the_softmax(D, y):
    """The votes up to their true label's, from the logarithms of the costs."""
    rows = np.arange(len(y))
    odds = D.copy()
    odds[rows, y] = 1
    p = odds / odds.sum(axis=1, keepdims=True)
    p[rows, y] -= 1
    return p


@right("log_gradient")
def row_by_row(D, y):
    return [[cost / (1 - row[own]) for cost in row] for row, own in zip(D, y)]


@wrong("log_gradient", because="divides by the loss alone")
def by_the_loss(D, y):
    return D / -D[np.arange(len(y)), y][:, None]


@wrong("log_gradient", because="divides by the loss of all examples")
def by_the_total(D, y):
    return D / (1 - D[np.arange(len(y)), y].sum())


@wrong("log_gradient", because="gives the softmax itself")
def no_indicator(D, y):
    p = by_the_softmax.function(D, y)
    p[np.arange(len(y)), y] += 1
    return p
