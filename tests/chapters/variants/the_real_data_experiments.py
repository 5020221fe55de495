"""The chapter "Who pays for which labels": UMA's vector from the Gram matrix alone."""

import numpy as np

from tests.chapters.variants import Answers


def of_weights(K, a):
    return np.append(a @ K @ a, K @ a)


def by_solving(K, y, predicted, C, p, q):
    weights = np.linalg.solve(C.T, np.eye(len(C))[q])
    return of_weights(K, np.where(predicted == p, weights[y], 0) / len(y))


def by_loops(K, y, predicted, C, p, q):
    inverse, n = np.linalg.inv(C), len(y)
    a = [inverse[q, y[i]] / n if predicted[i] == p else 0.0 for i in range(n)]
    length = sum(a[i] * a[j] * K[i, j] for i in range(n) for j in range(n))
    return [length, *(sum(a[i] * K[i, j] for i in range(n)) for j in range(n))]


def mean_of_the_region(K, y, predicted, C, p, q):
    inside = predicted == p
    return of_weights(K, np.linalg.inv(C)[q, y] * inside / inside.sum())


def length_itself(*case):
    found = by_solving(*case)
    found[0] = np.sqrt(found[0])
    return found


STUBS = {
    "dual_direction": Answers(
        [by_solving, by_loops],
        {
            "takes column q of the inverse for its row": lambda K, y, h, C, p, q: by_solving(K, y, h, C.T, p, q),
            "takes C for its inverse": lambda K, y, h, C, p, q: by_solving(K, y, h, np.linalg.inv(C), p, q),
            "divides by the size of the region": mean_of_the_region,
            "takes the region of q": lambda K, y, h, C, p, q: by_solving(K, y, np.where(h == q, p, -1), C, p, q),
            "gives the length, not its square": length_itself,
            "sums the whole sample": lambda K, y, h, C, p, q: by_solving(K, y, np.full(len(y), p), C, p, q),
        },
    )
}
