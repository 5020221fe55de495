"""What the product of the Z_t bounds, from each start: held in every round, attacked, and sharp."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from confusion import AdaBoostMHClassifier, confusion_matrix, operator_norm
from confusion.boosting import mh_distribution
from tests.helpers import sample

STARTS = ("uniform", "half", "balanced")


def constant(start, k):
    """What the product of the Z_t is multiplied by."""
    return {"uniform": k / 2, "half": np.sqrt(k - 1), "balanced": k * np.sqrt(k - 1)}[start]


def mean_loss(scores, y, start):
    """Sum over the board of D_1(i, l) exp(-c_il f(i, l))."""
    signs = 2 * np.eye(scores.shape[1])[y] - 1
    return (mh_distribution(np.zeros_like(scores), y, start=start) * np.exp(-signs * scores)).sum()


def failures(scores, y, start):
    """The share of the examples without a positive margin; from the balanced start the sum of these shares by class."""
    k, rows = scores.shape[1], np.arange(len(y))
    others = np.where(np.eye(k, dtype=bool)[y], -np.inf, scores).max(axis=1)
    failed = scores[rows, y] <= others
    return failed.mean() if start != "balanced" else sum(failed[y == label].mean() for label in range(k))


@pytest.mark.evaluates("eq-adaboost-product", "eq-balanced-mh", "prop-balanced-mh", "thm-adaboost-product")
@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("K", [2, 3, 6])
def test_the_mean_loss_is_the_product_and_bounds_the_error_after_every_round(start, K):
    for seed in range(3):
        X, y = sample(m=90, K=K, seed=seed)
        model = AdaBoostMHClassifier(60, start=start).fit(X, y)
        product = np.cumprod(model.normalisers_)
        assert_allclose(model.normalisers_, 2 * np.sqrt(model.errors_ * (1 - model.errors_)), rtol=1e-9)
        assert_allclose(np.exp(model.losses_[1:]), product, rtol=1e-9)
        scores = np.zeros((90, K))
        for t, (stump, alpha) in enumerate(zip(model.estimators_, model.estimator_weights_)):
            scores = scores + alpha * stump.predict(X)
            assert mean_loss(scores, y, start) == pytest.approx(product[t])
            assert failures(scores, y, start) <= constant(start, K) * product[t]
        for answer, Z in zip(model.staged_predict(X), product):
            C = confusion_matrix(y, answer)
            if start == "balanced":
                assert operator_norm(C) <= C.sum() <= constant(start, K) * Z
            else:
                assert np.mean(answer != y) <= constant(start, K) * Z


@pytest.mark.evaluates("def-mh-starts", "eq-mh-error", "lem-mh-row", "thm-mh-error")
@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS)
def test_no_scores_break_the_bound(start):
    """It is a statement about scores, however they were found: random ones, and those that were made to hurt."""
    rng = np.random.default_rng(0)
    for _ in range(2000):
        k = int(rng.integers(2, 7))
        y = np.concatenate([np.arange(k), rng.integers(0, k, rng.integers(0, 8))])
        scores = rng.normal(size=(len(y), k)) * rng.choice([0.1, 1.0, 4.0])
        if rng.random() < 0.5:  # near the worst case of the proof: own and best wrong score tie, the others are low
            scores -= 5
            own = rng.normal(size=len(y))
            scores[np.arange(len(y)), y] = own
            scores[np.arange(len(y)), (y + 1) % k] = own
        assert failures(scores, y, start) <= constant(start, k) * mean_loss(scores, y, start) + 1e-12


@pytest.mark.evaluates("def-mh-starts", "eq-mh-error", "lem-mh-row", "thm-mh-error")
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("k", [2, 3, 5])
def test_a_smaller_constant_fails(start, k):
    """Own score and one other at c with e^{2c} the ratio of their weights, the rest low: every example fails."""
    y = np.repeat(np.arange(k), np.arange(1, k + 1))
    ratio = 1 if start == "uniform" else k - 1
    scores = np.full((len(y), k), -30.0)
    scores[np.arange(len(y)), y] = scores[np.arange(len(y)), (y + 1) % k] = 0.5 * np.log(ratio)
    loss = mean_loss(scores, y, start)
    assert failures(scores, y, start) == pytest.approx(constant(start, k) * loss)
    assert failures(scores, y, start) > 0.999 * constant(start, k) * loss
