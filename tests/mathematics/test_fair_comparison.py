"""Pooled folds and their norms; the variance of a mean of correlated differences; what the correction assumes."""

import numpy as np
import pytest


def error_matrix(N):
    C = N / np.maximum(N.sum(axis=1, keepdims=True), 1)
    return C - np.diag(np.diag(C))


def folds(rng, K, Q, even=False):
    """Counts of K folds; with `even`, every class has as many examples in each."""
    if even:
        sizes = rng.integers(1, 8, size=Q)
        return np.array([[rng.multinomial(n, rng.dirichlet(np.ones(Q))) for n in sizes] for _ in range(K)])
    N = rng.integers(0, 5, size=(K, Q, Q))
    N[0] += np.eye(Q, dtype=int)
    return N


@pytest.mark.evaluates("eq-today-pooled", "prop-tables-pooled")
@pytest.mark.mathematics
def test_the_pooled_norm_is_at_most_the_weighted_sum_of_fold_norms():
    rng = np.random.default_rng(0)
    for _ in range(300):
        N = folds(rng, rng.integers(2, 6), rng.integers(2, 6))
        w = N.sum(axis=2) / N.sum(axis=(0, 2))
        C = error_matrix(N.sum(axis=0))
        np.testing.assert_allclose(C, sum(np.diag(row) @ error_matrix(one) for row, one in zip(w, N)), atol=1e-12)
        assert np.linalg.norm(C, 2) <= w.max(axis=1) @ [np.linalg.norm(error_matrix(one), 2) for one in N] + 1e-12


@pytest.mark.evaluates("prop-today-pooled")
@pytest.mark.mathematics
def test_with_classes_spread_evenly_it_is_at_most_their_mean():
    rng = np.random.default_rng(1)
    strict = 0
    for _ in range(200):
        N = folds(rng, 4, 3, even=True)
        norms = [np.linalg.norm(error_matrix(one), 2) for one in N]
        pooled = np.linalg.norm(error_matrix(N.sum(axis=0)), 2)
        assert pooled <= np.mean(norms) + 1e-12
        strict += pooled < 0.95 * np.mean(norms)
    assert strict > 100


@pytest.mark.mathematics
def test_with_classes_spread_unevenly_the_plain_mean_is_no_bound():
    N = np.array([[[10, 0], [9, 1]], [[0, 1], [0, 1]], [[10, 0], [0, 1]]])
    norms = [np.linalg.norm(error_matrix(one), 2) for one in N]
    assert np.linalg.norm(error_matrix(N.sum(axis=0)), 2) > np.mean(norms)


@pytest.mark.evaluates("eq-today-error", "prop-today-correlated")
@pytest.mark.mathematics
@pytest.mark.parametrize(("K", "rho"), [(2, 0.5), (5, 0.2), (10, 0.1), (10, 0.0), (4, -0.2)])
def test_the_variance_of_the_mean_by_the_expected_sample_variance(K, rho):
    """Exactly, by the covariance matrix: Var of the mean, and E s^2 as the trace with the centring matrix."""
    S = 2.5 * ((1 - rho) * np.eye(K) + rho)
    centre = np.eye(K) - 1 / K
    expected = np.trace(centre @ S) / (K - 1)
    assert S.sum() / K**2 == pytest.approx((1 / K + rho / (1 - rho)) * expected, rel=1e-12)
    pairs = [(S[j, j] + S[k, k] - 2 * S[j, k]) / 2 for j in range(K) for k in range(j)]
    assert np.mean(pairs) == pytest.approx(expected, rel=1e-12)


@pytest.mark.mathematics
def test_the_guess_of_the_correlation_gives_the_ratio_of_test_to_training_examples():
    for test, train in ((1, 9), (1, 4), (1, 1)):
        rho = test / (test + train)
        assert rho / (1 - rho) == pytest.approx(test / train, rel=1e-12)
