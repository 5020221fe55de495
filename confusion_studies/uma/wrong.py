"""UMA given a wrong noise matrix: Figure 1b of Louche and Ralaivola (2015), and a map of what errors do to it.

Part "figure 1b": labels are drawn from M, and each C_i of the family Omega(I + iN), i = 0..20, is given to UMA in its
place; the approximation factor is rho = 1 - i/10, columns `true` = 1 and `fed` = i/10.

Part "levels": noise of one shape at a true level, UMA given the same shape at another level; level 0 is the identity.
The level is the rate of wrong labels, or i/10 in the family.

A row is one run with one given matrix: unnormalised Frobenius norm of the error matrix and misclassification rate on
10,000 test points with true labels.  The perceptron, averaged, takes no matrix and is the same in all rows of a run.
"""

from confusion.noise.families import noise_family, pair_flip_noise, random_noise_matrix, symmetric_noise
from confusion.noise.labels import corrupt_labels
from confusion_studies.uma.toy import CLASSES, READINGS, fed_and_true, law_of, measure, model_of

NAME = "uma_wrong"
KEY = ("part", "case", "n", "run")
ROW_KEY = ("true", "fed")
ROWS = 7190

RUNS = range(10)
UPDATES = 200

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


def matrix_of(shape, level, run):
    """Noise matrix of a shape and a level; the family has one random M for each run."""
    if shape == "symmetric":
        return symmetric_noise(len(CLASSES), level)
    if shape == "pair flip":
        return pair_flip_noise(len(CLASSES), level)
    return noise_family(random_noise_matrix(len(CLASSES), random_state=3000 + run), 10 * level)


def part(task, rng):
    """Two of the given matrices, of the levels at one true level."""
    if task["part"] == "figure 1b":
        return {"fed": sorted(float(x) for x in rng.choice(COARSE if task["n"] == 100_000 else RHO, 2, replace=False))}
    return {"true": [float(rng.choice(TRUE))], "fed": sorted(float(x) for x in rng.choice(FED, 2, replace=False))}


def cost(task):
    """Seconds of a part."""
    return 3 if task["n"] == 100_000 else 1


def run(task, true=None, fed=None):
    """The rows of a task: every true level with every given one."""
    r, n, figure = task["run"], task["n"], task["part"] == "figure 1b"
    reading = READINGS[task["case"]] if figure else {}
    law = law_of(r, **reading.get("law", {}))
    X, t = law.sample(n, random_state=1000 + r)
    X_test, t_test = law.sample(10_000, random_state=2000 + r)
    methods = ("UMA",) if n == 100_000 or not figure else ("UMA", "UMA, last", "mass")
    rows = []
    for level in true or ((1.0,) if figure else TRUE):
        if figure:
            M = random_noise_matrix(len(CLASSES), random_state=3000 + r)
            C = fed_and_true(M, 10, reading.get("rows", False))[1]
        else:
            C = matrix_of(task["case"], level, r)
        y = corrupt_labels(t, C, random_state=100 * r + 50 + round(10 * level), classes=CLASSES)
        perceptron = measure(model_of("perceptron", None, 0).fit(X, y), X_test, t_test)
        for other in fed or (FED if not figure else COARSE if n == 100_000 else RHO):
            if figure:
                given = fed_and_true(M, 10 * other, reading.get("rows", False))[0]
            else:
                given = matrix_of(task["case"], other, r)
            row = {**task, "true": level, "fed": other}
            found = {m: measure(model_of(m, given, UPDATES).fit(X, y), X_test, t_test) for m in methods}
            for method in ("UMA", "UMA, last", "mass", "perceptron"):
                norm, error = found.get(method, perceptron if method == "perceptron" else ("", ""))
                row |= {f"norm, {method}": norm, f"error, {method}": error}
            rows.append({k: round(v, 4) if isinstance(v, float) else v for k, v in row.items()})
    return rows
