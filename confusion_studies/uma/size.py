"""Figures 3 and 4 of the UMA paper: error against the size of S_conf, with m = 20 and m = 70 on the stand-in.

15 runs of the digits, as in the paper, ten of the stand-in, and for their cost five of letter, at four shares; family
"S3VM" has the options of `uma_real`.  In one run S_conf grows: a smaller one is part of a larger one, and g, y and the
first m Q labels stay as they are.
"""

from confusion_studies.uma import competitors as learners
from confusion_studies.uma.protocol import draw, features

NAME = "uma_size"
KEY = ("data", "m", "family", "run", "share")
ROW_KEY = ("model", "labels")
ROWS = 2050
#: the one of f_y and f_conf
PERCEPTRON = {"perceptron": learners.PERCEPTRONS["perceptron"]}

SHARES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)

FEW = (0.005, 0.02, 0.1, 0.5)

#: (data, m, family): runs, shares
PLANS = {
    ("digits", 10, "cheap"): (15, SHARES),
    ("digits", 10, "S3VM"): (15, SHARES),
    ("stand-in", 20, "cheap"): (10, SHARES),
    ("stand-in", 70, "cheap"): (10, SHARES),
    ("stand-in", 20, "S3VM"): (10, SHARES),
    ("letter", 50, "cheap"): (5, FEW),
    ("letter", 50, "S3VM"): (5, FEW),
}


def tasks():
    """One task per data set, m, family, run and share of S in S_conf."""
    return [
        {"data": data, "m": m, "family": family, "run": run, "share": share}
        for (data, m, family), (runs, shares) in PLANS.items()
        for run in range(runs)
        for share in shares
    ]


def run(task):
    """One row per learner of the family: UMA, g, f_y, f_conf, the perceptron and linear SVM on all labels bought."""
    sample = draw(features(task["data"], task["run"]), task["m"], task["run"], task["share"])
    if task["family"] == "S3VM":
        return learners.rows(task, sample, learners.s3vm(sample, "S_conf"))
    found = [
        *learners.uma(sample, "UMA, error", sample.C),
        *learners.g(sample),
        *learners.fitted(sample, PERCEPTRON, "g", "S_conf", "bought"),
        *learners.fitted(sample, learners.LINEAR_SVM, "S_conf", "bought"),
    ]
    return learners.rows(task, sample, found)
