"""Answers to the stubs of *Undo the noise in sums, not in labels*."""

import numpy as np

from tests.chapters.variants import Answers


def by_gamma(X, y, guess, C):
    """As the page has it: sums by prediction and label, then the inverse."""
    Q, z = len(C), []
    for p in range(Q):
        gamma = [X[(guess == p) & (y == k)].sum(axis=0) / len(X) for k in range(Q)]
        z.append(np.linalg.solve(C, gamma))
    return np.array(z)


def one_example_after_the_other(X, y, guess, C):
    weights, z = np.linalg.inv(C), np.zeros((len(C), len(C), X.shape[1]))
    for x, k, p in zip(X, y, guess):
        z[p] += np.outer(weights[:, k], x)
    return z / len(X)


def by_region(X, y, guess, C):
    z = by_gamma(X, y, guess, C)
    return [z[p] * len(X) / max(1, np.sum(guess == p)) for p in range(len(C))]


def by_the_formula(W, X, y, C):
    scores = X @ W.T
    return np.mean(scores.max(axis=1)) - np.sum(np.linalg.inv(C)[:, y].T * scores) / len(X)


def class_by_class(W, X, y, C):
    weights, total = np.linalg.inv(C), 0.0
    for x, label in zip(X, y):
        scores = W @ x
        total += sum(weights[k, label] * (max(scores) - scores[k]) for k in range(len(C)))
    return total / len(X)


STUBS = {
    "every_z": Answers(
        [by_gamma, one_example_after_the_other],
        {
            "does not unmix": lambda X, y, guess, C: by_gamma(X, y, guess, np.eye(len(C))),
            "weighs by C itself": lambda X, y, guess, C: by_gamma(X, y, guess, np.linalg.inv(C)),
            "unmixes with the transpose": lambda X, y, guess, C: by_gamma(X, y, guess, C.T),
            "divides by the size of the region": by_region,
            "has true classes in front": lambda X, y, guess, C: by_gamma(X, y, guess, C).transpose(1, 0, 2),
        },
    ),
    "corrected_loss": Answers(
        [by_the_formula, class_by_class],
        {
            "weighs by C itself": lambda W, X, y, C: by_the_formula(W, X, y, np.linalg.inv(C)),
            "takes rows of the inverse": lambda W, X, y, C: class_by_class(W, X, y, C.T),
            "is not corrected": lambda W, X, y, C: by_the_formula(W, X, y, np.eye(len(C))),
            "sums over the sample": lambda W, X, y, C: len(X) * by_the_formula(W, X, y, C),
        },
    ),
}
