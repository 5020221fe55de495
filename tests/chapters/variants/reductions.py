"""What readers may write for the stub of "Reductions"."""

import numpy as np

from tests.chapters.variants import Answers


def by_loops(E, M):
    Q, J = M.shape
    bounds = np.zeros((Q, Q))
    for p in range(Q):
        for q in range(Q):
            differ = [j for j in range(J) if M[p, j] != M[q, j]]
            if differ:
                bounds[p, q] = 2 / len(differ) * sum(E[p, j] for j in differ)
    return bounds


def by_products(E, M):
    Q, J = M.shape
    d = (J - M @ M.T) / 2
    sums = (E.sum(axis=1, keepdims=True) - (E * M) @ M.T) / 2
    return np.divide(2 * sums, d, out=np.zeros((Q, Q)), where=d > 0)


def differ(M):
    return M[:, None] != M[None]


def distance(M):
    return np.maximum(differ(M).sum(axis=2), 1)


def sums(E, M):
    """Twice the errors of class p in the columns that differ."""
    return 2 * (E[:, None] * differ(M)).sum(axis=2)


STUBS = {
    "cell_bounds": Answers(
        [by_loops, by_products],
        {
            "takes the errors of the predicted class": lambda E, M: by_loops(E, M).T,
            "takes the mean, not twice the mean": lambda E, M: by_loops(E, M) / 2,
            "takes the least distance of the code for every pair": lambda E, M: sums(E, M) / np.sort(distance(M))[0, 1],
            "takes the distance for that of one-vs-all": lambda E, M: sums(E, M) / 2,
            "rounds half of the distance up, sharper than the theorem": lambda E, M: (
                sums(E, M) / 2 / ((distance(M) + 1) // 2)
            ),
            "cuts the bounds at one, which the theorem does not say": lambda E, M: np.minimum(by_loops(E, M), 1),
        },
    )
}
