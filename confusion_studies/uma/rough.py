"""How many labels the rough classifier needs: m against the noise of y, the singularity of C and UMA's error.

S_conf is 5 % of S.  On letter UMA itself is fitted in the first three runs only.
"""

from confusion_studies.uma import competitors as learners
from confusion_studies.uma.protocol import draw, features

NAME = "uma_rough"
KEY = ("data", "run", "m")
ROW_KEY = ("model",)
ROWS = 384
M = {
    "stand-in": (2, 5, 10, 20, 40, 70, 150),
    "digits": (1, 2, 5, 10, 20, 50, 100),
    "letter": (1, 2, 5, 10, 20, 30, 50, 100),
}
RUNS = 10
UMA_RUNS = {"letter": 3}


def tasks():
    """One task per data set, run and number m of labels per class."""
    return [{"data": data, "run": run, "m": m} for data, sizes in M.items() for run in range(RUNS) for m in sizes]


def run(task):
    """The rows of g and, where it is run, of UMA."""
    sample = draw(features(task["data"], task["run"]), task["m"], task["run"])
    with_uma = task["run"] < UMA_RUNS.get(task["data"], RUNS)
    found = [*learners.g(sample), *(learners.uma(sample, "UMA, error", sample.C) if with_uma else ())]
    return learners.rows(task, sample, found)
