"""What the stored runs of CoMBo say: means over folds, differences and which of them are clear.

A model is a dict from measure to the array of its values, fold by fold.  A difference of two models on the same folds
is clear if it is larger than its standard error, corrected after Nadeau and Bengio, times the quantile .975 of
Student's t with k - 1 degrees of freedom: 2.26 for ten folds.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import t as student

from confusion.metrics import fold_difference
from confusion_studies.combo.table import DATA, DEPTHS

#: how the votes are made and read, by algorithm and shift
NAMES = {("AdaBoost.MM", 0): "AdaBoost.MM", ("AdaBoost.MM", 0.5): "shift 1/2", ("AdaBoost.MM", 1): "shift 1",
         ("CoMBo", 0): "CoMBo"}  # fmt: skip
UNEVEN, EVEN = list(DATA)[:5], list(DATA)[5:]
MEASURES = ("norm", "error")


class Difference(NamedTuple):
    """Mean difference over folds, its corrected standard error, and -1, 0 or 1: clearly lower, not clear, higher."""

    mean: float
    error: float
    clear: int


def models_of(rows, key):
    """Models of the rows of single folds, in the order of the folds, by ``key(row)``; numbers only."""
    found = {}
    for row in rows:
        if row["fold"] >= 0:
            model = found.setdefault(key(row), {})
            for name, value in row.items():
                if isinstance(value, int | float):
                    model.setdefault(name, []).append(value)
    return {name: {measure: np.array(values) for measure, values in model.items()} for name, model in found.items()}


def table_models(rows):
    """Models of `combo_table` by (data, step, depth, name), names of `NAMES`."""
    return models_of(rows, lambda r: (r["data"], r["step"], r["depth"], NAMES[r["algorithm"], r["shift"]]))


def rival_models(rows):
    """Models of `combo_rivals` by (data, depth, model); the depth is "" where a model has none."""
    return models_of(rows, lambda r: (r["data"], r["depth"], r["model"]))


def acml_models(rows):
    """Models of `combo_acml`, folds of all runs together, by (data, tree, depth, name)."""
    return models_of(rows, lambda r: (r["data"], r["tree"], r["depth"], NAMES[r["algorithm"], r["shift"]]))


def resampled_models(rows):
    """Models of `combo_resampled`, folds of all runs together, by (data, tree, algorithm)."""
    return models_of(rows, lambda r: (r["data"], r["tree"], r["algorithm"]))


def difference(one, other, measure, test_share=0.1):
    """How far the model `one` is above the model `other` in a measure, a :class:`Difference`."""
    mean, error = fold_difference(one[measure], other[measure], test_share)
    clear = abs(mean) > student.ppf(0.975, len(one[measure]) - 1) * error
    return Difference(mean, error, int(np.sign(mean)) if clear else 0)


def in_both(one, other):
    """-1 if the mean norm and the mean error of `one` are at most those of `other`, 1 if both are larger, else 0."""
    signs = {np.sign(one[measure].mean() - other[measure].mean()) for measure in MEASURES}
    return 1 if signs == {1} else -1 if 1 not in signs else 0


def point(model):
    """Mean norm and mean error of a model, (norm, error)."""
    return tuple(float(model[measure].mean()) for measure in MEASURES)


def count_in_both(models, rivals, model, *, step, name="CoMBo", sets=tuple(DATA)):
    """(Depth, sets on which `name` is no worse in both measures, on which worse in both, sets compared), by depth.

    It is held against the rival `model` of the same depth, on the sets for which there is one.
    """
    found = []
    for depth in DEPTHS:
        there = [data for data in sets if (data, depth, model) in rivals]
        signs = [in_both(models[data, step, depth, name], rivals[data, depth, model]) for data in there]
        found.append((depth, signs.count(-1), signs.count(1), len(there)))
    return found


def against_print(models, printed, measure, *, tree, depth, column, name):
    """(Set, printed mean, printed deviation, our mean, our deviation, distance) for each set that is in `models`.

    `printed` is a table of :mod:`confusion_studies.combo.printed` by measure and set, `column` the place of the
    algorithm in its entries; `measure` may also be ``mauc_votes``, beside the printed MAUC.  The distance of the means
    is in the larger of the two standard deviations over folds; one of less than half a unit of the last digit counts as
    that much.
    """
    found = []
    for data, pairs in printed[measure.removesuffix("_votes")].items():
        if (data, tree, depth, name) in models:
            model, (mean, deviation) = models[data, tree, depth, name], pairs[column]
            values = 1 - model["error"] if measure == "accuracy" else model[measure]
            ours, spread = float(values.mean()), float(values.std(ddof=1))
            found.append((data, mean, deviation, ours, spread, (ours - mean) / max(deviation, spread, 0.0005)))
    return found
