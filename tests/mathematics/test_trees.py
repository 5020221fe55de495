"""What the lecture's slides on decision trees say, in numbers: impurities, gains, and the order of splits.

The chapter "Lab: grow a decision tree, then prune it" tells the slides' errata; pruning is tested with its figure.
"""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

pytestmark = pytest.mark.mathematics

#: class counts of one node, or of the two children of a split
COUNTS = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)
KINDS = ("errors", "entropy", "gini")


def impurity(counts, kind):
    p = np.asarray(counts, dtype=float) / np.sum(counts)
    if kind == "errors":
        return 1 - p.max()
    if kind == "gini":
        return 1 - (p**2).sum()
    return -sum(x * np.log(x) for x in p if x > 0)


def gain(minus, plus, kind):
    both, share = np.add(minus, plus), np.sum(minus) / (np.sum(minus) + np.sum(plus))
    return impurity(both, kind) - share * impurity(minus, kind) - (1 - share) * impurity(plus, kind)


def same_shares(minus, plus):
    """Whether two count vectors have the same class shares, in whole numbers."""
    return all(a * sum(plus) == b * sum(minus) for a, b in zip(minus, plus))


@given(COUNTS, COUNTS)
def test_a_split_gains_with_entropy_and_gini_exactly_if_the_shares_differ(minus, plus):
    """Strictly concave, not "strictly convex"; and no strict decrease without a difference."""
    for kind in ("entropy", "gini"):
        value = gain(minus, plus, kind)
        assert abs(value) < 1e-12 if same_shares(minus, plus) else value > 1e-5


@given(COUNTS, COUNTS)
def test_a_split_gains_with_misclassification_exactly_if_no_majority_is_shared(minus, plus):
    tops = [{q for q in range(3) if counts[q] == max(counts)} for counts in (minus, plus)]
    value = gain(minus, plus, "errors")
    assert abs(value) < 1e-12 if tops[0] & tops[1] else value > 1e-3


@given(COUNTS, COUNTS)
def test_gain_of_gini_is_a_distance(minus, plus):
    p, q, w = np.array(minus) / sum(minus), np.array(plus) / sum(plus), sum(minus) / sum(minus + plus)
    assert gain(minus, plus, "gini") == pytest.approx(w * (1 - w) * ((p - q) ** 2).sum(), abs=1e-12)


@given(COUNTS)
def test_misclassification_is_the_smallest_impurity(counts):
    """With the natural logarithm, too; that of base 2 is larger by the factor 1 / ln 2."""
    assert impurity(counts, "errors") <= min(impurity(counts, kind) for kind in KINDS) + 1e-12


def test_no_first_split_of_a_chessboard_gains():
    X = np.array([[a, b] for a in (0, 1) for b in (0, 1)] * 5)
    y = X[:, 0] ^ X[:, 1]
    for feature in (0, 1):
        children = [np.bincount(y[X[:, feature] == side]).tolist() for side in (0, 1)]
        assert all(abs(gain(*children, kind)) < 1e-12 for kind in KINDS)
    assert DecisionTreeClassifier(random_state=0).fit(X, y).score(X, y) == 1


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_base_of_the_logarithm_changes_no_choice(a, b, c, d):
    first, second = gain(a, b, "entropy"), gain(c, d, "entropy")
    assume(abs(first - second) > 1e-9)
    assert (first > second) == (first / np.log(2) > second / np.log(2))


def test_scikit_learn_grows_by_the_weighted_rule():
    """A root that splits in a large node of small gain and a small one of large gain: the large one is next."""
    # Feature 0 parts 90 examples from 10; in both parts feature 1 has the next split.
    X = np.array([[0, 0]] * 40 + [[0, 1]] * 50 + [[1, 0]] * 5 + [[1, 1]] * 5)
    y = np.array([0] * 70 + [1] * 20 + [2] * 5 + [3] * 5)
    full = DecisionTreeClassifier(random_state=0).fit(X, y).tree_
    nodes = [full.children_left[0], full.children_right[0]]
    assert full.feature[0] == 0
    gains = {}
    for n in nodes:
        below = [full.children_left[n], full.children_right[n]]
        size = full.weighted_n_node_samples
        gains[n] = full.impurity[n] - sum(size[c] * full.impurity[c] for c in below) / size[n]
    large, small = sorted(nodes, key=lambda n: -full.weighted_n_node_samples[n])
    assert gains[small] > 3 * gains[large]  # the lecture's rule takes the small node
    assert 90 * gains[large] > 10 * gains[small]  # what G is lowered by
    three = DecisionTreeClassifier(max_leaf_nodes=3, random_state=0).fit(X, y).tree_
    leaves = three.n_node_samples[three.children_left < 0]
    assert sorted(leaves) == [10, 40, 50]


@pytest.mark.parametrize("n_values", [2, 3, 4, 5, 6, 7, 8])
def test_sets_of_at_most_half_the_values_ask_the_even_halves_twice(n_values):
    values = range(n_values)
    sets = list(chain.from_iterable(combinations(values, size) for size in range(1, n_values // 2 + 1)))
    questions = {frozenset((frozenset(A), frozenset(values) - frozenset(A))) for A in sets}
    assert len(questions) == 2 ** (n_values - 1) - 1
    halves = sum(2 * len(A) == n_values for A in sets)
    assert len(sets) == len(questions) + halves / 2
