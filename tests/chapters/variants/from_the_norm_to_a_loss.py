"""What readers may write for the stubs of "From the norm to a weight"."""

import math
from collections import Counter

import numpy as np

from tests.chapters.variants import Answers


def by_counting(y):
    sizes = Counter(y.tolist())
    common = math.lcm(*sizes.values())
    return [row for row, label in enumerate(y.tolist()) for _ in range(common // sizes[label])]


def by_classes(y):
    labels, sizes = np.unique(y, return_counts=True)
    times = np.lcm.reduce(sizes) // sizes
    return np.sort(np.concatenate([np.tile(np.flatnonzero(y == q), k) for q, k in zip(labels, times)]))


def repeated(y, total):
    """Each row as often as its class fits into the total."""
    return np.repeat(np.arange(len(y)), total(np.bincount(y)) // np.bincount(y)[y])


def _parts(f, y):
    own = f[np.arange(len(y)), y]
    E = np.exp(f - own[:, None]) * (np.eye(f.shape[1])[y] == 0)
    M = np.array([E[y == p].mean(axis=0) for p in range(f.shape[1])])
    U, _, Vt = np.linalg.svd(M)
    return E, M, np.bincount(y), np.abs(U[:, 0]), np.abs(Vt[0])


def weighed(f, y, weights):
    """Costs by the weights of a cell, which are a function of M, m, u and v; minus their sum for the true label."""
    E, *parts = _parts(f, y)
    D = E * weights(*parts)[y]
    D[np.arange(len(y)), y] = -D.sum(axis=1)
    return D


def by_the_eigenvector(f, y):
    """The right singular vector is the eigenvector of M'M; the left one is M v, scaled."""
    _, M, m, *_ = _parts(f, y)
    v = np.abs(np.linalg.eigh(M.T @ M)[1][:, -1])
    u = M @ v / np.linalg.norm(M @ v)
    return weighed(f, y, lambda *parts: np.outer(u / m, v))


STUBS = {
    "copies": Answers(
        [by_counting, by_classes],
        {
            "takes the product of the sizes, not the smallest common one": lambda y: repeated(y, np.prod),
            "copies up to the size of the largest class, cut off": lambda y: repeated(y, np.max),
            "has the rows class by class": lambda y: sorted(by_classes(y), key=lambda row: y[row]),
        },
    ),
    "seeing_costs": Answers(
        [lambda f, y: weighed(f, y, lambda M, m, u, v: np.outer(u / m, v)), by_the_eigenvector],
        {
            "is CoMBo's cost matrix, which does not see the norm": lambda f, y: weighed(
                f, y, lambda M, m, u, v: 1 / np.outer(m, np.ones(len(m)))
            ),
            "forgets the sizes of the classes": lambda f, y: weighed(f, y, lambda M, m, u, v: np.outer(u, v)),
            "leaves the true labels out": lambda f, y: by_the_eigenvector(f, y) * (1 - np.eye(f.shape[1])[y]),
            "takes one vector for the other": lambda f, y: weighed(f, y, lambda M, m, u, v: np.outer(v / m, u)),
        },
    ),
}
