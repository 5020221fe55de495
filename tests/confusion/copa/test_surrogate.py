"""Lemma 1 of the COPA paper and the exact constant between the hinge and the confusion norm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

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


@pytest.mark.slow
@pytest.mark.parametrize("Q", [3, 4])
def test_surrogate_constant_resists_an_optimiser(Q):
    """Gradient search over all laws made of the extreme error atoms finds no larger ratio, and gets close.

    On an error p -> q the smallest losses are l_q = l_r = Q / ((Q-1)(k+2)) for q and k other classes r.
    """
    rows, predicted, losses = [], [], []
    for p in range(Q):
        for q in set(range(Q)) - {p}:
            others = sorted(set(range(Q)) - {p, q})
            for subset in range(2 ** len(others)):
                chosen = [q] + [r for k, r in enumerate(others) if subset >> k & 1]
                vector = np.zeros(Q)
                vector[chosen] = Q / ((Q - 1) * (len(chosen) + 1))
                rows.append(p), predicted.append(q), losses.append(vector)
    C_atoms, L_atoms = np.zeros((2, len(rows), Q, Q))
    C_atoms[np.arange(len(rows)), rows, predicted] = 1
    L_atoms[np.arange(len(rows)), rows] = losses

    def log_ratio(z):
        value, gradient = 0.0, 0.0
        for atoms, sign in ((C_atoms, -1), (L_atoms, 1)):
            U, s, Vt = np.linalg.svd(np.tensordot(z**2, atoms, 1))
            value += sign * np.log(s[0])
            gradient = gradient + sign * 2 * z * np.einsum("kij,i,j->k", atoms, U[:, 0], Vt[0]) / s[0]
        return value, gradient

    rng = np.random.default_rng(Q)
    best = 0.0
    for _ in range(25):
        start = np.abs(rng.normal(size=len(rows))) ** 3 * (rng.random(len(rows)) < 0.4) + 1e-3
        best = max(best, np.exp(-minimize(log_ratio, start, jac=True, method="BFGS").fun))
    assert best <= copa.surrogate_constant(Q) + 1e-9
    assert best >= 0.99 * copa.surrogate_constant(Q)
