"""The chapter "One matrix after training": costs for the probabilities of noisy labels."""

import numpy as np
from numpy.linalg import solve

from tests.chapters.variants import Answers


def by_inverses(M, noisy, T):
    inverse = np.linalg.inv(T)
    return inverse.T @ np.diag(1 / (inverse @ noisy)) @ M


def entry_by_entry(M, noisy, T):
    Q, inverse = len(M), np.linalg.inv(T)
    pi = [sum(inverse[p, k] * noisy[k] for k in range(Q)) for p in range(Q)]
    return [[sum(inverse[p, k] * M[p][q] / pi[p] for p in range(Q)) for q in range(Q)] for k in range(Q)]


STUBS = {
    "one_matrix": Answers(
        [by_inverses, entry_by_entry],
        {
            "applies the inverse without transposing it": lambda M, noisy, T: solve(T, M / solve(T, noisy)[:, None]),
            "takes the shares of the noisy labels": lambda M, noisy, T: solve(T.T, M / noisy[:, None]),
            "divides columns": lambda M, noisy, T: solve(T.T, M / solve(T, noisy)),
            "undoes the noise first, then divides by the shares": lambda M, noisy, T: (
                solve(T.T, M) / solve(T, noisy)[:, None]
            ),
        },
    )
}
