"""The tree that minimises a cost matrix, against every split there is and against a plain greedy program."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.exceptions import NotFittedError

from confusion.boosting import CostTree, growth

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


def test_a_tree_that_is_not_fitted():
    for method in (CostTree().predict, CostTree().apply):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            method(np.eye(2))
