"""AdaBoost.MM's loss is a chi-square distance; its minimiser; class weights as one shift of the votes."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import softmax

from confusion import AdaBoostMMClassifier, ComboClassifier


def loss(w, f):
    """sum_y w_y sum_{k != y} exp(f_k - f_y), by two loops."""
    Q = len(w)
    return sum(w[y] * np.exp(f[k] - f[y]) for y in range(Q) for k in range(Q) if k != y)


def least(w):
    return np.sqrt(w).sum() ** 2 - w.sum()


def excess(w, f):
    """(sum sqrt w)^2 times the chi-square distance of softmax(f) from sqrt(w) / sum sqrt w."""
    s, r = np.sqrt(w) / np.sqrt(w).sum(), softmax(f)
    return np.sqrt(w).sum() ** 2 * ((s**2 / r).sum() - 1)


def pairs(n=200):
    rng = np.random.default_rng(0)
    for _ in range(n):
        Q = rng.integers(2, 7)
        yield rng.gamma(0.7, size=Q) + 1e-6, 2 * rng.normal(size=Q)


@pytest.mark.evaluates("eq-shift-distance", "eq-shift-link", "eq-shift-loss", "prop-shift-distance")
def test_the_loss_is_its_least_value_and_a_chi_square_distance():
    """Attained at half the logarithm and nowhere else; a small excess bounds the distance of the probabilities."""
    for w, f in pairs():
        assert loss(w, f) == pytest.approx(least(w) + excess(w, f), rel=1e-10)
        assert least(w) == pytest.approx(2 * sum(np.sqrt(a * b) for i, a in enumerate(w) for b in w[:i]), rel=1e-10)
        assert excess(w, f) > 0
        best = 0.5 * np.log(w)
        assert loss(w, best + 3.0) == pytest.approx(least(w), rel=1e-12)
        np.testing.assert_allclose(softmax(2 * best), w / w.sum(), rtol=1e-10)
        s, r = np.sqrt(w) / np.sqrt(w).sum(), softmax(f)
        assert np.abs(s - r).sum() ** 2 <= excess(w, f) / np.sqrt(w).sum() ** 2 * (1 + 1e-9)


#: Four points, three classes: P(x, y), masses of a distribution.
MASSES = np.array([[0.30, 0.02, 0.03], [0.20, 0.05, 0.01], [0.10, 0.04, 0.05], [0.15, 0.02, 0.03]])
POINTS, LABELS = np.divmod(np.arange(12), 3)


@pytest.fixture(scope="module")
def votes():
    """Votes of both boosters on the distribution itself, with trees that may say anything of the four points."""
    X, sample_weight = POINTS[:, None].astype(float), MASSES.ravel()
    fitted = [
        make(400, max_depth=3).fit(X, LABELS, sample_weight=sample_weight).votes(np.arange(4.0)[:, None])
        for make in (AdaBoostMMClassifier, ComboClassifier)
    ]
    return [f - f.mean(axis=1, keepdims=True) for f in fitted]


def test_boosting_a_distribution_finds_half_its_logarithm(votes):
    best = 0.5 * np.log(MASSES)
    np.testing.assert_allclose(votes[0], best - best.mean(axis=1, keepdims=True), atol=2e-3)
    P = MASSES / MASSES.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(softmax(2 * votes[0], axis=1), P, atol=1e-3)


@pytest.mark.evaluates("prop-shift-weights")
def test_in_the_distribution_class_weights_are_one_shift_of_the_votes(votes):
    shift = -0.5 * np.log(MASSES.sum(axis=0))
    np.testing.assert_allclose(votes[1], votes[0] + shift - shift.mean(), atol=4e-3)
    assert (votes[0].argmax(axis=1) != votes[1].argmax(axis=1)).any()


def pair_loss(f, masses, pair_weights):
    """sum_x sum_y P(x, y) sum_{k != y} pair_weights[y, k] exp(f_k - f_y); votes f have shape (n, Q)."""
    terms = masses[:, :, None] * pair_weights * np.exp(f[:, None, :] - f[:, :, None])
    return np.sum(terms * (1 - np.eye(3)))


@pytest.mark.evaluates("eq-shift-pairs")
def test_shifted_votes_have_the_weighted_loss_of_pair_weights():
    rng = np.random.default_rng(0)
    for _ in range(30):
        f, c = rng.normal(size=(4, 3)), rng.gamma(1.0, size=3) + 0.1
        weighted = pair_loss(f + 0.5 * np.log(c), MASSES, np.repeat(c[:, None], 3, axis=1))
        assert weighted == pytest.approx(pair_loss(f, MASSES, np.sqrt(np.outer(c, c))), rel=1e-12)


def linear_fit(masses, pair_weights):
    """Least loss over the votes a + b x, x = 0, 1, 2, 3: classes with a constant, so closed under a shift."""
    x = np.arange(4.0)[:, None]
    found = minimize(lambda p: np.log(pair_loss(p[:3] + p[3:] * x, masses, pair_weights)), np.zeros(6), tol=1e-12)
    f = found.x[:3] + found.x[3:] * x
    return f - f.mean(axis=1, keepdims=True)


@pytest.mark.evaluates("prop-shift-pairs")
@pytest.mark.parametrize("right", [False, True])
def test_in_a_model_that_is_wrong_the_shift_drops_the_pair_weights(right):
    x, c = np.arange(4.0)[:, None], np.array([1.0, 5.0, 9.0])
    masses = np.exp(2 * (np.array([1.0, -0.5, 0.2]) + np.array([0.1, 0.4, -0.3]) * x))
    if not right:
        masses = np.array([[0.525, 0.004, 0.042], [0.200, 0.008, 0.096], [0.015, 0.008, 0.008], [0.071, 0.019, 0.004]])
        c = 1 / masses.sum(axis=0)
    weights = np.repeat(c[:, None], 3, axis=1), np.sqrt(np.outer(c, c)), np.ones((3, 3))
    weighted, paired, plain = (linear_fit(masses, each) for each in weights)
    shift = 0.5 * np.log(c) - 0.5 * np.log(c).mean()
    np.testing.assert_allclose(weighted, paired + shift, atol=1e-4)
    assert np.allclose(weighted, plain + shift, atol=1e-4) == right
    assert right or np.abs(weighted - plain - shift).max() > 0.05


def test_where_the_sample_is_separated_a_shift_moves_nothing():
    """Each point has one class: votes grow with every round, and a shift of fixed size is lost beside them."""
    masses = np.diag([0.9, 0.06, 0.04])
    shift = -0.5 * np.log(masses.sum(axis=0))
    X, y = np.arange(3.0)[:, None], np.arange(3)
    gaps = []
    for rounds in (20, 60):
        votes = AdaBoostMMClassifier(rounds).fit(X, y, sample_weight=masses.sum(axis=0)).votes(X)
        gaps.append(votes.max(axis=1) - np.sort(votes, axis=1)[:, -2])
    assert (gaps[1] > 2 * gaps[0]).all() and gaps[1].min() > np.ptp(shift)
    assert (votes + shift).argmax(axis=1).tolist() == [0, 1, 2]
