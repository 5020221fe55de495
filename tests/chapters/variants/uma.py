"""Answers to the stubs of *Counts, then sums: z*."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("every_z")
def by_gamma(X, y, guess, C):
    """As the page has it: sums by prediction and label, then the inverse."""
    Q, z = len(C), []
    for p in range(Q):
        gamma = [X[(guess == p) & (y == k)].sum(axis=0) / len(X) for k in range(Q)]
        z.append(np.linalg.solve(C, gamma))
    return np.array(z)


@right("every_z")
def one_example_after_the_other(X, y, guess, C):
    weights, z = np.linalg.inv(C), np.zeros((len(C), len(C), X.shape[1]))
    for x, k, p in zip(X, y, guess):
        z[p] += np.outer(weights[:, k], x)
    return z / len(X)


@wrong("every_z", because="does not unmix")
def labels_believed(X, y, guess, C):
    return by_gamma.function(X, y, guess, np.eye(len(C)))


@wrong("every_z", because="unmixes with the transpose")
def transposed(X, y, guess, C):
    return by_gamma.function(X, y, guess, C.T)


@wrong("every_z", because="divides by the size of the region")
def by_region(X, y, guess, C):
    z = by_gamma.function(X, y, guess, C)
    return [z[p] * len(X) / max(1, np.sum(guess == p)) for p in range(len(C))]


@wrong("every_z", because="has true classes in front")
def exchanged(X, y, guess, C):
    return by_gamma.function(X, y, guess, C).transpose(1, 0, 2)


@right("corrected_loss")
def by_the_formula(W, X, y, C):
    scores = X @ W.T
    return np.mean(scores.max(axis=1)) - np.sum(np.linalg.inv(C)[:, y].T * scores) / len(X)


@right("corrected_loss")
def class_by_class(W, X, y, C):
    weights, total = np.linalg.inv(C), 0.0
    for x, label in zip(X, y):
        scores = W @ x
        total += sum(weights[k, label] * (max(scores) - scores[k]) for k in range(len(C)))
    return total / len(X)


@wrong("corrected_loss", because="weighs by C itself")
def not_inverted(W, X, y, C):
    return by_the_formula.function(W, X, y, np.linalg.inv(C))


@wrong("corrected_loss", because="takes rows of the inverse")
def rows(W, X, y, C):
    scores = X @ W.T
    losses = scores.max(axis=1, keepdims=True) - scores
    return np.mean((np.linalg.inv(C)[y] * losses).sum(axis=1))


@wrong("corrected_loss", because="is not corrected")
def plain(W, X, y, C):
    return by_the_formula.function(W, X, y, np.eye(len(C)))


@wrong("corrected_loss", because="sums over the sample")
def summed(W, X, y, C):
    return len(X) * by_the_formula.function(W, X, y, C)
