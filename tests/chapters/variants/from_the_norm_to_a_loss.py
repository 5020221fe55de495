"""What readers may write for the stubs of "From the norm to a weight"."""

import math
from collections import Counter

import numpy as np

from tests.chapters.variants import right, wrong


@right("copies")
def by_counting(y):
    sizes = Counter(y.tolist())
    common = math.lcm(*sizes.values())
    return [row for row, label in enumerate(y.tolist()) for _ in range(common // sizes[label])]


@right("copies")
def by_classes(y):
    labels, sizes = np.unique(y, return_counts=True)
    times = np.lcm.reduce(sizes) // sizes
    return np.sort(np.concatenate([np.tile(np.flatnonzero(y == q), k) for q, k in zip(labels, times)]))


@wrong("copies", because="takes the product of the sizes, which is not the smallest common one")
def with_the_product(y):
    sizes = np.bincount(y)
    return np.repeat(np.arange(len(y)), np.prod(sizes) // sizes[y])


@wrong("copies", because="copies up to the size of the largest class, cut off")
def up_to_the_largest(y):
    sizes = np.bincount(y)
    return np.repeat(np.arange(len(y)), sizes.max() // sizes[y])


@wrong("copies", because="copies the large classes most")
def the_wrong_way(y):
    return np.repeat(np.arange(len(y)), np.bincount(y)[y])


@wrong("copies", because="is not sorted")
def class_by_class(y):
    sizes = np.bincount(y)
    times = np.lcm.reduce(sizes) // sizes
    return np.concatenate([np.tile(np.flatnonzero(y == q), k) for q, k in enumerate(times)][::-1])


@wrong("copies", because="gives labels and not rows")
def labels(y):
    return y[by_classes.function(y)]


def _parts(f, y):
    own = f[np.arange(len(y)), y]
    E = np.exp(f - own[:, None]) * (np.eye(f.shape[1])[y] == 0)
    M = np.array([E[y == p].mean(axis=0) for p in range(f.shape[1])])
    U, _, Vt = np.linalg.svd(M)
    return E, np.bincount(y), np.abs(U[:, 0]), np.abs(Vt[0])


def _closed(D, y):
    D[np.arange(len(y)), y] = -D.sum(axis=1)
    return D


@right("seeing_costs")
def row_by_row(f, y):
    E, m, u, v = _parts(f, y)
    D = [[u[y[i]] * v[l] / m[y[i]] * E[i, l] for l in range(f.shape[1])] for i in range(len(y))]
    return _closed(np.array(D), y)


@right("seeing_costs")
def by_the_eigenvector(f, y):
    """The right singular vector is the eigenvector of M'M; the left one is M v, scaled."""
    E, m, *_ = _parts(f, y)
    M = np.array([E[y == p].sum(axis=0) / m[p] for p in range(len(m))])
    v = np.abs(np.linalg.eigh(M.T @ M)[1][:, -1])
    u = M @ v / np.linalg.norm(M @ v)
    return _closed(E * np.outer(u / m, v)[y], y)


@wrong("seeing_costs", because="is CoMBo's cost matrix, which does not see the norm")
def without_the_vectors(f, y):
    E, m, _, _ = _parts(f, y)
    return _closed(E / m[y][:, None], y)


@wrong("seeing_costs", because="forgets the sizes of the classes")
def without_the_sizes(f, y):
    E, _, u, v = _parts(f, y)
    return _closed(E * np.outer(u, v)[y], y)


@wrong("seeing_costs", because="takes one vector for the other")
def vectors_exchanged(f, y):
    E, m, u, v = _parts(f, y)
    return _closed(E * np.outer(v / m, u)[y], y)


@wrong("seeing_costs", because="leaves the true label free")
def rows_that_do_not_sum_to_zero(f, y):
    E, m, u, v = _parts(f, y)
    return E * np.outer(u / m, v)[y]


@wrong("seeing_costs", because="is the derivative of the squared Frobenius norm, halved")
def of_the_frobenius_norm(f, y):
    E, m, _, _ = _parts(f, y)
    M = np.array([E[y == p].mean(axis=0) for p in range(len(m))])
    return _closed(E * M[y] / m[y][:, None], y)
