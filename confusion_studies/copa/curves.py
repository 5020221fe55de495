"""Norm and accuracy against C: COPA's three scalings on one grid, beside rules that have no C to choose.

The weight of an example is divided by a power of its class's count T: 0, 1 or 2 in the scalings.  For logistic
regression, with scikit-learn's default C, the powers from 0 (plain) over 1 (balanced) to 1.2 are a grid of their own.

A cell is a shift of the whole distribution of the simulation and a rate of uniform label noise in the learning half.
Every value is a mean over samples 1 to 10, measured exactly on the distribution, so nothing here is a choice of C.
`above` is the norm less that of the class means on the same sample, `above_se` the standard error of its mean.
"""

import numpy as np

from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm, risk
from confusion_studies.copa.models import fitted
from confusion_studies.copa.sweep import SAMPLES, SHIFTS, noisy_sample

NAME = "copa_curves"
KEY = ("shift", "noise", "model")
ROW_KEY = ("C", "power")
ROWS = 9 * (3 * 49 + 25 + 2)

NOISES = (0.0, 0.1, 0.3)
GRID = 10.0 ** np.arange(-4, 8.1, 0.25)
POWERS = np.arange(25) / 20
SCALINGS = ("COPA", "COPA, C/T", "COPA, C/T²")
BASELINES = ("logistic", "class means", "nearest mean")


def tasks():
    """One task per shift, rate of noise and model."""
    models = (*SCALINGS, *BASELINES)
    return [{"shift": s, "noise": e, "model": m} for s in SHIFTS for e in NOISES for m in models]


def grid_of(model):
    """(C, power) of each row of a model."""
    if model in SCALINGS:
        return [(float(C), SCALINGS.index(model)) for C in GRID]
    return [(1.0, float(power)) for power in POWERS] if model == "logistic" else [(1.0, 0)]


def law_of(shift):
    """The distribution of the simulation, moved."""
    return ThreeGaussians(centers=ThreeGaussians().centers + SHIFTS[shift])


def measure(law, name, value, noise):
    """Exact norm and accuracy on each sample, shape (samples, 2)."""
    found = []
    for sample in SAMPLES:
        train, _ = noisy_sample(law, noise, sample)
        model = fitted(name, value, sample, *train)
        exact = law.confusion(model.coef_, intercept=model.intercept_)
        found.append((operator_norm(exact), 1 - risk(exact, law.weights)))
    return np.array(found)


def run(task, grid=None):
    """The rows of a model in a cell: one for each (C, power) of `grid`, by default all."""
    law, noise, rows = law_of(task["shift"]), task["noise"], []
    means = measure(law, "class means", 1.0, noise)[:, 0]
    for C, power in grid_of(task["model"]) if grid is None else grid:
        logistic = task["model"] == "logistic"
        name, value = ("logistic, powers", power) if logistic else (task["model"], C)
        norm, accuracy = measure(law, name, value, noise).T
        above = norm - means
        rows.append({
            **task, "C": C, "power": power, "norm": norm.mean(), "norm_sd": norm.std(), "accuracy": accuracy.mean(),
            "above": above.mean(), "above_se": above.std(ddof=1) / np.sqrt(len(above)),
        })  # fmt: skip
    return rows
