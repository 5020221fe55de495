"""What readers may write for the stubs of the lab "Grow a decision tree, then prune it"."""

import numpy as np
from scipy.stats import entropy

from tests.chapters.variants import right, wrong


@right("impurity")
def by_libraries(s, kind):
    return {"errors": 1 - s.max(), "gini": 1 - s @ s, "entropy": entropy(s)}[kind]


@right("impurity")
def by_loops(s, kind):
    if kind == "errors":
        return sum(s) - max(s)
    if kind == "gini":
        return sum(a * b for i, a in enumerate(s) for j, b in enumerate(s) if i != j)
    return sum(-a * np.log(a) for a in s if a > 0)


@wrong("impurity", because="takes the second largest share for the errors")
def second_largest(s, kind):
    return sorted(s)[-2] if kind == "errors" else by_libraries.function(s, kind)


@wrong("impurity", because="takes 1 less the smallest positive share for the errors")
def smallest_positive(s, kind):
    return 1 - s[s > 0].min() if kind == "errors" else by_libraries.function(s, kind)


@wrong("impurity", because="takes logarithms of base two")
def in_bits(s, kind):
    return entropy(s, base=2) if kind == "entropy" else by_libraries.function(s, kind)


@wrong("impurity", because="lets 0 log 0 be no number")
def without_care(s, kind):
    with np.errstate(divide="ignore", invalid="ignore"):
        return -(s * np.log(s)).sum() if kind == "entropy" else by_libraries.function(s, kind)


@wrong("impurity", because="takes the two-class formula 2 s (1 - s)")
def two_classes(s, kind):
    return 2 * s[0] * (1 - s[0]) if kind == "gini" else by_libraries.function(s, kind)


def gini(y):
    """|n| times the Gini impurity of labels."""
    counts = np.bincount(y)
    return len(y) - (counts**2).sum() / max(len(y), 1)


def searched(
    X,
    y,
    thresholds=lambda v: (v[:-1] + v[1:]) / 2,
    worth=lambda g, m: g / m,
    floor=-1.0,
    last=False,
    below=np.less_equal,
):
    """The search, with parts that a reader may get wrong."""
    best = (-1, -1, 0)
    top = floor
    for j in range(X.shape[1]):
        for t in thresholds(np.unique(X[:, j])):
            yes = below(X[:, j], t)
            found = worth(gini(y) - gini(y[yes]) - gini(y[~yes]), len(y))
            if found > top + 1e-9 or (last and found > top - 1e-9):
                best, top = (found, j, t), found
    return best


@right("best_split")
def by_total_impurity(X, y):
    return searched(X, y)


@right("best_split")
def by_sorting(X, y):
    found, hot = [], np.eye(y.max() + 1)[y]
    for j, x in enumerate(X.T):
        order = np.argsort(x, kind="stable")
        x, left = x[order], hot[order].cumsum(axis=0)
        for k in np.flatnonzero(np.diff(x)):
            a, b, both = left[k], left[-1] - left[k], left[-1]
            kept = (a @ a) / a.sum() + (b @ b) / b.sum() - (both @ both) / len(y)
            found.append((round(kept / len(y), 10), -j, -(x[k] + x[k + 1]) / 2))
    if not found:
        return -1, -1, 0
    best, j, t = max(found)
    return best, -j, -t


@wrong("best_split", because="demands a gain")
def only_gains(X, y):
    return searched(X, y, floor=0.0)


@wrong("best_split", because="takes the last of equal gains")
def last_of_equal(X, y):
    return searched(X, y, last=True)


@wrong("best_split", because="takes the values themselves as thresholds")
def at_values(X, y):
    return searched(X, y, thresholds=lambda v: v[:-1])


@wrong("best_split", because="forgets to divide by the size of the node")
def total_gain(X, y):
    return searched(X, y, worth=lambda g, m: g)


@wrong("best_split", because="looks at the first feature alone")
def first_feature(X, y):
    return searched(X[:, :1], y)


@wrong("best_split", because="weighs both children alike")
def unweighted(X, y):
    best = (-1, -1, 0)
    for j in range(X.shape[1]):
        v = np.unique(X[:, j])
        for t in (v[:-1] + v[1:]) / 2:
            yes = X[:, j] <= t
            shares = [gini(part) / len(part) for part in (y, y[yes], y[~yes])]
            found = shares[0] - shares[1] / 2 - shares[2] / 2
            if found > best[0] + 1e-9:
                best = found, j, t
    return best


@wrong("best_split", because="finds a split between equal values")
def between_rows(X, y):
    def middles(x):
        x = np.sort(x)
        return (x[:-1] + x[1:]) / 2

    best = (-1, -1, 0)
    for j in range(X.shape[1]):
        for t in middles(X[:, j]):
            yes = X[:, j] <= t
            found = (gini(y) - gini(y[yes]) - gini(y[~yes])) / len(y)
            if found > best[0] + 1e-9:
                best = found, j, t
    return best


@right("best_subtree")
def by_least_pair(left, right, totals, price, n=0):
    alone = (totals[n] + price, 1)
    if left[n] < 0:
        return alone
    below = [by_least_pair.function(left, right, totals, price, c) for c in (left[n], right[n])]
    return min(alone, tuple(map(sum, zip(*below))))


@right("best_subtree")
def from_the_last_node(left, right, totals, price, n=0):
    G = [total + price for total in totals]
    size = [1] * len(totals)
    for k in reversed(range(len(totals))):  # children have higher numbers
        if left[k] >= 0 and G[left[k]] + G[right[k]] < G[k]:
            G[k], size[k] = G[left[k]] + G[right[k]], size[left[k]] + size[right[k]]
    return G[n], size[n]


def by_rule(left, right, totals, price, n, collapse):
    """A recursion that collapses by a rule of a leaf's cost and that of its subtree."""
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [by_rule(left, right, totals, price, c, collapse) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if collapse(alone, G) else (G, size)


@wrong("best_subtree", because="collapses from the top, looking one level down")
def top_down(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0 or alone <= totals[left[n]] + totals[right[n]] + 2 * price:
        return alone, 1
    parts = [top_down.function(left, right, totals, price, c) for c in (left[n], right[n])]
    return tuple(map(sum, zip(*parts)))


@wrong("best_subtree", because="keeps the larger tree on a tie")
def larger_on_ties(left, right, totals, price, n=0):
    return by_rule(left, right, totals, price, n, lambda alone, G: alone < G)


@wrong("best_subtree", because="never collapses")
def never(left, right, totals, price, n=0):
    return by_rule(left, right, totals, price, n, lambda alone, G: False)


@wrong("best_subtree", because="forgets the price of a collapsed node")
def free_nodes(left, right, totals, price, n=0):
    if left[n] < 0:
        return totals[n] + price, 1
    parts = [free_nodes.function(left, right, totals, price, c) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (totals[n], 1) if totals[n] <= G else (G, size)


@wrong("best_subtree", because="gives the impurity without the prices")
def without_prices(left, right, totals, price, n=0):
    G, size = by_rule(left, right, totals, price, n, lambda alone, G: alone <= G)
    return G - price * size, size


@right("impurity")
def in_one_table(s, kind):
    p = [q for q in s if q]
    return {"errors": 1 - max(p), "gini": 1 - sum(q**2 for q in p), "entropy": sum(q * np.log(1 / q) for q in p)}[kind]


@wrong("impurity", because="gives the purity instead of the Gini impurity")
def sum_of_squares(s, kind):
    return s @ s if kind == "gini" else by_libraries.function(s, kind)


@wrong("impurity", because="forgets the sign of the entropy")
def negative_entropy(s, kind):
    return -entropy(s) if kind == "entropy" else by_libraries.function(s, kind)


@wrong("impurity", because="adds a small number to each share before the logarithm")
def with_a_small_number(s, kind):
    return -(s * np.log(s + 1e-3)).sum() if kind == "entropy" else by_libraries.function(s, kind)


@right("best_split")
def by_counting_from_the_left(X, y):
    best, hot, m = (-1, -1, 0), np.eye(max(y) + 1)[y], len(y)

    def total(c):
        return c.sum() - c @ c / c.sum()

    for j in range(X.shape[1]):
        order = X[:, j].argsort()
        v, left = X[order, j], hot[order].cumsum(axis=0)
        for i in range(m - 1):
            if v[i] < v[i + 1]:
                found = (total(left[-1]) - total(left[i]) - total(left[-1] - left[i])) / m
                if found > best[0] + 1e-12:
                    best = found, j, (v[i] + v[i + 1]) / 2
    return best


@wrong("best_split", because="of equal gains takes the smallest threshold of all features")
def smallest_threshold(X, y):
    found = [searched(X[:, [j]], y) for j in range(X.shape[1])]
    top = max(gain for gain, _, _ in found)
    if top < 0:
        return -1, -1, 0
    t, j = min((t, j) for j, (gain, _, t) in enumerate(found) if gain > top - 1e-9)
    return top, j, t


@wrong("best_split", because="measures the entropy")
def by_entropy(X, y):
    best = (-1, -1, 0)
    for j in range(X.shape[1]):
        v = np.unique(X[:, j])
        for t in (v[:-1] + v[1:]) / 2:
            yes = X[:, j] <= t
            parts = [len(part) / len(y) * entropy(np.bincount(part)) for part in (y, y[yes], y[~yes])]
            found = parts[0] - parts[1] - parts[2]
            if found > best[0] + 1e-9:
                best = found, j, t
    return best


@wrong("best_split", because="stays with the first threshold of each feature")
def first_threshold(X, y):
    return searched(X, y, thresholds=lambda v: (v[:-1] + v[1:])[:1] / 2)


@right("best_subtree")
def by_cost_and_size_at_once(left, right, totals, price, n=0):
    options = [(totals[n] + price, 1)]
    if left[n] != -1:
        G, a = by_cost_and_size_at_once.function(left, right, totals, price, left[n])
        H, b = by_cost_and_size_at_once.function(left, right, totals, price, right[n])
        options.append((G + H, a + b))
    return min(options)


@wrong("best_subtree", because="lets inner nodes cost their price as well")
def a_price_for_each_node(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [a_price_for_each_node.function(left, right, totals, price, c) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if alone <= G + price else (G + price, size)


@wrong("best_subtree", because="counts the nodes that are left, not the leaves")
def number_of_nodes(left, right, totals, price, n=0):
    G, size = by_rule(left, right, totals, price, n, lambda alone, G: alone <= G)
    return G, 2 * size - 1


@wrong("best_subtree", because="compares the impurities without the prices")
def without_the_price_of_leaves(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [without_the_price_of_leaves.function(left, right, totals, price, c) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if totals[n] <= G - price * size else (G, size)


@wrong("best_subtree", because="always gives the tree of the root")
def of_the_root(left, right, totals, price, n=0):
    size = len(totals) // 2 + 1
    whole = sum(total for total, child in zip(totals, left) if child < 0) + size * price
    return min((totals[0] + price, 1), (whole, size))


@wrong("best_split", because="of equal gains takes the first feature, but its largest threshold")
def largest_threshold(X, y):
    found = [searched(X[:, [j]], y, last=True) for j in range(X.shape[1])]
    top = max(gain for gain, _, _ in found)
    return next((gain, j, t) for j, (gain, _, t) in enumerate(found) if gain > top - 1e-9) if top >= 0 else (-1, -1, 0)


@wrong("best_split", because="knows two classes only: class 0 and the rest")
def against_the_rest(X, y):
    return searched(X, np.minimum(y, 1))


@wrong("best_split", because="tries the middle of the range alone")
def middle_of_the_range(X, y):
    return searched(X, y, thresholds=lambda v: (v[:1] + v[-1:]) / 2 if len(v) > 1 else v[:0])


@wrong("best_subtree", because="chooses between the whole tree and its root")
def all_or_nothing(left, right, totals, price, n=0):
    alone = (totals[n] + price, 1)
    return min(alone, by_rule(left, right, totals, price, n, lambda alone, G: False))


@wrong("best_subtree", because="collapses only nodes whose children are leaves of the grown tree")
def twigs_only(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [twigs_only.function(left, right, totals, price, c) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if left[left[n]] < 0 and left[right[n]] < 0 and alone <= G else (G, size)
