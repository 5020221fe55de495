"""Answers to the stub of *When to stop, and how many examples it takes*."""

import numpy as np

from confusion.noise import estimated_error
from confusion.uma import error_radius
from tests.chapters.variants import Answers


def by_counts(y, answers, C, delta):
    """From the table of answers and labels, unmixed."""
    Q, D = len(C), np.linalg.inv(C)
    N = np.array([[np.mean((answers == p) & (y == k)) for k in range(Q)] for p in range(Q)])
    return 1 - np.trace(N @ D.T) + (D.max() - D.min()) * np.sqrt(-np.log(delta) / 2 / len(y))


def by_the_package(y, answers, C, delta):
    return estimated_error(y, answers, C, classes=np.arange(len(C))) + error_radius(len(y), C, delta=delta)


def with_radius(y, answers, C, radius):
    return 1 - np.linalg.inv(C)[answers, y].mean() + radius


def root(y, delta):
    return np.sqrt(np.log(1 / delta) / (2 * len(y)))


STUBS = {
    "honest_bound": Answers(
        [by_counts, by_the_package],
        {
            "counts noisy mistakes": lambda y, a, C, delta: np.mean(y != a) + error_radius(len(y), C, delta=delta),
            "has rows and columns exchanged": lambda y, a, C, delta: by_counts(a, y, C, delta),
            "takes losses from 0 to 1": lambda y, a, C, delta: with_radius(y, a, C, root(y, delta)),
            "takes the top entry": lambda y, a, C, d: with_radius(y, a, C, abs(np.linalg.inv(C)).max() * root(y, d)),
            "takes the range of C": lambda y, a, C, delta: with_radius(y, a, C, np.ptp(C) * root(y, delta)),
            "has no root over n": lambda y, a, C, d: with_radius(y, a, C, np.ptp(np.linalg.inv(C)) * root(y, d) ** 2),
        },
    )
}
