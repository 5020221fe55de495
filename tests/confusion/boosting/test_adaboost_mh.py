"""AdaBoost.MH against AdaBoost on the m k items, written out and scikit-learn's; its starts, guards and decodings."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier
from confusion.boosting import VotingStump, mh_distribution
from tests.helpers import sample

ALPHA_MAX = np.log((1 - 5e-11) / 5e-11) / 2  # what a stump without an error weighs
START = pytest.mark.parametrize("start", ["uniform", "half", "balanced"])


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
        assert_allclose(before + alpha * model.estimators_[t].predict(X), scores, rtol=1e-9, atol=1e-12)
        before = scores
    assert_allclose(model.votes(X), scores, rtol=1e-9, atol=1e-12)
    assert_allclose(model.losses_[-1], np.log([s[3] for s in stages]).sum(), rtol=1e-9)


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


def test_an_edge_that_is_larger_by_the_tolerance_is_equal():
    """The threshold gains less than 1e-9 of the weight over none, or more."""
    for gain, feature in ((4e-10, -1), (4e-9, 0)):
        board = np.array([[1.0], [-gain]]) / (1 + gain)
        assert VotingStump().fit([[0.0], [1.0]], board).feature_ == feature


def test_thresholds_between_values_that_floats_cannot_halve():
    values = np.array([1.0, 1 + 2.0**-52, 1 + 2.0**-51, 1e308, 1.7e308])  # half way, rounded, is the one or the other
    for cut in range(1, 5):
        stump = VotingStump().fit(values[:, None], np.where(np.arange(5) < cut, 1.0, -1.0)[:, None])
        assert values[cut - 1] <= stump.threshold_ < values[cut]


def test_ties_take_no_threshold_then_the_first_feature_then_the_lowest_threshold():
    board = np.array([[1.0, -1.0], [1.0, -1.0], [1.0, -1.0]])
    assert VotingStump().fit([[0.0], [1.0], [2.0]], board).feature_ == -1
    ring = np.array([[1.0, 1, -1], [-1, -1, 1], [-1, 1, 1], [1, -1, -1]])
    stump = VotingStump().fit([[5.0, 0.0, 0.0], [5.0, 1.0, 1.0], [5.0, 2.0, 2.0], [5.0, 3.0, 3.0]], ring)
    assert (stump.feature_, stump.threshold_) == (1, 0.5)
    assert_array_equal(VotingStump().fit(np.zeros((4, 1)), ring).votes_, -np.ones((2, 3)))  # what ties is no


def test_a_feature_turned_round_ties_with_itself(values=300):
    """Its thresholds are worth the same, but for the last digits of sums in another order: the first feature wins."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        x = rng.permutation(values).astype(float)
        stump = VotingStump().fit(np.column_stack([x, -x]), 0.1 * rng.choice([-1, 1], (values, 3)))
        assert stump.feature_ == 0


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


@pytest.mark.slow
@START
def test_thousands_of_rounds(start):
    X, y = sample(m=40, seed=8, shift=3.0)
    model = AdaBoostMHClassifier(4000, start=start).fit(X, y)
    assert model.stop_reason_ == "n_estimators" and (np.diff(model.losses_) < 0).all()
    assert model.losses_[-1] < -200 and model.score(X, y) == 1
    logs = np.log(first_distribution(y, 4, start, np.ones(40))) - (2 * np.eye(4)[y] - 1) * model.votes(X)
    assert model.losses_[-1] == pytest.approx(np.logaddexp.reduce(logs.ravel()), rel=1e-9)


def test_squares_too_light_for_a_float_come_back():
    """Contradictory examples of next to no weight: their squares vanish from the board, and return from the scores."""
    X, y = np.array([[0.0], [1.0], [1.0]]), np.array([0, 1, 0])
    model = AdaBoostMHClassifier(400).fit(X, y, [1.0, 1.0, 1e-300])
    assert (model.estimator_weights_[:20] == ALPHA_MAX).all()
    assert np.isfinite(model.losses_).all() and (np.diff(model.losses_) < 0).all()
    logs = np.log(first_distribution(y, 2, "uniform", np.array([1, 1, 1e-300])))
    logs -= (2 * np.eye(2)[y] - 1) * model.votes(X)
    assert model.losses_[-1] == pytest.approx(np.logaddexp.reduce(logs.ravel()), rel=1e-6)


def test_sets_of_labels_and_one_label():
    X, y = sample(K=4, seed=11, m=400)
    model = AdaBoostMHClassifier(15, start="half").fit(X, y)
    sets, scores = model.predict_sets(X), model.votes(X)
    assert sets.dtype == bool and sets.shape == (400, 4)
    assert_array_equal(sets, scores > 1e-12 * model.estimator_weights_.sum())
    sizes = sets.sum(axis=1)
    assert {0, 1, 2} <= set(sizes)  # not one-hot
    one = sizes == 1
    assert_array_equal(model.predict(X)[one], sets[one].argmax(axis=1))
    assert_array_equal(model.predict(X), scores.argmax(axis=1))


def test_a_distribution_sums_to_one_whatever_the_scores_and_the_weights():
    for top in (1.0, 800.0, 1e16, 1e308, 1.7e308):  # where the scores are huge, their exponentials are no floats
        assert_allclose(mh_distribution([[top, -top], [-top, top]], [0, 1]), np.full((2, 2), 0.25))
        D = mh_distribution([[-top, 0.0], [top, -top]], [0, 1], start="half")
        assert D.sum() == pytest.approx(1) and (top == 1 or D[0, 1] == 0)
    D = mh_distribution(np.zeros((2, 2)), [0, 1], sample_weight=[5e-324, 1.7e308])
    assert_allclose(D, [[0, 0], [0.5, 0.5]], atol=1e-300)
    assert_allclose(mh_distribution(np.zeros((2, 2)), [0, 1], start="balanced", sample_weight=[5e-324, 1.7e308]), 0.25)


def test_a_stump_of_numbers_at_the_ends_of_the_range():
    stump = VotingStump().fit([[0.0], [1.0]], [[1.0, -1.0], [-1.0, 1.0]])
    assert_array_equal(stump.predict([[np.inf], [-np.inf]]), [[-1, 1], [1, -1]])
    assert VotingStump().fit([[0.0], [1.0]], np.zeros((2, 3))).feature_ == -1
    huge = VotingStump().fit([[0.0], [1.0]], [[1e308, -1e308], [-1e308, 1e308]])
    assert_array_equal(huge.votes_, stump.votes_)
    small = VotingStump().fit([[0.0], [1.0]], [[1e-322, -1e-322], [-1e-322, 1e-322]])
    assert_array_equal(small.votes_, stump.votes_)


def test_last_digits_decide_nothing():
    """Sums of tenths in any order: the same stump."""
    rng = np.random.default_rng(0)
    X, board = rng.integers(0, 3, (40, 4)).astype(float), 0.1 * rng.choice([-1, 1], (40, 3))
    want = VotingStump().fit(X, board)
    for _ in range(20):
        rows = rng.permutation(40)
        stump = VotingStump().fit(X[rows], board[rows] * rng.choice([0.7, 1.1, 3.3]))
        assert (stump.feature_, stump.threshold_) == (want.feature_, want.threshold_)
        assert_array_equal(stump.votes_, want.votes_)


def test_a_sum_that_is_rounding_votes_as_zero_does():
    X = np.array([[0.0], [0.0], [0.0], [1.0]])
    board = np.array([[0.1, 0.5], [0.2, 0.5], [-0.3, 0.5], [0.5, -0.5]])
    assert VotingStump().fit(X, board).votes_.tolist() == [[-1, 1], [1, -1]]
