"""The chapter "Decide for your measure": the gains of macro-F1 at the matrix of some predictions."""

import numpy as np

from tests.chapters.variants import Answers


def shares(P, predicted):
    return P.T @ np.eye(P.shape[1])[predicted] / len(P)


def by_entries(P, predicted):
    S, Q = shares(P, predicted), P.shape[1]
    both = [S[q].sum() + S[:, q].sum() for q in range(Q)]
    return [[(2 * (p == q) - 2 * S[q, q] / both[q]) / both[q] / Q for q in range(Q)] for p in range(Q)]


def by_columns(S, gain=lambda F, both: (2 * np.eye(len(F)) - F) / both):
    """Gains by the F1 and the two shares of each class."""
    both = S.sum(axis=0) + S.sum(axis=1)
    return gain(2 * np.diag(S) / both, both) / len(S)


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
            "takes off half of F1, for gains of half the size": lambda P, predicted: (
                by_columns(shares(P, predicted)) / 2
            ),
            "forgets what a prediction takes": lambda P, predicted: by_columns(
                shares(P, predicted), lambda F, both: np.diag(2 / both)
            ),
        },
    )
}
