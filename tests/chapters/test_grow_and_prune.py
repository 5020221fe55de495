"""The lab "Grow a decision tree, then prune it": its own functions against brute force, its figure and its table."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import notebook_of, scenes_of, states_of

CHAPTER = "foundations/grow-and-prune"
LAW = ThreeGaussians()
X, Y = LAW.sample(600, random_state=0)
M = len(Y)
WEIGHTS = {"plain": None, "balanced": "balanced"}


@pytest.fixture(scope="module")
def lab():
    """The functions of the chapter, as its cells define them; of an exercise, its solution's."""
    sources = ["".join(cell["source"]) for cell in notebook_of(CHAPTER)["cells"] if cell["cell_type"] == "code"]
    names = {"np": np, "Fraction": Fraction}
    for name in (
        "counts_of",
        "impurity",
        "gain",
        "best_split",
        "grown",
        "grown_in_order",
        "weakest_links",
        "gini_totals",
        "best_subtree",
    ):
        source = [source for source in sources if f"def {name}(" in source][-1]
        for function in re.findall(r"^def .*?(?=^\S|\Z)", source, re.DOTALL | re.MULTILINE):
            exec(function, names)
    return names


# growing


def gini(y):
    return len(y) - (np.bincount(y) ** 2).sum() / len(y)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_split_is_that_of_all_questions(lab, seed):
    rng = np.random.default_rng(seed)
    A, b = rng.integers(0, 4, size=(25, 3)), rng.integers(0, 3, size=25)
    gains = {}
    for j, t in product(range(3), (0.5, 1.5, 2.5)):
        yes = A[:, j] <= t
        gains[j, t] = Fraction(0)
        if 0 < yes.sum() < 25:
            gains[j, t] = (gini(b) - gini(b[yes]) - gini(b[~yes])) / 25
    found, j, t = lab["best_split"](A, b)
    first = min(key for key in gains if gains[key] > max(gains.values()) - 1e-9)
    assert (j, t) == first
    assert found == pytest.approx(max(gains.values()))
    # The gain of a split is the same by each formula of the chapter.
    yes = A[:, j] <= t
    low, high = (np.bincount(part, minlength=3) for part in (b[yes], b[~yes]))
    u = yes.mean()
    assert found == pytest.approx(u * (1 - u) * ((low / low.sum() - high / high.sum()) ** 2).sum())


def rows_fit(rows, A, b, n=0):
    """Whether each row counts what its children do, and is numbered as they are."""
    left, right, *counts = rows[n]
    if left < 0:
        return right == -1
    assert left == n + 1 and right > left
    assert counts == [p + q for p, q in zip(rows[left][2:], rows[right][2:])]
    return rows_fit(rows, A, b, left) and rows_fit(rows, A, b, right)


@pytest.mark.parametrize("seed", range(4))
def test_the_grown_tree_fits_and_shrinks_as_scikit_learns(lab, seed):
    """With one feature, where hardly any gains are equal: scikit-learn breaks ties by chance."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(80, 1)).round(2)
    b = ((A[:, 0] > 0) + (rng.random(80) < 0.3)).astype(int)
    rows = lab["grown"](A, b, 3)
    assert rows_fit(rows, A, b) and rows[0][2:] == np.bincount(b, minlength=3).tolist()
    values = np.unique(A)
    pure = [len(set(b[A[:, 0] == v])) == 1 for v in values]
    leaves = [counts for left, _, *counts in rows if left < 0]
    assert sum(sum(c > 0 for c in counts) > 1 for counts in leaves) == pure.count(False)
    left, right, *columns = zip(*rows)
    steps = lab["weakest_links"](left, right, lab["gini_totals"](list(zip(*columns))))
    path = 80 * DecisionTreeClassifier(random_state=0).fit(A, b).cost_complexity_pruning_path(A, b).ccp_alphas
    np.testing.assert_allclose(
        sorted({float(price) for price, _ in steps}), path[np.append(True, np.diff(path) > 1e-9)]
    )


def test_a_square_is_grown_through_its_first_split_and_equal_inputs_stay(lab):
    corners, labels = np.array(list(product((0, 1), repeat=2))), np.array([0, 1, 1, 0])
    assert lab["grown"](corners, labels, 2) == [
        [1, 4, 2, 2], [2, 3, 1, 1], [-1, -1, 1, 0], [-1, -1, 0, 1], [5, 6, 1, 1], [-1, -1, 0, 1], [-1, -1, 1, 0],
    ]  # fmt: skip
    assert lab["grown"](np.ones((3, 2)), np.array([0, 1, 1]), 2) == [[-1, -1, 1, 2]]


# pruning


def random_tree(rng, depth=3):
    """(left, right, totals) of a random tree whose totals are errors of random counts."""
    left, right, counts = [], [], []

    def make(level):
        n = len(left)
        left.append(-1), right.append(-1), counts.append(None)
        if level < depth and (level == 0 or rng.random() < 0.7):
            left[n] = make(level + 1)
            right[n] = make(level + 1)
            counts[n] = counts[left[n]] + counts[right[n]]
        else:
            counts[n] = rng.integers(0, 4, size=3)
        return n

    make(0)
    return left, right, [Fraction(int(c.sum() - c.max())) for c in counts]


def pruned_trees(left, right, n=0):
    """Every pruned tree, as the frozenset of its leaves."""
    trees = [frozenset([n])]
    if left[n] >= 0:
        trees += [a | b for a, b in product(pruned_trees(left, right, left[n]), pruned_trees(left, right, right[n]))]
    return trees


def below(left, right, n):
    """Node n and all below it."""
    return {n} if left[n] < 0 else {n} | below(left, right, left[n]) | below(left, right, right[n])


def contained(small, large, left, right):
    """Whether each leaf of the large tree lies at or below a leaf of the small one."""
    covered = set().union(*(below(left, right, n) for n in small))
    return large <= covered


@pytest.mark.parametrize("seed", range(12))
def test_pruned_trees_by_enumeration(lab, seed):
    """One smallest tree of least G, contained in all others; nested; and the weakest links find each of them."""
    left, right, totals = random_tree(np.random.default_rng(seed))
    trees = pruned_trees(left, right)
    steps = lab["weakest_links"](left, right, totals)
    marks = [price for price, _ in steps]
    assert marks == sorted(marks) and len(set(marks[1:])) == len(marks[1:])
    between = [(a + b) / 2 for a, b in zip(marks, marks[1:])]
    previous = None
    for price in sorted({*marks, *between, marks[-1] + 1}):
        G = {tree: sum(totals[n] for n in tree) + price * len(tree) for tree in trees}
        best = [tree for tree in trees if G[tree] == min(G.values())]
        smallest = min(best, key=len)
        assert sum(len(tree) == len(smallest) for tree in best) == 1
        assert all(contained(smallest, tree, left, right) for tree in best)
        assert previous is None or contained(smallest, previous, left, right)
        assert len(smallest) == [n for mark, n in steps if mark <= price][-1]
        assert lab["best_subtree"](left, right, totals, price) == (min(G.values()), len(smallest))
        previous = smallest


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


# the figure and the table


def norm(C):
    return np.linalg.svd(C - np.diag(np.diag(C)))[1].max()


def held_out(A, b, price, weights, seed):
    answers = np.zeros_like(b)
    for seen, rest in StratifiedKFold(5, shuffle=True, random_state=seed).split(A, b):
        model = DecisionTreeClassifier(ccp_alpha=price / len(b), class_weight=weights, random_state=0)
        answers[rest] = model.fit(A[seen], b[seen]).predict(A[rest])
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("kind", WEIGHTS)
def test_what_the_prices_hold_out(kind):
    told, at = scenes_of(CHAPTER)["pruning"]
    assert at == {"price": 2, "tree": "balanced", "cut": "", "node": ""}
    for price, held in zip(told["prices"], told["trees"][kind]["held"], strict=True):
        out = held_out(X, Y, price, WEIGHTS[kind], 0)
        assert held == pytest.approx([np.mean(out != Y), norm(confusion_matrix(Y, out, normalize="true"))], abs=6e-5)


@pytest.mark.slow
def test_what_the_figure_asks_to_guess(lab):
    """The least norm on new data of the balanced tree, by a lattice in place of the rectangles."""
    figure = next(state for state in states_of(CHAPTER) if state.get("kind") == "pruning")
    prices = figure["parameters"]["prices"]
    models = [DecisionTreeClassifier(ccp_alpha=price / M, class_weight="balanced", random_state=0) for price in prices]
    norms = [norm(LAW.confusion(model.fit(X, Y).predict, n_points=46368)) for model in models]
    assert float(figure["guess"]["shown"]) == pytest.approx(min(norms), abs=0.006)
    assert prices[int(np.argmin(norms))] == 12
    # The first state leaves the question open: later prices are lower, and then higher.
    assert norms[2] > min(norms) + 0.04 and min(norms[8:]) > min(norms) + 0.04


@pytest.mark.slow
def test_two_rows_of_the_table(printed):
    """For the balanced tree the norm takes far higher prices than accuracy, in each of two samples and in the table."""
    prices = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32]
    rows = {"accuracy": [], "norm": []}
    for seed in range(2):
        A, b = LAW.sample(600, random_state=seed)
        outs = [held_out(A, b, price, "balanced", seed) for price in prices]
        values = {
            "accuracy": [np.mean(out != b) for out in outs],
            "norm": [norm(confusion_matrix(b, out, normalize="true")) for out in outs],
        }
        for name, found in values.items():
            last = max(k for k in range(len(prices)) if found[k] < min(found) + 1e-9)
            rows[name].append(prices[last])
    assert max(rows["accuracy"]) < min(rows["norm"])
    means = {name: float(re.search(rf"\| balanced \| {name} \| ([\d.]+) \|", printed)[1]) for name in rows}
    assert means["accuracy"] < 2 and means["norm"] > 10
