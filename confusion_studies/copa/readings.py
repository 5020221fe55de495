"""The simulation of Ralaivola (2012), Section 4, under every reading that the text leaves open.

Sample 0 is the one on which C is chosen; samples 1 to 10 are those that are averaged.  Each holds 5000 points
of the three-Gaussian law, the first half for learning and the second for testing, and every algorithm makes 5
passes.  A row holds the counts of the 3 x 3 table of (true, predicted) on the test half, from which every measure
can be had, and the exact norm and accuracy of the classifier on the law itself.
"""

import itertools

import numpy as np
from sklearn.base import clone
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
_AS_PRINTED = {"epochs": 5, "shuffle": False}
MODELS = {
    "COPA": CopaClassifier(**_AS_PRINTED),
    "COPA, C/T": CopaClassifier(scaling="inverse-count", **_AS_PRINTED),
    "COPA, C/T²": CopaClassifier(scaling="inverse-count-squared", **_AS_PRINTED),
    "perceptron, max": UltraconservativePerceptron("max", **_AS_PRINTED),
    "perceptron, uniform": UltraconservativePerceptron("uniform", **_AS_PRINTED),
    "perceptron, one-vs-rest": SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, max_iter=5, tol=None, shuffle=False
    ),
    "max-hinge PA": UltraconservativePerceptron("max-hinge", **_AS_PRINTED),
}


def tasks():
    """One task per algorithm and sample."""
    return [{"sample": sample, "model": model} for model in MODELS for sample in SAMPLES]


def run(task, grid=GRID):
    """The rows of an algorithm on one sample: each reading with each C of `grid`, perceptrons with C = 1 alone."""
    law = ThreeGaussians()
    X, y = law.sample(5000, random_state=task["sample"])
    train, test = slice(0, 2500), slice(2500, None)
    perceptron = task["model"].startswith("perceptron")
    rows = []
    for average, intercept, C in itertools.product((True, False), (False, True), [1.0] if perceptron else grid):
        model = clone(MODELS[task["model"]]).set_params(average=average, fit_intercept=intercept)
        if not perceptron:
            model.set_params(C=float(C))
        model.fit(X[train], y[train])
        counts = pair_counts(y[test], model.predict(X[test]), 3).ravel()
        exact = law.confusion(model.coef_, intercept=model.intercept_ * np.ones(3))
        rows.append({
            **task, "average": int(average), "intercept": int(intercept), "C": float(C),
            **{f"n{p}{q}": int(counts[3 * p + q]) for p in range(3) for q in range(3)},
            "norm": operator_norm(exact), "accuracy": 1 - risk(exact, law.weights),
        })  # fmt: skip
    return rows
