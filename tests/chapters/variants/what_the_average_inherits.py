"""The chapter "What the average inherits": COPA with one weight, and the two norms."""

import numpy as np

from tests.chapters.variants import right, wrong


def walk(y, C):
    """Weights before each step, the losses there, and the weight at the end."""
    w, weights, losses = 0.0, [], []
    for p in y:
        sign = 1 - 2 * p
        weights.append(w)
        losses.append(max(0.0, 1 - sign * w))
        w += sign * losses[-1] / (1 + 2 / C)
    return np.array(weights), np.array(losses), w


@right("two_norms")
def by_arrays(y, C):
    weights, losses, _ = walk(y, C)
    return [max(losses[y == p].mean() for p in (0, 1)), 1 + abs(weights.mean())]


@right("two_norms")
def by_matrices(y, C):
    h = [np.zeros((2, 1))]
    for p in y[:-1]:
        h.append(copa_step(h[-1], np.ones(1), p, C))  # noqa: F821
    X = np.ones((len(y), 1))
    both = empirical_online_confusion_risk(h, X, y), confusion_risk(np.mean(h, axis=0), X, y)  # noqa: F821
    return tuple(np.linalg.norm(one, 2) for one in both)


@right("two_norms")
def by_sums(y, C):
    w, total, row, count = 0.0, 0.0, {0: 0.0, 1: 0.0}, {0: 0, 1: 0}
    for p in y:
        loss = max(0, 1 - w) if p == 0 else max(0, 1 + w)
        row[p], count[p], total = row[p] + loss, count[p] + 1, total + w
        w = w + loss / (1 + 2 / C) if p == 0 else w - loss / (1 + 2 / C)
    average = total / len(y)
    return max(row[0] / count[0], row[1] / count[1]), max(1 - average, 1 + average)


@wrong("two_norms", because="averages the weights after the steps")
def after(y, C):
    weights, losses, end = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), 1 + abs(np.append(weights[1:], end).mean())


@wrong("two_norms", because="divides by all rounds")
def by_all_rounds(y, C):
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].sum() / len(y) for p in (0, 1)), 1 + abs(weights.mean())


@wrong("two_norms", because="takes the last hypothesis for the average")
def last(y, C):
    _, losses, end = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), 1 + abs(end)


@wrong("two_norms", because="adds the rows up")
def one_row(y, C):
    weights, losses, _ = walk(y, C)
    return sum(losses[y == p].mean() for p in (0, 1)), 1 + abs(weights.mean())


@wrong("two_norms", because="takes the Frobenius norm")
def frobenius(y, C):
    weights, losses, _ = walk(y, C)
    mean = weights.mean()
    return np.hypot(*(losses[y == p].mean() for p in (0, 1))), np.hypot(1 - mean, 1 + mean)


@wrong("two_norms", because="steps all the way at every price")
def hard(y, C):
    return by_arrays.function(y, np.inf)


@wrong("two_norms", because="takes the step of a single vector, 1 + 1/C")
def one_vector(y, C):
    return by_arrays.function(y, 2 * C)


@wrong("two_norms", because="tests after the step")
def learn_then_test(y, C):
    weights, _, end = walk(y, C)
    new = np.append(weights[1:], end)
    losses = np.maximum(0, 1 - (1 - 2 * y) * new)
    return max(losses[y == p].mean() for p in (0, 1)), 1 + abs(weights.mean())


@wrong("two_norms", because="takes the smaller row of the average")
def smaller(y, C):
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), 1 - abs(weights.mean())
