"""How much the choice of C matters: C chosen on 20 samples, one after the other, as the simulation does on one.

The grid is that of :mod:`.curves`, whose table has what each C is worth on ten other samples.
"""

from confusion.datasets import ThreeGaussians
from confusion_studies.copa.curves import GRID, SCALINGS
from confusion_studies.copa.models import choose_C
from confusion_studies.copa.sweep import noisy_sample

NAME = "copa_choice"
KEY = ("model", "sample")
ROW_KEY = ("criterion",)
ROWS = 3 * 20 * 3

#: none of them among the samples that are averaged
SAMPLES = range(101, 121)
CRITERIA = ("norm", "balanced_error", "accuracy")


def tasks():
    """One task per scaling and sample."""
    return [{"model": m, "sample": s} for m in SCALINGS for s in SAMPLES]


def run(task):
    """The C chosen by each criterion, without label noise."""
    halves = noisy_sample(ThreeGaussians(), 0.0, task["sample"])
    choose = [(each, choose_C(task["model"], *halves, task["sample"], each, GRID)) for each in CRITERIA]
    return [{**task, "criterion": criterion, "C": C} for criterion, C in choose]
