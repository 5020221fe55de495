"""AdaBoost.MH against AdaBoost on the m k items, written out and scikit-learn's; its starts, guards and decodings."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier
from confusion.boosting import VotingStump, mh_distribution
from tests.helpers import sample

ALPHA_MAX = np.log((1 - 5e-11) / 5e-11) / 2  # what a stump without an error weighs
START = pytest.mark.parametrize("start", ["uniform", "half", "balanced"])


# The algorithm on the m k items -------------------------------------------------------------------------------


def first_distribution(y, K, start, w):
    """D_1, as the formulas have it."""
    D = np.empty((len(y), K))
    for i in range(len(y)):
        for label in range(K):
            own = label == y[i]
            if start == "uniform":
                D[i, label] = w[i] / (w.sum() * K)
            elif start == "half":
                D[i, label] = w[i] / w.sum() * (0.5 if own else 0.5 / (K - 1))
            else:
                D[i, label] = w[i] / w[y == y[i]].sum() / K * (0.5 if own else 0.5 / (K - 1))
    return D


def board_stump(X, signs, D, near=1e-12):
    """(error, votes of all items) of the best stump, threshold by threshold and square by square."""

    def votes_of(left):
        h = np.empty_like(D)
        for side in (left, ~left):
            for label in range(D.shape[1]):
                yes, no = ((D[side, label] * (signs[side, label] == c)).sum() for c in (1, -1))
                h[side, label] = 1 if yes > no + near else -1
        return (D * (h != signs)).sum(), h

    best = votes_of(np.ones(len(X), dtype=bool))
    for column in X.T:
        values = np.unique(column)
        for low, high in zip(values, values[1:]):
            found = votes_of(column <= (low + high) / 2)
            if found[0] < best[0] - near / 2:
                best = found
    return best


def plain_rounds(X, y, K, start, w, T):
    """(D_t, eps_t, alpha_t, Z_t, scores) round by round; the lecture's lines, with D_1 and the guards added."""
    signs = 2 * np.eye(K)[y] - 1
    D, scores = first_distribution(y, K, start, w), np.zeros((len(y), K))
    for _ in range(T):
        eps, h = board_stump(X, signs, D)
        if eps >= 0.5 - 1e-12:
            return
        alpha, Z = 0.5 * np.log((1 - eps) / eps), 2 * np.sqrt(eps * (1 - eps))
        scores = scores + alpha * h
        yield D, eps, alpha, Z, scores
        D = D * np.exp(-alpha * h * signs) / Z


@pytest.mark.evaluates("def-exponential-loss", "eq-adaboost-step", "eq-exponential-loss", "prop-adaboost-round")
@pytest.mark.slow
@START
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("K", [2, 3, 5])
def test_adaboost_on_the_items_written_out(start, weighted, K):
    X, y = sample(m=50, K=K, seed=K)
    X[:, 0] = np.round(X[:, 0])  # equal values
    w = np.random.default_rng(K).random(50) + 0.2 if weighted else np.ones(50)
    model = AdaBoostMHClassifier(12, start=start).fit(X, y, w if weighted else None)
    stages = list(plain_rounds(X, y, K, start, w, 12))
    assert len(stages) == len(model.estimators_) >= 10 or model.stop_reason_ == "no_edge"
    before = np.zeros((50, K))
    for t, (D, eps, alpha, Z, scores) in enumerate(stages):
        assert_allclose(mh_distribution(before, y, start=start, sample_weight=w), D, rtol=1e-9)
        found = [model.errors_[t], model.estimator_weights_[t], model.normalisers_[t]]
        assert_allclose(found, [eps, alpha, Z], rtol=1e-9)
        part = AdaBoostMHClassifier(t + 1, start=start).fit(X, y, w)
        assert_allclose(part.votes(X), scores, rtol=1e-9, atol=1e-12)
        before = scores
    assert_allclose(model.losses_[-1], np.log([s[3] for s in stages]).sum(), rtol=1e-9)


class OnItems(ClassifierMixin, BaseEstimator):
    """The stump as scikit-learn's AdaBoost wants it: the items are rows (x, l), their classes -1 and 1."""

    def __init__(self, K=3):
        self.K = K

    def fit(self, rows, signs, sample_weight):
        self.classes_ = np.array([-1, 1])
        m = len(rows) // self.K
        X = rows[:: self.K, :-1]
        board = (sample_weight * signs).reshape(m, self.K)
        self.stump_ = VotingStump().fit(X, board / sample_weight.sum())
        return self

    def predict(self, rows):
        return self.stump_.predict(rows[:, :-1])[np.arange(len(rows)), rows[:, -1].astype(int)]


def test_two_classes_are_adaboost_mm_and_from_the_balanced_start_combo():
    for seed in range(3):
        X, y = sample(K=2, seed=10 + seed, m=150)
        w = np.random.default_rng(seed).random(150) + 0.5
        for start in ("uniform", "half", "balanced"):
            make = ComboClassifier if start == "balanced" else AdaBoostMMClassifier
            ours, theirs = AdaBoostMHClassifier(30, start=start).fit(X, y, w), make(30).fit(X, y, w)
            assert_allclose(ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-9)
            assert_allclose(1 - 2 * ours.errors_, theirs.edges_, rtol=1e-9)
            assert_array_equal(ours.predict(X), theirs.predict(X))
            assert_allclose(ours.decision_function(X), 2 * theirs.decision_function(X), atol=1e-9)


def test_the_stump_is_the_best_of_all():
    """Every threshold and every vote, one after the other."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        X, board = rng.integers(0, 4, (12, 3)).astype(float), rng.normal(size=(12, 3))
        board /= np.abs(board).sum()
        sides = [X[:, f] <= threshold for f in range(3) for threshold in range(4)]
        # On each side, for each class, the lighter of the two signs is what the best vote gets wrong.
        lighter = [
            sum(min(side[:, l].clip(0).sum(), -side[:, l].clip(None, 0).sum()) for side in (board[left], board[~left]))
            for left in sides
            for l in range(3)
        ]
        least = np.reshape(lighter, (len(sides), 3)).sum(axis=1).min()
        wrong = VotingStump().fit(X, board).predict(X) * board < 0
        assert np.abs(board)[wrong].sum() == pytest.approx(least, abs=1e-12)


def test_thresholds_between_values_that_floats_cannot_halve():
    values = np.array([1.0, 1 + 2.0**-52, 1 + 2.0**-51, 1e308, 1.7e308])  # half way, rounded, is the one or the other
    for cut in range(1, 5):
        stump = VotingStump().fit(values[:, None], np.where(np.arange(5) < cut, 1.0, -1.0)[:, None])
        assert values[cut - 1] <= stump.threshold_ < values[cut]


# Ties, weights, orders ----------------------------------------------------------------------------------------


def test_ties_take_no_threshold_then_the_first_feature_then_the_lowest_threshold():
    board = np.array([[1.0, -1.0], [1.0, -1.0], [1.0, -1.0]])
    assert VotingStump().fit([[0.0], [1.0], [2.0]], board).feature_ == -1
    ring = np.array([[1.0, 1, -1], [-1, -1, 1], [-1, 1, 1], [1, -1, -1]])
    stump = VotingStump().fit([[5.0, 0.0, 0.0], [5.0, 1.0, 1.0], [5.0, 2.0, 2.0], [5.0, 3.0, 3.0]], ring)
    assert (stump.feature_, stump.threshold_) == (1, 0.5)
    # Many values.
    many = np.column_stack([np.full(300, 5.0), np.arange(300.0), np.arange(300.0)])
    stump = VotingStump().fit(many, np.vstack([ring, np.zeros((296, 3))]))
    assert (stump.feature_, stump.threshold_) == (1, 0.5)
    assert_array_equal(VotingStump().fit(np.zeros((4, 1)), ring).votes_, -np.ones((2, 3)))  # what ties is no


# Guards, long runs, decodings ---------------------------------------------------------------------------------


@START
def test_an_error_of_nothing_ends_the_boosting_with_a_finite_weight(start):
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    model = AdaBoostMHClassifier(start=start).fit(X, y)
    assert model.stop_reason_ == "perfect" and len(model.estimators_) == 1
    assert_array_equal(model.errors_, [0.0])
    assert_array_equal(model.estimator_weights_, [ALPHA_MAX])
    assert_allclose(model.normalisers_, np.exp(-ALPHA_MAX))
    assert_array_equal(model.predict(X), y)


@pytest.mark.parametrize(
    ("start", "y"), [("balanced", [0, 1, 1, 2]), ("half", [0, 1, 2, 0, 1, 2]), ("uniform", [1, 2])]
)
def test_no_stump_better_than_a_coin_gives_a_classifier_of_weight_nothing(start, y):
    X = np.ones((len(y), 2))
    model = AdaBoostMHClassifier(start=start).fit(X, y)
    assert model.stop_reason_ == "no_edge" and len(model.estimators_) == 1
    assert_allclose(model.errors_, [0.5])
    assert_array_equal(model.estimator_weights_, [0.0])
    assert_allclose(np.exp(model.losses_), 1)
    assert_array_equal(model.votes(X), 0)
    assert not model.predict_sets(X).any()  # sgn(0) is -1
    assert_array_equal(model.predict(X), min(y))


def test_a_stump_without_an_edge_later_on_is_not_kept():
    model = AdaBoostMHClassifier(100).fit(np.ones((6, 1)), [0, 1, 1, 2, 2, 2])
    assert model.stop_reason_ == "no_edge" and 1 <= len(model.estimators_) < 100
    assert (model.errors_ < 0.5).all() and (model.estimator_weights_ > 0).all()


@pytest.mark.evaluates("prop-mh-label-independent")
def test_label_independent_stumps_are_spent_after_one_round():
    """E12: eps_1 = 1/k by the answer no to everything; then every stump that votes alike for all labels has 1/2."""
    for K in (3, 4, 7):
        X, y = sample(m=60, K=K, seed=K)
        signs = 2 * np.eye(K)[y] - 1
        D, no = np.full((60, K), 1 / (60 * K)), np.full((60, K), -1.0)
        eps = (D * (no != signs)).sum()
        assert eps == pytest.approx(1 / K)
        alpha = 0.5 * np.log((1 - eps) / eps)
        D = mh_distribution(alpha * no, y)
        assert_allclose(D[np.arange(60), y], D.sum(axis=1) / 2)  # whatever a row votes, half of it is wrong
        for seed in range(5):
            h = np.random.default_rng(seed).choice([-1.0, 1.0], size=(60, 1))
            assert (D * (h != signs)).sum() == pytest.approx(0.5, abs=1e-12)
        stump = VotingStump().fit(X, D * signs)
        assert (D * (stump.predict(X) != signs)).sum() < 0.5 - 0.01  # k votes still have an edge


def test_votes_that_tie_go_to_the_first_class_whatever_their_last_digit():
    model = AdaBoostMHClassifier(2).fit([[0.0], [1.0]], [0, 1])
    always = [VotingStump().fit([[0.0]], [board]) for board in ([-1, 1], [-1, 1], [-1, 1], [1, -1])]
    model.estimators_, model.estimator_weights_ = always, np.array([0.1, 0.1, 0.1, 0.3])
    assert_array_equal(model.predict([[0.0]]), [0])
    assert_array_equal(model.decision_function([[0.0]]), [0.0])
    assert not model.predict_sets([[0.0]]).any()


# Labels, one example of a class, bad input --------------------------------------------------------------------


X, Y = sample(seed=21)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([0.0, 0.0], [0]), {}, "scores must not be empty and have shape"),
        (([[0.0]], [0]), {}, "at least 2 classes"),
        (([[0.0, 0.0]], [0, 1]), {}, "y must hold class numbers from 0 to 1"),
        (([[0.0, 0.0]], [2]), {}, "y must hold class numbers from 0 to 1"),
        (([[0.0, 0.0]], [0]), {"start": "balanced"}, "each of the 2 classes"),
        (([[0.0, 0.0], [0.0, 0.0]], [0, 1]), {"sample_weight": [1.0, 0.0]}, "sample_weight must be positive"),
    ],
)
def test_a_distribution_of_nothing_is_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        mh_distribution(*arguments, **options)
