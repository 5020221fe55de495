"""The chapter "The least norm": the floor that a prior and prices of answers prove."""

import numpy as np

from tests.chapters.variants import right, wrong


def unit(w):
    return np.asarray(w, dtype=float) / np.linalg.norm(w)


@right("floor_of")
def by_prices(masses, u, v):
    s = masses * unit(u)
    return ((s.sum(axis=1, keepdims=True) - s) * unit(v)).min(axis=1).sum()


@right("floor_of")
def by_a_cost_matrix(masses, u, v):
    M = np.outer(unit(u), unit(v))
    np.fill_diagonal(M, 0)
    return sum(min(row @ M) for row in np.asarray(masses))


@right("floor_of")
def by_the_matrix_of_the_best_rule(masses, u, v):
    Q = len(u)
    M = np.outer(unit(u), unit(v)) * (1 - np.eye(Q))
    return np.sum(M * (np.transpose(masses) @ np.eye(Q)[(masses @ M).argmin(axis=1)]))


@wrong("floor_of", because="leaves the diagonal in: right answers are paid for")
def with_the_diagonal(masses, u, v):
    return (masses @ np.outer(unit(u), unit(v))).min(axis=1).sum()


@wrong("floor_of", because="takes u and v as they come")
def without_lengths(masses, u, v):
    s = masses * u
    return ((s.sum(axis=1, keepdims=True) - s) * v).min(axis=1).sum()


@wrong("floor_of", because="makes the entries of u and v sum to one")
def by_sums(masses, u, v):
    s = masses * (u / np.sum(u))
    return ((s.sum(axis=1, keepdims=True) - s) * (v / np.sum(v))).min(axis=1).sum()


@wrong("floor_of", because="exchanges prior and price")
def exchanged(masses, u, v):
    s = masses * unit(v)
    return ((s.sum(axis=1, keepdims=True) - s) * unit(u)).min(axis=1).sum()


@wrong("floor_of", because="takes the mean over the inputs, as if they weighed alike")
def mean_over_inputs(masses, u, v):
    s = masses * unit(u)
    return ((s.sum(axis=1, keepdims=True) - s) * unit(v)).min(axis=1).mean()


@wrong("floor_of", because="one answer for all inputs")
def one_answer(masses, u, v):
    s = masses * unit(u)
    return ((s.sum(axis=1, keepdims=True) - s) * unit(v)).sum(axis=0).min()


@wrong("floor_of", because="answers the largest s and pays that: no prices in the choice")
def choice_without_prices(masses, u, v):
    s = masses * unit(u)
    q = s.argmax(axis=1)
    return np.sum((s.sum(axis=1) - s[np.arange(len(s)), q]) * unit(v)[q])
