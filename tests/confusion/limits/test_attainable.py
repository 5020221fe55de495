"""The smallest norm that a law allows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm
from confusion.metrics import operator_norm
from tests.helpers import zero_diagonal

SEEDS = st.integers(0, 2**32 - 1)


def masses(rng, n, Q):
    return rng.dirichlet(np.full(n, 0.7), size=Q).T


# --- attainable_norm -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_papers_law():
    """Section 4 prints a norm of .10 for COPA: no classifier on that law goes below .112."""
    result = attainable_norm(ThreeGaussians(), tol=1e-4)
    assert result.upper - result.lower <= 1e-4
    assert result.lower == pytest.approx(0.11217, abs=1.1e-4)
    assert result.upper == pytest.approx(0.11217, abs=1.1e-4)
    assert operator_norm(result.confusion) == pytest.approx(result.upper)


@pytest.mark.slow
def test_papers_law_by_an_independent_quadrature():
    """The cost-sensitive rule found on the grid, evaluated on the lattice: it shows the bound is reached."""
    law = ThreeGaussians()
    result = attainable_norm(law, tol=1e-4)
    C = result.rule_confusion
    np.testing.assert_allclose(C, law.confusion(lambda X: law.bayes_predict(X, result.costs)), atol=1e-12)
    assert np.sum(result.dual * C) == pytest.approx(result.lower, abs=3e-5)
    assert result.lower - 3e-5 <= result.rule_norm <= result.lower + 2e-4
    balanced = operator_norm(law.confusion(lambda X: law.bayes_predict(X, "balanced")))
    assert result.rule_norm < balanced


@pytest.mark.slow
def test_grid_is_fine_enough():
    class Coarser(ThreeGaussians):
        def quadrature(self, cells_per_sigma=20):
            return super().quadrature(cells_per_sigma)

    fine, coarse = (attainable_norm(law(), tol=1e-5) for law in (ThreeGaussians, Coarser))
    assert abs(fine.lower - coarse.lower) < 3e-5


@pytest.mark.evaluates("eq-floor", "thm-floor")
@pytest.mark.slow
def test_dual_matrix_is_a_certificate():
    """Weak duality, checked on the returned M alone: nuclear norm, and the value at every rule tried."""
    law = ThreeGaussians(sigma=0.8)
    result = attainable_norm(law)
    assert np.linalg.norm(result.dual, "nuc") <= 1 + 1e-9
    rng = np.random.default_rng(0)
    for _ in range(30):
        C = law.confusion(rng.normal(size=(3, 2)), intercept=0.3 * rng.normal(size=3))
        assert np.sum(zero_diagonal(result.dual) * C) >= result.lower - 1e-5
        assert operator_norm(C) >= result.lower - 1e-5


@pytest.mark.slow
def test_two_gaussians_have_equal_errors():
    """For Q = 2 the norm is the larger error, so the minimum is the crossing point Phi(-d / (2 sigma))."""
    from scipy.stats import norm

    result = attainable_norm(ThreeGaussians([0.8, 0.2], 0.7, [[0, 0], [1, 0]]), tol=1e-5)
    assert result.lower == pytest.approx(norm.cdf(-1 / 1.4), abs=2e-5)


@pytest.mark.evaluates("eq-floor", "thm-floor")
@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(2, 4), st.integers(3, 30))
def test_no_deterministic_or_randomised_rule_goes_below(seed, Q, n):
    rng = np.random.default_rng(seed)
    mass = masses(rng, n, Q)
    result = attainable_norm(mass)
    assert result.lower <= result.upper <= result.lower + 1e-3
    assert result.rule_norm >= result.lower - 1e-12
    for _ in range(20):
        H = rng.dirichlet(np.full(Q, 0.3), size=n)
        assert np.linalg.norm(zero_diagonal(mass.T @ H), 2) >= result.lower - 1e-9


def test_randomisation_is_needed_on_atoms():
    """One point for both classes: a fair coin has norm 1/2, every deterministic rule 1."""
    result = attainable_norm(np.ones((1, 2)), tol=1e-6)
    assert result.lower == pytest.approx(0.5, abs=1e-5)
    assert result.rule_norm == pytest.approx(1.0)


def test_separated_classes_reach_zero():
    result = attainable_norm(np.eye(3))
    assert (result.lower, result.upper) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((np.ones((3, 2)),), ValueError, "columns? summing to one|each column"),
        ((np.ones(3),), ValueError, "law must have a quadrature"),
        ((np.ones((1, 2)), 1e-6, 1), RuntimeError, "raise max_iter or tol"),
    ],
)
def test_attainable_norm_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        attainable_norm(*arguments)
