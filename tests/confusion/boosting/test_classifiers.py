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
from sklearn.metrics import log_loss
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier

from confusion import (
    AdaBoostMHClassifier,
    AdaBoostMMClassifier,
    ComboClassifier,
)
from confusion._core.compiled import COMPILED
from confusion.boosting import CostTree, VotingStump, classifiers, combo
from confusion.boosting.combo import ALPHA_MAX, cost_matrix, step_size
from confusion.boosting.cost_tree import tree_learner
from confusion.boosting.staged import log_probabilities, margins, probabilities, winners
from confusion.datasets import ThreeGaussians
from tests.helpers import class_sizes, costs, rounds, sample

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


# The algorithm ------------------------------------------------------------------------------------------------


@pytest.mark.evaluates("def-combo-cost", "def-combo-edge", "eq-combo-cost", "eq-combo-edge", "eq-combo-vote")
@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("make", [AdaBoostMMClassifier, ComboClassifier])
def test_the_algorithm_as_printed(make, depth):
    for seed in range(4):
        X, y = sample(seed=seed, K=2 + seed)
        weights = 1 / class_sizes(y) if make is ComboClassifier else np.ones(len(y))
        model = make(70, max_depth=depth, step="edge").fit(X, y)
        F, rows = np.zeros((len(y), 2 + seed)), np.arange(len(y))
        for t, learner in enumerate(model.estimators_):
            D, loss = costs(F, y, weights)
            mine = CostTree(depth).fit(X, D)
            assert_array_equal(mine.predict(X), learner.predict(X))
            assert_array_equal(mine.threshold_, learner.threshold_)
            delta = -D[rows, mine.predict(X)].sum() / loss
            alpha = 0.5 * np.log((1 + delta) / (1 - delta))
            assert_allclose([model.edges_[t], model.estimator_weights_[t]], [delta, alpha], rtol=1e-9, atol=1e-11)
            F[rows, mine.predict(X)] += alpha
        assert_array_equal(model.predict(X), F.argmax(axis=1))
        assert len(model.estimators_) == 70 or model.stop_reason_ == "no_edge"


@pytest.mark.evaluates("prop-combo-edge")
@pytest.mark.slow
def test_the_edge_is_never_negative_even_on_noise():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 5, 60)
    for estimator in (None, DecisionTreeClassifier(max_depth=1), ExtraTreeClassifier(max_depth=1)):
        model = ComboClassifier(200, estimator=estimator, random_state=0).fit(X, y)
        assert (model.edges_ > 0).all() and (model.estimator_weights_ > 0).all()


# The same thing under other names -----------------------------------------------------------------------------


@pytest.mark.slow
@STEP
def test_combo_is_adaboost_mm_with_balanced_weights(step):
    make = partial(AdaBoostMMClassifier, 60, max_depth=2, step=step)
    for K in (2, 3, 6):
        X, y = sample(K=K, seed=K)
        combo = ComboClassifier(60, max_depth=2, step=step).fit(X, y)
        by_class = make(class_weight="balanced").fit(X, y)
        by_dict = make(class_weight=dict(enumerate(1 / np.bincount(y)))).fit(X, y)
        by_weight = make().fit(X, y, 1 / class_sizes(y))
        for other in (by_class, by_dict, by_weight):
            assert_same_trees(combo, other)
            assert_allclose(other.estimator_weights_, combo.estimator_weights_, rtol=1e-9)
        assert_allclose(by_class.losses_ - np.log(len(y) / K), combo.losses_, atol=1e-9)
        assert combo.losses_[0] == by_weight.losses_[0]


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


# Predictions --------------------------------------------------------------------------------------------------


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


def posteriors(law, X):
    """(P(y|x), P(y|x) / P(y) divided by their sum)."""
    densities = np.exp(-((X[:, None] - law.centers) ** 2).sum(axis=2) / (2 * law.sigma**2))
    return tuple(p / p.sum(axis=1, keepdims=True) for p in (densities * law.weights, densities))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "rounds", "probability", "share"),
    [
        (AdaBoostMMClassifier, 50, 0.144, 0.60),
        (AdaBoostMMClassifier, 200, 0.141, 0.72),
        (ComboClassifier, 50, 0.300, 0.69),
        (ComboClassifier, 200, 0.291, 0.794),
    ],
)
def test_log_loss_of_probabilities_and_of_shares_of_votes(make, rounds, probability, share):
    """Of 20,000 examples, on new ones; the bounds leave room for another sample of this size, .01 and .02."""
    law = ThreeGaussians()
    X, y = law.sample(20_000, random_state=3)
    plain = make is AdaBoostMMClassifier
    z = law.sample(50_000, random_state=5)[1] if plain else np.repeat([0, 1, 2], 20_000)
    Z = law.sample_inputs(z, random_state=6)
    model = make(rounds).fit(X, y)
    votes = model.votes(Z)
    estimates = posteriors(law, Z)[0 if plain else 1], model.predict_proba(Z), votes / votes.sum(axis=1, keepdims=True)
    truth, ours, shares = (log_loss(z, P) for P in estimates)
    assert truth == pytest.approx(0.133 if plain else 0.276, abs=0.005)
    assert ours == pytest.approx(probability, abs=0.01) and shares == pytest.approx(share, abs=0.02)
    assert truth < ours < truth + 0.04 and shares > 2 * ours
    assert abs(model.predict_proba(Z) - estimates[0]).mean() < 0.04


# Where boosting stops, and the ends of the range --------------------------------------------------------------


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


@BOTH
def test_fit_leaves_its_arguments_alone(make):
    X, y = sample(seed=12)
    weights = np.ones(len(y))
    for array in (X, y, weights):
        array.flags.writeable = False
    assert make(10).fit(X, y, weights).get_params() == make(10).get_params()


def test_fit_leaves_its_weak_learner_alone():
    tree = DecisionTreeClassifier(max_depth=2)
    ComboClassifier(2, estimator=tree, random_state=0).fit(*sample(seed=12))
    assert not hasattr(tree, "tree_")


def test_parameters_are_named_but_for_the_number_of_rounds():
    for make in (AdaBoostMMClassifier, ComboClassifier):
        assert make(7).n_estimators == 7
        with pytest.raises(TypeError, match="positional"):
            make(7, 2)
        assert list(make().get_params()) == sorted(
            ["n_estimators", "max_depth", "estimator", "step", "learning_rate", "costs", "class_weight", "random_state"]
        )


GOOD = np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 1])


@BOTH
@pytest.mark.parametrize(
    ("options", "weights", "message"),
    [
        *[({}, bad, "sample_weight must be 3 numbers") for bad in ([1, 1], [1, -1, 1], [1, np.nan, 1], [1, np.inf, 1])],
        ({}, [1e308, 1e308, 1], "sample_weight must be 3 numbers >= 0 of finite sum"),
        ({}, [0, 0, 0], "zero for every example"),
        ({}, [0, 1, 1], "got 1 class"),
        ({"learning_rate": 0.0}, None, "learning_rate must be a finite positive number"),
        ({"learning_rate": 1.5}, None, r"learning_rate must be in \(0, 1\]"),
        ({"costs": np.ones((3, 3))}, None, r"costs must have shape \(2, 2\)"),
        ({"costs": [[0, -1], [1, 0]]}, None, "costs must not be negative"),
        ({"costs": [[0, 1], [0, 0]]}, None, "some wrong prediction must have a price for every true class"),
        ({"costs": [[0, 1], [np.nan, 0]]}, None, "costs must be finite"),
        ({"estimator": "tree"}, None, "estimator must be a scikit-learn classifier"),
        ({"estimator": DecisionTreeClassifier}, None, "estimator must be a scikit-learn classifier"),
        ({"estimator": DecisionTreeRegressor()}, None, "estimator must be a scikit-learn classifier"),
        ({"estimator": KNeighborsClassifier()}, None, "must accept sample_weight in fit, and KNeighborsClassifier doe"),
        ({"class_weight": "even"}, None, "class_weight must be a dict, 'balanced' or None"),
        ({"class_weight": {2: 1.0}}, None, "names a class that is not in y: 2"),
        ({"class_weight": {(0, 1): 1.0}}, None, r"names a class that is not in y: \(0, 1\)"),
        ({"class_weight": {0: 1.0, 1: 1.0, 2: 0.0}}, None, r"class_weight\[2\] must be a finite positive number"),
        ({"class_weight": {0: np.inf}}, None, r"class_weight\[0\] must be a finite positive number"),
        ({"class_weight": {0: "a"}}, None, r"class_weight\[0\] must be a number"),
    ],
)
def test_bad_options_and_weights(make, options, weights, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make(**options).fit(*GOOD, sample_weight=weights)


def test_class_weights_that_overflow():
    for weight in (1e200, 1e-200):
        with pytest.raises(ValueError, match="class_weight times sample_weight is beyond the range"):
            AdaBoostMMClassifier(class_weight={0: weight}).fit(*GOOD, sample_weight=[weight, 1, 1])


def test_class_weights_serve_a_fold_that_lacks_a_class():
    X, y = sample(K=3, seed=16)
    model = AdaBoostMMClassifier(5, class_weight={0: 3.0, 1: 1.0, 2: 2.0})
    few = y < 2
    want = AdaBoostMMClassifier(5, class_weight={0: 3.0}).fit(X[few], y[few])
    assert_same_trees(model.fit(X[few], y[few]), want)
    without = AdaBoostMMClassifier(5, class_weight={0: 3.0}).fit(X, y, few.astype(float))
    assert_same_trees(model.fit(X, y, few.astype(float)), without)
