"""What readers may write for the stubs of the lab "Grow a decision tree, then prune it"."""

import numpy as np
from scipy.stats import entropy

from tests.chapters.variants import Answers


def impurity(s, kind):
    return {"errors": 1 - s.max(), "gini": 1 - s @ s, "entropy": entropy(s)}[kind]


def by_loops(s, kind):
    if kind == "errors":
        return sum(s) - max(s)
    if kind == "gini":
        return sum(a * b for i, a in enumerate(s) for j, b in enumerate(s) if i != j)
    return sum(-a * np.log(a) for a in s if a > 0)


def without_care(s, kind):
    with np.errstate(divide="ignore", invalid="ignore"):
        return -(s * np.log(s)).sum() if kind == "entropy" else impurity(s, kind)


def total_gini(y):
    """|n| times the Gini impurity of labels."""
    return len(y) - (np.bincount(y) ** 2).sum() / len(y)


def total_entropy(y):
    return len(y) * entropy(np.bincount(y))


def middles(x):
    """Thresholds between the different values of a feature."""
    v = np.unique(x)
    return (v[:-1] + v[1:]) / 2


def between_rows(x):
    v = np.sort(x)
    return (v[:-1] + v[1:]) / 2


def searched(X, y, thresholds=middles, total=total_gini, mean=True, least=-1.0, last=False):
    """The search, with parts that a reader may get wrong."""
    best, top = (-1, -1, 0), least
    for j in range(X.shape[1]):
        for t in thresholds(X[:, j]):
            yes = X[:, j] <= t
            gain = (total(y) - sum(total(part) for part in (y[yes], y[~yes]) if len(part))) / (len(y) if mean else 1)
            if gain > top + 1e-9 or (last and gain > top - 1e-9):
                best, top = (gain, j, t), gain
    return best


def by_sorting(X, y):
    found, hot = [], np.eye(y.max() + 1)[y]
    for j, x in enumerate(X.T):
        order = np.argsort(x, kind="stable")
        x, left = x[order], hot[order].cumsum(axis=0)
        for k in np.flatnonzero(np.diff(x)):
            a, b, both = left[k], left[-1] - left[k], left[-1]
            kept = (a @ a) / a.sum() + (b @ b) / b.sum() - (both @ both) / len(y)
            found.append((round(kept / len(y), 10), -j, -(x[k] + x[k + 1]) / 2))
    best, j, t = max(found, default=(-1, 1, 0))
    return best, -j, -t


def of_features(X, y, order, last=False):
    """The best gain of each feature, and among equal ones the first in an order."""
    found = [(gain, j, t) for j in range(X.shape[1]) for gain, _, t in [searched(X[:, [j]], y, last=last)]]
    top = max(gain for gain, _, _ in found)
    return min((one for one in found if one[0] > top - 1e-9), key=order) if top >= 0 else (-1, -1, 0)


def by_least_pair(left, right, totals, price, n=0):
    alone = (totals[n] + price, 1)
    if left[n] < 0:
        return alone
    below = [by_least_pair(left, right, totals, price, c) for c in (left[n], right[n])]
    return min(alone, tuple(map(sum, zip(*below))))


def by_rule(left, right, totals, price, n=0, *, collapse=lambda alone, G, size: alone <= G, inner=0):
    """A recursion that collapses by a rule of a leaf's cost and those of its subtree; inner nodes may have a price."""
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [by_rule(left, right, totals, price, c, collapse=collapse, inner=inner) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if collapse(alone, G + inner * price, size) else (G + inner * price, size)


def top_down(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0 or alone <= totals[left[n]] + totals[right[n]] + 2 * price:
        return alone, 1
    parts = [top_down(left, right, totals, price, c) for c in (left[n], right[n])]
    return tuple(map(sum, zip(*parts)))


def never(*tree):
    return by_rule(*tree, collapse=lambda alone, G, size: False)


def twigs_only(left, right, totals, price, n=0):
    alone = totals[n] + price
    if left[n] < 0:
        return alone, 1
    parts = [twigs_only(left, right, totals, price, c) for c in (left[n], right[n])]
    G, size = map(sum, zip(*parts))
    return (alone, 1) if left[left[n]] < 0 and left[right[n]] < 0 and alone <= G else (G, size)


STUBS = {
    "impurity": Answers(
        [impurity, by_loops],
        {
            "takes the second largest share for the errors": lambda s, kind: (
                sorted(s)[-2] if kind == "errors" else impurity(s, kind)
            ),
            "takes logarithms of base two": lambda s, kind: impurity(s, kind) / (np.log(2) if kind == "entropy" else 1),
            "lets 0 log 0 be no number": without_care,
            "gives the purity, not the Gini impurity": lambda s, kind: s @ s if kind == "gini" else impurity(s, kind),
            "forgets the sign of the entropy": lambda s, kind: impurity(s, kind) * (-1 if kind == "entropy" else 1),
        },
    ),
    "best_split": Answers(
        [lambda X, y: searched(X, y), by_sorting],
        {
            "demands a gain": lambda X, y: searched(X, y, least=0.0),
            "takes the last of equal gains": lambda X, y: searched(X, y, last=True),
            "takes the values themselves as thresholds": lambda X, y: searched(X, y, lambda x: np.unique(x)[:-1]),
            "forgets to divide by the size of the node": lambda X, y: searched(X, y, mean=False),
            "looks at the first feature alone": lambda X, y: searched(X[:, :1], y),
            "finds a split between equal values": lambda X, y: searched(X, y, between_rows),
            "measures the entropy": lambda X, y: searched(X, y, total=total_entropy),
            "of equal gains takes the smallest threshold of all features": lambda X, y: of_features(
                X, y, lambda one: one[2]
            ),
            "of equal gains takes the first feature, but its largest threshold": lambda X, y: of_features(
                X, y, lambda one: one[1], last=True
            ),
            "knows two classes only: class 0 and the rest": lambda X, y: searched(X, np.minimum(y, 1)),
        },
    ),
    "best_subtree": Answers(
        [by_least_pair, lambda *tree: by_rule(*tree)],
        {
            "collapses from the top, looking one level down": top_down,
            "keeps the larger tree on a tie": lambda *tree: by_rule(*tree, collapse=lambda alone, G, size: alone < G),
            "never collapses": never,
            "lets inner nodes cost their price as well": lambda *tree: by_rule(*tree, inner=1),
            "counts the nodes that are left, not the leaves": lambda *tree: np.array(by_rule(*tree)) * [1, 2] - [0, 1],
            "chooses between the whole tree and its root": lambda *tree: min((tree[2][0] + tree[3], 1), never(*tree)),
            "collapses only nodes whose children are leaves of the grown tree": twigs_only,
        },
    ),
}
