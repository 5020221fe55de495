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


@right("matrix_bound")
def by_sums_over_all(U, X, y, C):
    """All losses first, then those of the true classes taken off."""
    share, squares = 1 / np.bincount(y)[y], np.maximum(X @ U.T + 1 / (len(U) - 1), 0) ** 2
    own = share @ (squares.sum(axis=1) - squares[np.arange(len(y)), y])
    A = (1 - 1 / len(U)) * max(share * np.einsum("ij,ij->i", X, X))
    return (np.linalg.norm(U) ** 2 * (1 / C + A) + own * (1 + A * C)) ** 0.5


@wrong("matrix_bound", because="does not square the losses")
def plain_losses(U, X, y, C):
    losses = np.maximum(X @ U.T + 1 / (len(U) - 1), 0)
    losses[np.arange(len(y)), y] = 0
    T_y = np.bincount(y)[y]
    A = (1 - 1 / len(U)) * np.max((X**2).sum(axis=1) / T_y)
    return np.sqrt((1 / C + A) * (np.sum(U**2) + C * np.sum(losses.sum(axis=1) / T_y)))


@wrong("matrix_bound", because="takes the counts so far for the losses of U")
def counts_so_far(U, X, y, C):
    losses = np.maximum(X @ U.T + 1 / (len(U) - 1), 0)
    losses[np.arange(len(y)), y] = 0
    so_far = np.array([np.sum(y[: t + 1] == y[t]) for t in range(len(y))])
    A = (1 - 1 / len(U)) * np.max((X**2).sum(axis=1) / np.bincount(y)[y])
    return np.sqrt((1 / C + A) * (np.sum(U**2) + C * np.sum((losses**2).sum(axis=1) / so_far)))


@wrong("matrix_bound", because="measures U by its operator norm")
def operator_norm_of_U(U, X, y, C):
    excess = np.sum(U**2) - np.linalg.norm(U, 2) ** 2
    A = (1 - 1 / len(U)) * np.max((X**2).sum(axis=1) / np.bincount(y)[y])
    return np.sqrt(written(U, X, y, C) ** 2 - (1 / C + A) * excess)
