"""The chapter "Which one today?": both sides of the bound on the pooled norm."""

import numpy as np

from tests.chapters.variants import Answers


def errors_of(N, axis=1, diagonal=0):
    C = N / np.maximum(N.sum(axis=axis, keepdims=True), 1)
    return C * (1 - (1 - diagonal) * np.eye(len(C)))


def norm_of(N, **how):
    return np.linalg.norm(errors_of(N, **how), 2)


def parts(counts):
    sizes = counts.sum(axis=2)
    return sizes / sizes.sum(axis=0)


def by_norms(counts, norm=norm_of):
    return norm(counts.sum(axis=0)), parts(counts).max(axis=1) @ [norm(N) for N in counts]


def by_diagonal_matrices(counts):
    w = parts(counts)
    C = sum(np.diag(row) @ errors_of(N) for row, N in zip(w, counts))
    values = [np.linalg.svd(np.diag(row), compute_uv=False)[0] * norm_of(N) for row, N in zip(w, counts)]
    return np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]), sum(values)


def share_of_the_fold(counts):
    share = counts.sum(axis=(1, 2)) / counts.sum()
    return norm_of(counts.sum(axis=0)), share @ [norm_of(N) for N in counts]


STUBS = {
    "both_sides": Answers(
        [by_norms, by_diagonal_matrices],
        {
            "takes the mean of the fold norms for the bound": lambda counts: (
                norm_of(counts.sum(axis=0)), np.mean([norm_of(N) for N in counts]),
            ),
            "divides by the answers, not the true classes": lambda n: by_norms(n, lambda N: norm_of(N, axis=0)),
            "takes the share of all examples that a fold has": share_of_the_fold,
        },
    )
}  # fmt: skip
