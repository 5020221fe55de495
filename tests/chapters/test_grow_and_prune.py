"""The lab "Grow a decision tree, then prune it": its own functions against brute force."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import notebook_of
from tests.mathematics import test_lecture_trees as exact

CHAPTER = "foundations/grow-and-prune"
LAW = ThreeGaussians()
X, Y = LAW.sample(600, random_state=0)


@pytest.fixture(scope="module")
def lab():
    """The functions of the chapter, as its cells define them; of an exercise, its solution's."""
    sources = ["".join(cell["source"]) for cell in notebook_of(CHAPTER)["cells"] if cell["cell_type"] == "code"]
    names = {"np": np, "Fraction": Fraction}
    for name in (
        *("counts_of", "impurity", "gain", "best_split", "grown", "grown_in_order"),
        *("weakest_links", "gini_totals", "best_subtree"),
    ):
        source = [source for source in sources if f"def {name}(" in source][-1]
        for function in re.findall(r"^def .*?(?=^\S|\Z)", source, re.DOTALL | re.MULTILINE):
            exec(function, names)
    return names


def rows_fit(rows, A, b, n=0):
    """Whether each row counts what its children do, and is numbered as they are."""
    left, right, *counts = rows[n]
    if left < 0:
        return right == -1
    assert left == n + 1 and right > left
    assert counts == [p + q for p, q in zip(rows[left][2:], rows[right][2:])]
    return rows_fit(rows, A, b, left) and rows_fit(rows, A, b, right)


@pytest.mark.parametrize("seed", range(4))
def test_the_grown_tree_fits(lab, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(80, 1)).round(2)
    b = ((A[:, 0] > 0) + (rng.random(80) < 0.3)).astype(int)
    rows = lab["grown"](A, b, 3)
    assert rows_fit(rows, A, b) and rows[0][2:] == np.bincount(b, minlength=3).tolist()
    values = np.unique(A)
    pure = [len(set(b[A[:, 0] == v])) == 1 for v in values]
    leaves = [counts for left, _, *counts in rows if left < 0]
    assert sum(sum(c > 0 for c in counts) > 1 for counts in leaves) == pure.count(False)


def test_a_square_is_grown_through_its_first_split_and_equal_inputs_stay(lab):
    corners, labels = np.array(list(product((0, 1), repeat=2))), np.array([0, 1, 1, 0])
    assert lab["grown"](corners, labels, 2) == [
        [1, 4, 2, 2], [2, 3, 1, 1], [-1, -1, 1, 0], [-1, -1, 0, 1], [5, 6, 1, 1], [-1, -1, 0, 1], [-1, -1, 1, 0],
    ]  # fmt: skip
    assert lab["grown"](np.ones((3, 2)), np.array([0, 1, 1]), 2) == [[-1, -1, 1, 2]]


def numbered(root):
    """(left, right, totals) of a tree, its nodes numbered from the root on."""

    def nodes_of(node):
        return [node] if node.left is None else [node, *nodes_of(node.left), *nodes_of(node.right)]

    nodes = nodes_of(root)
    at = {None: -1} | {node: number for number, node in enumerate(nodes)}
    return [at[n.left] for n in nodes], [at[n.right] for n in nodes], [n.cost for n in nodes]


@pytest.mark.parametrize("impurity", [exact.gini, exact.misclassification])
def test_pruned_trees_by_enumeration(lab, impurity):
    for root in exact.small_trees(impurity):
        tree = numbered(root)
        assert lab["weakest_links"](*tree) == [(lam, len(kept)) for lam, kept in exact.weakest_links(root)]
        for lam in (0, *exact.penalties(root)):
            least = min((exact.price(kept, lam), len(kept)) for kept in exact.pruned(root))
            assert lab["best_subtree"](*tree, lam) == least


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_price_is_m_times_ccp_alpha(lab, criterion):
    """On data with many ties: scikit-learn's path, merged within 1e-9, is that of the weakest links."""
    rng = np.random.default_rng(0)
    A = rng.integers(0, 3, size=(60, 4))
    b = rng.integers(0, 3, size=60)
    model = DecisionTreeClassifier(criterion=criterion, random_state=0).fit(A, b)
    tree = model.tree_
    totals = (tree.weighted_n_node_samples * tree.impurity).tolist()
    if criterion == "gini":
        totals = lab["gini_totals"](lab["counts_of"](tree))
        prices = [float(p) for p, _ in lab["weakest_links"](tree.children_left, tree.children_right, totals)]
        path = 60 * model.cost_complexity_pruning_path(A, b).ccp_alphas
        merged = path[np.append(True, np.diff(path) > 1e-9)]
        assert len(path) > len(merged)  # there are ties
        np.testing.assert_allclose(merged, sorted(set(prices)), atol=1e-9)
    for price in (0.4, 1.37, 2.9):  # no price of the path
        pruned = DecisionTreeClassifier(criterion=criterion, random_state=0, ccp_alpha=price / 60).fit(A, b)
        _, leaves = lab["best_subtree"](tree.children_left, tree.children_right, totals, price)
        assert pruned.get_n_leaves() == leaves


def test_best_first_growing_is_weighted(lab):
    full = DecisionTreeClassifier(random_state=0).fit(X, Y).tree_
    for n_leaves in (2, 5, 12, 20):
        best = DecisionTreeClassifier(max_leaf_nodes=n_leaves, random_state=0).fit(X, Y).tree_
        leaf = best.children_left < 0
        total = (best.weighted_n_node_samples * best.impurity)[leaf].sum()
        assert lab["grown_in_order"](full, n_leaves, weighted=True) == pytest.approx(total)
        assert lab["grown_in_order"](full, n_leaves, weighted=False) >= total - 1e-9


def test_the_norm_takes_far_higher_prices_than_accuracy(printed):
    chosen = [float(re.search(rf"\| balanced \| {name} \| ([\d.]+) \|", printed)[1]) for name in ("accuracy", "norm")]
    assert 5 * chosen[0] < chosen[1]
