"""Algorithm 1 in its steps: the loop against the losses of twenty plain lines, plain against compiled, what weighs."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from confusion import AdaBoostMMClassifier, ComboClassifier, confusion_matrix, operator_norm
from confusion._core.compiled import COMPILED
from confusion.boosting import combo, cost_tree, growth
from confusion.boosting.combo import boost, cost_matrix, edge_sums, step_size
from confusion.boosting.cost_tree import tree_learner
from tests.helpers import class_sizes, costs, sample

BOTH = pytest.mark.parametrize("make", [AdaBoostMMClassifier, ComboClassifier])


def stump(X, D):
    """Answers of the cheapest stump, every threshold of every feature tried."""
    best, answer = D.sum(axis=0).min(), np.full(len(X), D.sum(axis=0).argmin())
    for column in X.T:
        for low, high in pairwise(np.unique(column)):
            left = column <= (low + high) / 2
            sides = [D[left].sum(axis=0), D[~left].sum(axis=0)]
            if sides[0].min() + sides[1].min() < best - 1e-9 * np.abs(D).sum():
                best = sides[0].min() + sides[1].min()
                answer = np.where(left, sides[0].argmin(), sides[1].argmin())
    return answer


def plain_losses(X, y, weights, rounds, step):
    """log L_t of Algorithm 1, without a line of the package."""
    F, rows, losses = np.zeros((len(y), y.max() + 1)), np.arange(len(y)), []
    for _ in range(rounds + 1):
        terms = weights * np.exp(F - F[rows, y][:, None])
        terms[rows, y] = 0
        D = terms.copy()
        D[rows, y] = -terms.sum(axis=1)
        losses.append(np.log(terms.sum()))
        h = stump(X, D)
        right = terms[h == y].sum() / terms.sum()
        wrong = terms[rows, h].sum() / terms.sum()
        delta = right - wrong
        F[rows, h] += 0.5 * np.log(right / wrong if step == "exact" else (1 + delta) / (1 - delta))
    return losses


@pytest.mark.parametrize("step", ["exact", "edge"])
@pytest.mark.parametrize("K", [2, 3, 5])
def test_boost_lowers_the_loss_as_twenty_plain_lines_do(K, step):
    X, y = sample(m=80, K=K, seed=K)
    unlike = np.random.default_rng(K).random((80, K)) + 0.5  # two wrong answers of one price would tie
    for weights in (unlike / class_sizes(y)[:, None], unlike):
        made = boost(tree_learner(X, y), y, weights, 15, step=step)
        assert_allclose(made.losses, plain_losses(X, y, weights, 15, step), rtol=1e-10)


def test_what_boost_returns():
    X, y = sample(seed=3)
    weights = 1 / class_sizes(y)
    made = boost(tree_learner(X, y, 2), y, weights, 40)
    model = ComboClassifier(40, max_depth=2).fit(X, y)
    for mine, theirs in ((made.alphas, model.estimator_weights_), (made.edges, model.edges_)):
        assert_allclose(mine, theirs, rtol=1e-12)
    assert_allclose(made.f, model.votes(X), rtol=1e-12)
    assert_array_equal([h.threshold_[0] for h in made.learners], [h.threshold_[0] for h in model.estimators_])
    assert made.stop_reason == "n_estimators" and made.losses[-1] == pytest.approx(cost_matrix(made.f, y, weights)[1])


# The steps ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("each", [False, True])
def test_the_cost_matrix_is_the_gradient_of_the_log_loss(each):
    rng = np.random.default_rng(0)
    f, y, weights = rng.normal(size=(6, 4)), rng.integers(0, 4, 6), rng.random((6, 4) if each else 6)
    D, log_loss = cost_matrix(f, y, weights)
    assert_allclose(D.sum(axis=1), 0, atol=1e-15)
    for i in range(6):
        for l in range(4):
            e = 1e-5 * (np.arange(24) == 4 * i + l).reshape(6, 4)
            up, down = (cost_matrix(f + s * e, y, weights)[1] for s in (1, -1))
            assert D[i, l] == pytest.approx((up - down) / 2e-5, abs=1e-9)
    terms = np.exp(f - f[np.arange(6), y][:, None]) * weights.reshape(6, -1)
    terms[np.arange(6), y] = 0
    assert log_loss == pytest.approx(np.log(terms.sum()))


@pytest.mark.parametrize(
    "compiled", [False, pytest.param(True, marks=pytest.mark.skipif(not COMPILED, reason="numba"))]
)
def test_a_reweighted_matrix_is_that_of_the_new_scores(compiled):
    rng, update = np.random.default_rng(1), growth.reweight if compiled else growth.reweight.py_func
    y, weights, f = rng.integers(0, 5, 40), rng.random(40), rng.normal(size=(40, 5))
    D, held = cost_matrix(f, y, weights)
    for answer in (rng.integers(0, 5, 40), y.copy(), (y + 1) % 5):
        right, wrong = edge_sums(D, y, answer)
        before, alpha = np.abs(D).sum() / 2, step_size(0.6, 0.1)
        total = update(D, f, y, answer, alpha)
        assert total == pytest.approx(before - right - wrong + right * np.exp(-alpha) + wrong * np.exp(alpha))
        new, log_loss = cost_matrix(f, y, weights)
        assert_allclose(D / total, new, atol=1e-14)
        assert held + np.log(total) == pytest.approx(log_loss, abs=1e-12)


def test_edge_sums_by_hand():
    D = np.array([[-3.0, 1, 2], [4, -9, 5], [0.5, 0.25, -0.75]])
    assert edge_sums(D, np.array([0, 1, 2]), np.array([0, 2, 1])) == (3.0, 5.25)


# Plain and compiled -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 3, 6])
@pytest.mark.parametrize("digits", [1, 15])
def test_fits_without_numba_are_those_with_it(depth, digits, monkeypatch):
    if not COMPILED:
        pytest.skip("numba is missing")
    X, y = sample(m=500, K=5, seed=depth, d=4)
    X = np.round(X, digits)  # narrow features, or wide ones
    want = [make(40, max_depth=depth).fit(X, y) for make in (AdaBoostMMClassifier, ComboClassifier)]
    votes = [model.votes(X + 0.01) for model in want]
    monkeypatch.setattr(combo, "COMPILED", False)
    monkeypatch.setattr(cost_tree, "used", cost_tree)
    for make, there, vote in zip((AdaBoostMMClassifier, ComboClassifier), want, votes):
        model = make(40, max_depth=depth).fit(X, y)
        assert_allclose(model.losses_, there.losses_, rtol=0, atol=1e-12 * np.abs(there.losses_).max())
        assert_allclose(model.votes(X + 0.01), vote, rtol=1e-10)


# Weights of every kind ----------------------------------------------------------------------------------------


@BOTH
def test_class_weights_multiply_the_weights(make):
    X, y = sample(K=3, seed=5)
    price = np.array([3.0, 0.5, 1.0])
    start = (1 / class_sizes(y) if make is ComboClassifier else np.ones(len(y))) * price[y]
    model = make(25, max_depth=2, class_weight=dict(enumerate(price))).fit(X, y)
    want = AdaBoostMMClassifier(25, max_depth=2).fit(X, y, start)
    assert_allclose(model.losses_, want.losses_, rtol=1e-10)
    assert_array_equal(model.predict(X), want.predict(X))
    assert model.losses_[0] == pytest.approx(np.log(2 * start.sum()))


def test_balanced_weights_change_nothing_of_combo():
    X, y = sample(K=3, seed=5)
    one, other = (ComboClassifier(25, class_weight=w).fit(X, y, np.arange(1.0, 241)) for w in (None, "balanced"))
    assert_allclose(one.losses_, other.losses_, rtol=1e-12)


@BOTH
def test_costs_of_pairs_weigh_the_terms(make):
    X, y = sample(K=3, seed=6)
    price = np.array([[9.0, 5, 1], [1, 9, 2], [0, 3, 9]])  # the diagonal is not read
    model = make(25, max_depth=2, costs=price, step="edge").fit(X, y)
    weights = 1 / class_sizes(y) if make is ComboClassifier else np.ones(len(y))
    F, rows = np.zeros((len(y), 3)), np.arange(len(y))
    off = np.where(np.eye(3, dtype=bool), 0, price)[y]
    for t, (learner, alpha) in enumerate(zip(model.estimators_, model.estimator_weights_)):
        terms = weights[:, None] * off * np.exp(F - F[rows, y][:, None])
        assert model.losses_[t] == pytest.approx(np.log(terms.sum()), abs=1e-10)
        h = learner.predict(X)
        delta = (terms[h == y].sum() - terms[rows, h].sum()) / terms.sum()
        assert [model.edges_[t], alpha] == pytest.approx([delta, np.arctanh(delta)])
        F[rows, h] += alpha
    for answer, loss in zip(model.staged_predict(X), model.losses_[1:]):  # what the loss bounds
        paid = (weights * off[rows, answer]).sum()
        assert paid <= np.exp(loss)
        if make is ComboClassifier:
            C = confusion_matrix(y, answer) * np.where(np.eye(3, dtype=bool), 0, price)
            assert paid == pytest.approx(C.sum()) and operator_norm(C) <= np.exp(loss)


def test_an_expensive_answer_is_given_less_often():
    X, y = sample(K=3, seed=8, m=600)
    price = np.ones((3, 3))
    price[0, 2] = 20.0
    counts = [((ComboClassifier(30, costs=c).fit(X, y).predict(X) == 2) & (y == 0)).sum() for c in (None, price)]
    assert counts[1] < counts[0]


def test_costs_that_overflow():
    with pytest.raises(ValueError, match="costs too large or too small"):
        ComboClassifier(costs=[[0, 1e308], [1, 0]], class_weight={0: 1e10}).fit([[0.0], [1.0]], [0, 1])


@BOTH
@pytest.mark.parametrize("step", ["exact", "edge"])
def test_the_learning_rate_multiplies_the_weights(make, step):
    X, y = sample(seed=9)
    model = make(30, step=step, learning_rate=0.3).fit(X, y)
    weights = 1 / class_sizes(y) if make is ComboClassifier else np.ones(len(y))
    F, rows = np.zeros((len(y), 4)), np.arange(len(y))
    for t, learner in enumerate(model.estimators_):
        D, loss = costs(F, y, weights)
        price, h = D[rows, learner.predict(X)], learner.predict(X)
        right, wrong = -price[h == y].sum() / loss, price[h != y].sum() / loss
        alpha = 0.3 * step_size(right, wrong, step)
        assert [model.estimator_weights_[t], model.losses_[t]] == pytest.approx([alpha, np.log(loss)], abs=1e-10)
        F[rows, h] += alpha
    assert (np.diff(model.losses_) < 0).all()
    full = make(30, step=step).fit(X, y)
    assert model.estimator_weights_[0] == pytest.approx(0.3 * full.estimator_weights_[0])
    assert model.losses_[-1] > full.losses_[-1]


# What is left out and what stays ------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("estimator", [None, DecisionTreeClassifier(max_depth=2)])
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_class_without_weight_stays_and_is_never_answered(make, estimator, lost):
    X, y = sample(seed=10)
    names = np.array(["a", "b", "c", "d"])
    model = make(20, max_depth=2, estimator=estimator, random_state=0).fit(X, names[y], (y != lost).astype(float))
    assert_array_equal(model.classes_, names)
    assert model.predict_proba(X).shape == (len(y), 4) and not (model.votes(X)[:, lost]).any()
    assert not (model.predict(X) == names[lost]).any()
    kept = y != lost
    assert model.score(X[kept], names[y[kept]]) > 0.6
    m = kept.sum()
    assert model.losses_[0] == pytest.approx(np.log(9 if make is ComboClassifier else 3 * m))  # 3 wrong answers each


@BOTH
def test_sparse_features_are_made_dense(make):
    X, y = sample(seed=11)
    X = np.where(X > 0.5, np.round(X, 1), 0.0)
    want = make(10, max_depth=3).fit(X, y)
    for convert in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array):
        model = make(10, max_depth=3).fit(convert(X), y)
        assert_array_equal(model.votes(convert(X)), want.votes(X))
    assert model.__sklearn_tags__().input_tags.sparse
    with pytest.raises(ValueError, match="NaN"):
        make().fit(sparse.csr_array(np.full((3, 1), np.nan)), [0, 1, 1])


# Ties and the perfect learner ---------------------------------------------------------------------------------


def test_an_edge_below_the_tolerance_is_none():
    y, weights = np.array([0, 1]), np.ones(2)
    for gain, stop in ((1e-8, "n_estimators"), (1e-10, "no_edge")):
        made = boost(lambda D: ("h", np.array([0, 0])), y, np.array([1 + gain, 1.0]), 1)
        assert made.stop_reason == stop and made.edges == pytest.approx([gain / 2], rel=1e-5)
    assert boost(lambda D: ("h", y), y, weights, 5).stop_reason == "perfect"


def test_the_weight_of_a_perfect_learner_is_the_largest_so_far():
    y, answers = np.arange(10) % 2, []
    for flips in ((0, 1, 2), (3,), (4, 5, 6, 7)):
        answer = y.copy()
        answer[list(flips)] ^= 1
        answers.append(answer)
    for rate in (1.0, 0.5):
        given = iter([*answers, y, y])
        made = boost(lambda D, given=given: ("h", next(given)), y, np.ones(10), 9, learning_rate=rate)
        assert len(made.learners) == 4 and made.stop_reason == "perfect" and made.edges[-1] == pytest.approx(1)
        assert made.alphas[-1] == made.alphas[:-1].max() > made.alphas[:-1].min()
        assert made.losses[-1] == pytest.approx(made.losses[-2] - made.alphas[-1])


def test_a_first_learner_without_an_edge_is_kept_with_weight_one():
    X, y = sample(K=2)
    model = ComboClassifier(estimator=DummyClassifier(strategy="constant", constant=0), learning_rate=0.1).fit(X, y)
    assert model.stop_reason_ == "no_edge" and model.estimator_weights_ == [1.0]


def test_a_cost_of_a_right_answer_is_not_read():
    prices, X, y = 1.0 - np.eye(2), [[0.0], [1], [2], [3]], [0, 0, 1, 1]
    wanted = ComboClassifier(3, costs=prices).fit(X, y).estimator_weights_
    prices[0, 0] = -1
    assert_allclose(ComboClassifier(3, costs=prices).fit(X, y).estimator_weights_, wanted)
