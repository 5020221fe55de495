"""AdaBoost.MM and CoMBo against Algorithm 1 as printed, Lemma 1 and binary AdaBoost."""

import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier
from confusion._core.compiled import COMPILED
from confusion.boosting import CostTree, VotingStump, classifiers, combo
from confusion.boosting.combo import ALPHA_MAX, cost_matrix, step_size
from confusion.boosting.cost_tree import tree_learner
from confusion.boosting.staged import log_probabilities, margins, probabilities, winners
from tests.helpers import class_sizes, rounds, sample

BOTH = pytest.mark.parametrize("make", [AdaBoostMMClassifier, ComboClassifier])
ALL = pytest.mark.parametrize(
    "make",
    [partial(make, max_depth=2) for make in (AdaBoostMMClassifier, ComboClassifier)]
    + [partial(AdaBoostMHClassifier, start=start) for start in ("uniform", "half", "balanced")],
    ids=["mm", "combo", "mh-uniform", "mh-half", "mh-balanced"],
)
STEP = pytest.mark.parametrize("step", ["exact", "edge"])


def trees(model):
    return [(t.feature_, t.threshold_, t.child_, t.label_) for t in model.estimators_]


def assert_same_trees(one, other):
    assert len(one.estimators_) == len(other.estimators_)
    for a, b in zip(trees(one), trees(other)):
        for x, z in zip(a, b):
            assert_array_equal(x, z)


@pytest.mark.evaluates("prop-combo-edge")
@pytest.mark.slow
def test_the_edge_is_never_negative_even_on_noise():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 5, 60)
    for estimator in (None, DecisionTreeClassifier(max_depth=1), ExtraTreeClassifier(max_depth=1)):
        model = ComboClassifier(200, estimator=estimator, random_state=0).fit(X, y)
        assert (model.edges_ > 0).all() and (model.estimator_weights_ > 0).all()


@pytest.mark.slow
@STEP
@pytest.mark.parametrize("depth", [1, 2])
def test_two_classes_are_binary_adaboost(step, depth):
    for seed in range(4):
        X, y = sample(K=2, seed=14 + seed, m=150)
        stump = DecisionTreeClassifier(max_depth=depth)
        ours = AdaBoostMMClassifier(40, estimator=stump, step=step, random_state=0).fit(X, y)
        theirs = AdaBoostClassifier(stump, n_estimators=40, random_state=0).fit(X, y)
        assert_allclose(2 * ours.estimator_weights_, theirs.estimator_weights_, rtol=1e-7)  # log((1 - e) / e) there
        assert_allclose(0.5 * (1 - ours.edges_), theirs.estimator_errors_, rtol=1e-7)
        # Deep in a tree two examples are told apart by any feature, and scikit-learn draws one: only X is sure.
        new = np.random.default_rng(seed).normal(size=(300, 3)) if depth == 1 else X
        assert_array_equal(ours.predict(new), theirs.predict(new))
        margin = ours.decision_function(new) / ours.estimator_weights_.sum()
        assert_allclose(2 * margin, theirs.decision_function(new), atol=1e-7)


@ALL
def test_orders_of_examples_features_and_classes(make):
    X, y = sample(seed=5)
    rng = np.random.default_rng(5)
    weights = rng.random(len(y)) + 0.5  # counts of examples would tie
    want = make(20).fit(X, y, weights).votes(X)
    rows, features, names = rng.permutation(len(y)), rng.permutation(3), rng.permutation(4)
    assert_allclose(make(20).fit(X[rows], y[rows], weights[rows]).votes(X), want, rtol=1e-8)
    assert_allclose(make(20).fit(X[:, features], y, weights).votes(X[:, features]), want, rtol=1e-8)
    assert_allclose(make(20).fit(X, names[y], weights).votes(X)[:, names], want, rtol=1e-8)
    assert_allclose(make(20).fit(np.exp(X), y, weights).votes(np.exp(X)), want, rtol=1e-8)


def test_the_weight_of_true():
    X, y = sample(seed=6)
    both = AdaBoostMMClassifier(5, class_weight={True: 3.0}).fit(X, y > 1)
    assert_same_trees(both, AdaBoostMMClassifier(5).fit(X, y > 1, np.where(y > 1, 3.0, 1.0)))


@pytest.mark.parametrize("make", [AdaBoostMMClassifier, AdaBoostMHClassifier])
@pytest.mark.parametrize("K", [2, 4])
def test_predictions_in_all_their_forms(make, K):
    X, y = sample(K=K, seed=7)
    model, methods = make(25).fit(X, y), ["predict", "decision_function"]
    answers = [learner.predict(X) for learner in model.estimators_]  # classes, or signs for all of them
    F = sum(a * (h if h.ndim == 2 else np.eye(K)[h]) for a, h in zip(model.estimator_weights_, answers))
    assert_allclose(model.votes(X), F, atol=1e-12)
    assert_allclose(model.decision_function(X), F if K > 2 else F[:, 1] - F[:, 0], atol=1e-12)
    if make is AdaBoostMMClassifier:
        methods += ["predict_proba"]
        P = np.exp(2 * F)
        assert_allclose(model.predict_proba(X), P / P.sum(axis=1, keepdims=True))
        assert_allclose(model.predict_log_proba(X), np.log(model.predict_proba(X)))
    for method in methods:
        stages = list(getattr(model, f"staged_{method}")(X))
        assert len(stages) == len(model.estimators_) == 25
        for T in (1, 7, 25):
            assert_array_equal(getattr(make(T).fit(X, y), method)(X), stages[T - 1])


@pytest.mark.parametrize("make", [AdaBoostMMClassifier, AdaBoostMHClassifier])
def test_votes_that_tie_go_to_the_first_class_whatever_their_last_digit(make):
    model, board = make(2).fit([[0.0], [1.0]], [0, 1]), 2 * np.eye(2) - 1
    learners = [CostTree().fit([[0.0]], -board[[k]]) for k in (1, 1, 1, 0)]
    if make is AdaBoostMHClassifier:
        learners = [VotingStump().fit([[0.0]], board[[k]]) for k in (1, 1, 1, 0)]
    model.estimators_, model.estimator_weights_ = learners, np.array([0.1, 0.1, 0.1, 0.3])
    assert 0.1 + 0.1 + 0.1 > 0.3
    assert_array_equal(model.predict([[0.0]]), [0])
    assert_array_equal(model.decision_function([[0.0]]), [0.0])
    if make is AdaBoostMHClassifier:
        assert not model.predict_sets([[0.0]]).any()
    else:
        assert_array_equal(model.predict_proba([[0.0]]), [[0.5, 0.5]])


@pytest.mark.slow
@given(
    st.integers(2, 5).flatmap(lambda K: arrays(float, (4, K), elements=st.integers(0, 4) | st.integers(0, 2**53))),
    st.sampled_from([2.0**-100, 2.0**-70, 2.0**-53, 2.0**-50, 1e-5, 1.0]),
    st.sampled_from([0.0, 1e-9, 1e-5, 0.3, 50.0, 1e4]),
)
def test_the_most_probable_class_is_the_answer(votes, unit, level):
    """Whatever ties, nearly ties, underflows: votes that differ by few floats, or by thousands."""
    votes = level + unit * votes
    want = votes >= votes.max(axis=1, keepdims=True) - 1e-9 * votes.sum(axis=1, keepdims=True)
    answer = winners(votes)
    assert_array_equal(answer, want.argmax(axis=1))
    assert_array_equal(probabilities(votes).argmax(axis=1), answer)
    assert_array_equal(log_probabilities(votes).argmax(axis=1), answer)
    assert_allclose(probabilities(votes).sum(axis=1), 1, rtol=1e-12)
    assert np.isfinite(log_probabilities(votes)).all()
    assert_allclose(np.exp(log_probabilities(votes)), probabilities(votes), rtol=1e-9, atol=1e-300)
    if votes.shape[1] == 2:
        assert_array_equal(margins(votes) > 0, answer == 1)


@BOTH
@STEP
def test_a_perfect_learner_is_kept_and_ends_the_boosting(make, step):
    X = np.arange(30.0)[:, None]
    y = np.repeat([0, 1, 2], [5, 15, 10])
    model = make(50, max_depth=2, step=step).fit(X, y)
    assert model.stop_reason_ == "perfect" and len(model.estimators_) == 1
    assert_allclose(model.edges_, 1)
    assert model.estimator_weights_ == [1.0]
    assert_allclose(np.diff(model.losses_), -1.0)
    assert model.score(X, y) == 1


@BOTH
@STEP
def test_features_that_say_nothing(make, step):
    X, y = np.ones((6, 2)), np.array([0, 1, 1, 2, 2, 2])
    model = make(200, step=step).fit(X, y)
    assert model.stop_reason_ == "no_edge"
    if make is ComboClassifier:  # every answer costs the same, at once
        assert_array_equal(model.estimator_weights_, [1.0])
        assert_allclose(model.edges_, [0.0], atol=1e-12)
    else:  # the votes approach those of the constant that costs least; edges fall to nothing
        assert 1 < len(model.estimators_) < 200
    weights = 1 / class_sizes(y) if make is ComboClassifier else np.ones(6)
    assert_allclose(model.losses_[-1], np.log([after for *_, after in rounds(model, X, y, weights)][-1]))
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.slow
@STEP
def test_thousands_of_rounds(step):
    X, y = sample(m=40, seed=8, shift=3.0)
    model = ComboClassifier(3000, step=step).fit(X, y)
    assert model.stop_reason_ == "n_estimators" and (np.diff(model.losses_) < 0).all()
    assert model.losses_[-1] < -40 and model.score(X, y) == 1
    F = model.votes(X)
    margins = np.where(np.eye(4)[y] > 0, -np.inf, F - F[np.arange(40), y][:, None]) - np.log(class_sizes(y))[:, None]
    assert model.losses_[-1] == pytest.approx(np.logaddexp.reduce(margins.ravel()), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("step", ["exact", "edge"])
@pytest.mark.parametrize("booster", [AdaBoostMMClassifier, ComboClassifier])
def test_costs_brought_up_to_date_are_those_of_the_scores(booster, step, monkeypatch):
    """Nothing rests on how often the costs are computed anew: always, every 32nd round, never."""
    make, computed = partial(booster, max_depth=2, step=step), []
    X, y = sample(seed=17)

    def spy(*arguments):
        computed.append(1)
        return cost_matrix(*arguments)

    monkeypatch.setattr(combo, "cost_matrix", spy)
    want = make(100).fit(X, y)
    assert len(computed) == (1 + 100 // 32 if COMPILED else 101)  # what was rounded to zero in between comes back
    for refresh in (1, 1000):
        monkeypatch.setattr(combo, "REFRESH", refresh)
        model = make(100).fit(X, y)
        assert_allclose(model.losses_, want.losses_, rtol=1e-10)
        assert_allclose(model.estimator_weights_, want.estimator_weights_, rtol=1e-9)
        assert_allclose(model.votes(X), want.votes(X), rtol=1e-9)
        assert_same_trees(model, want)


@pytest.mark.parametrize("shift", [-5000.0, 0.0, 5000.0])
def test_the_costs_of_scores_whose_exponentials_are_no_floats(shift):
    rng = np.random.default_rng(18)
    scores, y, weights = 50 * rng.normal(size=(20, 5)), rng.integers(0, 5, 20), rng.random(20)
    right = np.eye(5)[y] > 0
    scores += np.where(right, shift, 0)
    logs = np.where(right, -np.inf, scores - scores[right][:, None]) + np.log(weights)[:, None]
    D, log_loss = cost_matrix(scores, y, weights)
    assert log_loss == pytest.approx(np.logaddexp.reduce(logs.ravel()), rel=1e-12)
    want = np.exp(logs - np.logaddexp.reduce(logs.ravel()))
    assert_allclose(D, np.where(right, -want.sum(axis=1, keepdims=True), want), atol=1e-15)


def test_step_sizes():
    for right, wrong in ((0.7, 0.1), (0.5, 0.5 - 1e-9), (1.0, 0.0), (1.0, 1e-310), np.array([1.0, 1e-310])):
        for step, edge in (("edge", right - wrong), ("exact", (right - wrong) / (right + wrong))):
            want = np.arctanh(min(edge, 1 - 1e-10))  # half log((1 + edge) / (1 - edge))
            assert step_size(right, wrong, step) == pytest.approx(want, rel=1e-6)


@BOTH
@STEP
def test_learners_that_are_nearly_perfect_round_after_round(make, step, monkeypatch):
    held = []

    def spy(*arguments):
        grow = tree_learner(*arguments)
        return lambda D: held.append(np.abs(D).sum() / 2) or grow(D)

    monkeypatch.setattr(classifiers, "tree_learner", spy)
    # One example of next to no weight contradicts another: the loss falls by the largest factor again and again.
    X, y = np.array([[0.0], [1.0], [1.0]]), np.array([0, 1, 0])
    model = make(400, step=step).fit(X, y, [1.0, 1.0, 1e-300])
    assert (model.estimator_weights_[:20] == ALPHA_MAX).all() and np.log(1e-20) > np.diff(model.losses_[:6]).sum()
    assert np.isfinite(model.losses_).all() and np.isfinite(model.estimator_weights_).all()
    assert min(held) >= 1e-20  # what the tree is given stays far from the smallest floats
    assert (np.diff(model.losses_) < 0).all()


@ALL
def test_weights_at_the_ends_of_the_range(make):
    X, y = sample(m=60, seed=9)
    plain = make(20).fit(X, y)
    for unit in (1e-300, 1e-150, 1e150, 1e305):
        model = make(20).fit(X, y, np.full(60, unit))
        assert_allclose(model.votes(X), plain.votes(X), rtol=1e-9)
        shift = np.log(unit) if isinstance(model, AdaBoostMMClassifier) else 0
        assert_allclose(model.losses_ - shift, plain.losses_, atol=1e-9)
    for low in (1e-200, 5e-324):
        model = make(100).fit(X, y, np.where(y == 0, low, 1e200))
        assert np.isfinite(model.losses_).all() and np.isfinite(model.votes(X)).all()


@BOTH
@STEP
def test_a_weight_that_is_no_float_beside_the_largest(make, step):
    """5e-324 / 1e300 is zero, and the only example that is answered wrongly has this weight: it does not count."""
    X, y = np.array([[0.0], [1.0], [1.0]]), np.array([0, 1, 0])
    model = make(400, step=step).fit(X, y, [1e300, 1e300, 5e-324])
    assert model.stop_reason_ == "perfect" and model.estimator_weights_ == [1.0]
    assert_allclose(np.diff(model.losses_), -1.0)
    assert_array_equal(model.predict(X), [0, 1, 1])


def test_balanced_weights_near_the_largest_float():
    X, y = sample(m=80, K=3, seed=15)
    plain = AdaBoostMMClassifier(10, class_weight="balanced").fit(X, y)
    for unit in (1.7e308 / 80, 1e-306):
        assert_same_trees(plain, AdaBoostMMClassifier(10, class_weight="balanced").fit(X, y, np.full(80, unit)))
    uneven = np.where(y == 0, 5e-324, 1e306)
    assert_same_trees(ComboClassifier(10).fit(X, y, uneven), plain)
    assert_same_trees(AdaBoostMMClassifier(10, class_weight="balanced").fit(X, y, uneven), plain)


@ALL
def test_classes_of_one_example_and_classes_without_weight(make):
    X, y = sample(m=60, seed=10)
    y[y == 3] = 2
    y[7] = 3
    assert make(300).fit(X, y).predict(X[7:8]) == [3]
    model = make(20).fit(X, y, (y != 1).astype(float))
    assert_array_equal(model.classes_, [0, 1, 2, 3])
    assert not (model.predict(X) == 1).any()
    assert model.score(X[y != 1], y[y != 1]) > 0.5
    for got in (model.votes(X), model.decision_function(X)):
        assert got.shape == (60, 4) and (got[:, 1] < got.max(axis=1)).all()


@ALL
def test_a_model_does_not_grow_with_the_sample(make):
    small, large = (len(pickle.dumps(make(30).fit(*sample(m=m, seed=11)))) for m in (200, 3000))
    assert large < 1.1 * small


def test_fit_leaves_its_weak_learner_alone():
    tree = DecisionTreeClassifier(max_depth=2)
    ComboClassifier(2, estimator=tree, random_state=0).fit(*sample(seed=12))
    assert not hasattr(tree, "tree_")


def test_class_weights_serve_a_fold_that_lacks_a_class():
    X, y = sample(K=3, seed=16)
    model = AdaBoostMMClassifier(5, class_weight={0: 3.0, 1: 1.0, 2: 2.0})
    few = y < 2
    want = AdaBoostMMClassifier(5, class_weight={0: 3.0}).fit(X[few], y[few])
    assert_same_trees(model.fit(X[few], y[few]), want)
    without = AdaBoostMMClassifier(5, class_weight={0: 3.0}).fit(X, y, few.astype(float))
    assert_same_trees(model.fit(X, y, few.astype(float)), without)
