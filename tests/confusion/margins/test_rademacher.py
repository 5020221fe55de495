"""Rademacher complexity by enumeration, and Proposition 8.1, attacked on random classes."""

from itertools import product

import numpy as np
import pytest

from confusion.margins import rademacher_ball, rademacher_bound, rademacher_trace_bound, rademacher_values


def enumerated(values):
    """The definition, in plain loops over all 2^m patterns of signs."""
    m = len(values[0])
    best = [max(sum(s * v for s, v in zip(signs, f)) for f in values) for signs in product((-1, 1), repeat=m)]
    return sum(best) / len(best) / m


@pytest.mark.evaluates("def-rademacher", "eq-rademacher")
@pytest.mark.parametrize("seed", range(6))
def test_values_by_enumeration(seed):
    values = np.random.default_rng(seed).normal(size=(1 + seed, 6))
    assert rademacher_values(values) == (pytest.approx(enumerated(values)), 0.0)


def test_values_by_hand():
    assert rademacher_values(np.ones((1, 3))).value == 0
    assert rademacher_values([[1.0] * 4, [-1.0] * 4]).value == pytest.approx(3 / 8)  # E|sum of 4 signs| / 4 = 1.5 / 4
    every_pattern = list(product((-1.0, 1.0), repeat=5))
    assert rademacher_values(every_pattern).value == 1
    assert rademacher_values((np.array(every_pattern) + 1) / 2).value == 0.5  # the same rules as 0-1 losses


def test_drawn_signs_estimate_what_enumeration_gives():
    values = np.random.default_rng(1).normal(size=(5, 12))
    exact = rademacher_values(values)
    off = []
    for seed in range(40):
        drawn = rademacher_values(values, n_draws=300, random_state=seed)
        off.append((drawn.value - exact.value) / drawn.standard_error)
    assert exact.standard_error == 0 and 0.6 < np.std(off) < 1.5 and abs(np.mean(off)) < 0.5
    again = rademacher_values(values, n_draws=300, random_state=39)
    assert again == drawn


def test_an_estimate_is_never_negative():
    values = np.random.default_rng(2).normal(size=(1, 60))
    assert rademacher_values(values, n_draws=2, random_state=0).value == 0
    assert rademacher_values(np.vstack([values, values + 1e-3]), n_draws=2, random_state=1).value >= 0


def test_many_draws_of_a_long_sample_in_blocks(monkeypatch):
    values = np.random.default_rng(3).normal(size=(3, 30))
    whole = rademacher_values(values, n_draws=500, random_state=0)
    monkeypatch.setattr("confusion.margins.rademacher._BLOCK", 64)
    assert rademacher_values(values, n_draws=500, random_state=0) == pytest.approx(whole)
    short = values[:, :9]
    assert rademacher_values(short).value == pytest.approx(enumerated(short))


@pytest.mark.parametrize("scale", [1e-200, 1e200, 8.0e307])
def test_no_sum_overflows(scale):
    values = np.array([[1.0, -1.0, 1.0], [-1.0, -1.0, 0.5]])
    assert rademacher_values(scale * values).value == pytest.approx(scale * enumerated(values))


def test_the_ball_is_the_limit_of_its_points():
    """Many functions of the ball, given by their values, come close to the supremum and never exceed it."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(7, 2))
    angle = np.linspace(0, 2 * np.pi, 721)
    points = 1.5 * np.column_stack([np.cos(angle), np.sin(angle)])
    ball = rademacher_ball(X @ X.T, 1.5)
    found = rademacher_values(points @ X.T).value
    assert found <= ball.value * (1 + 1e-12) and found == pytest.approx(ball.value, rel=2e-5) and ball[1] == 0


@pytest.mark.evaluates("eq-ball", "prop-kernel-complexity")
@pytest.mark.parametrize("seed", range(10))
def test_proposition_8_1_in_both_versions(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 1 + seed % 4)) * rng.exponential(size=(9, 1))
    K, r = X @ X.T, np.linalg.norm(X, axis=1).max()
    value = rademacher_ball(K, 2.0).value
    trace = rademacher_trace_bound(np.diag(K), 2.0)
    assert value <= trace <= rademacher_bound(2.0, r, 9)
    assert value >= trace / np.sqrt(2)  # Khintchine's inequality: the trace version is never far off


@pytest.mark.evaluates("eq-ball", "prop-kernel-complexity")
def test_values_of_the_bounds_by_hand():
    assert rademacher_bound(3.0, 2.0, 36) == 1.0
    assert rademacher_trace_bound([9.0, 16.0], 4.0) == 10.0
    assert rademacher_trace_bound([0.0, 0.0], 4.0) == 0.0
    assert rademacher_trace_bound([1e-320, 0.0], 1.0) > 0
    assert rademacher_ball(np.zeros((3, 3)), 1.0) == (0.0, 0.0)


def test_a_large_ball_is_drawn():
    X = np.random.default_rng(7).normal(size=(60, 60))
    X /= np.linalg.norm(X, axis=1)[:, None]
    value, error = rademacher_ball(X @ X.T, 1.0, n_draws=2000, random_state=0)
    assert 0 < error < 0.001 and value < rademacher_bound(1.0, 1.0, 60) < value + 0.01


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_kernels_of_any_size(scale):
    K = np.array([[2.0, 1.0], [1.0, 2.0]])
    assert rademacher_ball(scale * K, 1.0).value == pytest.approx(np.sqrt(scale) * rademacher_ball(K, 1.0).value)


def test_a_diagonal_is_negative_only_beyond_rounding():
    K = np.array([[1.0, 0.0], [0.0, -1e-16]])  # a centred kernel at the mean of the inputs
    assert rademacher_ball(K, 1.0).value == pytest.approx(0.5)
    with pytest.raises(ValueError, match="is negative"):
        rademacher_ball([[1.0, 0.0], [0.0, -1e-6]], 1.0)


@pytest.mark.evaluates("eq-symmetrisation", "thm-symmetrisation")
def test_symmetrisation_and_its_factor():
    """E sup (mean - sample mean) is at most twice the expected complexity, and 1.9 times it is not enough.

    A large domain, and all functions from it to {0, 1}: on N points the one that is 0 on the sample and 1 elsewhere is
    off by about 1, and the complexity is 1/2.
    """
    rng = np.random.default_rng(8)
    N, m = 4000, 8
    gaps, complexities = [], []
    for _ in range(50):
        seen = rng.integers(N, size=m)
        gaps.append(1 - len(set(seen)) / N)
        patterns = np.array(list(product((0.0, 1.0), repeat=len(set(seen)))))
        complexities.append(rademacher_values(patterns[:, np.unique(seen, return_inverse=True)[1]]).value)
    assert 1.9 * np.mean(complexities) < np.mean(gaps) <= 2 * np.mean(complexities)
