"""Figure 1a of Louche and Ralaivola (2015), the toy of Section 4.1, under the readings that its text leaves open.

Ten runs, each with its own class vectors, sample, test set and random matrix M, and twenty levels i of the family
Omega(I + iN).  Labels are drawn from C_i and C_i is given to UMA.  A row is one level of one run: what is known of C_i,
and for each method the unnormalised Frobenius norm of the error matrix (``norm, ...``), the misclassification rate
(``error, ...``) on 10,000 test points with true labels and, of UMA, the updates made (``updates, ...``).  A class
without a test point has a column of zeros.

The base reading removes what is "too close to the decision boundaries" by distance, the geometric margin, which leaves
nearly all classes their points: the circle, 1,000 examples after the margin, and up to 3,000 updates that end when
1,000 of them in a row have not lowered the least estimated error.  The others change one thing of it.  "as printed" has
Definition 2's margin, a difference of scores, and "no class empty" that margin with class vectors drawn again until
every class has points.
"""

from copy import copy

import numpy as np

from confusion.datasets import UmaToyLaw
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, frobenius_norm
from confusion.noise.families import noise_family, random_noise_matrix
from confusion.noise.labels import corrupt_labels
from confusion.noise.matrices import inverse_norm
from confusion.uma.classifier import UmaClassifier
from confusion_studies.rivals import ForwardSoftmax

NAME = "uma_toy"
KEY = ("reading", "run")
ROW_KEY = ("level",)
ROWS = 1420

RUNS = range(10)
LEVELS = range(1, 21)
#: levels of the readings that decide no sentence about every level
FEW = (1, 2, 5, 8, 9, 10, 11, 14, 17, 20)
CLASSES = np.arange(10)
#: updates at most, and how many without a lower estimated error end a run
UPDATES, PATIENCE = 3000, 1000

_SHORT = ("UMA", "UMA, last", "C = I", "C = I, last", "perceptron", "perceptron, last")
MOST = (*_SHORT, "mass", "forward")
METHODS = ("UMA", "UMA, last", "mass", "confusion", "random", "C = I", "C = I, last", "perceptron", "perceptron, last",
           "forward")  # fmt: skip
#: the methods that are UMA, one fit each: the last iterate is of the same fit as the best one
FITS = ("UMA", "mass", "confusion", "random", "C = I")

GEOMETRIC, DEFINITION_2 = {"margin": "geometric"}, {"margin": "score"}

#: what differs from the base reading, the first
READINGS = {
    "geometric margin": {"methods": METHODS},
    "as printed": {"law": DEFINITION_2, "methods": METHODS},
    "no class empty": {"law": DEFINITION_2 | {"on_empty": "redraw"}},
    "1000 before the margin": {"exact": False, "levels": FEW},
    "disc, geometric margin": {"law": GEOMETRIC | {"support": "disc"}, "levels": FEW},
    "rows untransposed": {"rows": True, "levels": FEW},
    "200 updates": {"updates": 200},
    "1000 updates": {"updates": 1000, "levels": FEW},
    "no stop rule": {"patience": None, "levels": (1, 5, 10, 20)},
    "n = 300": {"n": 300, "levels": FEW},
    "n = 10,000": {"n": 10_000, "levels": (1, 5, 9, 10, 20)},
    "n = 100,000": {"n": 100_000, "levels": (1, 10, 20), "methods": _SHORT},
}


def tasks():
    """One task per reading and run."""
    return [{"reading": reading, "run": r} for reading in READINGS for r in RUNS]


def drawn(run, reading, n=1000):
    """The law of a run with its own class vectors, a sample, and a test set with true labels."""
    law = UmaToyLaw(random_state=run, **reading.get("law", GEOMETRIC))
    sample = law.sample(reading.get("n", n), random_state=1000 + run, exact=reading.get("exact", True))
    return law, sample, law.sample(10_000, random_state=2000 + run)


def given(C, rows=False):
    """The matrix given to UMA where labels are drawn from C.

    With `rows` the mistake of reading Section 4.1 to the letter: a row-stochastic R is drawn from, P(Y = k | t = q) =
    R[q, k], and R itself is inverted as if it were C.  UMA refuses a matrix whose columns do not sum to one, so they
    are rescaled, which changes the length of z_pq and not its direction.
    """
    return C.T / C.sum(axis=1) if rows else C


def uma(C, selection="error", updates=UPDATES, patience=PATIENCE):
    """UMA with the step sizes of the paper's experiments."""
    return UmaClassifier(
        C, selection, step="pair", max_iter=updates, n_iter_no_change=patience, classes=CLASSES, random_state=0
    )


def measure(model, X, t):
    """Unnormalised Frobenius norm of the error matrix, and misclassification rate."""
    predicted = model.predict(X)
    return frobenius_norm(confusion_matrix(t, predicted, labels=CLASSES)), float(np.mean(predicted != t))


def last_iterate(model):
    """A fitted UMA, with its last iterate in the place of the best one."""
    last = copy(model)
    last.coef_, last.intercept_ = model.last_coef_, model.last_intercept_
    return last


def model_of(method, C, updates=UPDATES, patience=PATIENCE):
    """The learner of a method, not fitted; those that take no matrix leave C alone."""
    if method.startswith("perceptron"):
        return UltraconservativePerceptron(average=method == "perceptron", random_state=0)
    if method == "forward":
        return ForwardSoftmax(C)
    return uma(None if method == "C = I" else C, "error" if method in ("UMA", "C = I") else method, updates, patience)


def measures(methods, C, sample, test, updates=UPDATES, patience=PATIENCE):
    """The measures of each method, by column, and the updates that UMA made; one fit for the best and the last."""
    found = {}
    for method in methods:
        if method in ("UMA, last", "C = I, last"):
            continue  # with the best iterate
        model = model_of(method, C, updates, patience).fit(*sample)
        models = {method: model}
        if method in FITS:
            found[f"updates, {method}"] = model.n_iter_
        if f"{method}, last" in methods and method in FITS:
            models[f"{method}, last"] = last_iterate(model)
        for name, each in models.items():
            found[f"norm, {name}"], found[f"error, {name}"] = measure(each, *test)
    return found


def columns_of(methods):
    """The columns of some methods, in the order of the tables."""
    measured = [f"{what}, {method}" for method in methods for what in ("norm", "error")]
    return [*measured, *(f"updates, {method}" for method in methods if method in FITS)]


COLUMNS = columns_of(METHODS)


def row_of(known, measured, columns=COLUMNS):
    """A row: what is known, and the measures, empty where a method is not run; numbers to four decimals."""
    row = {**known, **{column: measured.get(column, "") for column in columns}}
    return {column: round(value, 4) if isinstance(value, float) else value for column, value in row.items()}


def is_near(printed, norms):
    """Is a printed number within two standard errors of the mean of our runs?"""
    return abs(norms.mean() - printed) <= 2 * norms.std(ddof=1) / len(norms) ** 0.5


def found_again(printed, norms, other=None):
    """The verdict on a printed number, from the norms of our runs or else from those of another version."""
    if is_near(printed, norms):
        return "reproduced"
    return "partly" if other is not None and is_near(printed, other) else "not reproduced"


def norm_and_error(norms):
    """Mean of the norms of our runs, and its standard error."""
    return f"{norms.mean():.2f} ± {norms.std(ddof=1) / len(norms) ** 0.5:.2f}"


def run(task, levels=None, methods=None):
    """One row per level."""
    reading, r = READINGS[task["reading"]], task["run"]
    law, (X, t), test = drawn(r, reading)
    M = random_noise_matrix(len(CLASSES), random_state=3000 + r)
    stop = {name: reading[name] for name in ("updates", "patience") if name in reading}
    rows = []
    for level in levels or reading.get("levels", LEVELS):
        C = noise_family(M, level)
        y = corrupt_labels(t, C, random_state=100 * r + level, classes=CLASSES)
        known = {
            **task, "level": level, "n": len(X), "empty": len(law.empty_classes),
            "diagonal_free": float(np.linalg.norm(C - np.diag(np.diag(C)))),
            "inverse": inverse_norm(C), "sign": int(np.linalg.slogdet(C)[0]),
        }  # fmt: skip
        told = given(C, reading.get("rows", False))
        rows.append(row_of(known, measures(methods or reading.get("methods", MOST), told, (X, y), test, **stop)))
    return rows
