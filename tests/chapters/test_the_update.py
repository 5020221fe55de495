"""The numbers of the figures of "The update, derived and drawn", by a generic solver."""

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.chapters.stored import figures_of

FIGURES = figures_of("copa/the-update")
STREAM = np.array(
    [
        [1.4, -1.2],
        [1.1, 1.2],
        [-1.4, -1.3],
        [-1.2, 0.4],
        [-1.9, 1.0],
        [1.4, -0.6],
        [-1.2, -0.5],
        [1.0, -1.8],
        [0.3, 1.3],
    ]
)
TRUTH = [3, 0, 2, 1, 1, 0, 2, 3, 0]


def solved(scores, n, C, room, least, slack, constraints):
    """Scores z after min 1/(2n) |z - scores|^2 + C/2 |slack|^2 subject to room @ z + slack >= least; C = inf: none."""
    Q, slack = len(scores), 0 if np.isinf(C) else slack

    def value(z):
        return np.sum((z[:Q] - scores) ** 2) / (2 * n) + (C / 2 * np.sum(z[Q:] ** 2) if slack else 0)

    def gradient(z):
        return np.append((z[:Q] - scores) / n, C * z[Q:] if slack else [])

    room = np.hstack([room, np.eye(Q - 1) if slack > 1 else np.ones((Q - 1, slack))])
    constraints = [*constraints, {"type": "ineq", "fun": lambda z: room @ z - least, "jac": lambda z: room}]
    start = np.append(scores, np.ones(slack))
    found = minimize(value, start, jac=gradient, constraints=constraints, options={"ftol": 1e-15, "maxiter": 500})
    return found.x[:Q]


def primal_by_slsqp(scores, n, y, C):
    """The step (18) in the scores: a slack for each wrong class, and scores that sum to zero."""
    Q = len(scores)
    zero = {"type": "eq", "fun": lambda z: z[:Q].sum(), "jac": lambda z: np.arange(len(z)) < Q}
    return solved(scores, n, C, -np.delete(np.eye(Q), y, axis=0), 1 / (Q - 1), Q - 1, [zero])


def max_hinge_by_slsqp(scores, n, y, C):
    """The step subject to f_y - f_r + xi >= 1, one slack for all."""
    I = np.eye(len(scores))
    return solved(scores, n, C, np.delete(I[y] - I, y, axis=0), 1, 1, [])


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
    assert text.startswith(f"Example {t + 1}, class {TRUTH[t] + 1}, C = {values['C']}. ")
    assert ("nothing moves" in text) == (not active)
    assert not active or f"τ = {numbers['tau']:.2f}".replace("-", "−") in picture
    assert ("active although" in text) == any(losses[q] <= 0 for q in active)


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Step duel"])
def test_the_duel_has_what_the_solvers_find(values, numbers, text, picture):
    s, C = float(values["s"]), price(values["C"])
    before = np.array([1.0, s, -s, -1.0])
    found = {"copa": primal_by_slsqp(before, 1.0, 0, C), "hinge": max_hinge_by_slsqp(before, 1.0, 0, C)}
    moves = {f"{name} moves": (np.abs(scores - before) > 1e-4).sum() for name, scores in found.items()}
    assert list(moves.values()) == [4, 2 if s else 0]
    scores = {f"{name}{q + 1}": value for name, scores in found.items() for q, value in enumerate(scores)}
    assert numbers == pytest.approx(scores | moves, abs=3e-4)
    assert ("moves none" in text) == (s == 0)
    assert "COPA: 4 of 4 classes move" in picture


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
