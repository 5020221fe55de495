"""Answers to the stub of *How long, how many, when to stop*."""

import numpy as np

from confusion.noise import estimated_error
from confusion.uma import error_radius
from tests.chapters.variants import right, wrong


@right("honest_bound")
def by_counts(y, answers, C, delta):
    """From the table of answers and labels, unmixed."""
    Q, D = len(C), np.linalg.inv(C)
    N = np.array([[np.mean((answers == p) & (y == k)) for k in range(Q)] for p in range(Q)])
    return 1 - np.trace(N @ D.T) + (D.max() - D.min()) * np.sqrt(-np.log(delta) / 2 / len(y))


@right("honest_bound")
def by_the_package(y, answers, C, delta):
    classes = np.arange(len(C))
    return estimated_error(y, answers, C, classes=classes) + error_radius(len(y), C, delta=delta)


@wrong("honest_bound", because="counts noisy mistakes")
def of_the_labels(y, answers, C, delta):
    return np.mean(y != answers) + error_radius(len(y), C, delta=delta)


@wrong("honest_bound", because="has rows and columns exchanged")
def turned(y, answers, C, delta):
    return 1 - np.linalg.inv(C)[y, answers].mean() + error_radius(len(y), C, delta=delta)


@wrong("honest_bound", because="takes losses from 0 to 1")
def narrow(y, answers, C, delta):
    return 1 - np.linalg.inv(C)[answers, y].mean() + np.sqrt(np.log(1 / delta) / (2 * len(y)))


@wrong("honest_bound", because="takes the largest entry for the range")
def by_the_largest(y, answers, C, delta):
    D = np.linalg.inv(C)
    return 1 - D[answers, y].mean() + abs(D).max() * np.sqrt(np.log(1 / delta) / (2 * len(y)))


@wrong("honest_bound", because="has no root over n")
def without_root(y, answers, C, delta):
    D = np.linalg.inv(C)
    return 1 - D[answers, y].mean() + np.ptp(D) * np.log(1 / delta) / (2 * len(y))
