"""The chapter "Decide for your measure": the gains of macro-F1 at the matrix of some predictions."""

import numpy as np

from tests.chapters.variants import Answers


def shares(P, predicted):
    return P.T @ np.eye(P.shape[1])[predicted] / len(P)


def by_entries(P, predicted):
    S, Q = shares(P, predicted), P.shape[1]
    both = [S[q].sum() + S[:, q].sum() for q in range(Q)]
    return [[(2 * (p == q) - 2 * S[q, q] / both[q]) / both[q] / Q for q in range(Q)] for p in range(Q)]


def by_columns(S):
    both = S.sum(axis=0) + S.sum(axis=1)
    return (2 * np.eye(len(S)) - 2 * np.diag(S) / both) / both / len(S)


STUBS = {
    "f1_gains": Answers(
        [by_entries, lambda P, predicted: by_columns(shares(P, predicted))],
        {
            "transposes the gains": lambda P, predicted: by_columns(shares(P, predicted)).T,
            "takes counts": lambda P, predicted: by_columns(len(P) * shares(P, predicted)),
            "averages over the predicted classes": lambda P, predicted: (
                by_columns(shares(P, predicted)) * P.shape[1] / len(np.unique(predicted))
            ),
            "sums over the classes": lambda P, predicted: P.shape[1] * by_columns(shares(P, predicted)),
        },
    )
}
