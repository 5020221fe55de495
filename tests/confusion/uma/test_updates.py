"""Theorem 1 and Proposition 4 of the UMA paper, and what is known at the stop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import uma
from tests.helpers import random_separable_law
from tests.theorems import exact_direction

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.evaluates("def-noise-margin", "prop-noise-tight")
@pytest.mark.parametrize("d", [1, 2, 5, 9])
def test_theorem_1_constant_is_attained(d):
    """Orthonormal examples of one class: theta^2 = 2/d, and each of the d costs an update (ties are errors)."""
    u = np.full(d, 1 / np.sqrt(d))
    W_star = np.array([-u, u]) / np.sqrt(2)
    theta = np.min((W_star[1] - W_star[0]) @ np.eye(d))
    W, updates = np.zeros((2, d)), 0
    for _ in range(3):
        for x in np.eye(d):
            if W[0] @ x >= W[1] @ x:
                W += np.outer([-1, 1], x)
                updates += 1
    assert updates == d
    assert uma.mistake_bound(theta) == pytest.approx(d)


@pytest.mark.evaluates("eq-noise-progress", "thm-noise-mistakes")
@settings(deadline=None, max_examples=60)
@given(SEEDS, st.floats(0.1, 10), st.floats(0.1, 10))
def test_theorem_1_for_any_step_sizes_and_scales(seed, radius, norm):
    """Random tau that satisfy (6), examples of norm up to R, W* of any norm."""
    rng = np.random.default_rng(seed)
    law, W_star, theta = random_separable_law(rng)
    X, W_star, theta = radius * law.X, norm * W_star, radius * norm * theta
    W, updates = np.zeros_like(W_star), 0
    limit = uma.mistake_bound(theta, input_norm=radius, concept_norm=norm)
    for _ in range(50):
        for x, y in zip(X, law.labels):
            scores = W @ x
            errors = [r for r in range(len(W)) if r != y and scores[r] >= scores[y]]
            if errors:
                tau = np.zeros(len(W))
                tau[errors] = -rng.dirichlet(np.ones(len(errors)))
                tau[y] = 1
                W += np.outer(tau, x)
                updates += 1
    assert 0 < updates <= limit


@pytest.mark.evaluates("eq-uma-updates", "thm-uma-updates")
@settings(deadline=None, max_examples=40)
@given(SEEDS)
def test_proposition_4_with_imprecise_directions(seed):
    """Each z off by the whole allowed distance, in the worst direction for W* or at random."""
    rng = np.random.default_rng(seed)
    law, W_star, theta = random_separable_law(rng, Q=3, d=3, n_points=6)
    if theta < 0.03:
        return
    for vector in ("plain", "unit"):
        W, masses = np.zeros((3, 3)), []
        while len(masses) < 5000:
            updated = False
            for p, q in rng.permutation([(p, q) for p in range(3) for q in range(3) if p != q]):
                mu, mass = exact_direction(law, W, p, q)
                if mass == 0:
                    continue
                away = W_star[p] - W_star[q] if rng.random() < 0.5 else rng.normal(size=3)
                z = mu + 0.5 * theta * mass / np.sqrt(2) * away / np.linalg.norm(away)
                z = z / np.linalg.norm(z) if vector == "unit" else z
                if W[p] @ z >= W[q] @ z:  # p is in the error set of z
                    W[q] += z
                    W[p] -= z
                    masses.append(mass)
                    updated = True
                    break
            if not updated:
                break
        if masses:  # none if all the points are of the class that W = 0 gives
            limit = uma.update_bound(theta, min(masses), largest_mass=max(masses), precision=0.5, vector=vector)
            assert len(masses) <= limit
