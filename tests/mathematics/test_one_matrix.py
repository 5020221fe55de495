"""The rule of any matrix of costs; prices, shares and noise as one matrix; the regret of estimated probabilities."""

from itertools import product

import numpy as np
import pytest

from confusion.decisions import bayes_predictions, noise_costs, regret_bound

SEEDS = pytest.mark.parametrize("seed", range(12))


def finite_law(seed, n=40):
    """Masses of n inputs, posteriors, shares of the classes, and a noise matrix whose columns sum to one."""
    rng = np.random.default_rng(seed)
    Q = 2 + seed % 4
    mass, eta = rng.dirichlet(np.ones(n)), rng.dirichlet(np.full(Q, 0.6), size=n)
    T = 0.6 * np.eye(Q) + 0.4 * rng.dirichlet(np.ones(Q), size=Q).T
    return rng, Q, mass, eta, mass @ eta, T


def mean_cost(mass, eta, K, answers):
    return sum(m * sum(e[p] * K[p, q] for p in range(len(e))) for m, e, q in zip(mass, eta, answers))


@pytest.mark.evaluates("eq-least-cost", "thm-matrix-rule")
@SEEDS
def test_no_classifier_costs_less_than_the_rule_of_the_matrix(seed):
    """1: against all rules on a few inputs; entries of any sign."""
    rng, Q, mass, eta, _, _ = finite_law(seed, 4)
    K = rng.normal(size=(Q, Q + seed % 2))
    costs = [mean_cost(mass, eta, K, rule) for rule in product(range(K.shape[1]), repeat=4)]
    assert K.min() < 0 and mean_cost(mass, eta, K, bayes_predictions(eta, K)) == pytest.approx(min(costs))


@pytest.mark.evaluates("thm-matrix-rule")
@SEEDS
def test_constants_of_rows_and_a_factor_change_no_answer_and_others_do(seed):
    """2: a constant of a column, or a negative factor, is another rule."""
    rng, Q, _, eta, _, _ = finite_law(seed, 300)
    K = rng.uniform(0.2, 1, (Q, Q)) * (1 - np.eye(Q))
    rule = bayes_predictions(eta, K)
    assert (bayes_predictions(eta, 2.5 * (K + rng.normal(size=(Q, 1)))) == rule).all()
    assert (bayes_predictions(eta, K + np.linspace(0, 0.5, Q)) != rule).any()
    assert (bayes_predictions(eta, -K) != rule).any()


@pytest.mark.evaluates("thm-matrix-rule")
@SEEDS
def test_the_threshold_of_two_classes(seed):
    """3: just below and just above it; and with a diagonal, after taking it off."""
    K = np.random.default_rng(seed).uniform(0.1, 9, (2, 2)) * [[0, 1], [1, 0]]
    edge = K[0, 1] / (K[0, 1] + K[1, 0])
    P = [[1 - e, e] for e in (edge - 1e-6, edge + 1e-6)]
    for costs in (K, K + [[3.0], [7.0]]):
        assert bayes_predictions(P, costs).tolist() == [0, 1]


@pytest.mark.evaluates("prop-one-matrix")
@SEEDS
def test_prices_of_the_confusion_matrix_are_costs(seed):
    """1: by the confusion matrix of the definition, summed entry by entry."""
    rng, Q, mass, eta, pi, _ = finite_law(seed)
    M = rng.random((Q, Q)) * (1 - np.eye(Q))
    h = rng.integers(Q, size=len(mass))
    C = np.zeros((Q, Q))
    for m, e, q in zip(mass, eta, h):
        C[:, q] += m * e / pi
    assert (M * C).sum() == pytest.approx(mean_cost(mass, eta, np.diag(1 / pi) @ M, h))


@pytest.mark.evaluates("prop-one-matrix")
@SEEDS
def test_other_shares_are_costs(seed):
    """2: the law with other shares is made from its densities; the wrong way round differs."""
    rng, Q, mass, eta, pi, _ = finite_law(seed, 300)
    K, new = rng.uniform(0.2, 1, (Q, Q)) * (1 - np.eye(Q)), rng.dirichlet(np.ones(Q))
    densities = mass[:, None] * eta / pi  # P(x | p)
    joint = densities * new
    there = bayes_predictions(joint / joint.sum(axis=1, keepdims=True), K)
    assert (bayes_predictions(eta, np.diag(new / pi) @ K) == there).all()
    assert (bayes_predictions(eta, np.diag(pi / new) @ K) != there).any()


@pytest.mark.evaluates("eq-noise-costs", "eq-one-matrix", "prop-noise-costs", "prop-one-matrix")
@SEEDS
def test_one_matrix(seed):
    """3: from noisy probabilities and shares alone to the least sum of prices."""
    rng, Q, mass, eta, pi, T = finite_law(seed, 300)
    M = rng.uniform(0.2, 1, (Q, Q)) * (1 - np.eye(Q))
    noisy = np.array([[sum(T[k, p] * e[p] for p in range(Q)) for k in range(Q)] for e in eta])
    shares = np.linalg.inv(T) @ (mass @ noisy)
    np.testing.assert_allclose(shares, pi)
    K = np.linalg.inv(T).T @ np.diag(1 / shares) @ M
    np.testing.assert_allclose(K, noise_costs(M / pi[:, None], T))
    np.testing.assert_allclose(noisy @ K, eta @ (M / pi[:, None]), atol=1e-10)
    best = bayes_predictions(eta, M / pi[:, None])
    assert (bayes_predictions(noisy, K) == best).all()
    assert (bayes_predictions(noisy, M / (mass @ noisy)[:, None]) != best).any()


@pytest.mark.parametrize("Q", [2, 3, 5])
def test_symmetric_noise_alone_leaves_the_likeliest_class(Q):
    """The quick question: a I + b 1 1^T keeps every argmax; other columns, or diagonals that differ, move some."""
    eta = np.random.default_rng(Q).dirichlet(np.ones(Q), size=4000)
    likeliest = eta.argmax(axis=1)
    assert ((eta @ (0.7 * np.eye(Q) + 0.3 / Q)).argmax(axis=1) == likeliest).all()
    uneven = 0.7 * np.eye(Q)
    uneven[0] += 0.3  # a column's rest goes to the first class
    varied = np.diag(np.linspace(0.6, 0.9, Q))
    varied += (1 - varied.sum(axis=0)) / Q
    for T in (uneven, varied):
        np.testing.assert_allclose(T.sum(axis=0), 1)
        assert ((eta @ T.T).argmax(axis=1) != likeliest).any()


@pytest.mark.evaluates(
    "eq-matrix-regret", "eq-noise-regret", "prop-least-cost", "prop-matrix-regret", "prop-noise-costs",
)  # fmt: skip
@SEEDS
def test_the_regret_is_within_its_bound(seed):
    """For prices over shares, and under noise with the ranges of K'; a coin that falls the wrong way attains it."""
    rng, Q, mass, eta, pi, T = finite_law(seed)
    M = rng.uniform(0.2, 1, (Q, Q)) * (1 - np.eye(Q))
    K = M / pi[:, None]
    np.testing.assert_allclose(np.ptp(K, axis=1), (M.max(axis=1) - M.min(axis=1)) / pi)
    for target, costs in ((eta, K), (eta @ T.T, noise_costs(K, T))):
        estimate = 0.7 * target + 0.3 * rng.dirichlet(np.ones(Q), size=len(mass))
        paid, least = (mean_cost(mass, eta, K, bayes_predictions(*pair)) for pair in ((estimate, costs), (eta, K)))
        away = mass @ np.abs(estimate - target)
        bound = (costs.max(axis=1) - costs.min(axis=1)) @ away
        assert -1e-12 <= paid - least <= bound == pytest.approx(regret_bound(away, costs))
        assert bound <= np.ptp(costs) * away.sum(), "prop-least-cost: of K, its largest cost"
    for gap in (0.1, 0.4):
        P, estimate, wrong = np.array([0.5 + gap, 0.5 - gap]), np.array([0.5 - 1e-9, 0.5 + 1e-9]), 1 - np.eye(2)
        paid, away = (P @ wrong)[bayes_predictions([estimate], wrong)[0]] - (P @ wrong).min(), np.abs(P - estimate)
        assert paid == pytest.approx(regret_bound(away, wrong)) == pytest.approx(wrong.max() * away.sum())
