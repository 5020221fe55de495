"""Evidence for the chapter "Lab: grow and prune": no line of the package is run here.

What Lu (2017) says of binary decision trees: questions, impurities, the greedy algorithm line by line, and pruning.
Counts are whole numbers and impurities fractions, so ties are ties; all pruned trees of a small tree are compared.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import log, log2

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

TIGHT = 1e-12


def counts_of(y, k):
    """Counts of the classes, as whole numbers."""
    return tuple(int((np.asarray(y) == c).sum()) for c in range(k))


def shares(counts):
    return [Fraction(c, sum(counts)) for c in counts]


def gini(counts):
    """1 - sum p^2, exactly."""
    return 1 - sum(p**2 for p in shares(counts))


def misclassification(counts):
    """1 - max p, exactly."""
    return 1 - max(shares(counts))


def entropy(p):
    """In bits, with 0 log 0 = 0."""
    return -sum(q * log2(q) for q in p if q > 0)


def entropy_of(counts):
    return entropy(shares(counts))


def decrease(impurity, left, right):
    """The decrease of an impurity by a split, as printed: eta is the share of the left child."""
    both = tuple(a + b for a, b in zip(left, right))
    eta = Fraction(sum(left), sum(both))
    return impurity(both) - (eta * impurity(left) + (1 - eta) * impurity(right))


def gain(y, yes, k):
    """The decrease of the Gini index by a question with these answers."""
    return decrease(gini, counts_of(y[~yes], k), counts_of(y[yes], k))


def pairs_of_counts(seed=0, n=200):
    """Children of random splits: counts of the left and of the right."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        k = rng.integers(2, 5)
        left, right = (tuple(int(c) for c in rng.integers(0, 5, size=k)) for _ in range(2))
        if sum(left) and sum(right):
            yield left, right


def questions(X):
    """All ways in which numerical questions split rows: (feature, threshold, answers), the answer yes goes right."""
    for j in range(X.shape[1]):
        for a in np.unique(X[:, j])[:-1]:
            yield j, a, X[:, j] <= a


def labels_of(tree, x):
    """Leaves whose region has x, by their answers: a tree is a leaf's label or (j, threshold or set, no, yes)."""
    if not isinstance(tree, tuple):
        return [tree]
    j, asked, no, yes = tree
    answer = x[j] in asked if isinstance(asked, set) else x[j] <= asked
    return (labels_of(yes, x) if answer else []) + (labels_of(no, x) if not answer else [])


@pytest.mark.decides("lecture/definition-8-1", "true")
@pytest.mark.decides("lecture/leaves-partition", "true")
@pytest.mark.decides("lecture/right-if-yes", "true")
def test_every_item_is_in_the_region_of_one_leaf():
    """A categorical question, a numerical one, and yes to the right."""
    tree = (1, {"blue", "white", "red"}, "a", (0, 0.5, "b", (1, {"red"}, "c", "d")))
    found = {x: labels_of(tree, x) for x in product((0, 1), ("blue", "white", "red", "green"))}
    assert {len(leaves) for leaves in found.values()} == {1}
    assert {leaves[0] for leaves in found.values()} == set("abcd")
    assert found[0, "red"] == ["d"], "yes and yes"


@pytest.mark.decides("lecture/majority-label", "true")
@pytest.mark.decides("lecture/gdt-line-1", "true")
@pytest.mark.decides("lecture/size-of-a-region", "partly")
@pytest.mark.decides("lecture/total-empirical-error", "partly")
def test_sizes_are_numbers_of_examples_and_the_total_is_the_errors_for_one_impurity():
    """No label errs less in a leaf than the majority; with other sizes or the Gini index the sum is no error."""
    y = np.random.default_rng(6).integers(0, 3, size=30)
    parts = [y[:18], y[18:]]
    counts = [counts_of(part, 3) for part in parts]
    errors = [min((part != label).sum() for label in range(3)) for part in parts]
    assert errors == [(part != np.argmax(c)).sum() for part, c in zip(parts, counts)]
    assert errors == [len(part) * misclassification(c) for part, c in zip(parts, counts)]
    assert sum(len(part) * gini(c) for part, c in zip(parts, counts)) > sum(errors)
    assert sum(size * misclassification(c) for size, c in zip([1, 9], counts)) != sum(errors)


@pytest.mark.decides("lecture/richer-questions", "true")
@pytest.mark.decides("lecture/bsp-trees", "true")
@pytest.mark.decides("lecture/sphere-trees", "true")
def test_half_spaces_are_richer_than_thresholds_and_spheres_leave_regions_that_are_not_convex():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 2))
    y = X.sum(axis=1) > 0
    assert min((y != answer).sum() for _, _, yes in questions(X) for answer in (yes, ~yes)) > 30
    # a threshold is a half-space, and an intersection of half-spaces has the middle of each of its pairs
    A, b = rng.normal(size=(4, 2)), rng.uniform(0.3, 1, size=4)
    inside = X[(X @ A.T <= b).all(axis=1)]
    assert len(inside) > 20
    middles = (inside[:, None] + inside[None]) / 2
    assert (middles @ A.T <= b + TIGHT).all()
    outside = X[np.linalg.norm(X, axis=1) > 1]
    middles = (outside[:, None] + outside[None]) / 2
    assert (np.linalg.norm(middles, axis=2) <= 1).any()


@pytest.mark.decides("lecture/thresholds", "true")
def test_the_values_of_the_sample_are_enough_thresholds():
    rng = np.random.default_rng(2)
    x = np.round(rng.normal(size=30), 1)
    by_any = {tuple(x <= a) for a in np.linspace(-5, 5, 20_001)}
    by_values = {tuple(x <= a) for a in x}
    assert by_any - by_values == {(False,) * 30}, "but for the question that nobody answers with yes"
    assert (True,) * 30 in by_values, "the largest value splits nothing"


@pytest.mark.decides("lecture/subsets", "can be improved")
def test_subsets_of_at_most_half_count_some_splits_twice():
    """Erratum E17, and the empty set splits nothing."""
    for v in range(2, 8):
        found = {}
        for size in range(v // 2 + 1):
            for A in combinations(range(v), size):
                split = frozenset([frozenset(A), frozenset(range(v)) - frozenset(A)])
                found.setdefault(split, []).append(A)
        assert len(found) == 2 ** (v - 1), "every split is there"
        twice = [split for split, sets in found.items() if len(sets) == 2]
        assert {len(next(iter(split))) for split in twice} == ({v // 2} if v % 2 == 0 else set())
        assert found[frozenset([frozenset(), frozenset(range(v))])] == [()]


@pytest.mark.evaluates("def-impurity")
@pytest.mark.decides("lecture/impurities", "true")
def test_what_the_three_impurities_measure():
    p = shares((5, 3, 2))
    two_draws = sum(a * b for (i, a), (j, b) in product(enumerate(p), repeat=2) if i != j)
    assert gini((5, 3, 2)) == two_draws == sum(q * (1 - q) for q in p)
    assert misclassification((5, 3, 2)) == Fraction(1, 2)
    assert entropy_of((2, 1, 1)) == pytest.approx(1.5), "the mean length of the code 0, 10, 11"
    assert gini((4, 0)) == misclassification((4, 0)) == entropy_of((4, 0)) == 0
    # the figure: half the entropy and the others meet at two equal classes
    assert gini((1, 1)) == misclassification((1, 1)) == entropy_of((1, 1)) / 2 == 0.5


@pytest.mark.decides("lecture/above-misclassification", "true")
@pytest.mark.decides("lecture/class-distribution-only", "true")
def test_entropy_and_gini_are_above_misclassification_and_all_depend_on_shares_only():
    for counts, _ in pairs_of_counts(n=500):
        assert gini(counts) >= misclassification(counts)
        assert entropy_of(counts) * log(2) >= misclassification(counts) - TIGHT, "even with the natural logarithm"
        tenfold = tuple(10 * c for c in counts)[::-1]
        assert gini(tenfold) == gini(counts) and misclassification(tenfold) == misclassification(counts)
        assert entropy_of(tenfold) == pytest.approx(entropy_of(counts))
    assert entropy([0.99, 0.01]) / 2 > 1 - 0.99, "the scaled curve of the figure"


@pytest.mark.evaluates("prop-split-gain")
@pytest.mark.decides("lecture/decrease-is-not-negative", "true")
@pytest.mark.decides("lecture/share-of-the-left-child", "true")
@pytest.mark.decides("lecture/strictly-convex", "false")
@pytest.mark.decides("lecture/strict-decrease", "partly")
@pytest.mark.decides("lecture/flat-misclassification", "true")
@pytest.mark.decides("lecture/no-split-decreases", "true")
def test_no_split_increases_an_impurity_and_which_decrease_it():
    """Errata E14 and E15: the Gini index by eta (1 - eta) |p - q|^2, strictly if the children differ, not in XOR."""
    equal, swapped = 0, []
    for left, right in [*pairs_of_counts(), ((1, 2), (2, 4)), ((3, 0, 3), (1, 0, 1))]:
        both = tuple(a + b for a, b in zip(left, right))
        eta = Fraction(sum(left), sum(both))
        by_gini, by_entropy, by_error = (decrease(F, left, right) for F in (gini, entropy_of, misclassification))
        assert by_gini == eta * (1 - eta) * sum((p - q) ** 2 for p, q in zip(shares(left), shares(right)))
        same = shares(left) == shares(right)
        assert (by_gini == 0) == same
        assert by_entropy == pytest.approx(0, abs=TIGHT) if same else by_entropy > 1e-9
        equal += same
        # misclassification is flat exactly if some class is a majority of both children
        first, second = ({c for c, n in enumerate(side) if n == max(side)} for side in (left, right))
        assert by_error >= 0 and (by_error == 0) == bool(first & second)
        swapped.append(gini(both) - ((1 - eta) * gini(left) + eta * gini(right)))
    assert equal >= 2
    assert min(swapped) < 0, "eta is the share of the left child"
    X, y = np.array(list(product((0, 1), repeat=2))), np.array([0, 1, 1, 0])
    assert all(gain(y, yes, 2) == 0 for _, _, yes in questions(X))
    # three of ten are positive, on a line: no threshold helps misclassification, many help the Gini index
    y = np.array([0, 0, 0, 1, 0, 1, 0, 1, 0, 0])
    halves = [(counts_of(y[:a], 2), counts_of(y[a:], 2)) for a in range(1, 10)]
    by_error, by_gini = (max(decrease(F, *half) for half in halves) for F in (misclassification, gini))
    assert by_error == 0 < by_gini


@pytest.mark.decides("lecture/differentiable", "partly")
def test_the_entropy_is_not_differentiable_at_pure_nodes():
    """Erratum E15."""
    assert (np.diff([entropy([1 - h, h]) / h for h in (1e-2, 1e-4, 1e-8)]) > 5).all()
    assert gini((10**8 - 1, 1)) * 10**8 == pytest.approx(2)
    # the misclassification has a corner at one half
    left, right = ((0.5 - (1 - max(0.5 - h, 0.5 + h))) / h for h in (1e-3, -1e-3))
    assert left == pytest.approx(1) == -right


def greedy(X, y, k, T, weighted, w):
    """T splits by the largest decrease of the Gini index in a node, or by that times the node's weight."""
    leaves = [np.arange(len(y))]

    def impurity(rows):
        shares = np.bincount(y[rows], w[rows], minlength=k) / w[rows].sum()
        return 1 - (shares**2).sum()

    def total(leaves):
        return sum(w[rows].sum() * impurity(rows) for rows in leaves)

    for _ in range(T):
        best = None
        for rows in leaves:
            for _, _, yes in questions(X[rows]):
                no, yes = rows[~yes], rows[yes]
                gain = impurity(rows) * w[rows].sum() - sum(w[part].sum() * impurity(part) for part in (no, yes))
                gain = gain if weighted else gain / w[rows].sum()
                if best is None or gain > best[0] + TIGHT:
                    best = gain, rows, no, yes
        leaves = [rows for rows in leaves if rows is not best[1]] + [best[2], best[3]]
    return leaves, total(leaves)


@pytest.mark.decides("lecture/greedy-choice", "can be improved")
@pytest.mark.decides("lecture/gdt-line-3", "can be improved")
@pytest.mark.decides("lecture/gdt-lines-4-5", "true")
def test_the_greedy_rule_weighs_nodes_equally_and_scikit_learn_does_not():
    """Erratum E16: weighted by the nodes' sizes it is scikit-learn's best-first tree and lowers what pruning sums."""
    worse = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        y = rng.integers(0, 3, size=40)
        X, w = rng.normal(size=(3, 2))[y] + rng.normal(size=(40, 2)), rng.uniform(0.5, 1.5, size=40)
        leaves, by_weight = greedy(X, y, 3, 5, True, w)
        assert len(leaves) == 6, "each split adds a leaf"
        tree = DecisionTreeClassifier(max_leaf_nodes=6, random_state=0).fit(X, y, w).tree_
        ends = tree.children_left == -1
        theirs = (tree.impurity * tree.weighted_n_node_samples)[ends].sum()
        assert by_weight == pytest.approx(theirs)
        worse += greedy(X, y, 3, 5, False, w)[1] > by_weight + 0.1
    assert worse > 1


@pytest.mark.decides("lecture/gdt-line-2", "can be improved")
def test_a_fixed_number_of_rounds_may_find_nothing_to_split():
    """Equal inputs leave no question, and a pure leaf no decrease: the loop needs a way out."""
    assert not list(questions(np.ones((5, 2))))
    X, y = np.arange(4.0)[:, None], np.array([0, 0, 1, 1])
    leaves, rest = greedy(X, y, 2, 1, False, np.ones(4))
    assert rest == 0
    assert max(gain(y[rows], yes, 2) for rows in leaves for _, _, yes in questions(X[rows])) == 0


@pytest.mark.decides("lecture/greedy-is-short-sighted", "true")
@pytest.mark.decides("lecture/look-ahead", "true")
def test_a_first_split_without_gain_can_be_the_useful_one():
    """XOR beside a weak feature: the greedy tree of three splits errs, two splits looked at together do not."""
    X = np.array([(a, b, n) for a, b in product((0, 1), repeat=2) for n in range(4)], dtype=float)
    y = (X[:, 0] != X[:, 1]).astype(int)
    weak = X.copy()
    weak[:, 2] += np.where(y == 1, 0.5, 0.0)
    j, _, _ = max(questions(weak), key=lambda question: gain(y, question[2], 2))
    assert j == 2, "the greedy rule begins with the weak feature"
    assert all(gain(y, yes, 2) == 0 for j, _, yes in questions(weak) if j < 2)
    assert greedy(weak, y, 2, 3, True, np.ones(16))[1] > 1

    def pure_after(X, y, depth):
        """Does a tree of this depth, every node asked the same question of its rows, separate the classes?"""
        if len(set(y)) < 2:
            return True
        return depth > 0 and any(
            pure_after(X[yes], y[yes], depth - 1) and pure_after(X[~yes], y[~yes], depth - 1)
            for _, _, yes in questions(X)
        )

    assert pure_after(weak, y, 2)
    assert not pure_after(weak, y, 1)
    # parity of three needs a look-ahead of three: costs grow with the depth
    cube = np.array(list(product((0, 1), repeat=3)))
    parity = cube.sum(axis=1) % 2
    assert [pure_after(cube, parity, depth) for depth in (1, 2, 3)] == [False, False, True]


@pytest.mark.decides("lecture/look-ahead-costs", "true")
def test_each_question_ahead_multiplies_the_work():
    """Questions that a search looks at, by its depth: one node has N (n - 1) of them, both its children N (n - 2)."""
    n, N = 16, 2
    X = np.random.default_rng(5).normal(size=(n, N))

    def asked(X, depth):
        return sum(1 + (depth > 1 and asked(X[yes], depth - 1) + asked(X[~yes], depth - 1)) for *_, yes in questions(X))

    work = [asked(X, depth) for depth in (1, 2, 3)]
    assert work[0] == N * (n - 1)
    assert work[1] == work[0] * (1 + N * (n - 2)) == work[0] * 29
    assert work[2] > 10 * work[1]


@pytest.mark.slow
@pytest.mark.decides("lecture/large-trees", "true")
@pytest.mark.decides("lecture/vc-dimension", "true")
@pytest.mark.decides("lecture/best-partition", "partly")
def test_trees_with_l_leaves_shatter_l_points():
    """And without a limit the full tree has no error."""

    def score(X, y, leaves):
        return DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0).fit(X, y).score(X, y)

    X = np.arange(6.0)[:, None]
    assert all(score(X, labels, 6) == 1 for labels in product((0, 1), repeat=6))
    assert score(X, np.arange(6) % 2, 5) < 1
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 3, size=60)
    assert score(X, y, None) == 1 > score(X, y, 4)


class Node:
    """A node of a grown tree: size times impurity, its children, the leaves below."""

    def __init__(self, cost, left=None, right=None):
        self.cost, self.left, self.right = cost, left, right


def grown(X, y, k, impurity=gini):
    """Grown by the Gini index until pure, with the costs of an impurity, exactly."""
    counts = counts_of(y, k)
    best = max(questions(X), key=lambda question: gain(y, question[2], k), default=None)
    cost = sum(counts) * impurity(counts)
    if cost == 0 or best is None:
        return Node(cost)
    yes = best[2]
    return Node(cost, grown(X[~yes], y[~yes], k, impurity), grown(X[yes], y[yes], k, impurity))


def pruned(node):
    """All pruned trees, as the sets of their leaves."""
    if node.left is None:
        return [frozenset([node])]
    return [frozenset([node]), *(a | b for a, b in product(pruned(node.left), pruned(node.right)))]


def leaves(node, cut=()):
    """Leaves of the tree whose inner nodes in `cut` are collapsed."""
    if node.left is None or node in cut:
        return [node]
    return leaves(node.left, cut) + leaves(node.right, cut)


def alive(node, cut=()):
    """Inner nodes of the tree whose inner nodes in `cut` are collapsed."""
    if node.left is None or node in cut:
        return []
    return [node, *alive(node.left, cut), *alive(node.right, cut)]


def contains(tree, smaller):
    """Whether each leaf of a tree lies at or below a leaf of the smaller one."""
    return tree <= {below for leaf in smaller for below in (leaf, *alive(leaf), *leaves(leaf))}


def weakest_links(root):
    """The sequence of the text: [(lambda, leaves)], every node of the smallest ratio collapsed at once."""
    cut, sequence = set(), [(Fraction(0), frozenset(leaves(root)))]
    while alive(root, cut):
        ratios = {
            node: (node.cost - sum(leaf.cost for leaf in leaves(node, cut))) / (len(leaves(node, cut)) - 1)
            for node in alive(root, cut)
        }
        smallest = min(ratios.values())
        cut |= {node for node, ratio in ratios.items() if ratio == smallest}
        sequence.append((smallest, frozenset(leaves(root, cut))))
    return sequence


@cache
def small_trees(impurity=gini):
    """Trees of a few leaves, with ties and splits that gain nothing."""
    found = []
    for line in ("00101101", "0110", "01100110", "010201", "00011", "0012210"):
        y = np.array(list(map(int, line)))
        found.append(grown(np.arange(float(len(y)))[:, None], y, 3, impurity))
    # two nodes of one ratio, smaller than the root's
    twins = [Node(4 * impurity((3, 1)), Node(Fraction(0)), Node(Fraction(0))) for _ in range(2)]
    found.append(Node(8 * impurity((3, 1, 3, 1)), *twins))
    square = np.array(list(product((0, 1, 2), repeat=2)))
    found.append(grown(square, (square[:, 0] == square[:, 1]).astype(int), 2, impurity))
    for seed in range(4):
        rng = np.random.default_rng(seed)
        found.append(grown(rng.normal(size=(12, 2)), rng.integers(0, 3, 12), 3, impurity))
    return found


def price(tree, lam):
    """G_lambda of a set of leaves."""
    return sum(leaf.cost for leaf in tree) + lam * len(tree)


def penalties(root):
    """The critical values, values between them, and beyond."""
    critical = sorted({lam for lam, _ in weakest_links(root)} | {Fraction(1, 1000)})
    between = [(a + b) / 2 for a, b in zip(critical, critical[1:])]
    return [lam for lam in (*critical, *between, critical[-1] + 1) if lam > 0]


@pytest.mark.evaluates("def-pruning", "thm-nested-trees")
@pytest.mark.decides("lecture/smallest-minimiser-is-unique", "true")
@pytest.mark.decides("lecture/optimum-is-in-the-sequence", "true")
@pytest.mark.decides("lecture/nested-sequence", "true")
@pytest.mark.decides("lecture/ties-are-pruned-together", "true")
@pytest.mark.decides("lecture/ends-at-the-root", "true")
@pytest.mark.parametrize("impurity", [gini, misclassification])
def test_the_smallest_minimiser_is_unique_and_in_the_sequence_which_is_nested_and_ends_at_the_root(impurity):
    ties = together = 0
    for root in small_trees(impurity):
        trees, sequence = pruned(root), weakest_links(root)
        ratios = [lam for lam, _ in sequence[1:]]
        assert all(a < b for a, b in zip(ratios, ratios[1:]))
        assert sequence[-1][1] == {root}
        for (_, larger), (_, smaller) in zip(sequence, sequence[1:]):
            assert len(smaller) < len(larger) and contains(larger, smaller)
            together += len(smaller - larger) > 1
        for lam in penalties(root):
            prices = [price(tree, lam) for tree in trees]
            best = [tree for tree, value in zip(trees, prices) if value == min(prices)]
            fewest = min(map(len, best))
            smallest = [tree for tree in best if len(tree) == fewest]
            assert len(smallest) == 1 and all(contains(tree, smallest[0]) for tree in best)
            assert smallest[0] == [tree for at, tree in sequence if at <= lam][-1]
            ties += len(best) > 1
    assert ties > 10 and together > 0


@pytest.mark.evaluates("eq-collapse", "eq-price-of-leaves", "eq-weakest-link", "thm-weakest-link")
@pytest.mark.decides("lecture/pruning-ratio", "partly")
def test_the_ratio_is_the_penalty_at_which_the_collapsed_tree_is_as_good():
    """Erratum E18: divided by |L| - 1, the number of leaves that are saved."""
    for root in small_trees():
        whole = leaves(root)
        ratio = (root.cost - sum(leaf.cost for leaf in whole)) / (len(whole) - 1)
        for any_price in (Fraction(0), Fraction(1, 3), ratio, Fraction(5)):
            change = price({root}, any_price) - price(whole, any_price)
            assert change == (ratio - any_price) * (len(whole) - 1)
        assert len(whole) - 1 == len(alive(root))


@pytest.mark.decides("lecture/grown-until-it-fits", "partly")
def test_a_tree_fits_the_sample_unless_equal_inputs_have_different_labels():
    X = np.array([[0.0], [0.0], [1.0]])
    assert sum(leaf.cost for leaf in leaves(grown(X, np.array([0, 1, 1]), 2))) > 0
    assert all(leaf.cost == 0 for root in small_trees() for leaf in leaves(root))
