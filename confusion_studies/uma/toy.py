"""Figure 1a of Louche and Ralaivola (2015), the toy of Section 4.1, under the readings that its text leaves open.

Ten runs, each with its own class vectors, sample, test set and random matrix M, and twenty levels i of the family
Omega(I + iN).  Labels are drawn from C_i and C_i is given to UMA.  A row is one level of one run: what is known of C_i,
and for each method the unnormalised Frobenius norm of the error matrix (``norm, ...``) and the misclassification rate
(``error, ...``) on 10,000 test points with true labels.  A class without a test point has a column of zeros.

One reading is the page's: the circle, the margin of Definition 2, 1000 examples after the margin.  The others change
one thing at a time, or the pair that belongs together (disc, geometric margin).
"""

import numpy as np

from confusion.datasets import UmaToyLaw
from confusion.linear.forward_softmax import ForwardSoftmax
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, frobenius_norm
from confusion.noise.families import noise_family, random_noise_matrix
from confusion.noise.labels import corrupt_labels
from confusion.noise.matrices import inverse_norm
from confusion.uma.classifier import UmaClassifier

NAME = "uma_toy"
KEY = ("reading", "run")
ROW_KEY = ("level",)
ROWS = 2070

RUNS = range(10)
LEVELS = range(1, 21)
FEW = range(2, 21, 3)
CLASSES = np.arange(10)
UPDATES = 200

_ALL = ("UMA", "UMA, last", "mass", "confusion", "random", "C = I", "C = I, last", "perceptron", "perceptron, last")
METHODS = (*_ALL, "forward")
_SHORT = ("UMA", "mass", "C = I", "C = I, last", "perceptron")

#: what differs from the page's reading
READINGS = {
    "as printed": {"methods": METHODS},
    "1000 before the margin": {"exact": False},
    "no class empty": {"law": {"on_empty": "redraw"}},
    "disc": {"law": {"support": "disc"}},
    "geometric margin": {"law": {"margin": "geometric"}, "methods": METHODS},
    "disc, geometric margin": {"law": {"support": "disc", "margin": "geometric"}},
    "rows untransposed": {"rows": True},
    "1000 updates": {"updates": 1000},
    "n = 300": {"n": 300},
    "n = 10,000": {"n": 10_000},
    "n = 100,000": {"n": 100_000, "methods": _SHORT, "levels": FEW},
}


def tasks():
    """One task per reading and run."""
    return [{"reading": reading, "run": r} for reading in READINGS for r in RUNS]


def drawn(run, reading, n=1000):
    """The law of a run with its own class vectors, a sample, and a test set with true labels."""
    law = UmaToyLaw(random_state=run, **reading.get("law", {}))
    sample = law.sample(reading.get("n", n), random_state=1000 + run, exact=reading.get("exact", True))
    return law, sample, law.sample(10_000, random_state=2000 + run)


def given(C, rows=False):
    """The matrix given to UMA where labels are drawn from C.

    With `rows` the mistake of reading Section 4.1 to the letter: a row-stochastic R is drawn from, P(Y = k | t = q) =
    R[q, k], and R itself is inverted as if it were C.  UMA refuses a matrix whose columns do not sum to one, so they
    are rescaled, which changes the length of z_pq and not its direction.
    """
    return C.T / C.sum(axis=1) if rows else C


def uma(C, selection="error", keep="best", updates=UPDATES):
    """UMA with the step sizes of the paper's experiments."""
    return UmaClassifier(C, selection, step="pair", keep=keep, max_iter=updates, classes=CLASSES, random_state=0)


def measure(model, X, t):
    """Unnormalised Frobenius norm of the error matrix, and misclassification rate."""
    predicted = model.predict(X)
    return frobenius_norm(confusion_matrix(t, predicted, labels=CLASSES)), float(np.mean(predicted != t))


def model_of(method, C, updates=UPDATES):
    """The learner of a method, not fitted; those that take no matrix leave C alone."""
    if method.startswith("perceptron"):
        return UltraconservativePerceptron(average=method == "perceptron", random_state=0)
    if method == "forward":
        return ForwardSoftmax(C)
    name, _, last = method.partition(", ")
    selection = name if name in ("mass", "confusion", "random") else "error"
    return uma(None if name == "C = I" else C, selection, last or "best", updates)


def row_of(known, measured):
    """A row: what is known, and the measures of each method, empty where it is not run; numbers to four decimals."""
    for method, (norm, error) in measured.items():
        known = {**known, f"norm, {method}": norm, f"error, {method}": error}
    return {column: round(value, 4) if isinstance(value, float) else value for column, value in known.items()}


def part(task, rng):
    """One level of the reading."""
    return {"levels": [int(rng.choice(READINGS[task["reading"]].get("levels", LEVELS)))]}


def run(task, levels=None, methods=None):
    """One row per level."""
    reading, r = READINGS[task["reading"]], task["run"]
    law, (X, t), test = drawn(r, reading)
    M = random_noise_matrix(len(CLASSES), random_state=3000 + r)
    methods = methods or reading.get("methods", _ALL)
    rows = []
    for level in levels or reading.get("levels", LEVELS):
        C = noise_family(M, level)
        y = corrupt_labels(t, C, random_state=100 * r + level, classes=CLASSES)
        known = {
            **task, "level": level, "n": len(X), "empty": len(law.empty_classes),
            "diagonal_free": frobenius_norm(C - np.diag(np.diag(C))),
            "inverse": inverse_norm(C), "sign": int(np.linalg.slogdet(C)[0]),
        }  # fmt: skip
        measured = dict.fromkeys(METHODS, ("", ""))
        for method in methods:
            model = model_of(method, given(C, reading.get("rows", False)), reading.get("updates", UPDATES))
            measured[method] = measure(model.fit(X, y), *test)
        rows.append(row_of(known, measured))
    return rows
