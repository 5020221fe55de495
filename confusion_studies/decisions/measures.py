"""What rules after training reach by three measures: five laws of four classes, three of them rare.

A law has normal classes with means of its own, so that logistic regression is the right model.  It is fitted to 2,000
examples of each sample; a rule sees its out-of-fold probabilities, and is tested on 20,000 examples.
"""

from itertools import product

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

from confusion import ConfusionNormClassifier, PriorShiftClassifier, TunedDecisionClassifier
from confusion._core.labels import pair_counts
from confusion._core.sampling import measures

NAME = "tuned_measures"
KEY = ("law", "sample")
ROW_KEY = ("rule",)
ROWS = 180

LAWS, SAMPLES = 5, 6
SHARES = (0.80, 0.12, 0.06, 0.02)
LEARN, TEST, FEATURES = 2000, 20_000, 5
#: Of each of the three rare classes, that of the first being 1.
WEIGHTS = np.geomspace(1, 40, 12)
MEASURES = ("macro_f1", "balanced_error", "mcc")


def tasks():
    """One task per sample of a law."""
    return [{"law": law, "sample": sample} for law, sample in product(range(LAWS), range(SAMPLES))]


def drawn(law, sample, n):
    """Independent examples of a law."""
    means = np.random.default_rng([2, law]).normal(scale=0.9, size=(len(SHARES), FEATURES))
    rng = np.random.default_rng([3, law, sample, n])
    y = rng.choice(len(SHARES), n, p=SHARES)
    return means[y] + rng.normal(size=(n, FEATURES)), y


def measured(y, predicted):
    """Every measure of predictions."""
    return measures(pair_counts(y, predicted, len(SHARES)))


def searched(P, y):
    """The class weights of a grid whose predictions have the largest macro-F1."""
    grid = [np.array([1.0, *weights]) for weights in product(WEIGHTS, repeat=len(SHARES) - 1)]
    return max(grid, key=lambda weights: measured(y, (P * weights).argmax(axis=1))["macro_f1"])


def rules(X, y):
    """name -> a function from features to predictions; all of one fit."""
    model = LogisticRegression(max_iter=1000)
    weights = searched(cross_val_predict(model, X, y, method="predict_proba"), y)
    plain = model.fit(X, y)
    return {
        "largest probability": plain.predict,
        "shift": PriorShiftClassifier(FrozenEstimator(plain)).fit(X, y).predict,
        "least norm": ConfusionNormClassifier(model).fit(X, y).predict,
        "grid of class weights": lambda new: (plain.predict_proba(new) * weights).argmax(axis=1),
        "tuned, macro-F1": TunedDecisionClassifier(model, "macro_f1").fit(X, y).predict,
        "tuned, MCC": TunedDecisionClassifier(model, "mcc").fit(X, y).predict,
    }


def run(task):
    """Three measures of each rule on new examples."""
    found, (X, y) = rules(*drawn(**task, n=LEARN)), drawn(**task, n=TEST)
    values = {name: measured(y, predict(X)) for name, predict in found.items()}
    return [{**task, "rule": name} | {one: float(of[one]) for one in MEASURES} for name, of in values.items()]
