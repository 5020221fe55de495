"""The numbers of the figures of "The update, derived and drawn", by the step of the package."""

import numpy as np
import pytest
from scipy.optimize import minimize

from confusion.copa import copa_multipliers, copa_step
from tests.chapters.stored import figures_of

FIGURES = figures_of("copa/the-update")
STREAM = np.array([
    [1.4, -1.2], [1.1, 1.2], [-1.4, -1.3], [-1.2, 0.4], [-1.9, 1.0], [1.4, -0.6], [-1.2, -0.5], [1.0, -1.8], [0.3, 1.3],
])  # fmt: skip
TRUTH = [3, 0, 2, 1, 1, 0, 2, 3, 0]


def price(text):
    return np.inf if text == "∞" else float(text)


@pytest.fixture(scope="module")
def trajectories():
    """(losses, alpha, tau) of the nine steps for each C."""
    found = {}
    for C in (0.25, 1.0, 4.0, np.inf):
        W, rounds = np.zeros((4, 2)), []
        for x, y in zip(STREAM, TRUTH):
            new = copa_step(W, x, y, C)
            # The true class moves by the common push alone, and that is -tau.
            rounds.append((W @ x + 1 / 3, copa_multipliers(W, x, y, C), W[y] @ x - new[y] @ x))
            W = new
        found[C] = rounds
    return found


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["COPA step by step"])
def test_step_by_step_has_what_the_step_finds(trajectories, values, numbers, text, picture):
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
    assert cost(copa_step(before[:, None], np.ones(1), 0, C)[:, 0]) == pytest.approx((1.2007, 0.0967), abs=1e-4)
