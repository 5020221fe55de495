"""Theorem 1 and Proposition 4 of the UMA paper, and what is known at the stop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import uma
from tests.helpers import noise, random_separable_law
from tests.theorems import exact_direction, mass_at_stop, run_exact_uma

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


@settings(deadline=None, max_examples=100)
@given(SEEDS)
def test_proposition_4_as_corrected(seed):
    """Runs with the exact mu: the bound with the extreme masses of the run itself, and 2/theta^2 once rescaled."""
    law, W_star, theta = random_separable_law(np.random.default_rng(seed), n_points=8)
    if theta < 0.01:
        return
    run = run_exact_uma(law, len(W_star), max_updates=20_000)
    if run.n_updates:
        assert run.n_updates <= uma.update_bound(theta, run.masses.min(), largest_mass=run.masses.max())
    for vector in ("unit", "mass"):
        scaled = run_exact_uma(law, len(W_star), vector, max_updates=20_000)
        assert scaled.separated and scaled.n_updates <= uma.update_bound(theta, 0.1, vector="unit")


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


@given(st.floats(1e-3, np.sqrt(2)), st.floats(1e-4, 1))
def test_update_bound_improves_on_32(theta, mass):
    at_half = uma.update_bound(theta, mass, precision=0.5)
    assert at_half <= 18 / (mass * theta**2) * (1 + 1e-9) < 32 / (mass * theta**2)
    assert uma.update_bound(theta, mass) == pytest.approx(2 / (mass * theta**2))


@settings(deadline=None, max_examples=50)
@given(SEEDS)
def test_mass_at_stop_reads_proposition_2_backwards(seed):
    rng = np.random.default_rng(seed)
    law, W_star, theta = random_separable_law(rng)
    W = rng.normal(size=W_star.shape)
    for p in range(len(W)):
        for q in range(len(W)):
            mu, mass = exact_direction(law, W, p, q)
            noisy = mu + rng.normal(size=mu.shape) * 0.01
            bound = mass_at_stop(np.linalg.norm(noisy), np.linalg.norm(noisy - mu), theta, n_classes=len(W))
            assert mass <= bound + 1e-12


@pytest.mark.evaluates("prop-uma-stop")
def test_error_radius_covers_and_is_not_vacuous():
    rng = np.random.default_rng(4)
    law, W_star, _ = random_separable_law(rng, Q=3, d=3)
    C, W, n, runs = noise(rng, 3), rng.normal(size=W_star.shape), 1000, 4000
    predicted = np.argmax(law.X @ W.T, axis=1)
    error = law.masses @ (predicted != law.labels)
    cells = law.masses[:, None] * C[:, law.labels].T
    counts = rng.multinomial(n, (cells / cells.sum()).ravel(), size=runs) / n
    estimates = 1 - counts @ np.linalg.inv(C)[predicted].ravel()
    assert abs(estimates.mean() - error) < 5 * estimates.std() / np.sqrt(runs)
    for delta in (0.3, 0.1, 0.01):
        assert np.mean(error > estimates + uma.error_radius(n, C, delta=delta)) <= delta
    assert np.mean(error > estimates + 0.3 * uma.error_radius(n, C, delta=0.01)) > 0.01
    assert uma.error_radius(n, C, delta=0.1, n_features=3) > uma.error_radius(n, C, delta=0.1)


def test_error_estimated_on_the_training_sample_is_biased_low():
    """(11) holds for W independent of the sample; the best W of many for it is overrated, and error_radius covers."""
    rng = np.random.default_rng(5)
    law, W_star, _ = random_separable_law(rng, Q=3, d=4, n_points=60)
    C, n = noise(rng, 3), 120
    Ws = W_star + 0.2 * rng.normal(size=(2000, 3, 4))
    predicted = np.argmax(np.einsum("id,wpd->wip", law.X, Ws), axis=2)
    errors = (predicted != law.labels) @ law.masses
    cells, inverse = law.masses[:, None] * C[:, law.labels].T, np.linalg.inv(C)
    gaps = []
    for _ in range(100):
        counts = rng.multinomial(n, (cells / cells.sum()).ravel()).reshape(cells.shape) / n
        estimates = 1 - np.einsum("ik,wik->w", counts, inverse[predicted])
        best = np.argmin(estimates)
        gaps.append(errors[best] - estimates[best])
    assert np.mean(gaps) > 3 * np.std(gaps) / 10
    assert np.mean(np.array(gaps) > uma.error_radius(n, C, delta=0.1, n_features=4)) <= 0.1
