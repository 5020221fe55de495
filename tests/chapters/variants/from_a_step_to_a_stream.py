"""What readers may write for the stub of "From a step to a stream"."""

import numpy as np

from tests.chapters.variants import right, wrong


def written(U, X, y, C, *, share=None, own=True, all_inputs=False, weights=True):
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
                total += C * max(0.0, U[q] @ x + 1 / (Q - 1)) ** 2 / (counts[p] if weights else 1)
    if all_inputs:
        largest = max(x @ x for x in X) / min(counts.values())
    return np.sqrt((1 / C + share * largest) * total)


@right("matrix_bound")
def by_loops(U, X, y, C):
    return written(U, X, y, C)


@right("matrix_bound")
def by_classes(U, X, y, C):
    """Class after class: means of the losses, and the longest input of each."""
    Q, own, ahead = len(U), 0.0, 0.0
    for p in range(Q):
        Z = X[y == p]
        losses = np.clip(Z @ U.T + 1 / (Q - 1), 0, None) ** 2
        own += np.delete(losses, p, axis=1).sum(axis=1).mean()
        ahead = max(ahead, np.max(np.sum(Z * Z, axis=1)) / len(Z))
    return float(((1 / C + (1 - 1 / Q) * ahead) * (np.sum(U * U) + C * own)) ** 0.5)


@wrong("matrix_bound", because="forgets the root")
def squared(U, X, y, C):
    return written(U, X, y, C) ** 2


@wrong("matrix_bound", because="forgets (Q - 1) / Q")
def without_share(U, X, y, C):
    return written(U, X, y, C, share=1)


@wrong("matrix_bound", because="counts the true class's loss, too")
def with_the_true_class(U, X, y, C):
    return written(U, X, y, C, own=False)


@wrong("matrix_bound", because="divides the longest input by the smallest count, whichever its class is")
def longest_over_rarest(U, X, y, C):
    return written(U, X, y, C, all_inputs=True)


@wrong("matrix_bound", because="adds the losses without their weights")
def without_weights(U, X, y, C):
    return written(U, X, y, C, weights=False)
