"""Propositions 2 and 3 of the UMA paper: false as printed, true as corrected, on exact cases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion import uma
from confusion.uma.finite_laws import FiniteLaw
from tests.helpers import noise, random_separable_law
from tests.theorems import direction_margins, exact_direction, mass_at_stop

SEEDS = st.integers(0, 2**32 - 1)


# --- Propositions 1 and 2 -------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("Q", [2, 3, 10])
def test_lower_bound_on_the_norm_is_attained(Q):
    """One point in the direction that a simplex of class vectors favours."""
    W_star = np.eye(Q) - 1 / Q
    x = W_star[0] / np.linalg.norm(W_star[0])
    W_star = np.vstack([W_star[0], np.tile(-W_star[0] / (Q - 1), (Q - 1, 1))])  # the rest shares what is left
    W_star /= np.linalg.norm(W_star)
    theta = np.delete(W_star[0] @ x - W_star @ x, 0).min()
    assert direction_margins(1.0, theta, n_classes=Q).norm_low == pytest.approx(1.0)
    # So is the bound that reads it backwards: a direction 0.3 long has mass 0.3.
    assert mass_at_stop(0.3, 0.0, theta, n_classes=Q) == pytest.approx(0.3)


# --- Proposition 3 --------------------------------------------------------------------------------------------


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


def test_direction_radius_covers_and_is_not_vacuous():
    rng = np.random.default_rng(0)
    law, W_star, _ = random_separable_law(rng, Q=3, d=3)
    C, W = noise(rng, 3), rng.normal(size=W_star.shape)
    for n in (200, 5000):
        seen = deviations(law, C, W, n, 2000, rng)
        for delta in (0.5, 0.1, 0.01):
            assert np.mean(seen > uma.direction_radius(n, C, delta=delta)) <= delta
        assert np.median(seen) > 0.1 * uma.direction_radius(n, C, delta=0.5)


def test_radius_without_the_inverse_of_C_would_fail():
    """The same sample size, noise near 1/2: the deviation exceeds the radius that C = I would give."""
    rng = np.random.default_rng(1)
    law = FiniteLaw(np.eye(2), np.array([0.5, 0.5]), np.array([0, 1]))
    C = np.array([[0.51, 0.49], [0.49, 0.51]])
    seen = deviations(law, C, np.zeros((2, 2)), 2000, 500, rng)
    assert np.mean(seen > uma.direction_radius(2000, np.eye(2), delta=0.05)) > 0.5
    assert np.mean(seen > uma.direction_radius(2000, C, delta=0.05)) <= 0.05


def test_uniform_radius_covers_the_worst_of_many_W_and_falls_with_n():
    rng = np.random.default_rng(2)
    law, _, _ = random_separable_law(rng, Q=3, d=2, n_points=8)
    C, n = noise(rng, 3), 500
    inverse = np.linalg.inv(C)
    radius = uma.direction_radius(n, C, delta=0.1, n_features=2)
    Ws = rng.normal(size=(150, 3, 2))
    predicted = np.argmax(np.einsum("id,wpd->wip", law.X, Ws), axis=2)
    cells = law.masses[:, None] * C[:, law.labels].T
    exceed = 0
    for _ in range(50):
        noisy = rng.multinomial(n, cells.ravel()).reshape(cells.shape) / n - cells
        parts = np.einsum("ik,qk,id->iqd", noisy, inverse, law.X)
        z = np.einsum("wip,iqd->wpqd", np.eye(3)[predicted], parts)
        worst = np.linalg.norm(z, axis=-1).max()
        exceed += worst > radius
    assert exceed <= 5
    values = [uma.direction_radius(n, C, delta=0.1, n_features=4) for n in range(1, 400)]
    assert (np.diff(values) <= 1e-12).all()
    assert values[-1] > uma.direction_radius(399, C, delta=0.1)


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


def test_total_variation_of_the_two_concepts_vanishes():
    """Their joint laws of (x, noisy label) come together as the noise tends to 1/2, as fast as they may."""
    distances = []
    for h in (0.1, 0.01, 0.001):
        C = np.array([[0.5 + h, 0.5 - h], [0.5 - h, 0.5 + h]])
        first, second = (0.5 * C[:, labels].T for labels in ([0, 1], [1, 0]))
        distances.append(0.5 * np.abs(first - second).sum())
        divergence = np.log(5) / uma.sample_size_lower_bound(C, delta=0.05)
        assert 2 * distances[-1] ** 2 <= divergence <= 2.1 * distances[-1] ** 2  # Pinsker, nearly attained
    np.testing.assert_allclose(distances, [0.2, 0.02, 0.002])


# --- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: uma.direction_radius(10, [[0.5, 0.5], [0.5, 0.5]]), "singular"),
        *[(lambda mass=mass: uma.sample_size(0.5, mass, np.eye(2)), "mass must be in") for mass in (0, 2)],
        (lambda: uma.sample_size_lower_bound(np.eye(2), delta=0.3), "delta"),
        (lambda: uma.update_bound(0.5, 0.2, largest_mass=0.1), "largest_mass"),
        (lambda: uma.update_bound(0.5, 0.2, largest_mass=2), "largest_mass"),
        (lambda: uma.update_bound(2.0, 0.2), "no concept has this margin"),
        (lambda: uma.proposition4_counterexample(0.7), "eta must be"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
