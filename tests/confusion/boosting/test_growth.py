"""The compiled tree against the plain one, on random and on tied data: the same choices, the same costs."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from confusion._core.compiled import COMPILED
from confusion.boosting import cost_tree, growth
from confusion.boosting.growth import LEAF

pytestmark = pytest.mark.skipif(not COMPILED, reason="numba is missing")


def nested(tree, node=0):
    """(feature, threshold, left, right), or the label of a leaf; the two number their nodes in other orders."""
    feature, threshold, child, label = tree
    if feature[node] == LEAF:
        return int(label[node])
    return feature[node], threshold[node], nested(tree, child[node]), nested(tree, child[node] + 1)


def centred(D):
    D = D - D.min(axis=1, keepdims=True)
    D -= D.mean(axis=1, keepdims=True)
    return D, -D.min(axis=1)


def both(X, D, depth):
    """The tree that both find, and its answers."""
    D, w = centred(D)
    found = [module.grow(D, w, module.presort(X), min(depth, len(X))) for module in (cost_tree, cost_tree.used)]
    (*plain, answer), (*compiled, other) = found
    assert nested(plain) == nested(compiled)
    assert_array_equal(answer, other)
    for tree in (plain, compiled):
        for module in (cost_tree, cost_tree.used):
            assert_array_equal(tree[3][module.leaves(X, *tree[:3])], answer)
    return plain, answer


def features(rng, m, d):
    """Narrow and wide features, with ties, one of them constant."""
    X = rng.normal(size=(m, d))
    X[:, ::2] = np.round(X[:, ::2])
    if d > 2:
        X[:, 2] = 1.0
    if d > 3:
        X[:, 3] = np.round(1000 * X[:, 3])
    return X


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [256, 0])
@pytest.mark.parametrize("size", [(60, 3, 4), (270, 2, 1), (400, 9, 3), (900, 5, 6), (2, 2, 1), (1, 3, 2)])
def test_random_costs(size, narrow, monkeypatch):
    monkeypatch.setattr(growth, "NARROW", narrow)
    m, K, d = size
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X, D = features(rng, m, d), rng.random((m, K))
        D[rng.random(m) < 0.2] = 0.3  # nothing at stake
        for depth in (1, 2, 5, 10**6):
            both(X, D, depth)


@pytest.mark.slow
@pytest.mark.parametrize("narrow", [256, 0])
def test_tied_costs(narrow, monkeypatch):
    """Whole numbers and few values: most splits have equals, in cost and in spread, and rounding must not choose."""
    monkeypatch.setattr(growth, "NARROW", narrow)
    rng = np.random.default_rng(0)
    for case in range(300):
        m, d, K = rng.integers(2, 40), rng.integers(1, 5), rng.integers(2, 5)
        X, D = rng.integers(0, 4, (m, d)).astype(float), rng.integers(0, 3, (m, K)).astype(float)
        X[:, rng.integers(d)] = X[:, 0]  # twins of a feature
        if case % 2:
            D += 1e-12 * rng.random((m, K))  # below the tolerance
        both(X, D / 3, int(rng.integers(1, 6)))


@pytest.mark.parametrize(("step", "first"), [(8e-8, 2), (1e-8, 0), (4e-7, 3)])
def test_the_first_of_those_that_are_equal(step, first):
    """Four features cost less and less, by steps; the tolerance, 1e-9 of the weight 134, is counted from the last."""
    heavy = np.r_[np.zeros(100), np.ones(101)]
    X = np.column_stack([np.r_[heavy, np.eye(4)[f]] for f in range(4)])
    sides = [[1.0, 1, 0]] * 100 + [[1.0, 0, 1]] * 51 + [[0.0, 1, 1]] * 50  # nearly a draw on the right
    more = np.outer(step * np.arange(4), [0, -2, -1])  # one example each, on the right: all spreads are equal
    tree, _ = both(X, np.r_[sides, more], 1)
    assert tree[0][0] == first
