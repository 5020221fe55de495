"""Propositions 2 and 3 of the UMA paper: false as printed, true as corrected, on exact cases."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import uma
from confusion.uma.finite_laws import FiniteLaw
from tests.helpers import noise, random_separable_law
from tests.theorems import direction_margins, exact_direction, run_exact_uma

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.evaluates("eq-uma-margins", "prop-uma-margins")
@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(SEEDS)
def test_proposition_2_as_corrected(seed):
    rng = np.random.default_rng(seed)
    law, W_star, theta = random_separable_law(rng)
    Q, W = len(W_star), rng.normal(size=W_star.shape)
    alpha = 10 ** rng.uniform(-2, 0)
    for p in range(Q):
        for q in range(Q):
            mu, mass = exact_direction(law, W, p, q, alpha)
            low = direction_margins(mass, theta, alpha, n_classes=Q)
            assert np.delete(W_star[q] @ mu - W_star @ mu, q).min() >= low.true_margin - 1e-12
            assert np.delete(W[p] @ mu - W @ mu, p).min() >= low.current_margin - 1e-12
            assert low.norm_low - 1e-12 <= np.linalg.norm(mu) <= low.norm_high + 1e-12
            assert low.norm_low >= theta * mass / np.sqrt(2) - 1e-15


def deviations(law, C, W, n, runs, rng):
    """max over p, q of |z_pq - mu| in `runs` samples of size n."""
    Q = len(W)
    inverse, predicted = np.linalg.inv(C), np.argmax(law.X @ W.T, axis=1)
    mu = np.array([[exact_direction(law, W, p, q)[0] for q in range(Q)] for p in range(Q)])
    cells = (law.masses[:, None] * C[:, law.labels].T).ravel()
    counts = rng.multinomial(n, cells / cells.sum(), size=runs).reshape(runs, len(law.X), Q) / n
    regions = np.eye(Q)[predicted]
    z = np.einsum("rik,ip,qk,id->rpqd", counts, regions, inverse, law.X)
    return np.linalg.norm(z - mu, axis=-1).max(axis=(1, 2))


@pytest.mark.evaluates("eq-uma-n", "eq-uma-radius", "prop-uma-sample")
def test_sample_size_is_the_smallest_and_gives_the_margin():
    rng = np.random.default_rng(3)
    law, W_star, theta = random_separable_law(rng, Q=2, d=2, n_points=6)
    C, W = noise(rng, 2), rng.normal(size=(2, 2))
    pairs = [(p, q) for p in range(2) for q in range(2) if exact_direction(law, W, p, q)[1] > 0]
    mass = min(exact_direction(law, W, p, q)[1] for p, q in pairs)
    n = uma.sample_size(theta, mass, C, delta=0.1)
    target = 0.5 * theta * mass / np.sqrt(2)
    assert uma.direction_radius(n, C, delta=0.1) <= target < uma.direction_radius(n - 1, C, delta=0.1)
    assert np.mean(deviations(law, C, W, n, 500, rng) > target) <= 0.1


@pytest.mark.evaluates("eq-uma-all", "thm-uma-all")
def test_the_radius_for_all_W_at_once_and_no_quarter_of_it():
    """As many features as points: half-spaces cut out what the sample lacks, whose vector is 0 though its mass is 1."""
    points, n = 2000, 200
    X = np.column_stack([np.full(points, 0.999), np.sqrt(1 - 0.999**2) * np.eye(points)])
    for seed in range(3):
        drawn = np.bincount(np.random.default_rng(seed).integers(points, size=n), minlength=points)
        w = np.append(0.0, np.where(drawn, -1, 1))  # of class 0, to which all labels belong; there is no noise
        inside = X @ w >= 0
        off = np.linalg.norm(drawn * inside @ X / n - inside @ X / points)
        radius = uma.direction_radius(n, np.eye(2), n_features=points + 1)
        assert radius / 4 < radius / 2.9 < off <= radius


@pytest.mark.evaluates("eq-uma-enough", "eq-uma-stops", "thm-uma-one-sample")
def test_from_one_sample_to_the_stop():
    """No run exceeds the bounds; a twentieth of that on updates and .45 of that on errors are exceeded."""
    rng, ratios = np.random.default_rng(11), []
    points = np.array([[1, 0], [0.5, sqrt(0.75)]])
    slow = FiniteLaw(points, np.array([0.94, 0.06]), np.array([1, 0])), np.zeros(2), sqrt(0.5)
    for law, star, theta in [slow, *(random_separable_law(rng) for _ in range(80))]:
        if theta < 1e-3:
            continue  # n would be too large for a count
        eta, rho = (10 ** rng.uniform(-3, -0.5), rng.uniform(0.02, 0.45)) if theta != slow[2] else (0.05, 0.1)
        Q, told = len(star), {"delta": 0.05 / 2, "n_features": law.X.shape[1]}
        C, most = noise(rng, Q), 2 / eta / theta**2 * ((1 + rho) / (1 - 2 * rho)) ** 2
        n = uma.sample_size(theta, eta, C, precision=rho, **told)
        unmixed = rng.multinomial(n, (law.masses * C[:, law.labels]).T.ravel()).reshape(-1, Q) / n @ np.linalg.inv(C).T
        run = run_exact_uma(law, Q, unmixed=unmixed, least=eta + uma.direction_radius(n, C, **told))
        error = law.masses @ (np.argmax(law.X @ run.W.T, axis=1) != law.labels)
        ratios.append((run.n_updates / most, error / (Q * (Q - 1) * (1 + sqrt(2) * rho * theta) * eta)))
    assert (np.max(ratios, axis=0) <= 1).all() and (np.max(ratios, axis=0) > [0.05, 0.45]).all()


@pytest.mark.evaluates("eq-uma-lower", "prop-uma-free")
def test_n_0_free_of_C_is_impossible():
    """Noise -> 1/2: the best test between the two concepts errs, with as many examples as the lower bound names."""
    from scipy.stats import binom

    needed, proved = [], []
    for h in (0.1, 0.02, 0.004):
        C = np.array([[0.5 + h, 0.5 - h], [0.5 - h, 0.5 + h]])
        n = int(uma.sample_size_lower_bound(C))
        # The likelihood-ratio test: do labels agree with the first concept more often than not?
        assert binom.cdf(n // 2, n, 0.5 + h) > 0.05
        needed.append(n)
        proved.append(uma.sample_size(1.0, 0.5, C))
        assert n < proved[-1]
    growth = np.log(np.array(needed[1:]) / needed[:-1]) / np.log(5)
    np.testing.assert_allclose(growth, 2, atol=0.05)  # like h^-2, as |C^-1|^2 is
    np.testing.assert_allclose(np.log(proved[2] / proved[1]) / np.log(5), 2, atol=0.05)
