"""Evidence for two lemmas in numbers: no line of the package is run here.

They stand in COPA's first two chapters, as ``rb-lem-cosh`` and ``rb-lem-bernstein``, and in
docstrings: the first in that of :mod:`confusion.limits.concentration`, whose radii without a dimension rest on it, and
the second, with the bound on a second derivative that proves it, in that of
:func:`confusion.copa.importance_weighted_radius`.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.mathematics
SEEDS = st.integers(0, 2**32 - 1)


def mean_zero_law(rng, dimension, atoms):
    """Atoms and probabilities of a random mean-zero law on R^dimension."""
    p = rng.dirichlet(np.full(atoms, 0.5))
    d = rng.normal(size=(atoms, dimension)) * rng.exponential(size=(atoms, 1)) * 10 ** rng.uniform(-2, 0.7)
    return d - p @ d, p


def enclosing_centre(points):
    """Nearly the centre of the smallest ball around points: walk to the farthest one, by smaller and smaller steps."""
    c = points.mean(axis=0)
    for step in range(2, 400):
        c = c + (points[np.linalg.norm(points - c, axis=1).argmax()] - c) / step
    return c


@pytest.mark.evaluates("rb-lem-cosh")
@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(SEEDS, st.integers(1, 6), st.integers(2, 6))
def test_martingale_cosh_inequality(seed, dimension, atoms):
    """E cosh|x + d| <= cosh|x| e^(b^2 / 2), d in a ball of radius b: the lemma of the dimension-free Theorem 1."""
    rng = np.random.default_rng(seed)
    d, p = mean_zero_law(rng, dimension, atoms)
    x = rng.normal(size=dimension) * 10 ** rng.uniform(-2, 0.7)
    left = p @ np.cosh(np.linalg.norm(x + d, axis=1))
    for c in (np.zeros(dimension), enclosing_centre(d)):
        b = np.linalg.norm(d - c, axis=1).max()
        # In logarithms: a rare atom may lie so far away that the exponential is beyond all floats.
        assert np.log(left) <= np.log(np.cosh(np.linalg.norm(x))) + b**2 / 2 + 1e-12


@pytest.mark.evaluates("rb-lem-bernstein")
@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(SEEDS, st.integers(1, 6), st.integers(2, 6))
def test_hilbert_bernstein_cosh_inequality(seed, dimension, atoms):
    """E cosh|x + d| <= cosh|x| (1 + E(e^|d| - 1 - |d|)): the lemma behind the importance-weighted radius."""
    rng = np.random.default_rng(seed)
    d, p = mean_zero_law(rng, dimension, atoms)
    x = rng.normal(size=dimension) * 10 ** rng.uniform(-2, 0.7)
    left = p @ np.cosh(np.linalg.norm(x + d, axis=1))
    size = np.linalg.norm(d, axis=1)
    right = np.cosh(np.linalg.norm(x)) * (1 + p @ (np.expm1(size) - size))
    assert left <= right * (1 + 1e-12)


@pytest.mark.evaluates("rb-lem-bernstein")
@settings(deadline=None, max_examples=100)
@given(SEEDS, st.integers(1, 5))
def test_second_derivative_in_the_hilbert_bernstein_proof(seed, dimension):
    """(cosh|x + s d|)'' <= |d|^2 cosh|x + s d| <= |d|^2 cosh|x| e^{s|d|}."""
    rng = np.random.default_rng(seed)
    x, d = rng.normal(size=(2, dimension))

    def f(s):
        return np.cosh(np.linalg.norm(x + s * d))

    s, h = rng.uniform(0, 1), 1e-4
    second = (f(s + h) - 2 * f(s) + f(s - h)) / h**2
    size = np.linalg.norm(d)
    assert second <= size**2 * f(s) * (1 + 1e-5) + 1e-6
    assert f(s) <= np.cosh(np.linalg.norm(x)) * np.exp(s * size) * (1 + 1e-12)


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
