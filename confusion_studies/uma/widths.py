"""The kernel width, which the paper does not state, decides the rows of Table 1: the cheap learners at many widths.

gamma is `factor` times the median rule's.  `cv` is the error of a linear SVM by five-fold cross-validation on the
labels that were bought, the one rule besides the median that a learner without further labels could follow.
"""

import numpy as np
from sklearn.model_selection import cross_val_score
from sklearn.svm import LinearSVC

from confusion_studies.uma import competitors as learners
from confusion_studies.uma.protocol import DATA, draw, features

NAME = "uma_widths"
KEY = ("data", "factor", "run")
ROW_KEY = ("model", "labels")
ROWS = 1352
#: factors of gamma, and runs, of each data set
FACTORS = {"digits": (2.0 ** np.arange(-4, 6), 10), "letter": (4.0 ** np.arange(-1, 3), 1)}


def tasks():
    """One task per data set, factor of the width and run."""
    return [
        {"data": data, "factor": float(factor), "run": run}
        for data, (factors, runs) in FACTORS.items()
        for factor in factors
        for run in range(runs)
    ]


def run(task):
    """One row per learner, with the width and the error of cross-validation."""
    sample = draw(features(task["data"], task["run"], task["factor"]), DATA[task["data"]]["m"], task["run"])
    X, t = sample.data.X[sample.bought], sample.data.t[sample.bought]
    cv = 1 - cross_val_score(LinearSVC(random_state=0), X, t, cv=5).mean()
    found = [
        *learners.g(sample),
        *learners.fitted(sample, learners.PERCEPTRONS, "g", "S_conf", "bought", "all"),
        *learners.uma(sample, "UMA, error", sample.C),
        *learners.uma(sample, "UMA, C = I", None),
        *learners.fitted(sample, learners.LINEAR_SVM, "S_conf", "bought"),
    ]
    return [{**row, "gamma": sample.data.gamma, "cv": float(cv)} for row in learners.rows(task, sample, found)]
