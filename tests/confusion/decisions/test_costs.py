"""The rule of least cost, the shift and the regret bound, each beside a slow, plain computation."""

import numpy as np
import pytest

from confusion.decisions import bayes_predictions, noise_costs, prior_shift


def draws(n=40, K=4):
    rng = np.random.default_rng(0)
    for _ in range(n):
        yield rng, rng.dirichlet(np.ones(K), size=30), rng.dirichlet(np.ones(K)), rng.normal(size=(K, K))


def test_the_answer_has_the_least_expected_cost():
    for _, P, _, K in draws():
        for p, answer in zip(P, bayes_predictions(P, K)):
            costs = [sum(p[y] * K[y, q] for y in range(4)) for q in range(4)]
            assert costs[answer] == min(costs) or costs[answer] == pytest.approx(min(costs), rel=1e-12)


@pytest.mark.parametrize("unit", [1e-300, 1.0, 1e300])
def test_an_answer_does_not_depend_on_the_unit_of_the_costs(unit):
    K = np.array([[0.0, 1.0, 3.0], [2.0, 0.0, 2.0], [1.0, 1.0, 0.0]])
    P = np.random.default_rng(1).dirichlet(np.ones(3), size=100)
    np.testing.assert_array_equal(bayes_predictions(P, K * unit), bayes_predictions(P, K))


def test_of_answers_that_tie_but_for_rounding_the_first():
    P = [[0.1 + 0.2, 0.3, 0.4 - 1e-16], [0.3, 0.1 + 0.2, 0.4]]
    assert bayes_predictions(P, [[0, 1, 1], [1, 0, 1], [0.0, 0.0, 0.0]]).tolist() == [0, 0]
    assert bayes_predictions([[0.5, 0.5]], 1 - np.eye(2)).tolist() == [0]
    assert bayes_predictions([[0.5 - 1e-9, 0.5 + 1e-9]], 1 - np.eye(2)).tolist() == [1]


def test_answers_may_be_more_or_fewer_than_classes():
    reject = np.column_stack([1 - np.eye(2), [0.3, 0.3]])
    assert bayes_predictions([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]], reject).tolist() == [0, 2, 1]


def test_the_shift_is_that_of_the_densities():
    for rng, P, old, _ in draws():
        new = rng.dirichlet(np.ones(4))
        densities = P / old  # P(x | y), up to a factor of x
        wanted = densities * new
        np.testing.assert_allclose(
            prior_shift(P, old, new), wanted / wanted.sum(axis=1, keepdims=True), rtol=1e-11, atol=1e-14
        )
        between = old**0.7 * new**0.3
        np.testing.assert_allclose(
            prior_shift(P, old, new, 0.3), prior_shift(P, old, between / between.sum()), rtol=1e-11, atol=1e-14
        )
        np.testing.assert_allclose(prior_shift(P, old, strength=0), P, rtol=1e-11, atol=1e-14)


@pytest.mark.evaluates("eq-shift-rule")
def test_the_shift_of_votes_is_half_a_logarithm():
    for rng, _, old, _ in draws():
        votes = rng.normal(size=(30, 4))
        P = np.exp(2 * votes) / np.exp(2 * votes).sum(axis=1, keepdims=True)
        for s in (0.5, 1.0, 1.5):
            np.testing.assert_array_equal(
                prior_shift(P, old, strength=s).argmax(axis=1), (votes - s / 2 * np.log(old)).argmax(axis=1)
            )


def test_a_tie_of_the_shifted_probabilities_goes_to_the_first():
    P = np.array([[0.3, 0.1, 0.6]])
    shifted = prior_shift(P, P[0])
    assert shifted.argmax() == 0 and len(set(shifted[0].tolist())) == 1


def test_noise_is_a_cost_matrix():
    """On probabilities of noisy labels the costs decide as the clean ones do on those of the true classes."""
    for rng, P, _, K in draws():
        T = rng.dirichlet(np.ones(4), size=4).T + 2 * np.eye(4)
        T /= T.sum(axis=0)
        noisy = P @ T.T
        np.testing.assert_allclose(noisy @ noise_costs(K, T), P @ K, atol=1e-12)
        np.testing.assert_array_equal(bayes_predictions(noisy, noise_costs(K, T)), bayes_predictions(P, K))
        # imbalance and noise together: the shares of the true classes are those of the noisy ones, undone
        shares = np.linalg.solve(T, noisy.mean(axis=0))
        balanced = noise_costs((1 - np.eye(4)) / shares[:, None], T)
        np.testing.assert_array_equal(bayes_predictions(noisy, balanced), (P / P.mean(axis=0)).argmax(axis=1))


def test_impossible_classes_stay_impossible():
    np.testing.assert_allclose(prior_shift([[0.0, 1.0]], [0.9, 0.1]), [[0, 1]])
    np.testing.assert_allclose(prior_shift([[0.5, 0.5]], [0.9, 0.1], [1, 0]), [[1, 0]])
