"""Two lemmas of COPA's first chapters, on which radii without a dimension rest: no line of the package is run."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def enclosing_centre(points):
    """Nearly the centre of the smallest ball around points: walk to the farthest one, by smaller and smaller steps."""
    c = points.mean(axis=0)
    for step in range(2, 400):
        c = c + (points[np.linalg.norm(points - c, axis=1).argmax()] - c) / step
    return c


@pytest.mark.evaluates("rb-lem-bernstein", "rb-lem-cosh")
@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(2, 6))
def test_two_bounds_on_the_mean_of_a_cosh(seed, dimension, atoms):
    """E cosh|x + d| over cosh|x| is at most e^(b^2 / 2), d in a ball of radius b, and 1 + E(e^|d| - 1 - |d|)."""
    rng = np.random.default_rng(seed)
    p, x = rng.dirichlet(np.full(atoms, 0.5)), rng.normal(size=dimension) * 10 ** rng.uniform(-2, 0.7)
    d = rng.normal(size=(atoms, dimension)) * rng.exponential(size=(atoms, 1)) * 10 ** rng.uniform(-2, 0.7)
    d = d - p @ d
    size, ratio = np.linalg.norm(d, axis=1), p @ np.cosh(np.linalg.norm(x + d, axis=1)) / np.cosh(np.linalg.norm(x))
    assert ratio <= (1 + p @ (np.expm1(size) - size)) * (1 + 1e-12)
    for c in (np.zeros(dimension), enclosing_centre(d)):
        # In logarithms: a rare atom may lie so far away that the exponential is beyond all floats.
        assert np.log(ratio) <= np.linalg.norm(d - c, axis=1).max() ** 2 / 2 + 1e-12


@pytest.mark.evaluates("rb-lem-cosh")
@pytest.mark.parametrize("b", [0.01, 0.3, 2.0])
def test_the_ball_of_the_cosh_lemma_is_the_smallest_possible(b):
    """Where d is one of two points, b is half their distance, and a smaller one would not do: Hoeffding's constant."""
    ratios = []
    for skew in np.linspace(-0.95, 0.95, 39):
        d, p = b * np.array([skew - 1, skew + 1]), np.array([1 + skew, 1 - skew]) / 2
        assert p @ d == pytest.approx(0, abs=1e-12)
        for x in (0.0, 0.1, -1.0, 5.0, -8.0):
            ratios.append(np.log(p @ np.cosh(x + d) / np.cosh(x)) / (b**2 / 2))
    assert max(ratios) <= 1 + 1e-9
    assert max(ratios) > (0.99 if b < 0.1 else 0.3)
