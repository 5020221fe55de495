"""The chapter "What a table can mean": mean of the norms of folds, and norm of the folds together."""

import numpy as np

from tests.chapters.variants import Answers


def by_row(N):
    return np.array([row / max(row.sum(), 1) for row in N])


def without_care(N):
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(N / N.sum(axis=1, keepdims=True), nan=1.0)


def off(C):
    return C * (1 - np.eye(len(C)))


def both(folds, matrix=by_row, norm=lambda C: np.linalg.norm(off(C), 2)):
    return np.mean([norm(matrix(N)) for N in folds]), norm(matrix(sum(folds)))


def by_eigenvalues(folds):
    found = []
    for N in [*folds, folds.sum(axis=0)]:
        sums = N.sum(axis=1, keepdims=True)
        C = off(np.divide(N, sums, out=np.zeros(N.shape), where=sums > 0))
        found.append(np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]))
    return [np.mean(found[:-1]), found[-1]]


STUBS = {
    "two_norms": Answers(
        [both, by_eigenvalues],
        {
            "takes the mean of the matrices for the pooled one": lambda folds: (
                both(folds)[0], np.linalg.norm(off(np.mean([by_row(N) for N in folds], axis=0)), 2),
            ),
            "keeps the diagonal": lambda folds: both(folds, norm=lambda C: np.linalg.norm(C, 2)),
            "divides by all examples": lambda folds: both(folds, lambda N: N / N.sum()),
            "divides by columns": lambda folds: both(folds, lambda N: by_row(N.T).T),
            "divides rows of zeros by zero": lambda folds: both(folds, without_care),
            "takes the Frobenius norm": lambda folds: both(folds, norm=lambda C: np.linalg.norm(off(C))),
            "gives them the other way round": lambda folds: both(folds)[::-1],
        },
    )
}  # fmt: skip
