"""How often a rule near the floor prints COPA's pair, accuracy .85 and norm .10, by luck of the test samples.

The pair is an average over ten test halves of 2500 examples.  A rule's table of (true, predicted) on a test half is a
multinomial draw from its exact probabilities, so no points are needed.
"""

import numpy as np

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm

NAME = "copa_luck"
KEY = ("rule",)
ROW_KEY = ("norm", "digits")
ROWS = 8

RULES = ("floor", "balanced")
AVERAGES, HALVES, SIZE = 10_000, 10, 2500
#: what prints .85 and .10, as hundredths from below the one to below the other, by what was done with further digits
PRINTED = {"rounded": (84.5, 85.5, 9.5, 10.5), "cut": (85.0, 86.0, 10.0, 11.0)}


def tasks():
    """One task per rule: the one that reaches the floor, and the one of smallest balanced error."""
    return [{"rule": rule} for rule in RULES]


def draw(rule, averages=AVERAGES):
    """Accuracies and norms of so many averages of ten test halves; the norms by name of how they were averaged."""
    law = ThreeGaussians()
    costs = "balanced" if rule == "balanced" else attainable_norm(law, tol=1e-4).costs
    exact = law.confusion(lambda X: law.bayes_predict(X, costs=costs), zero_diagonal=False)
    joint = law.weights[:, None] * exact
    rng = np.random.RandomState(RULES.index(rule))  # which draws the same with every version, as default_rng does not
    counts = rng.multinomial(SIZE, joint.ravel(), size=(averages, HALVES)).reshape(averages, HALVES, 3, 3)
    accuracy = np.trace(counts, axis1=2, axis2=3).mean(axis=1) / SIZE
    matrices = counts / counts.sum(axis=3, keepdims=True) * (1 - np.eye(3))
    norms = {
        "mean of norms": np.linalg.norm(matrices, 2, axis=(2, 3)).mean(axis=1),
        "of the mean matrix": np.linalg.norm(matrices.mean(axis=1), 2, axis=(1, 2)),
    }
    return accuracy, norms


def run(task):
    """For each way of averaging and of shortening: the share of averages that print the norm, and the pair."""
    accuracy, norms = draw(task["rule"])
    rows = []
    for name, norm in norms.items():
        for digits, (low, high, least, most) in PRINTED.items():
            fits = (100 * norm >= least) & (100 * norm < most)
            both = fits & (100 * accuracy >= low) & (100 * accuracy < high)
            rows.append({**task, "norm": name, "digits": digits, "norm_share": fits.mean(), "pair_share": both.mean()})
    return rows
