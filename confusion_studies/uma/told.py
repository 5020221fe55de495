"""Figure 1b of Louche and Ralaivola (2015): UMA given a wrong matrix of the family, where labels are drawn from M.

Each C_i of the family Omega(I + iN), i = 0..20, is given to UMA in the place of M; `fed` is i/10, so that M is 1 and
the approximation factor is rho = 1 - `fed`.  Laws, base reading and number of updates are those of
:mod:`confusion_studies.uma.toy`; the largest samples are told fewer matrices.

A row is one run with one given matrix: unnormalised Frobenius norm of the error matrix and misclassification rate on
10,000 test points with true labels, and the updates made.  The perceptron, averaged, takes no matrix and is the same in
all rows of a run.
"""

from confusion.noise.families import noise_family, random_noise_matrix
from confusion.noise.labels import corrupt_labels
from confusion_studies.uma.toy import CLASSES, READINGS, RUNS, columns_of, drawn, given, measures, row_of

NAME = "uma_told"
KEY = ("case", "n", "run")
ROW_KEY = ("fed",)
ROWS = 1410

#: i/10, and the fewer ones of large samples; the last are the three printed ones and none
FED = tuple(k / 10 for k in range(21))
FEWER = {10_000: (0.0, 0.3, 0.6, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.7, 2.0), 100_000: (0.0, 0.5, 1.0, 1.5)}

#: (reading, n): the base reading at five sizes, and what changes one thing of it
FIGURE = [("geometric margin", n) for n in (300, 1000, 3000, 10_000, 100_000)]
FIGURE += [(reading, 1000) for reading in ("as printed", "no class empty", "rows untransposed")]

METHODS = ("UMA", "UMA, last", "mass", "perceptron")
COLUMNS = columns_of(METHODS)


def tasks():
    """One task per reading, size of the sample and run."""
    return [{"case": case, "n": n, "run": r} for case, n in FIGURE for r in RUNS]


def told(n):
    """The levels of the given matrices at a size of the sample."""
    return FEWER.get(n, FED)


def run(task, fed=None):
    """One row per given matrix."""
    n, r, reading = task["n"], task["run"], READINGS[task["case"]]
    _, (X, t), test = drawn(r, reading, n)
    M = random_noise_matrix(len(CLASSES), random_state=3000 + r)
    y = corrupt_labels(t, noise_family(M, 10), random_state=100 * r + 60, classes=CLASSES)
    perceptron = measures(["perceptron"], None, (X, y), test)
    methods = ["UMA", "UMA, last", *(["mass"] if task["case"] == "geometric margin" and n <= 1000 else [])]
    rows = []
    for level in fed or told(n):
        C = given(noise_family(M, 10 * level), reading.get("rows", False))
        measured = measures(methods, C, (X, y), test)
        rows.append(row_of({**task, "fed": level}, perceptron | measured, COLUMNS))
    return rows
