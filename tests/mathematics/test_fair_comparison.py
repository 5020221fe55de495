"""Pooled folds and their norms; the variance of a mean of correlated differences."""

import numpy as np
import pytest


def error_matrix(N):
    C = N / np.maximum(N.sum(axis=1, keepdims=True), 1)
    return C - np.diag(np.diag(C))


@pytest.mark.evaluates("eq-today-pooled", "prop-tables-pooled", "prop-today-pooled")
@pytest.mark.parametrize("even", [False, True])
def test_the_pooled_norm_is_at_most_the_weighted_sum_of_fold_norms(even):
    """With as many examples of each class in all folds, that is the mean of the norms, and often well below it."""
    rng, strict = np.random.default_rng(0), 0
    for _ in range(300):
        K, Q = rng.integers(2, 6, size=2)
        N = rng.integers(0, 5, size=(K, Q, Q))
        N[0] += np.eye(Q, dtype=int)
        if even:
            N = np.array([[rng.multinomial(n, rng.dirichlet(np.ones(Q))) for n in range(1, Q + 1)] for _ in range(K)])
        w, C = N.sum(axis=2) / N.sum(axis=(0, 2)), error_matrix(N.sum(axis=0))
        np.testing.assert_allclose(C, sum(np.diag(row) @ error_matrix(one) for row, one in zip(w, N)), atol=1e-12)
        norms = [np.linalg.norm(error_matrix(one), 2) for one in N]
        bound = np.mean(norms) if even else w.max(axis=1) @ norms
        assert np.linalg.norm(C, 2) <= bound + 1e-12
        strict += np.linalg.norm(C, 2) < 0.95 * bound
    assert strict > 100


def test_with_classes_spread_unevenly_the_plain_mean_is_no_bound():
    N = np.array([[[10, 0], [9, 1]], [[0, 1], [0, 1]], [[10, 0], [0, 1]]])
    norms = [np.linalg.norm(error_matrix(one), 2) for one in N]
    assert np.linalg.norm(error_matrix(N.sum(axis=0)), 2) > np.mean(norms)


@pytest.mark.evaluates("eq-today-error", "prop-today-correlated")
@pytest.mark.parametrize(("K", "rho"), [(2, 0.5), (5, 0.2), (10, 0.1), (10, 0.0), (4, -0.2)])
def test_the_variance_of_the_mean_by_the_expected_sample_variance(K, rho):
    """Exactly, by the covariance matrix: Var of the mean, and E s^2 as the trace with the centring matrix."""
    S = 2.5 * ((1 - rho) * np.eye(K) + rho)
    centre = np.eye(K) - 1 / K
    expected = np.trace(centre @ S) / (K - 1)
    assert S.sum() / K**2 == pytest.approx((1 / K + rho / (1 - rho)) * expected, rel=1e-12)
