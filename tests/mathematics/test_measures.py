"""What the chapter "Which measure when" states of measures, scores, costs and resampling, on small laws."""

from itertools import product

import numpy as np
import pytest
from scipy.integrate import trapezoid
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score

from confusion.datasets import ThreeGaussians


@pytest.mark.evaluates("def-precision", "eq-precision", "prop-precision-base-rate")
def test_precision_follows_from_recall_false_alarms_and_the_share():
    rng = np.random.default_rng(0)
    for _ in range(20):
        N = rng.integers(1, 40, size=(3, 3))
        y, a = np.repeat(np.arange(3), N.sum(axis=1)), np.repeat(np.tile(np.arange(3), 3), N.ravel())
        found, recalls, f1 = (measure(y, a, average=None) for measure in (precision_score, recall_score, f1_score))
        for p in range(3):
            share, recall, false = np.mean(y == p), np.mean(a[y == p] == p), np.mean(a[y != p] == p)
            assert recall == pytest.approx(recalls[p])
            assert found[p] == pytest.approx(1 / (1 + (1 - share) / share * false / recall))
            assert f1[p] == pytest.approx(2 * found[p] * recall / (found[p] + recall))
    for measure in (precision_score, recall_score, f1_score):
        assert measure(y, a, average="micro") == pytest.approx(np.mean(y == a))
    falling = [1 / (1 + (1 - share) / share * 0.1 / 0.9) for share in 10.0 ** -np.arange(1, 9)]
    assert np.all(np.diff(falling) < 0) and falling[-1] < 1e-6


@pytest.mark.evaluates("def-roc", "eq-auc")
def test_the_auc_is_the_share_of_pairs_in_the_right_order():
    rng = np.random.default_rng(1)
    for high in (3, 8, 1000):
        y, s = np.r_[1, 0, rng.integers(0, 2, 60)], rng.integers(0, high, 62)
        up, down = s[y == 1][:, None], s[y == 0]
        assert roc_auc_score(y, s) == pytest.approx(np.mean(up > down) + np.mean(up == down) / 2)
        # The area below the points (false alarms, recall), joined by straight lines.
        thresholds = [np.inf, *sorted(set(s), reverse=True)]
        points = np.array([[np.mean(each >= t) for each in (down, up.ravel())] for t in thresholds])
        assert trapezoid(points[:, 1], points[:, 0]) == pytest.approx(roc_auc_score(y, s))


@pytest.mark.evaluates("prop-proper")
def test_nothing_beats_the_truth_by_log_loss_or_brier_score():
    rng = np.random.default_rng(2)
    for p in (*rng.dirichlet(np.ones(3), size=10), np.array([0.3, 0.7, 0])):
        guesses, there = np.array([p, *rng.dirichlet(np.ones(3), size=200)]), p > 0
        log_loss = -np.log(guesses[:, there]) @ p[there]
        brier = ((guesses[:, None] - np.eye(3)) ** 2).sum(axis=2) @ p
        assert (log_loss[1:] > log_loss[0]).all() and (brier[1:] > brier[0]).all()
        np.testing.assert_allclose(brier - brier[0], ((guesses - p) ** 2).sum(axis=1), atol=1e-12)


@pytest.mark.evaluates("def-calibrated")
def test_the_true_posterior_is_calibrated_and_weights_break_it():
    law = ThreeGaussians()
    points, mass = law.quadrature(cells_per_sigma=8)
    joint = mass * law.weights
    ill = joint[:, 1:].sum(axis=1) / joint.sum(axis=1)
    balanced = mass[:, 1:].sum(axis=1) / mass.sum(axis=1)
    for guess, right in ((ill, True), (balanced, False)):
        bins = np.digitize(guess, [0.2, 0.4, 0.6, 0.8])
        total, said, true = (np.bincount(bins, w) for w in (joint.sum(1), joint.sum(1) * guess, joint[:, 1:].sum(1)))
        assert np.allclose(said / total, true / total) == right
    shift = np.log(balanced / (1 - balanced)) - np.log(ill / (1 - ill))
    assert len(points) and np.allclose(shift, np.log(2 / 0.1 * 0.9)), "the odds are off by one factor"


@pytest.mark.evaluates("prop-resampling")
def test_resampling_is_weighting():
    rng = np.random.default_rng(5)
    y, losses = np.array([0, 0, 0, 0, 1, 1, 2]), rng.random(7) * 3
    copies = np.array([1, 2, 4])[y]
    assert np.repeat(losses, copies).sum() == pytest.approx((copies * losses).sum())
    keep = np.array([0.25, 0.5, 1.0])[y]
    subsets = np.array(list(product([0, 1], repeat=7)))
    chance = np.where(subsets, keep, 1 - keep).prod(axis=1)
    sums = subsets @ losses
    assert chance @ sums == pytest.approx((keep * losses).sum())
    deviation = np.sqrt(chance @ (sums - chance @ sums) ** 2) / 7
    assert deviation <= losses.max() / (2 * np.sqrt(7))
    # As many of each class as the rarest has: each is kept with the same probability, and so is the expectation.
    triples = [(a, b, 6) for a in range(4) for b in (4, 5)]
    assert np.mean([losses[list(t)].sum() for t in triples]) == pytest.approx(
        (np.array([1 / 4, 1 / 2, 1])[y] * losses).sum()
    )
