"""How often the interval of a gain over the largest probability holds the true gain, at a level of 95 %.

On each law of :mod:`.measures` one rule is tuned for each of four measures, and classifies a million new examples.  So
many examples *are* the law from there on: their counts of (class, rule's prediction, likeliest class) give the true
gain exactly, and held-out samples are drawn from them with replacement.  A sample has the shares of the law
("stratified", as a split that keeps the shares has them), or its classes are drawn as well ("random").
"""

from itertools import product

import numpy as np
from sklearn.linear_model import LogisticRegression

from confusion import TunedDecisionClassifier
from confusion._core.sampling import difference, measures
from confusion_studies.coverage import drawn as of_rows
from confusion_studies.decisions.measures import LAWS, LEARN, SHARES, drawn

NAME = "gain_coverage"
KEY = ("law", "objective")
ROW_KEY = ("n", "sizes")
ROWS = 80

LEVEL, DRAWS = 0.95, 4000
OBJECTIVES = ("macro_f1", "mcc", "g_mean", "operator_norm")
SAMPLES = tuple(product((500, 2000), ("stratified", "random")))


def tasks():
    """One task per law and measure."""
    return [{"law": law, "objective": objective} for law, objective in product(range(LAWS), OBJECTIVES)]


def triples(law, objective, n=10**6):
    """Counts of (class, prediction by the tuned rule, likeliest class) of new examples."""
    K = len(SHARES)
    model = TunedDecisionClassifier(LogisticRegression(max_iter=1000), objective).fit(*drawn(law, 0, LEARN))
    X, y = drawn(law, 0, n)
    cell = (y * K + model.predict(X)) * K + model.estimator_.predict(X)
    return np.bincount(cell, minlength=K**3).reshape(K, K, K)


def gain_of(counts, objective):
    """A measure of the rule less that of the largest probability, from counts of triples."""
    return float(np.subtract(*(measures(counts.sum(axis=axis))[objective] for axis in (2, 1))))


def held_out(counts, n, sizes, draws, rng):
    """Counts of triples of samples; stratified ones have the shares of the classes among the counts, rounded."""
    parts = counts.reshape(1 if sizes == "random" else len(counts), -1) / counts.sum()
    shares = parts.sum(axis=1)
    return of_rows(parts / shares[:, None], (n * shares).round().astype(int), draws, rng).reshape(draws, *counts.shape)


def run(task, samples=SAMPLES):
    """How many intervals lie above the true gain and how many below, for each size of the held-out sample."""
    K, rows, counts = len(SHARES), [], triples(**task)
    true, cells = gain_of(counts, task["objective"]), np.indices(counts.shape).reshape(3, -1)
    for n, sizes in samples:
        rng = np.random.RandomState([n, sizes == "random"])
        labels = (cells.repeat(one.ravel(), axis=1) for one in held_out(counts, n, sizes, DRAWS, rng))
        found = [difference(*each, K, task["objective"], LEVEL, rng) for each in labels]
        value, low, high = np.array(found).T
        rows.append(
            {**task, "n": n, "sizes": sizes, "draws": DRAWS, "true": true, "mean": float(value.mean()),
             "above": float(np.mean(low > true)), "below": float(np.mean(high < true)),
             "length": float(np.mean(high - low))}
        )  # fmt: skip
    return rows
