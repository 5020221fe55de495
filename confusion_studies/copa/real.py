"""The same comparison on real imbalanced data: ten stratified half splits of car, nursery and a cut of optdigits.

C is chosen inside the learning half (a stratified third of it held out) by the norm, or by the accuracy, as the
column `criterion` says; features are standardised on the learning half.
"""

from functools import lru_cache

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

from confusion.datasets import imbalanced_cut
from confusion_studies.copa.models import MODELS, choose_C, fitted, scores
from confusion_studies.data import load_car, load_nursery, load_optdigits

NAME = "copa_real"
KEY = ("data", "model", "split")
ROW_KEY = ("criterion",)
ROWS = 660

SPLITS = range(10)
DATA = ("car", "nursery", "optdigits, cut")
#: examples kept of each digit: a geometric fall from 500 to 25
CUT = tuple(int(round(500 * (25 / 500) ** (k / 9))) for k in range(10))


@lru_cache(maxsize=1)
def load(name):
    """X, y of one of the three sets."""
    if name == "optdigits, cut":
        digits = load_optdigits()
        return imbalanced_cut(digits.data, digits.target, dict(enumerate(CUT)), random_state=0)
    data = {"car": load_car, "nursery": load_nursery}[name]()
    X, y = data.data, data.target
    # nursery's class "recommend" has two examples: one to learn from and one to be tested on is no estimate.
    labels, counts = np.unique(y, return_counts=True)
    keep = np.isin(y, labels[counts >= 10])
    return X[keep], y[keep]


def tasks():
    """One task per data set, model and split."""
    return [{"data": d, "model": m, "split": s} for d in DATA for m in MODELS for s in SPLITS]


def run(task):
    """Two rows: the measures on the test half, C chosen by the norm and by the accuracy."""
    X, y = load(task["data"])
    name, split = task["model"], task["split"]
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=split)
    scaler = StandardScaler().fit(X_train)
    X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)
    inner = train_test_split(X_train, y_train, test_size=1 / 3, stratify=y_train, random_state=split)
    rows = []
    for criterion in ("norm", "accuracy"):
        C = choose_C(name, (inner[0], inner[2]), (inner[1], inner[3]), split, criterion)
        answer = fitted(name, C, split, X_train, y_train).predict(X_test)
        rows.append({**task, "criterion": criterion, "C": C, **scores(y_test, answer)})
    return rows
