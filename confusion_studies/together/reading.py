"""What the stored run of :mod:`.today` says: rivals by name, and their pooled matrices."""

from functools import cache

import numpy as np

from confusion_studies import load_results
from confusion_studies.together.today import measures

#: how a page calls a (family, rival)
NAMES = {
    ("logistic", "argmax"): "logistic",
    ("logistic", "shift"): "logistic, shift",
    ("logistic", "noise costs"): "logistic, noise costs",
    ("logistic", "noise costs, shift"): "logistic, noise costs, shift",
    ("logistic, weights", "weights"): "logistic, weights",
    ("logistic, recalibrated", "recalibrated, shift"): "logistic, recalibrated, shift",
    ("logistic, norm", "norm"): "logistic, least norm",
    ("logistic, tuned", "tuned"): "logistic, tuned",
    ("forest", "argmax"): "forest",
    ("forest", "shift"): "forest, shift",
    ("forest, weights", "weights"): "forest, weights",
    ("gradient boosting", "argmax"): "gradient boosting",
    ("gradient boosting", "shift"): "gradient boosting, shift",
    ("gradient boosting, weights", "weights"): "gradient boosting, weights",
    ("AdaBoost.MM", "argmax"): "AdaBoost.MM",
    ("AdaBoost.MM", "shift"): "AdaBoost.MM, shift",
    ("CoMBo", "CoMBo"): "CoMBo",
    ("COPA", "COPA"): "COPA",
    ("forward, T known", "forward"): "forward",
    ("forward, T known", "forward, shift"): "forward, shift",
    ("forward, T estimated", "forward"): "forward, T estimated",
    ("forward, T estimated", "forward, shift"): "forward, T estimated, shift",
    ("UMA", "UMA"): "UMA",
    ("cleanlab", "cleanlab"): "confident learning",
}
MEASURES = ("error", "balanced_error", "worst_error", "norm")


@cache
def rivals():
    """{(data, noise): {name: {measure: values of the folds; "counts": their matrices, shape (10, Q, Q)}}}."""
    found = {}
    for row in load_results("today"):
        here = found.setdefault((row["data"], row["noise"]), {})
        rival = here.setdefault(NAMES[row["family"], row["rival"]], {})
        flat = np.array(row["counts"].split(), dtype=int)
        side = round(len(flat) ** 0.5)
        for what in (*MEASURES, "seconds", "value"):
            rival.setdefault(what, []).append(row[what])
        rival.setdefault("counts", []).append(flat.reshape(side, side))
    return {where: {name: {k: np.array(v) for k, v in rival.items()} for name, rival in here.items()}
            for where, here in found.items()}  # fmt: skip


def pooled(rival):
    """The measures of the matrix of all folds together."""
    return measures(rival["counts"].sum(axis=0))
