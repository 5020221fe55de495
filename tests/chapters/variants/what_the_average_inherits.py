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


@right("two_norms")
def by_the_mean_of_the_losses(y, C):
    """On this strip no weight leaves [-1, 1], so the mean of the losses is the loss of the mean."""
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), max(abs(1 - weights).mean(), abs(1 + weights).mean())


@right("two_norms")
def by_singular_values(y, C):
    weights, losses, _ = walk(y, C)
    mean = weights.mean()
    online = np.array([[0, losses[y == 0].mean()], [losses[y == 1].mean(), 0]])
    return np.linalg.svd([online, [[0, 1 - mean], [1 + mean, 0]]], compute_uv=False)[:, 0]


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


@wrong("two_norms", because="leaves the weight 0 of the start out")
def without_the_start(y, C):
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), 1 + abs(weights[1:].mean())


@wrong("two_norms", because="asks for each class the average of its own rounds")
def class_by_class(y, C):
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].mean() for p in (0, 1)), max(1 - weights[y == 0].mean(), 1 + weights[y == 1].mean())


@wrong("two_norms", because="takes half of the rounds for the count of each class")
def halves(y, C):
    weights, losses, _ = walk(y, C)
    return max(losses[y == p].sum() for p in (0, 1)) / (len(y) / 2), 1 + abs(weights.mean())
