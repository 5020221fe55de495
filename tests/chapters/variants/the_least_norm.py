"""The chapter "The least norm": the floor that a prior and prices of answers prove."""

import numpy as np

from tests.chapters.variants import Answers


def unit(w):
    return np.asarray(w, dtype=float) / np.linalg.norm(w)


def left(masses, u):
    """What each answer leaves to be paid, by input."""
    s = masses * u
    return s.sum(axis=1, keepdims=True) - s


def by_a_cost_matrix(masses, u, v):
    M = np.outer(unit(u), unit(v))
    np.fill_diagonal(M, 0)
    return sum(min(row @ M) for row in np.asarray(masses))


STUBS = {
    "floor_of": Answers(
        [lambda masses, u, v: (left(masses, unit(u)) * unit(v)).min(axis=1).sum(), by_a_cost_matrix],
        {
            "leaves the diagonal in: right answers are paid for": lambda masses, u, v: (
                (masses @ np.outer(unit(u), unit(v))).min(axis=1).sum()
            ),
            "takes u and v as they come": lambda masses, u, v: (left(masses, u) * v).min(axis=1).sum(),
            "exchanges prior and price": lambda masses, u, v: by_a_cost_matrix(masses, v, u),
            "one answer for all inputs": lambda masses, u, v: (left(masses, unit(u)) * unit(v)).sum(axis=0).min(),
        },
    )
}
