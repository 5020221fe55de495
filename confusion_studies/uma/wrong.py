"""UMA given a wrong noise matrix: Figure 1b of Louche and Ralaivola (2015), and a map of what errors do to it.

Part "figure 1b": labels are drawn from M, and each C_i of the family Omega(I + iN), i = 0..20, is given to UMA in its
place; the approximation factor is rho = 1 - i/10, columns `true` = 1 and `fed` = i/10.

Part "levels": noise of one shape at a true level, UMA given the same shape at another level; level 0 is the identity.
The level is the rate of wrong labels, or i/10 in the family.

A row is one run with one given matrix: unnormalised Frobenius norm of the error matrix and misclassification rate on
10,000 test points with true labels.  The perceptron, averaged, takes no matrix and is the same in all rows of a run.

The law has Definition 2's margin, and UMA stops after 200 updates.
"""

from confusion.noise.families import noise_family, pair_flip_noise, random_noise_matrix, symmetric_noise
from confusion.noise.labels import corrupt_labels
from confusion_studies.uma.toy import CLASSES, DEFINITION_2, GEOMETRIC, RUNS, drawn, given, measures, row_of

NAME = "uma_wrong"
KEY = ("part", "case", "n", "run")
ROW_KEY = ("true", "fed")
ROWS = 7190

UPDATES = 200
METHODS = ("UMA", "UMA, last", "mass", "perceptron")
COLUMNS = [f"{what}, {method}" for method in METHODS for what in ("norm", "error")]

LAWS = {"no class empty": DEFINITION_2 | {"on_empty": "redraw"}, "geometric margin": GEOMETRIC}

#: (reading, n) of the repetitions of Figure 1b
FIGURE = [("as printed", n) for n in (300, 1000, 3000, 10_000, 100_000)]
FIGURE += [(reading, 1000) for reading in ("no class empty", "geometric margin", "rows untransposed")]
FIGURE += [("geometric margin", 10_000)]

SHAPES = ("random family", "symmetric", "pair flip")
SIZES = (300, 3000, 30_000)
TRUE = (0.15, 0.3, 0.45, 0.6, 0.75)
#: among them every true level, and none at which a shape is singular (symmetric: .9; pair flip of ten classes: .5)
FED = tuple(round(0.075 * k, 3) for k in range(12))
#: i/10 in Figure 1b, and the few of the largest sample
RHO = tuple(k / 10 for k in range(21))
COARSE = (0.0, 0.3, 0.6, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.7, 2.0)


def tasks():
    """One task per part, case, size of the sample and run."""
    figure = [("figure 1b", reading, n) for reading, n in FIGURE]
    levels = [("levels", shape, n) for shape in SHAPES for n in SIZES]
    return [{"part": p, "case": c, "n": n, "run": r} for p, c, n in figure + levels for r in RUNS]


def told(task):
    """The levels of the given matrices."""
    if task["part"] == "levels":
        return FED
    return COARSE if task["n"] == 100_000 else RHO


def matrix_of(case, level, run):
    """Noise matrix of a level, of one shape or else of the family, which has one random M for each run."""
    if case == "symmetric":
        return symmetric_noise(len(CLASSES), level)
    if case == "pair flip":
        return pair_flip_noise(len(CLASSES), level)
    return noise_family(random_noise_matrix(len(CLASSES), random_state=3000 + run), 10 * level)


def part(task, rng):
    """Two of the given matrices, of the levels at one true level."""
    true = {"true": [float(rng.choice(TRUE))]} if task["part"] == "levels" else {}
    return {**true, "fed": sorted(float(x) for x in rng.choice(told(task), 2, replace=False))}


def run(task, true=None, fed=None):
    """The rows of a task: every true level with every given one."""
    case, n, r = task["case"], task["n"], task["run"]
    figure = task["part"] == "figure 1b"
    methods = ["UMA", "UMA, last", "mass"] if figure and n < 100_000 else ["UMA"]
    _, (X, t), test = drawn(r, {"law": LAWS.get(case, DEFINITION_2)}, n)
    rows = []
    for level in true or ((1.0,) if figure else TRUE):
        C = matrix_of(case, level, r)
        y = corrupt_labels(t, C, random_state=100 * r + 50 + round(10 * level), classes=CLASSES)
        perceptron = measures(["perceptron"], None, (X, y), test)
        for other in fed or told(task):
            D = given(matrix_of(case, other, r), case == "rows untransposed")
            measured = measures(methods, D, (X, y), test, UPDATES, patience=None)
            rows.append(row_of({**task, "true": level, "fed": other}, perceptron | measured, COLUMNS))
    return rows
