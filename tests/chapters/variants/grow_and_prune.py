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


def middles(x, values=np.unique):
    """Thresholds between the different values of a feature."""
    v = values(x)
    return (v[:-1] + v[1:]) / 2


def searched(X, y, thresholds=middles, least=-1.0, last=False):
    """The search, with parts that a reader may get wrong."""
    best, top = (-1, -1, 0), least
    for j in range(X.shape[1]):
        for t in thresholds(X[:, j]):
            yes = X[:, j] <= t
            gain = (total_gini(y) - sum(total_gini(part) for part in (y[yes], y[~yes]) if len(part))) / len(y)
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


def by_rule(left, right, totals, price, n=0, *, collapse=lambda alone, G, near, twig: alone <= G):
    """A recursion that collapses by the costs of a leaf, its subtree and its children, and if these are leaves."""
    alone, children = totals[n] + price, (left[n], right[n])
    if left[n] < 0:
        return alone, 1
    G, size = map(sum, zip(*(by_rule(left, right, totals, price, child, collapse=collapse) for child in children)))
    near, twig = sum(totals[child] + price for child in children), all(left[child] < 0 for child in children)
    return (alone, 1) if collapse(alone, G, near, twig) else (G, size)


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
        },
    ),
    "best_split": Answers(
        [lambda X, y: searched(X, y), by_sorting],
        {
            "demands a gain": lambda X, y: searched(X, y, least=0.0),
            "looks at the first feature alone": lambda X, y: searched(X[:, :1], y),
            "finds a split between equal values": lambda X, y: searched(X, y, lambda x: middles(x, np.sort)),
            "of equal gains takes the smallest threshold of all features": lambda X, y: of_features(
                X, y, lambda one: one[2]
            ),
            "of equal gains takes the first feature, but its largest threshold": lambda X, y: of_features(
                X, y, lambda one: one[1], last=True
            ),
        },
    ),
    "best_subtree": Answers(
        [by_least_pair, lambda *tree: by_rule(*tree)],
        {
            "collapses from the top, looking one level down": lambda *tree: by_rule(
                *tree, collapse=lambda alone, G, near, twig: alone <= near
            ),
            "keeps the larger tree on a tie": lambda *tree: by_rule(*tree, collapse=lambda alone, G, *_: alone < G),
            "forgets the price": lambda left, right, totals, price: by_rule(left, right, totals, 0),
            "chooses between the whole tree and its root": lambda *tree: min(
                (tree[2][0] + tree[3], 1), by_rule(*tree, collapse=lambda *_: False)
            ),
            "collapses only above leaves": lambda *tree: by_rule(*tree, collapse=lambda a, G, _, twig: twig and a <= G),
        },
    ),
}
