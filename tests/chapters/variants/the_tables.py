"""The chapter "What a table can mean": mean of the norms of folds, and norm of the folds together."""

import numpy as np

from tests.chapters.variants import right, wrong


def norm_of(C):
    C = np.array(C, dtype=float)
    np.fill_diagonal(C, 0)
    return np.linalg.norm(C, 2)


def by_row(N):
    return np.array([row / max(row.sum(), 1) for row in N])


@right("two_norms")
def row_by_row(folds):
    return np.mean([norm_of(by_row(N)) for N in folds]), norm_of(by_row(sum(folds)))


@right("two_norms")
def by_eigenvalues(folds):
    found = []
    for N in [*folds, folds.sum(axis=0)]:
        sums = N.sum(axis=1, keepdims=True)
        C = np.divide(N, sums, out=np.zeros(N.shape), where=sums > 0)
        C = C * (1 - np.eye(len(N)))
        found.append(np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]))
    return [np.mean(found[:-1]), found[-1]]


@wrong("two_norms", because="takes the mean of the matrices for the pooled one")
def mean_matrix(folds):
    matrices = [by_row(N) for N in folds]
    return np.mean([norm_of(C) for C in matrices]), norm_of(np.mean(matrices, axis=0))


@wrong("two_norms", because="keeps the diagonal")
def with_diagonal(folds):
    return np.mean([np.linalg.norm(by_row(N), 2) for N in folds]), np.linalg.norm(by_row(sum(folds)), 2)


@wrong("two_norms", because="divides by all examples")
def by_total(folds):
    return np.mean([norm_of(N / N.sum()) for N in folds]), norm_of(sum(folds) / np.sum(folds))


@wrong("two_norms", because="divides by columns")
def by_column(folds):
    shares = [N / np.maximum(N.sum(axis=0), 1) for N in [*folds, folds.sum(axis=0)]]
    return np.mean([norm_of(C) for C in shares[:-1]]), norm_of(shares[-1])


@wrong("two_norms", because="divides rows of zeros by zero")
def no_care_for_a_missing_class(folds):
    with np.errstate(invalid="ignore"):
        shares = [np.nan_to_num(N / N.sum(axis=1, keepdims=True), nan=1.0) for N in [*folds, folds.sum(axis=0)]]
    return np.mean([norm_of(C) for C in shares[:-1]]), norm_of(shares[-1])


@wrong("two_norms", because="takes the Frobenius norm")
def frobenius(folds):
    sizes = [np.linalg.norm(by_row(N) * (1 - np.eye(len(N)))) for N in [*folds, folds.sum(axis=0)]]
    return np.mean(sizes[:-1]), sizes[-1]


@wrong("two_norms", because="takes the largest fold for the mean")
def largest_fold(folds):
    return max(norm_of(by_row(N)) for N in folds), norm_of(by_row(sum(folds)))


@wrong("two_norms", because="gives them the other way round")
def swapped(folds):
    return norm_of(by_row(sum(folds))), np.mean([norm_of(by_row(N)) for N in folds])
