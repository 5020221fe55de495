"""The tree that minimises a cost matrix, against every split there is and against a plain greedy program."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.exceptions import NotFittedError

from confusion.boosting import CostTree, growth
from confusion.boosting.cost_tree import tree_learner
from tests import helpers

CLOSE = 1e-9


def random_case(rng):
    """Few examples, features with ties, costs with ties or without."""
    m, d, K = rng.integers(2, 14), rng.integers(1, 4), rng.integers(2, 5)
    X = rng.integers(0, rng.integers(2, 7), size=(m, d)).astype(float)
    X[:, rng.random(d) < 0.4] += rng.normal(size=(m, 1))
    D = rng.integers(0, 3, size=(m, K)).astype(float) if rng.random() < 0.5 else rng.random((m, K))
    return X, K * D  # times K: rows of integers stay integers when centred


def thresholds(column):
    values = np.unique(column)
    return (values[1:] + values[:-1]) / 2


def greedy(X, D, depth):
    """(feature, threshold, left, right) or the label of a leaf, by the rule of the docstring."""
    D = D - D.mean(axis=1, keepdims=True)
    weight = -D.min(axis=1)
    X, D, weight = X[weight > 0], D[weight > 0], weight[weight > 0]
    if not len(X):
        return 0
    slack, total = CLOSE * weight.sum(), D.sum(axis=0)
    label, least = int(np.flatnonzero(total <= total.min() + slack)[0]), total.min()
    if depth == 0 or least <= slack - weight.sum():
        return label
    splits = []
    for f in range(X.shape[1]):
        for cut in thresholds(X[:, f]):
            sides = [X[:, f] <= cut, X[:, f] > cut]
            cost = sum(D[side].sum(axis=0).min() for side in sides)
            spread = sum((D[side].sum(axis=0) ** 2).sum() / weight[side].sum() for side in sides)
            splits.append((cost, spread, f, cut, sides))
    if not splits:
        return label
    cheap = [split for split in splits if split[0] <= min(s[0] for s in splits) + slack]
    cost, _, f, cut, sides = next(s for s in cheap if s[1] >= max(s[1] for s in cheap) * (1 - CLOSE))
    if depth == 1 and cost >= least - slack:
        return label
    return f, cut, *(greedy(X[side], D[side], depth - 1) for side in sides)


def nested(tree, node=0):
    if tree.feature_[node] < 0:
        return int(tree.label_[node])
    left = tree.child_[node]
    return int(tree.feature_[node]), tree.threshold_[node], nested(tree, left), nested(tree, left + 1)


def rounded(tree):
    return (tree[0], round(tree[1], 9), rounded(tree[2]), rounded(tree[3])) if isinstance(tree, tuple) else tree


def answers(tree, x):
    while isinstance(tree, tuple):
        tree = tree[2] if x[tree[0]] <= tree[1] else tree[3]
    return tree


def arrays(tree):
    return tree.feature_, tree.threshold_, tree.child_, tree.label_


def price(D, answer):
    return D[np.arange(len(D)), answer].sum()


# Against programs that try everything ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [256, 2, 0])
@pytest.mark.parametrize("depth", [1, 2, 3, 9])
def test_a_tree_is_the_one_of_the_plain_greedy_program(monkeypatch, depth, narrow):
    monkeypatch.setattr(growth, "NARROW", narrow)
    rng = np.random.default_rng(depth)
    for _ in range(100):
        X, D = random_case(rng)
        want, tree = greedy(X, D, depth), CostTree(depth).fit(X, D)
        assert rounded(nested(tree)) == rounded(want)
        for x, answer in zip(X, tree.predict(X)):
            assert answers(want, x) == answer


@pytest.mark.parametrize("count", [255, 256, 257, 258, 513])
def test_features_of_about_256_values(monkeypatch, count):
    """The numbers of the values of a narrow feature are bytes."""
    rng = np.random.default_rng(count)
    X = np.concatenate([np.arange(count), rng.integers(0, count, 300)])[:, None].astype(float)
    D = np.column_stack([X[:, 0] < 2, X[:, 0] >= count - 1.5, np.full(len(X), 0.4)]).astype(float)
    tree = CostTree(4).fit(X, D)
    assert price(D, tree.predict(X)) == 0
    monkeypatch.setattr(growth, "NARROW", 0)
    for a, b in zip(arrays(tree), arrays(CostTree(4).fit(X, D))):
        assert_array_equal(a, b)


@pytest.mark.parametrize("narrow", [256, 0])
def test_what_is_a_tie_and_what_is_not(monkeypatch, narrow):
    monkeypatch.setattr(growth, "NARROW", narrow)
    X = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    for more, feature in ((1e-7, 1), (4e-9, 1), (4e-10, 0), (1e-12, 0), (0.0, 0), (-4e-9, 0)):
        D = np.array([[0.0, 1], [1, 0], [0, 0.5], [0, 0.5 + more]])  # feature 0 costs 0.5 + more, feature 1 costs 0.5
        assert CostTree().fit(X, D).feature_[0] == feature


# What must not matter ----------------------------------------------------------------------------------------


def test_examples_with_nothing_at_stake_are_as_good_as_absent(monkeypatch):
    rng = np.random.default_rng(2)
    for narrow in (256, 0):
        monkeypatch.setattr(growth, "NARROW", narrow)
        for _ in range(50):
            X, D = random_case(rng)
            more = np.vstack([X, rng.normal(size=(5, X.shape[1])), X[:1] + 0.25])
            flat = np.vstack([D, np.full((6, D.shape[1]), 0.1)])
            for a, b in zip(arrays(CostTree(3).fit(X, D)), arrays(CostTree(3).fit(more, flat))):
                assert_array_equal(a, b)
    for flat in rng.random(50):  # seven equal numbers have another mean than each of them, often
        D = np.vstack([1 - np.eye(7)[:2], np.full((1, 7), flat)])
        assert CostTree().fit([[0.0], [4.0], [1.0]], D).threshold_[0] == 2.0
    assert_array_equal(CostTree(2).fit([[0.0], [1.0]], np.zeros((2, 3))).predict([[0.0], [9.0]]), [0, 0])


@pytest.mark.slow
def test_constants_units_orders_and_names():
    rng = np.random.default_rng(4)
    for _ in range(30):
        X, D = rng.normal(size=(40, 3)), rng.random((40, 4))
        new = rng.normal(size=(30, 3))
        want = CostTree(4).fit(X, D).predict(new)
        rows, features, labels = rng.permutation(40), rng.permutation(3), rng.permutation(4)
        assert_array_equal(CostTree(4).fit(X, D + rng.normal(size=(40, 1))).predict(new), want)
        assert_array_equal(CostTree(4).fit(X, 1e-250 * D).predict(new), want)
        assert_array_equal(CostTree(4).fit(X, 1.7e308 * D).predict(new), want)
        assert_array_equal(CostTree(4).fit(X[rows], D[rows]).predict(new), want)
        # Deeper down a few examples are told apart by every feature, and the first one wins.
        stump = CostTree().fit(X[:, features], D)
        assert_array_equal(stump.predict(new[:, features]), CostTree().fit(X, D).predict(new))
        assert_array_equal(labels[CostTree(4).fit(X, D[:, labels]).predict(new)], want)


def test_features_presorted_once_serve_many_trees():
    X, y = helpers.sample(m=400)
    grow = tree_learner(X, y, 5)
    grow(helpers.costs(np.eye(4)[y], y, np.ones(400))[0])
    D, _ = helpers.costs(np.random.default_rng(6).normal(size=(400, 4)), y, np.ones(400))
    tree, answer = grow(D)
    for a, b in zip(arrays(tree), arrays(CostTree(5).fit(X, D))):
        assert_array_equal(a, b)
    assert_array_equal(answer, tree.predict(X))


def test_a_split_that_gains_nothing_prepares_one_that_does():
    X = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    D = np.array([[0.0, 1], [1, 0], [1, 0], [0, 1]])  # exclusive or
    assert price(D, CostTree(1).fit(X, D).predict(X)) == 2
    assert price(D, CostTree(2).fit(X, D).predict(X)) == 0


def test_cost_falls_with_depth_to_that_of_the_best_answers():
    rng = np.random.default_rng(5)
    X, D = rng.normal(size=(200, 3)), rng.random((200, 5))
    prices = [price(D, CostTree(depth).fit(X, D).predict(X)) for depth in (1, 2, 4, 8, 10**30)]
    assert prices == sorted(prices, reverse=True)
    assert prices[-1] == pytest.approx(D.min(axis=1).sum())


# Numbers at the ends of the range, and bad input -------------------------------------------------------------


@pytest.mark.parametrize("narrow", [256, 0])
def test_values_that_cannot_be_halved_or_added(monkeypatch, narrow):
    monkeypatch.setattr(growth, "NARROW", narrow)
    D = np.array([[0.0, 1], [1, 0]])
    for low, high in (
        (1.0, np.nextafter(1, 2)),
        (-1.7e308, 1.7e308),
        (1.6e308, 1.7e308),
        (0.0, 5e-324),
        (-5e-324, 0.0),
    ):
        X = np.array([[low], [high]])
        tree = CostTree().fit(X, D)
        assert_array_equal(tree.predict(X), [0, 1])
        assert low <= tree.threshold_[0] < high
    assert len(CostTree().fit([[0.0], [-0.0]], D).feature_) == 1


def test_a_tree_keeps_nothing_of_the_size_of_the_sample():
    X = np.random.default_rng(0).normal(size=(1000, 2))
    tree = CostTree(10**6).fit(X, np.eye(2)[(X[:, 0] > 0).astype(int)])
    assert all(a.base is None and len(a) == 3 for a in arrays(tree))
    assert set(vars(tree)) == {
        "max_depth",
        "feature_",
        "threshold_",
        "child_",
        "label_",
        "n_features_in_",
        "n_classes_",
    }


@pytest.mark.parametrize(
    ("X", "costs", "message"),
    [
        (np.zeros((0, 2)), np.eye(2), "X must"),
        ([1.0, 2], np.eye(2), "X must"),
        (np.eye(2), np.eye(3), r"costs must not be empty and have shape \(2, K\)"),
        (np.eye(2), [1.0, 2], r"costs must not be empty and have shape \(2, K\)"),
        (np.eye(2), np.zeros((2, 0)), r"costs must not be empty and have shape \(2, K\)"),
    ],
)
def test_bad_input(X, costs, message):
    with pytest.raises((ValueError, TypeError), match=message):
        CostTree().fit(X, costs)


@pytest.mark.parametrize("X", [np.zeros((3, 1)), np.zeros((3, 3)), np.zeros(2), [[0.0, np.nan]]])
def test_prediction_reads_no_feature_that_is_not_there(X):
    with pytest.raises(ValueError, match=r"shape \(n, 2\)"):
        CostTree().fit(np.eye(2), np.eye(2)).predict(X)


def test_a_tree_that_is_not_fitted():
    for method in (CostTree().predict, CostTree().apply):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            method(np.eye(2))


@pytest.mark.parametrize("narrow", [256, 0])
def test_every_way_to_store_the_numbers(monkeypatch, narrow):
    monkeypatch.setattr(growth, "NARROW", narrow)
    rng = np.random.default_rng(7)
    X, D = rng.integers(0, 9, (60, 3)).astype(float), rng.integers(0, 5, (60, 4)).astype(float)
    want = CostTree(3).fit(X, D)
    locked = X.copy()
    locked.flags.writeable = False
    stored = [X.astype(np.float32), X.astype(np.int8), X.astype(object), np.asfortranarray(X), X.astype(">f8"), locked]
    for same in [*stored, np.repeat(X, 2, axis=1)[:, ::2], X.tolist()]:
        assert_array_equal(CostTree(3).fit(same, D).predict(same), want.predict(X))
        assert_array_equal(want.predict(same), want.predict(X))
    for same in (D.astype(np.float32), D.astype(np.int8), np.asfortranarray(D), D.tolist()):
        assert_array_equal(CostTree(3).fit(X, same).predict(X), want.predict(X))
