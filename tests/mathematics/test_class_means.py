"""COPA with a small C is the class-mean rule, with a large one it has no weights; class means under label noise."""

import numpy as np
import pytest

from confusion.copa import CopaClassifier, copa_step
from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm
from confusion.noise import symmetric_noise

SCALINGS = (None, "inverse-count", "inverse-count-squared")


def random_stream(seed):
    rng = np.random.default_rng(seed)
    Q, d, t = rng.integers(2, 6), rng.integers(1, 5), rng.integers(8, 40)
    y = np.concatenate([np.arange(Q), rng.integers(Q, size=t - Q if t > Q else 0)])
    return rng.normal(size=(len(y), d)) * 10.0 ** rng.uniform(-1, 1), rng.permutation(y), Q


@pytest.mark.evaluates("eq-weights-limit", "prop-weights-class-means")
@pytest.mark.parametrize("seed", range(8))
def test_steps_over_C_tend_to_weighted_sums_at_the_rate_C(seed):
    """For any positive weights c_s: the distance is within its bound and falls tenfold where C does."""
    X, y, Q = random_stream(seed)
    c = np.random.default_rng(seed + 100).uniform(0.1, 2, size=len(y))
    sums = sum(weight * np.outer(np.eye(Q)[label] - 1 / Q, x) for x, label, weight in zip(X, y, c)) / (Q - 1)
    far = []
    for C in (1.0, 1e-5, 1e-6):
        W = np.zeros_like(sums)
        for x, label, weight in zip(X, y, c):
            W = copa_step(W, x, label, C * weight)
        far.append(np.linalg.norm(W / C - sums))
        bound = C * (c * (X**2).sum(axis=1)).sum() * (c * np.linalg.norm(X, axis=1)).sum() / np.sqrt(Q - 1)
        assert far[-1] <= bound * (1 + 1e-6)
    assert far[1] < 0.5 * np.linalg.norm(sums) and far[2] == pytest.approx(far[1] / 10, rel=0.1)
    one = copa_step(np.zeros((2, 1)), np.ones(1), 0, 1e-6) / 1e-6 - [[0.5], [-0.5]]
    assert 0.35e-6 < np.linalg.norm(one) <= 1e-6, "of one example: the bound is not far away"


@pytest.mark.parametrize("average", [True, False])
def test_with_a_large_C_the_scalings_are_one(average):
    X, y, _ = random_stream(5)
    hard = CopaClassifier(np.inf, average=average, random_state=0).fit(X, y).coef_
    for scaling in SCALINGS:
        large = CopaClassifier(1e12, scaling, average=average, random_state=0).fit(X, y).coef_
        assert np.abs(large - hard).max() < 1e-6 * np.abs(hard).max()


def test_class_means_on_a_circle_are_the_rule_of_smallest_balanced_error():
    law = ThreeGaussians()
    linear = law.confusion(law.centers)
    balanced = law.confusion(lambda X: law.bayes_predict(X, costs="balanced"))
    assert np.abs(linear - balanced).max() < 1e-4
    moved = ThreeGaussians(centers=law.centers + [2, 2])
    assert operator_norm(moved.confusion(moved.centers)) > 5 * operator_norm(linear)
    # With half the squared lengths taken off, it is the nearest mean, which moves with the points.
    lengths = -(moved.centers**2).sum(axis=1) / 2
    assert np.abs(moved.confusion(moved.centers, intercept=lengths) - linear).max() < 1e-9


@pytest.mark.evaluates("eq-weights-noisy-means")
@pytest.mark.parametrize("Q", [2, 3, 5])
def test_means_of_noisy_classes(Q):
    rng = np.random.default_rng(Q)
    priors, means, rate = rng.dirichlet(np.full(Q, 3.0)), rng.normal(size=(Q, 2)), 0.3
    share = symmetric_noise(Q, rate) * priors  # noisy label, true class
    mixed = share @ means / share.sum(axis=1, keepdims=True)
    beta = Q / (Q - 1) * rate
    own = (1 - beta) * priors / ((1 - beta) * priors + beta / Q)
    formula = own[:, None] * means + np.outer(1 - own, priors @ means)
    assert np.abs(formula - mixed).max() < 1e-12
