"""Algorithm 1 in its steps: the loop against the losses of twenty plain lines, plain against compiled, what weighs."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.dummy import DummyClassifier

from confusion import AdaBoostMMClassifier, ComboClassifier, confusion_matrix, operator_norm
from confusion._core.compiled import COMPILED
from confusion.boosting import combo, cost_tree, growth
from confusion.boosting.combo import boost, cost_matrix, edge_sums, step_size
from confusion.boosting.cost_tree import tree_learner
from tests.helpers import class_sizes, sample
from tests.theorems import round_factor

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


@pytest.mark.evaluates("def-combo-cost", "def-combo-edge", "eq-combo-cost", "eq-combo-edge", "eq-combo-vote")
@pytest.mark.parametrize("step", ["exact", "edge"])
@pytest.mark.parametrize("K", [2, 3, 5])
def test_boost_lowers_the_loss_as_twenty_plain_lines_do(K, step):
    X, y = sample(m=80, K=K, seed=K)
    unlike = np.random.default_rng(K).random((80, K)) + 0.5  # two wrong answers of one price would tie
    for weights in (unlike / class_sizes(y)[:, None], unlike):
        made = boost(tree_learner(X, y), y, weights, 15, step=step)
        assert_allclose(made.losses, plain_losses(X, y, weights, 15, step), rtol=1e-10)


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


@pytest.mark.evaluates("eq-combo-drop", "eq-combo-factor", "thm-combo-step")
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
        assert total <= before * round_factor((right - wrong) / before, alpha) * (1 + 1e-12)
        new, log_loss = cost_matrix(f, y, weights)
        assert_allclose(D / total, new, atol=1e-14)
        assert held + np.log(total) == pytest.approx(log_loss, abs=1e-12)


def test_edge_sums_by_hand():
    D = np.array([[-3.0, 1, 2], [4, -9, 5], [0.5, 0.25, -0.75]])
    assert edge_sums(D, np.array([0, 1, 2]), np.array([0, 2, 1])) == (3.0, 5.25)


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
    balanced = AdaBoostMMClassifier(25, class_weight="balanced").fit(X, y)
    assert_allclose(balanced.losses_ - np.log(240 / 3), ComboClassifier(25).fit(X, y).losses_, atol=1e-9)


@BOTH
@pytest.mark.parametrize(
    ("price", "step", "rate"),
    [([[9.0, 5, 1], [1, -9, 2], [0, 3, 9]], "edge", 1.0), (np.ones((3, 3)), "edge", 0.3), (None, "exact", 0.3)],
)
def test_costs_of_pairs_and_the_learning_rate_weigh_what_they_should(make, price, step, rate):
    """Every round from the learners alone; the diagonal of the costs is not read."""
    X, y = sample(K=3, seed=6)
    model = make(25, max_depth=2, costs=price, step=step, learning_rate=rate).fit(X, y)
    price = np.ones((3, 3)) if price is None else np.array(price)
    weights = 1 / class_sizes(y) if make is ComboClassifier else np.ones(len(y))
    F, rows = np.zeros((len(y), 3)), np.arange(len(y))
    off = np.where(np.eye(3, dtype=bool), 0, price)[y]
    for t, (learner, alpha) in enumerate(zip(model.estimators_, model.estimator_weights_)):
        terms = weights[:, None] * off * np.exp(F - F[rows, y][:, None])
        assert model.losses_[t] == pytest.approx(np.log(terms.sum()), abs=1e-10)
        h = learner.predict(X)
        right, wrong = terms[h == y].sum() / terms.sum(), terms[rows, h].sum() / terms.sum()
        assert [model.edges_[t], alpha] == pytest.approx([right - wrong, rate * step_size(right, wrong, step)])
        F[rows, h] += alpha
    for answer, loss in zip(model.staged_predict(X), model.losses_[1:]):  # what the loss bounds
        paid = (weights * off[rows, answer]).sum()
        assert paid <= np.exp(loss)
        if make is ComboClassifier:
            C = confusion_matrix(y, answer) * np.where(np.eye(3, dtype=bool), 0, price)
            assert paid == pytest.approx(C.sum()) and operator_norm(C) <= np.exp(loss)


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
