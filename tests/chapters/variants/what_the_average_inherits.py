"""The chapter "What the average inherits": COPA with one weight, and the two norms."""

import numpy as np

from tests.chapters.variants import Answers


def walk(y, C):
    """Weights before each step and after the last, and the losses at the steps."""
    weights, losses = [0.0], []
    for p in y:
        sign = 1 - 2 * p
        losses.append(max(0.0, 1 - sign * weights[-1]))
        weights.append(weights[-1] + sign * losses[-1] / (1 + 2 / C))
    return np.array(weights), np.array(losses)


def norms(y, C, mean=lambda weights: weights[:-1].mean(), rows=max, count=lambda y, p: sum(y == p)):
    """Both norms, with the slips that a reader may make."""
    weights, losses = walk(y, C)
    return rows([losses[y == p].sum() / count(y, p) for p in (0, 1)]), rows([1 - mean(weights), 1 + mean(weights)])


def by_sums(y, C):
    w, total, row, count = 0.0, 0.0, {0: 0.0, 1: 0.0}, {0: 0, 1: 0}
    for p in y:
        loss = max(0, 1 - w) if p == 0 else max(0, 1 + w)
        row[p], count[p], total = row[p] + loss, count[p] + 1, total + w
        w = w + loss / (1 + 2 / C) if p == 0 else w - loss / (1 + 2 / C)
    average = total / len(y)
    return max(row[0] / count[0], row[1] / count[1]), max(1 - average, 1 + average)


def learn_then_test(y, C):
    losses = np.maximum(0, 1 - (1 - 2 * y) * walk(y, C)[0][1:])
    return max(losses[y == p].mean() for p in (0, 1)), by_sums(y, C)[1]


STUBS = {
    "two_norms": Answers(
        [by_sums, lambda y, C: norms(y, C)],
        {
            "averages the weights after the steps": lambda y, C: norms(y, C, mean=lambda w: w[1:].mean()),
            "divides by all rounds": lambda y, C: norms(y, C, count=lambda y, p: len(y)),
            "takes the last hypothesis for the average": lambda y, C: norms(y, C, mean=lambda w: w[-1]),
            "takes the Frobenius norm": lambda y, C: norms(y, C, rows=np.linalg.norm),
            "steps all the way at every price": lambda y, C: by_sums(y, np.inf),
            "takes the step of a single vector, 1 + 1/C": lambda y, C: by_sums(y, 2 * C),
            "tests after the step": learn_then_test,
            "takes half of the rounds for the count of each class": lambda y, C: norms(
                y, C, count=lambda y, p: len(y) / 2
            ),
        },
    )
}
