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


def law_of(run, **options):
    """The class vectors of a run."""
    return UmaToyLaw(random_state=run, **options)


def fed_and_true(M, level, rows=False):
    """The matrix given to UMA and the one that labels are drawn from.

    With `rows` the mistake of reading Section 4.1 to the letter: a row-stochastic R is drawn from, P(Y = k | t = q) =
    R[q, k], and R itself is inverted as if it were C.  UMA refuses a matrix whose columns do not sum to one, so they
    are rescaled, which changes the length of z_pq and not its direction.
    """
    C = noise_family(M, level)
    return (C.T / C.sum(axis=1), C) if rows else (C, C)


def uma(C=None, selection="error", keep="best", updates=UPDATES):
    """UMA with the step sizes of the paper's experiments; ``C=None`` is the identity."""
    C = np.eye(len(CLASSES)) if C is None else C
    return UmaClassifier(C, selection, step="pair", keep=keep, max_iter=updates, classes=CLASSES, random_state=0)


def measure(model, X, t):
    """Unnormalised Frobenius norm of the error matrix, and misclassification rate."""
    predicted = model.predict(X)
    return frobenius_norm(confusion_matrix(t, predicted, labels=CLASSES)), float(np.mean(predicted != t))


def model_of(method, C, updates):
    """The learner of a method, not fitted; those that take no matrix leave C alone."""
    if method.startswith("perceptron"):
        return UltraconservativePerceptron(average=method == "perceptron", random_state=0)
    if method == "forward":
        return ForwardSoftmax(C)
    name, _, last = method.partition(", ")
    matrix = None if name == "C = I" else C
    selection = name if name in ("mass", "confusion", "random") else "error"
    return uma(matrix, selection, last or "best", updates)


def part(task, rng):
    """One level of the reading."""
    return {"levels": [int(rng.choice(READINGS[task["reading"]].get("levels", LEVELS)))]}


def cost(task):
    """Seconds of a level."""
    return 4 if task["reading"] == "n = 100,000" else 1


def run(task, levels=None, methods=None):
    """One row per level; the measures of a method that is not run are empty."""
    options = READINGS[task["reading"]]
    law, r = law_of(task["run"], **options.get("law", {})), task["run"]
    X, t = law.sample(options.get("n", 1000), random_state=1000 + r, exact=options.get("exact", True))
    X_test, t_test = law.sample(10_000, random_state=2000 + r)
    M = random_noise_matrix(len(CLASSES), random_state=3000 + r)
    rows = []
    for level in levels or options.get("levels", LEVELS):
        fed, C = fed_and_true(M, level, options.get("rows", False))
        y = corrupt_labels(t, C, random_state=100 * r + level, classes=CLASSES)
        row = {
            **task, "level": level, "n": len(X), "empty": len(law.empty_classes),
            "diagonal_free": round(frobenius_norm(C - np.diag(np.diag(C))), 4),
            "inverse": round(inverse_norm(C), 4), "sign": int(np.linalg.slogdet(C)[0]),
        }  # fmt: skip
        for method in METHODS:
            row |= {f"norm, {method}": "", f"error, {method}": ""}
            if method in (methods or options.get("methods", _ALL)):
                norm, error = measure(model_of(method, fed, options.get("updates", UPDATES)).fit(X, y), X_test, t_test)
                row |= {f"norm, {method}": round(norm, 4), f"error, {method}": round(error, 4)}
        rows.append(row)
    return rows
