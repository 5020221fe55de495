"""The numbers of the chapter "The multiclass SVM", by a generic solver and by libraries."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import LinearSVC

from tests.chapters.stored import figures_of

CHAPTER = "foundations/the-multiclass-svm"
STATES = figures_of(CHAPTER)["Dual stepper"]
X = np.array([[-1.3, 1.1], [-0.8, 1], [-2, 1], [-0.1, 0.8], [0.3, 1], [-0.3, 1.2], [1.7, 0.8], [1.2, 0.9], [2.5, 0.5]])
Y = np.repeat([0, 1, 2], 3)
C = 1.0


def value_of_row(a, A, i):
    """The dual D with row i of A replaced by a."""
    A = A.copy()
    A[i] = a
    return A[range(9), Y].sum() - np.sum((A.T @ X) ** 2) / 2


def best_row(A, i):
    """The feasible row that maximises D, all others held: a quadratic programme, by SLSQP."""
    bounds = [(None, C) if z == Y[i] else (None, 0) for z in range(3)]

    def gradient(a):
        B = A.copy()
        B[i] = a
        return (B.T @ X) @ X[i] - np.eye(3)[Y[i]]

    zero_sum = {"type": "eq", "fun": np.sum, "jac": lambda a: np.ones(3)}
    options = {"ftol": 1e-15, "maxiter": 500}
    return minimize(
        lambda a: -value_of_row(a, A, i), A[i], jac=gradient, bounds=bounds, constraints=zero_sum, options=options
    ).x


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
    """(point, row before, rows after) of each visit, from rows that SLSQP finds."""
    A, found = np.zeros((9, 3)), []
    for number in range(len(STATES)):
        charged = charges(A)
        i = int(charged.round(6).argmax())
        # A near tie would be decided by rounding; at the start all are equal, and the first is taken.
        assert number == 0 or np.diff(np.sort(charged))[-1] > 1e-3
        before = A[i].copy()
        A[i] = best_row(A, i)
        found.append((i, before, A.copy()))
    return found


def away_from_rounding_edges(values):
    scaled = np.abs(np.asarray(values)) * 100
    return np.abs(scaled - np.floor(scaled) - 0.5).min() > 1e-3


@pytest.mark.parametrize("number", range(len(STATES)))
def test_dual_stepper(visits, number):
    (values, numbers, text, _), (i, before, A) = STATES[number], visits[number]
    assert values == {"t": str(number + 1)}
    assert text.startswith(f"Visit {number + 1}: point {i + 1}, class {'abc'[Y[i]]}. ")
    n, scores = X[i] @ X[i], X[i] @ (A.T @ X).T - X[i] @ X[i] * A[i]
    bars = scores + np.where(np.arange(3) == Y[i], n * C, 1)
    cut = n * (C * (np.arange(3) == Y[i]) - A[i])
    level = (bars - cut)[cut > 1e-3]
    assert np.ptp(level) < 1e-4 and bars[cut < 1e-4].max(initial=-np.inf) < level[0] + 1e-4
    assert away_from_rounding_edges([*bars, n * C])
    words = [f"{name} {bar:.2f}" for name, bar in zip("abc", bars.round(6) + 0.0)] + [f"nC = {n * C:.2f}"]
    words += [", ".join(f"{value:.2f}" for value in row.round(5) + 0.0) for row in (before, A[i])]
    assert [word for word in words if word not in text.replace("−", "-")] == []
    dual, W = value_of_row(A[i], A, i), A.T @ X
    gap = primal(W) - dual
    assert gap == pytest.approx(charges(A).sum(), abs=1e-6)
    pull = A[range(9), Y]
    expected = {"point": i + 1, "level": level[0], "objective": primal(W), "dual": dual, "gap": gap}
    expected["right"] = np.sum((X @ W.T + [2e-6, 1e-6, 0]).argmax(axis=1) == Y)
    assert numbers == pytest.approx(expected | {f"pull{j + 1}": v for j, v in enumerate(pull)}, abs=1e-3)
    full, some = (
        ", ".join(str(j + 1) for j in np.flatnonzero(chosen)) or "none"
        for chosen in (pull > 1 - 1e-4, (pull > 1e-4) & (pull < 1 - 1e-4))
    )
    assert text.endswith(f"Full force: {full}; some: {some}.")


def test_the_walk_ends_near_the_solution_of_liblinear(visits):
    options = {"fit_intercept": False, "tol": 1e-10, "max_iter": 1_000_000}
    W = LinearSVC(C=C, multi_class="crammer_singer", **options).fit(X, Y).coef_
    end = visits[-1][2]
    assert 0 <= primal(end.T @ X) - primal(W) < 1e-3 * primal(W)
    assert np.abs(end.T @ X - W).max() < 0.03


def test_roles_of_the_nine_points(printed):
    options = {"fit_intercept": False, "tol": 1e-10, "max_iter": 1_000_000}
    scores = X @ LinearSVC(C=C, multi_class="crammer_singer", **options).fit(X, Y).coef_.T
    margin = scores[range(9), Y] - np.where(np.eye(3, dtype=bool)[Y], -np.inf, scores).max(axis=1)
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in printed.splitlines() if "|" in line]
    rows = [row for row in rows if row[-1] in ("outlier", "silent", "on the margin")]
    assert [row[0] for row in rows] == [str(i + 1) for i in range(9)]
    assert [float(row[2]) for row in rows] == pytest.approx(margin, abs=5.1e-3)
    expected = np.where(margin < 0.99, "outlier", np.where(margin > 1.01, "silent", "on the margin"))
    assert [row[-1] for row in rows] == list(expected)
