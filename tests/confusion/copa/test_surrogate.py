"""Lemma 1 of the COPA paper and the exact constant between the hinge and the confusion norm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import copa

SEEDS = st.integers(0, 2**32 - 1)


def atomic_law(rng, Q, atoms):
    """Confusion matrix and hinge risk of a random law on sum-zero scores, errors favoured."""
    C, L = np.zeros((Q, Q)), np.zeros((Q, Q))
    for p in range(Q):
        s = rng.normal(size=(atoms, Q)) * 10 ** rng.uniform(-2, 0.3, size=(atoms, 1))
        s[:, rng.integers(Q)] += rng.exponential() * 0.2
        s -= s.mean(axis=1, keepdims=True)
        mass = rng.dirichlet(np.full(atoms, 0.3)) * rng.choice([0.0, 1.0], p=[0.2, 0.8])
        losses = copa.hinge_losses(np.eye(Q), s)
        np.add.at(C[p], s.argmax(axis=1), mass)
        L[p] = mass @ losses
        C[p, p] = L[p, p] = 0.0
    return C, L


@pytest.mark.evaluates("rb-constant", "rb-thm-constant")
@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(SEEDS, st.integers(2, 7), st.integers(1, 4))
def test_surrogate_constant_on_random_laws(seed, Q, atoms):
    C, L = atomic_law(np.random.default_rng(seed), Q, atoms)
    assert np.linalg.norm(C, 2) <= copa.surrogate_constant(Q) * np.linalg.norm(L, 2) * (1 + 1e-12)


@pytest.mark.evaluates("rb-constant", "rb-thm-constant")
@pytest.mark.parametrize("Q", range(3, 31))
def test_surrogate_constant_is_attained(Q):
    scores = copa.surrogate_extremal_scores(Q)
    np.testing.assert_allclose(scores.sum(axis=1), 0, atol=1e-12)
    L = copa.hinge_losses(np.eye(Q), scores)
    np.fill_diagonal(L, 0)
    C = np.eye(Q)[scores.argmax(axis=1)]
    np.fill_diagonal(C, 0)
    ratio = np.linalg.norm(C, 2) / np.linalg.norm(L, 2)
    assert ratio == pytest.approx(copa.surrogate_constant(Q), rel=1e-7)
    assert ratio <= copa.surrogate_constant(Q)
    assert copa.surrogate_constant(Q) <= min(Q - 1, 2 + np.sqrt(Q), (Q - 1) / Q * (1 + np.sqrt(Q)))
