"""The chapter "Who pays for which labels": UMA's vector from the Gram matrix alone."""

import numpy as np

from tests.chapters.variants import right, wrong


def of_weights(K, a):
    return np.append(a @ K @ a, K @ a)


@right("dual_direction")
def by_solving(K, y, predicted, C, p, q):
    weights = np.linalg.solve(C.T, np.eye(len(C))[q])
    return of_weights(K, np.where(predicted == p, weights[y], 0) / len(y))


@right("dual_direction")
def by_loops(K, y, predicted, C, p, q):
    inverse, n = np.linalg.inv(C), len(y)
    a = [inverse[q, y[i]] / n if predicted[i] == p else 0.0 for i in range(n)]
    length = sum(a[i] * a[j] * K[i, j] for i in range(n) for j in range(n))
    return [length, *(sum(a[i] * K[i, j] for i in range(n)) for j in range(n))]


@wrong("dual_direction", because="takes column q of the inverse for its row")
def transposed(K, y, predicted, C, p, q):
    return of_weights(K, np.linalg.inv(C)[y, q] * (predicted == p) / len(y))


@wrong("dual_direction", because="takes C for its inverse")
def not_inverted(K, y, predicted, C, p, q):
    return of_weights(K, C[q, y] * (predicted == p) / len(y))


@wrong("dual_direction", because="divides by the size of the region")
def mean_of_the_region(K, y, predicted, C, p, q):
    inside = predicted == p
    return of_weights(K, np.linalg.inv(C)[q, y] * inside / inside.sum())


@wrong("dual_direction", because="takes the region of q")
def other_region(K, y, predicted, C, p, q):
    return of_weights(K, np.linalg.inv(C)[q, y] * (predicted == q) / len(y))


@wrong("dual_direction", because="gives the length, not its square")
def root(K, y, predicted, C, p, q):
    found = of_weights(K, np.linalg.inv(C)[q, y] * (predicted == p) / len(y))
    found[0] = np.sqrt(found[0])
    return found


@wrong("dual_direction", because="sums the whole sample")
def no_region(K, y, predicted, C, p, q):
    return of_weights(K, np.linalg.inv(C)[q, y] / len(y))
