"""The numbers of the figures of "The update, derived and drawn", by a generic solver."""

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.chapters.stored import figures_of

FIGURES = figures_of("copa/the-update")
STREAM = np.array([
    [1.4, -1.2], [1.1, 1.2], [-1.4, -1.3], [-1.2, 0.4], [-1.9, 1.0], [1.4, -0.6], [-1.2, -0.5], [1.0, -1.8], [0.3, 1.3],
])  # fmt: skip
TRUTH = [3, 0, 2, 1, 1, 0, 2, 3, 0]


def primal_by_slsqp(scores, n, y, C):
    """Scores after the step (18): a slack for each wrong class, none at C = inf, and scores that sum to zero."""
    Q = len(scores)
    slack = 0 if np.isinf(C) else Q - 1

    def value(z):
        return np.sum((z[:Q] - scores) ** 2) / (2 * n) + (C / 2 * np.sum(z[Q:] ** 2) if slack else 0)

    def gradient(z):
        return np.append((z[:Q] - scores) / n, C * z[Q:] if slack else [])

    room = np.hstack([-np.delete(np.eye(Q), y, axis=0), np.eye(Q - 1, slack)])
    zero = {"type": "eq", "fun": lambda z: z[:Q].sum(), "jac": lambda z: np.arange(len(z)) < Q}
    paid = {"type": "ineq", "fun": lambda z: room @ z - 1 / (Q - 1), "jac": lambda z: room}
    start = np.append(scores, np.ones(slack))
    found = minimize(value, start, jac=gradient, constraints=[zero, paid], options={"ftol": 1e-15, "maxiter": 500})
    return found.x[:Q]


def price(text):
    return np.inf if text == "∞" else float(text)


@pytest.fixture(scope="module")
def trajectories():
    """(losses, alpha, tau) of the nine steps for each C, the vectors moved along x by the solver's scores."""
    found = {}
    for C in (0.25, 1.0, 4.0, np.inf):
        W, rounds = np.zeros((4, 2)), []
        for x, y in zip(STREAM, TRUTH):
            n, before = x @ x, W @ x
            after = primal_by_slsqp(before, n, y, C)
            # The true class moves by the common push alone, and that is -tau.
            push = after[y] - before[y]
            rounds.append((before + 1 / 3, (push - (after - before)) / n, -push))
            W = W + np.outer(after - before, x) / n
        found[C] = rounds
    return found


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["COPA step by step"])
def test_step_by_step_has_what_the_solver_finds(trajectories, values, numbers, text, picture):
    t, C = int(values["t"]) - 1, price(values["C"])
    losses, alpha, tau = trajectories[C][t]
    wrong = [q for q in range(4) if q != TRUTH[t]]
    active = [q for q in wrong if alpha[q] > 1e-4]
    expected = {"tau": tau, "I": len(active)} | {f"loss{q + 1}": losses[q] for q in wrong}
    assert numbers == pytest.approx(expected | {f"alpha{q + 1}": alpha[q] for q in wrong}, abs=1e-3)
    assert ("nothing moves" in text) == (not active)
    assert ("active although" in text) == any(losses[q] <= 0 for q in active)


def test_the_naive_step_costs_more_and_leaves_class_4_with_more():
    """The opening: scores of four classes, n = 1 and C = 4; the naive problem has slack for classes 2 and 3 only."""
    before, C = np.array([-0.5, 0.9, 0.2, -0.6]), 4.0

    def cost(after):
        owed = np.maximum(after[1:] + 1 / 3, 0)
        return np.sum((after - before) ** 2) / 2 + C / 2 * np.sum(owed**2), owed[2]

    def naive_cost(z):
        after = np.append(z, -z.sum())
        return np.sum((after - before) ** 2) / 2 + C / 2 * np.sum(np.maximum(after[1:3] + 1 / 3, 0) ** 2)

    z = minimize(naive_cost, before[:3], tol=1e-14).x
    assert cost(np.append(z, -z.sum())) == pytest.approx((1.3460, 0.3222), abs=1e-4)
    assert cost(primal_by_slsqp(before, 1.0, 0, C)) == pytest.approx((1.2007, 0.0967), abs=1e-4)
