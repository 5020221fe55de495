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


@pytest.mark.slow
def test_papers_law():
    """Section 4 prints a norm of .10 for COPA: no classifier on that law goes below .112."""
    result = attainable_norm(ThreeGaussians(), tol=1e-4)
    assert result.upper - result.lower <= 1e-4
    assert result.lower == pytest.approx(0.11217, abs=1.1e-4)
    assert result.upper == pytest.approx(0.11217, abs=1.1e-4)
    assert operator_norm(result.confusion) == pytest.approx(result.upper)
    # The cost-sensitive rule found on the grid, evaluated on the lattice, shows that the bound is reached.
    law, C = ThreeGaussians(), result.rule_confusion
    np.testing.assert_allclose(C, law.confusion(lambda X: law.bayes_predict(X, result.costs)), atol=1e-12)
    assert np.sum(result.dual * C) == pytest.approx(result.lower, abs=3e-5)
    assert result.lower - 3e-5 <= result.rule_norm <= result.lower + 2e-4
    balanced = operator_norm(law.confusion(lambda X: law.bayes_predict(X, "balanced")))
    assert result.rule_norm < balanced


@pytest.mark.evaluates("eq-floor", "thm-floor")
@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(SEEDS, st.integers(2, 4), st.integers(3, 30))
def test_no_deterministic_or_randomised_rule_goes_below(seed, Q, n):
    rng = np.random.default_rng(seed)
    mass = masses(rng, n, Q)
    result = attainable_norm(mass)
    assert result.lower <= result.upper <= result.lower + 1e-3
    assert result.rule_norm >= result.lower - 1e-12 and np.linalg.norm(result.dual, "nuc") <= 1 + 1e-9
    for _ in range(20):
        H = rng.dirichlet(np.full(Q, 0.3), size=n)
        assert np.linalg.norm(zero_diagonal(mass.T @ H), 2) >= result.lower - 1e-9


def test_separated_classes_reach_zero():
    result = attainable_norm(np.eye(3))
    assert (result.lower, result.upper) == (0.0, 0.0)
