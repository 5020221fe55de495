"""Figures 3 and 4 of the UMA paper: error against the size of S_conf, with m = 20 and m = 70 on the stand-in.

15 runs in the paper; here as many as `PLANS` says, for S3VM (family "S3VM", options of `uma_real`, not on letter) and
letter are slow.  In one run S_conf grows: a smaller one is part of a larger one, and g, y and the first m Q labels stay
as they are.
"""

from confusion_studies.uma import competitors as learners
from confusion_studies.uma.protocol import draw, features

NAME = "uma_size"
KEY = ("data", "m", "family", "run", "share")
ROW_KEY = ("model", "labels")
ROWS = 861
cost = learners.cost

SHARES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)

#: (data, m, family): runs
PLANS = {
    ("stand-in", 20, "cheap"): 3,
    ("stand-in", 70, "cheap"): 3,
    ("digits", 10, "cheap"): 5,
    ("letter", 50, "cheap"): 1,
    ("stand-in", 20, "S3VM"): 1,
    ("digits", 10, "S3VM"): 2,
}


def tasks():
    """One task per data set, m, family, run and share of S in S_conf."""
    return [
        {"data": data, "m": m, "family": family, "run": run, "share": share}
        for run in range(max(PLANS.values()))
        for (data, m, family), runs in PLANS.items()
        for share in SHARES
        if run < runs
    ]


def run(task):
    """One row per learner of the family: UMA, f_y, f_conf, the perceptron and linear SVM on all labels bought."""
    sample = draw(features(task["data"], task["run"]), task["m"], task["run"], task["share"])
    if task["family"] == "S3VM":
        return learners.rows(task, sample, learners.s3vm(sample, "S_conf"))
    found = [
        *learners.uma(sample, "UMA, error", sample.C),
        *learners.g(sample),
        *learners.fitted(sample, learners.PERCEPTRONS, "g", "S_conf", "bought"),
        *learners.fitted(sample, learners.LINEAR_SVM, "S_conf", "bought"),
    ]
    return learners.rows(task, sample, found)
