"""Laws on which everything is known: the exact direction and the counterexample to Proposition 4."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import uma
from tests.helpers import noise, random_separable_law
from tests.theorems import exact_direction, run_exact_uma

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.evaluates("eq-uma-mu", "prop-toy-told", "prop-uma-unbiased")
@settings(deadline=None, max_examples=60)
@given(SEEDS)
def test_equation_11_exactly_and_not_with_the_transpose(seed):
    """The expectation of Gamma over noisy labels, unmixed by C^-1, is mu; by its transpose it is not."""
    rng = np.random.default_rng(seed)
    law, W_star, _ = random_separable_law(rng)
    Q = len(W_star)
    C, W = noise(rng, Q), rng.normal(size=W_star.shape)
    p = int(np.argmax(np.bincount(np.argmax(law.X @ W.T, axis=1), minlength=Q)))
    wins = np.argmax(law.X @ W.T, axis=1) == p
    gamma = np.array([(law.masses * wins * C[k, law.labels]) @ law.X for k in range(Q)])
    mu = np.array([exact_direction(law, W, p, q)[0] for q in range(Q)])
    np.testing.assert_allclose(np.linalg.solve(C, gamma), mu, atol=1e-12)
    assert np.abs(np.linalg.solve(C.T, gamma) - mu).max() > 1e-6


@pytest.mark.evaluates("ex-uma-two", "prop-uma-false")
@pytest.mark.parametrize("eta", [0.5, 0.25, 0.1, 0.03, 2**-7, 0.001, 1e-4])
def test_counterexample_to_proposition_4(eta):
    case = uma.proposition4_counterexample(eta)
    X, W_star = case.law.X, case.W_star
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    assert np.linalg.norm(W_star) == pytest.approx(1)
    scores = X @ W_star.T
    np.testing.assert_allclose(scores[[0, 1], case.law.labels] - scores[[0, 1], 1 - case.law.labels], case.theta)
    run = run_exact_uma(case.law, 2)
    assert run.separated
    assert run.n_updates == case.n_updates
    assert run.n_updates == pytest.approx(1 / (2 * eta), abs=2)
    assert run.n_updates <= uma.update_bound(case.theta, eta, largest_mass=1 - eta)
    # Theorem 1 with margin theta, as the printed proof uses it, allows 4.
    assert uma.mistake_bound(case.theta) == pytest.approx(4)
    assert (run.n_updates > 4) == (eta <= 0.1)
    for vector in ("unit", "mass"):
        scaled = run_exact_uma(case.law, 2, vector)
        assert scaled.separated and scaled.n_updates <= 4
