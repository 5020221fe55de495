"""What the appendix "Tools" says and draws, by other routes."""

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.chapters.stored import figures_of

WALLS = figures_of("foundations/tools")["Constraint and multiplier"]


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), WALLS)
def test_constraint_and_multiplier(values, numbers, text, picture):
    """The problem by a solver that knows nothing of multipliers, the dual by its definition."""
    b = float(values["b"])

    def f(w):
        return ((w[0] - 2) ** 2 + (w[1] - 1) ** 2) / 2

    def smallest(b):
        wall = {"type": "ineq", "fun": lambda w: b - w[0] - w[1]}
        return minimize(f, [0.0, 0.0], constraints=wall, method="SLSQP", tol=1e-12)

    best = smallest(b)

    def dual(price):
        return minimize(lambda w: f(w) + price * (w[0] + w[1] - b), [0.0, 0.0], method="BFGS").fun

    prices = np.arange(0, 2.01, 0.25)
    heights = [dual(price) for price in prices]
    price = prices[int(np.argmax(heights))]
    assert numbers == pytest.approx({"price": price, "best": best.fun, "slack": b - best.x.sum()}, abs=1e-4)
    w = best.x.round(4) + 0.0
    assert text.startswith(f"Wall at b = {b:.1f}: the minimiser is ({w[0]:.2f}, {w[1]:.2f}), ")
    assert max(heights) == pytest.approx(best.fun, abs=1e-6)
    assert ("no room" in text) == (b - best.x.sum() < 1e-6)
    # The multiplier is what a unit of room is worth; at b = 3 the two sides differ.
    if b != 3:
        slope = (smallest(b + 0.01).fun - smallest(b - 0.01).fun) / 0.02
        assert -slope == pytest.approx(price, abs=1e-3)
