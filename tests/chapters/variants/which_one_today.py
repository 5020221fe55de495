"""The chapter "Which one today?": both sides of the bound on the pooled norm."""

import numpy as np

from tests.chapters.variants import right, wrong


def errors_of(N):
    C = N / np.maximum(N.sum(axis=1, keepdims=True), 1)
    return C * (1 - np.eye(len(C)))


def norm_of(N):
    return np.linalg.norm(errors_of(N), 2)


def parts(counts):
    sizes = counts.sum(axis=2)
    return sizes / sizes.sum(axis=0)


@right("both_sides")
def by_counts(counts):
    return norm_of(counts.sum(axis=0)), parts(counts).max(axis=1) @ [norm_of(N) for N in counts]


@right("both_sides")
def by_diagonal_matrices(counts):
    w = parts(counts)
    C = sum(np.diag(row) @ errors_of(N) for row, N in zip(w, counts))
    values = [np.linalg.svd(np.diag(row), compute_uv=False)[0] * norm_of(N) for row, N in zip(w, counts)]
    return np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]), sum(values)


@wrong("both_sides", because="takes the mean of the fold norms for the bound")
def mean_of_norms(counts):
    return norm_of(counts.sum(axis=0)), np.mean([norm_of(N) for N in counts])


@wrong("both_sides", because="averages the matrices, whatever the folds hold")
def plain_mean_of_matrices(counts):
    bound = parts(counts).max(axis=1) @ [norm_of(N) for N in counts]
    return np.linalg.norm(np.mean([errors_of(N) for N in counts], axis=0), 2), bound


@wrong("both_sides", because="keeps the right answers on the diagonal")
def with_the_diagonal(counts):
    def norm(N):
        return np.linalg.norm(N / np.maximum(N.sum(axis=1, keepdims=True), 1), 2)

    return norm(counts.sum(axis=0)), parts(counts).max(axis=1) @ [norm(N) for N in counts]


@wrong("both_sides", because="divides by the answers instead of the true classes")
def by_columns(counts):
    def norm(N):
        return np.linalg.norm(N * (1 - np.eye(len(N))) / np.maximum(N.sum(axis=0), 1), 2)

    return norm(counts.sum(axis=0)), parts(counts).max(axis=1) @ [norm(N) for N in counts]


@wrong("both_sides", because="takes the share of all examples that a fold has")
def share_of_the_fold(counts):
    share = counts.sum(axis=(1, 2)) / counts.sum()
    return norm_of(counts.sum(axis=0)), share @ [norm_of(N) for N in counts]


@wrong("both_sides", because="takes the Frobenius norm")
def frobenius(counts):
    norms = [np.linalg.norm(errors_of(N)) for N in counts]
    return np.linalg.norm(errors_of(counts.sum(axis=0))), parts(counts).max(axis=1) @ norms
