"""UMA given a wrong noise matrix: a map of what errors of its level do.

Noise of one shape at a true level, UMA given the same shape at another level; level 0 is the identity.  The level is
the rate of wrong labels, or i/10 in the family Omega(I + iN).  Law, base reading and number of updates are those of
:mod:`confusion_studies.uma.toy`; Figure 1b of the paper, where all labels are noise, is
:mod:`confusion_studies.uma.told`.

A row is one run with one given matrix: unnormalised Frobenius norm of the error matrix and misclassification rate on
10,000 test points with true labels, and the updates made.  The perceptron, averaged, takes no matrix and is the same in
all rows of a run.  Samples of 30,000 are left out for their cost.
"""

from confusion.noise.families import noise_family, pair_flip_noise, random_noise_matrix, symmetric_noise
from confusion.noise.labels import corrupt_labels
from confusion_studies.uma.toy import CLASSES, READINGS, RUNS, columns_of, drawn, measures, row_of

NAME = "uma_wrong"
KEY = ("case", "n", "run", "true")
ROW_KEY = ("fed",)
ROWS = 3600

SHAPES = ("random family", "symmetric", "pair flip")
SIZES = (300, 3000)
TRUE = (0.15, 0.3, 0.45, 0.6, 0.75)
#: among them every true level, and none at which a shape is singular (symmetric: .9; pair flip of ten classes: .5)
FED = tuple(round(0.075 * k, 3) for k in range(12))
METHODS = ("UMA", "perceptron")
COLUMNS = columns_of(METHODS)


def tasks():
    """One task per shape, size of the sample, run and true level."""
    return [{"case": c, "n": n, "run": r, "true": level} for n in SIZES for c in SHAPES for r in RUNS for level in TRUE]


def matrix_of(case, level, run):
    """Noise matrix of a level, of one shape or else of the family, which has one random M for each run."""
    if case == "symmetric":
        return symmetric_noise(len(CLASSES), level)
    if case == "pair flip":
        return pair_flip_noise(len(CLASSES), level)
    return noise_family(random_noise_matrix(len(CLASSES), random_state=3000 + run), 10 * level)


def run(task, fed=None):
    """One row per given level."""
    case, n, r, true = (task[key] for key in KEY)
    _, (X, t), test = drawn(r, READINGS["geometric margin"], n)
    y = corrupt_labels(t, matrix_of(case, true, r), random_state=100 * r + 50 + round(10 * true), classes=CLASSES)
    perceptron = measures(["perceptron"], None, (X, y), test)
    rows = []
    for level in fed or FED:
        measured = measures(["UMA"], matrix_of(case, level, r), (X, y), test)
        rows.append(row_of({**task, "fed": level}, perceptron | measured, COLUMNS))
    return rows
