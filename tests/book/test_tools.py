"""What the appendix "Tools" says and draws, by other routes."""

import re

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.book.stored import figures_of

WALLS = figures_of("foundations/tools")["Constraint and multiplier"]


@pytest.mark.parametrize(("values", "text", "picture"), WALLS)
def test_constraint_and_multiplier(values, text, picture):
    """The problem by a solver that knows nothing of multipliers, the dual by its definition."""
    b = float(values["b"])
    told = [float(number) for number in re.findall(r"-?\d+\.\d+", text)]

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
    assert told[:5] == pytest.approx([b, *best.x, price, best.fun], abs=0.0051)
    assert max(heights) == pytest.approx(best.fun, abs=1e-6)
    room = b - best.x.sum()
    assert told[5:] == (pytest.approx([room], abs=0.0051) if room > 1e-6 else [])
    # The multiplier is what a unit of room is worth; at b = 3 the two sides differ.
    if b != 3:
        slope = (smallest(b + 0.01).fun - smallest(b - 0.01).fun) / 0.02
        assert -slope == pytest.approx(price, abs=1e-3)


def test_every_position_of_the_wall_tells_something_else():
    assert len({text for _, text, _ in WALLS}) == len({picture for _, _, picture in WALLS}) == len(WALLS)
