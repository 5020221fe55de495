"""Corollary 1 and Theorem 1 of the COPA paper: matrix martingales, as printed and as they hold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from confusion import limits
from tests.theorems import frobenius_azuma_radius, matrix_azuma_radius


@pytest.mark.evaluates("rb-cor-azuma", "rb-thm-azuma")
@pytest.mark.decides("copa/corollary-1", "true")
def test_corollary_1_holds_on_matrix_walks():
    """Rectangular sign walks with increments of rank one and of full rank; the bound is also not vacuous."""
    rng = np.random.default_rng(0)
    runs, n = 2000, 40
    sizes = 1 / np.sqrt(np.arange(1, n + 1))
    for shape in ((1, 1), (2, 3), (4, 4)):
        directions = rng.normal(size=(n, *shape))
        directions /= np.linalg.norm(directions, 2, axis=(1, 2))[:, None, None]
        signs = rng.choice([-1.0, 1.0], size=(runs, n))
        norms = np.linalg.norm(np.tensordot(signs * sizes, directions, 1), 2, axis=(1, 2))
        for delta in (0.5, 0.1, 0.02):
            assert np.mean(norms >= matrix_azuma_radius(sizes, shape, delta=delta)) <= delta
        assert np.median(norms) > 0.2 * matrix_azuma_radius(sizes, shape, delta=0.5)


@pytest.mark.evaluates("rb-cor-printed", "rb-printed")
@settings(deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=12), st.floats(1e-9, 1), st.floats(1e-3, 1e3))
def test_theorem_1_printed_radius_is_at_least_the_dimension_free_one(counts, delta, M):
    free, printed, route = (
        limits.online_risk_radius(counts, loss_bound=M, delta=delta, form=form)
        for form in ("dimension-free", "printed", "route")
    )
    assert 0 < 2 * free < printed * (1 + 1e-12)
    assert printed < route


@pytest.mark.evaluates("rb-increment", "rb-route")
def test_theorem_1_route_is_corollary_1_on_its_increments():
    counts = np.array([7, 3, 5])
    y = np.repeat(np.arange(3), counts)
    increments = np.sqrt(3) / counts[y]
    route = limits.online_risk_radius(counts, delta=0.05, form="route")
    assert route == pytest.approx(matrix_azuma_radius(increments, (3, 3)))
    free = frobenius_azuma_radius(np.sqrt(2) / 2 / counts[y])
    assert limits.online_risk_radius(counts, delta=0.05) == pytest.approx(free)


@pytest.mark.evaluates("rb-thm-hilbert")
def test_balls_with_any_centre():
    """rb-thm-hilbert: vectors that are rarely far and often near zero, so that the centre of their ball is not zero."""
    rng = np.random.default_rng(3)
    runs, b = 4000, np.linspace(0.5, 1.5, 60)
    for rare in (0.1, 0.3, 0.5):
        total = np.zeros((runs, 3))
        for radius in b:
            # Away from zero where one already is: the axis, and so the centre, depends on the past.
            axis = total + 1e-9 * rng.normal(size=total.shape)
            axis /= np.linalg.norm(axis, axis=1, keepdims=True)
            far = rng.uniform(size=(runs, 1)) < rare
            total += axis * radius * np.where(far, 2 * (1 - rare), -2 * rare)  # two points 2 radius apart, mean zero
        away = np.linalg.norm(total, axis=1)
        for delta in (0.5, 0.1, 0.01):
            assert np.mean(away >= frobenius_azuma_radius(b, delta=delta)) <= delta
        # With the length in the place of the radius the bound would be as much larger as the vectors are long.
        assert np.quantile(away, 0.99) > 0.35 * frobenius_azuma_radius(b, delta=0.01)


@pytest.mark.evaluates("rb-entry", "rb-prop-entry")
@pytest.mark.parametrize("T_b", [1, 5, 40, 300])
def test_one_kind_of_error_by_exact_binomials(T_b):
    """rb-prop-entry with one classifier throughout: the sum is binomial, and the probability of failure is exact."""
    k = np.arange(T_b + 1)
    for delta in (0.5, 0.1, 0.01):
        root = np.sqrt(np.log(2 / delta) / (2 * T_b))
        failed = [binom.pmf(k, T_b, c)[np.abs(k / T_b - c) > root].sum() for c in np.linspace(0, 1, 101)]
        assert max(failed) <= delta
