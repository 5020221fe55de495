"""What readers may write for the stub of "From a step to a stream"."""

import numpy as np

from tests.chapters.variants import Answers


def written(U, X, y, C, *, share=None, own=True, all_inputs=False, weights=True, power=2):
    """The bound by loops, and the slips that a reader may make in it."""
    Q, counts = len(U), {p: list(y).count(p) for p in range(len(U))}
    share = (Q - 1) / Q if share is None else share
    total = sum(value**2 for row in U for value in row)
    largest = 0.0
    for x, p in zip(X, y):
        n = sum(value**2 for value in x)
        largest = max(largest, n / counts[p])
        for q in range(Q):
            if q != p or not own:
                total += C * max(0.0, U[q] @ x + 1 / (Q - 1)) ** power / (counts[p] if weights else 1)
    if all_inputs:
        largest = max(x @ x for x in X) / min(counts.values())
    return np.sqrt((1 / C + share * largest) * total)


def by_classes(U, X, y, C):
    """Class after class: means of the losses, and the longest input of each."""
    Q, own, ahead = len(U), 0.0, 0.0
    for p in range(Q):
        Z = X[y == p]
        losses = np.clip(Z @ U.T + 1 / (Q - 1), 0, None) ** 2
        own += np.delete(losses, p, axis=1).sum(axis=1).mean()
        ahead = max(ahead, np.max(np.sum(Z * Z, axis=1)) / len(Z))
    return float(((1 / C + (1 - 1 / Q) * ahead) * (np.sum(U * U) + C * own)) ** 0.5)


def operator_norm_of_U(U, X, y, C):
    excess = np.sum(U**2) - np.linalg.norm(U, 2) ** 2
    A = (1 - 1 / len(U)) * np.max((X**2).sum(axis=1) / np.bincount(y)[y])
    return np.sqrt(written(U, X, y, C) ** 2 - (1 / C + A) * excess)


STUBS = {
    "matrix_bound": Answers(
        [lambda U, X, y, C: written(U, X, y, C), by_classes],
        {
            "forgets the root": lambda U, X, y, C: written(U, X, y, C) ** 2,
            "forgets (Q - 1) / Q": lambda U, X, y, C: written(U, X, y, C, share=1),
            "counts the true class's loss, too": lambda U, X, y, C: written(U, X, y, C, own=False),
            "divides the longest input by the smallest count, whichever its class is": lambda U, X, y, C: written(
                U, X, y, C, all_inputs=True
            ),
            "adds the losses without their weights": lambda U, X, y, C: written(U, X, y, C, weights=False),
            "does not square the losses": lambda U, X, y, C: written(U, X, y, C, power=1),
            "measures U by its operator norm": operator_norm_of_U,
        },
    )
}
