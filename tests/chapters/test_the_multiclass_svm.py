"""The walk of the chapter "The multiclass SVM", by steps of the package and the proposition's pieces of the gap."""

import numpy as np
import pytest

from confusion.margins import block_step
from tests.chapters.stored import scenes_of

CHAPTER = "foundations/the-multiclass-svm"
TOLD, AT = scenes_of(CHAPTER)["dual"]
X = np.array([[-1.3, 1.1], [-0.8, 1], [-2, 1], [-0.1, 0.8], [0.3, 1], [-0.3, 1.2], [1.7, 0.8], [1.2, 0.9], [2.5, 0.5]])
Y = np.repeat([0, 1, 2], 3)
C = 1.0


def dual(A):
    return A[range(9), Y].sum() - np.sum((A.T @ X) ** 2) / 2


def primal(W):
    own = (X * W[Y]).sum(axis=1)
    other = np.where(np.eye(3, dtype=bool)[Y], -np.inf, X @ W.T).max(axis=1)
    return np.sum(W**2) / 2 + C * np.maximum(0, 1 - own + other).sum()


def charges(A):
    """Pieces of the gap, as the proposition of the chapter states them."""
    F, charged = X @ (A.T @ X).T, []
    for i, y in enumerate(Y):
        wrong = [z for z in range(3) if z != y]
        eta = max(0, *(1 - F[i, y] + F[i, z] for z in wrong))
        charged.append((C - A[i, y]) * eta + sum(-A[i, z] * (F[i, y] - F[i, z] - 1 + eta) for z in wrong))
    return np.array(charged)


@pytest.fixture(scope="module")
def visits():
    """The multipliers after each visit, always to the example of the largest charge."""
    A, found = np.zeros((9, 3)), []
    for number in range(TOLD["visits"]):
        charged = charges(A)
        i = int(charged.round(6).argmax())
        # A near tie would be decided by rounding; at the start all are equal, and the first is taken.
        assert number == 0 or np.diff(np.sort(charged))[-1] > 1e-3
        A = A.copy()
        A[i] = block_step(A.T @ X @ X[i], Y[i], X[i] @ X[i], C, A[i])
        found.append(A)
    return found


def test_dual_stepper(visits):
    assert (TOLD["points"], TOLD["labels"], TOLD["price"]) == (X.tolist(), Y.tolist(), C)
    assert AT == {"visits": "", "t": 1} and TOLD["visits"] == len(visits)
    table = np.array([[*A[range(9), Y], primal(A.T @ X), dual(A)] for A in visits])
    pulls, objectives, duals = table[:, :9], np.append(9, table[:, 9]), np.append(0, table[:, 10])
    assert (objectives - duals)[1:] == pytest.approx([charges(A).sum() for A in visits], abs=1e-6)
    # The answers of the text: the dual rises; point 3, and point 9.
    assert (np.diff(duals) > 0).all()
    assert np.abs(pulls[:, 2]).max() < 1e-6 and (np.flatnonzero(pulls[:, 8] > 1e-4) + 1).tolist() == list(range(4, 16))
