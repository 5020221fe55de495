"""The least confusion norm: mixtures, two ends, stationary points, impossible answers, certificates and their limit."""

from itertools import product

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from confusion.decisions import least_norm
from tests.helpers import zero_diagonal

SEEDS = pytest.mark.parametrize("seed", range(6))


def law(seed, Q=3, n=5):
    """Posteriors eta[i, p], masses of the inputs, and priors."""
    rng = np.random.default_rng(seed)
    eta, mass = rng.dirichlet(np.ones(Q), size=n), rng.dirichlet(np.ones(n))
    return eta, mass, mass @ eta


def matrix(eta, mass, priors, H):
    """C[p, q] = E[eta_p(X) h_q(X)] / pi_p for p != q, by loops."""
    n, Q = eta.shape
    C = np.zeros((Q, Q))
    for p, q in product(range(Q), repeat=2):
        if p != q:
            C[p, q] = sum(mass[i] * eta[i, p] * H[i, q] for i in range(n)) / priors[p]
    return C


def plug_in(eta, priors, M):
    """The rule of least sum_{p != q} M_pq eta_p / pi_p, and these costs."""
    costs = (eta / priors) @ zero_diagonal(M)
    return np.eye(len(priors))[costs.argmin(axis=1)], costs


def unit(w):
    return w / np.linalg.norm(w)


@pytest.mark.evaluates("eq-least-matrix", "prop-least-plugin")
@SEEDS
def test_matrices_mix_and_the_plug_in_rule_is_best(seed):
    rng, (eta, mass, priors) = np.random.default_rng(seed), law(seed)
    G, H = rng.dirichlet(np.ones(3), size=(2, 5))
    mixed = matrix(eta, mass, priors, 0.3 * G + 0.7 * H)
    np.testing.assert_allclose(mixed, 0.3 * matrix(eta, mass, priors, G) + 0.7 * matrix(eta, mass, priors, H))
    M = rng.random((3, 3))
    best, costs = plug_in(eta, priors, M)
    value = np.sum(M * matrix(eta, mass, priors, best))
    assert value == pytest.approx(mass @ costs.min(axis=1))
    for rule in product(range(3), repeat=5):
        assert np.sum(M * matrix(eta, mass, priors, np.eye(3)[list(rule)])) >= value - 1e-12
    assert np.sum(M * mixed) > value


@pytest.mark.evaluates("eq-least-weak", "thm-least-duality")
@SEEDS
def test_every_M_is_a_lower_end(seed):
    """Mixtures of u v^T, against the norms of random rules; a matrix of larger nuclear norm proves too much."""
    rng, (eta, mass, priors) = np.random.default_rng(seed), law(seed)
    norms = [
        np.linalg.norm(matrix(eta, mass, priors, rng.dirichlet(np.full(3, 0.5), size=5)), 2) for _ in range(200)
    ] + [least_norm(eta, sample_weight=mass, tol=1e-6).upper]
    for _ in range(50):
        pairs = rng.random((2, 2, 3))
        M = sum(0.5 * np.outer(unit(u), unit(v)) for u, v in pairs)
        value = np.sum(M * matrix(eta, mass, priors, plug_in(eta, priors, M)[0]))
        assert value <= min(norms) + 1e-9
    too_much = np.ones((3, 3))
    assert np.sum(too_much * matrix(eta, mass, priors, plug_in(eta, priors, too_much)[0])) > min(norms)


@SEEDS
def test_best_answers_by_a_prior_and_prices(seed):
    """The table of norms: u_p v_q is argmin v_q (S - s_q), rows alone argmax s_q, all alike argmax eta / pi."""
    rng, (eta, _, priors) = np.random.default_rng(seed), law(seed, 4, 30)
    u, v = rng.random((2, 4))
    s = u * eta / priors
    by_price = (v * (s.sum(axis=1, keepdims=True) - s)).argmin(axis=1)
    np.testing.assert_array_equal(plug_in(eta, priors, np.outer(u, v))[0].argmax(axis=1), by_price)
    rows, alike = np.outer(u, np.ones(4)), np.ones((4, 4))
    np.testing.assert_array_equal(plug_in(eta, priors, rows)[0].argmax(axis=1), s.argmax(axis=1))
    np.testing.assert_array_equal(plug_in(eta, priors, alike)[0].argmax(axis=1), (eta / priors).argmax(axis=1))
    assert (by_price != s.argmax(axis=1)).any()


def test_the_norm_is_the_largest_value_over_vectors_without_negative_entries():
    rng = np.random.default_rng(0)
    for _ in range(50):
        C = zero_diagonal(rng.random((4, 4)))
        U, s, Vt = np.linalg.svd(C)
        assert np.abs(U[:, 0]) @ C @ np.abs(Vt[0]) == pytest.approx(s[0])
        u, v = unit(rng.random(4)), unit(rng.random(4))
        assert u @ C @ v <= s[0] + 1e-12


@pytest.mark.evaluates("thm-least-stationary")
def test_without_positive_prices_a_stationary_point_proves_nothing():
    """Class 1 is recognised, 2 and 3 are not told apart: u = e_1, v = e_2 is a singular pair, of value 0."""
    eta, mass = np.array([[1, 0, 0], [0, 0.5, 0.5]]), np.array([1, 2]) / 3
    priors = mass @ eta
    _, costs = plug_in(eta, priors, np.outer([1, 0, 0], [0, 1, 0]))
    H = np.array([[1, 0, 0], [0, 0, 1]])
    C = matrix(eta, mass, priors, H)
    assert mass @ (costs * H).sum(axis=1) == 0  # best for M, and singular vectors, too
    np.testing.assert_allclose([C @ [0, 1, 0], C.T @ [1, 0, 0]], 0)
    assert np.linalg.norm(C, 2) == pytest.approx(1) and least_norm(eta, sample_weight=mass).upper <= 0.51


@pytest.mark.evaluates("prop-least-coin")
@pytest.mark.slow
@SEEDS
def test_where_the_best_matrix_is_positive_one_pair_proves_it_and_every_best_rule_agrees(seed):
    eta, mass, priors = law(seed, 3, 8)
    found = least_norm(eta, sample_weight=mass, tol=1e-7)
    assert found.confusion[~np.eye(3, dtype=bool)].min() > 1e-3
    U, s, Vt = np.linalg.svd(found.confusion)
    u, v = np.abs(U[:, 0]), np.abs(Vt[0])
    assert s[1] < s[0] - 1e-3 and v.min() > 0 and u.min() > 0
    np.testing.assert_allclose(np.linalg.svd(found.dual)[1][1:], 0, atol=5e-3)
    np.testing.assert_allclose(np.outer(u, v), found.dual, atol=5e-3)
    _, costs = plug_in(eta, priors, np.outer(u, v))
    given = found.mixture(eta)
    lost = mass @ ((given * costs).sum(axis=1) - costs.min(axis=1))
    assert 0 <= lost + 1e-12 and lost < 5e-3  # answers of least v_q (S - s_q)


def twins(Q, share):
    """Nothing tells the first two classes apart; `share` of their answers go to the others, all alike."""
    C = np.zeros((Q, Q))
    C[0, 1] = C[1, 0] = (1 - share) / 2
    C[:2, 2:] = share / (Q - 2)
    return C


@pytest.mark.evaluates("eq-least-twins", "prop-least-twins")
@pytest.mark.parametrize("Q", [3, 4, 7, 26])
def test_impossible_answers_lower_the_norm(Q):
    shares = np.linspace(0, 1, 2001)
    closed = np.sqrt((1 - shares) ** 2 / 4 + 2 * shares**2 / (Q - 2))
    np.testing.assert_allclose([np.linalg.norm(twins(Q, e), 2) for e in shares[::50]], closed[::50])
    best = (Q - 2) / (Q + 6)
    assert shares[closed.argmin()] == pytest.approx(best, abs=5.1e-4)
    C = twins(Q, best)
    assert np.linalg.norm(C, 2) == pytest.approx(np.sqrt(2 / (Q + 6)))
    assert C[0].sum() == pytest.approx((Q + 2) / (Q + 6))
    # the proof: the top pair is positive on the right, and all answers to the two classes tie
    u = unit(np.eye(Q)[0] + np.eye(Q)[1])
    v = unit(C.T @ u)
    assert v.min() > 0
    np.testing.assert_allclose(C @ v, np.linalg.norm(C, 2) * u)
    costs = np.array([u[:2].sum() * v[q] - (u[q] * v[q] if q < 2 else 0) for q in range(Q)])
    np.testing.assert_allclose(costs, costs[0])
    # the other proof: the bound for any shares of the answers, attained by the best
    for r in np.random.default_rng(Q).dirichlet(np.ones(Q), 300):
        C[:2] = np.where(np.eye(2, Q, dtype=bool), 0, r)
        e = r[2:].sum()
        assert np.linalg.norm(C, 2) ** 2 >= (1 - e) ** 2 / 4 + 2 * e**2 / (Q - 2) - 1e-12


@pytest.mark.evaluates("prop-least-nothing")
def test_a_sample_cannot_tell_a_law_from_one_without_any_error():
    """The inputs of the second law differ; draws of it repeat a point with probability at most n^2 / 2N."""
    gaussians, n, N, trials = ThreeGaussians([1 / 3] * 3), 200, 200_000, 60

    def floor(X, y):
        return np.mean(gaussians.bayes_predict(X) != y) - np.sqrt(np.log(1 / 0.05) / (2 * n))

    X, y = gaussians.sample(N, random_state=0)
    assert len(np.unique(X, axis=0)) == N
    rng, positive, repeats = np.random.default_rng(0), np.zeros(2), 0
    for trial in range(trials):
        drawn = rng.integers(0, N, n)
        repeats += len(np.unique(drawn)) < n
        positive += floor(*gaussians.sample(n, random_state=trial)) > 0, floor(X[drawn], y[drawn]) > 0
    assert (positive > 0.6 * trials).all() and abs(positive[0] - positive[1]) < 0.25 * trials
    assert repeats / trials <= n**2 / (2 * N) + 0.1
