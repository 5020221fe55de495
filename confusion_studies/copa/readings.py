"""The simulation of Ralaivola (2012), Section 4, under every reading that the text leaves open.

Sample 0 is the one on which C is chosen; samples 1 to 10 are those that are averaged.  Each holds 5000 points
of the three-Gaussian law, the first half for learning and the second for testing, and every algorithm makes 5
passes.  A row holds the counts of the 3 x 3 table of (true, predicted) on the test half, from which every measure
can be had, and the exact norm and accuracy of the classifier on the law itself.
"""

import numpy as np
from sklearn.linear_model import SGDClassifier

from confusion._core.labels import pair_counts
from confusion.copa.update import CopaClassifier
from confusion.datasets import ThreeGaussians
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import operator_norm, risk

NAME = "copa_readings"
KEY = ("sample", "model")
ROW_KEY = ("average", "intercept", "C")
ROWS = 4532

SAMPLES = range(11)
GRID = 10.0 ** np.arange(-4, 8.25, 0.5)
SCALINGS = {"COPA": None, "COPA, C/T": "inverse-count", "COPA, C/T²": "inverse-count-squared"}
MODELS = (*SCALINGS, "perceptron, max", "perceptron, uniform", "perceptron, one-vs-rest", "max-hinge PA")


def tasks():
    """One task per algorithm and sample."""
    return [{"sample": sample, "model": model} for model in MODELS for sample in SAMPLES]


def estimator(model, C, average, intercept):
    """The classifier of one reading; the order of the examples is that of the sample, as printed."""
    options = {"average": average, "fit_intercept": intercept, "shuffle": False, "epochs": 5}
    if model in SCALINGS:
        return CopaClassifier(C, SCALINGS[model], **options)
    if model == "perceptron, one-vs-rest":
        return SGDClassifier(
            loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, max_iter=5, tol=None,
            average=average, fit_intercept=intercept, shuffle=False,
        )  # fmt: skip
    return UltraconservativePerceptron({"perceptron, max": "max", "perceptron, uniform": "uniform"}.get(
        model, "max-hinge"), C, **options)  # fmt: skip


def part(task, rng):
    """Five values of C, under all four readings."""
    return {"grid": sorted(float(C) for C in rng.choice(GRID, size=5, replace=False))}


def run(task, grid=GRID):
    """The rows of an algorithm on one sample: each reading with each C of `grid`, perceptrons with C = 1 alone."""
    law = ThreeGaussians()
    X, y = law.sample(5000, random_state=task["sample"])
    train, test = slice(0, 2500), slice(2500, None)
    candidates = [1.0] if task["model"].startswith("perceptron") else grid
    rows = []
    for average in (True, False):
        for intercept in (False, True):
            for C in candidates:
                model = estimator(task["model"], float(C), average, intercept).fit(X[train], y[train])
                counts = pair_counts(y[test], model.predict(X[test]), 3).ravel()
                exact = law.confusion(model.coef_, intercept=model.intercept_ * np.ones(3))
                rows.append({
                    **task, "average": int(average), "intercept": int(intercept), "C": float(C),
                    **{f"n{p}{q}": int(counts[3 * p + q]) for p in range(3) for q in range(3)},
                    "norm": operator_norm(exact), "accuracy": 1 - risk(exact, law.weights),
                })  # fmt: skip
    return rows
