"""How closely stored rows can be repeated on another processor: every exception in one list, each with its reason.

What no entry names is repeated to 1e-5 of its size or 1e-6.  Every row is compared: an entry states by how much its
columns may differ, and leaves open at most the path of an iteration (see `ANY`).
"""

import math

#: The number must be there, and may be any: counts of a path that another choice between equals turns elsewhere, and
#: times.
ANY = math.inf

REAL = ("uma_real", "uma_size", "uma_widths")
TOY = {"norm, forward": 0.03, "error, forward": 0.005, None: 1.1e-4}


def solved(row):
    """Is the learner of a row one with a solver, which stops somewhere near the minimum?

    UMA rules its ties, and in a perceptron equal vectors have equal scores: of some 600 rows of the digits and 50 of
    the stand-in that were computed as on processors without AVX-512 and without AVX2 none differed.
    """
    return not (row["model"].startswith("UMA") or row["model"] in ("g", "perceptron", "averaged perceptron"))


#: Tables, which of their rows, by how much each column may differ (None: columns not named), and why.  The first entry
#: that names a row decides.
EXCEPTIONS = [
    (
        REAL,
        lambda row: solved(row) and not row["data"].startswith("stand-in"),
        {"error": 5 / 1797, "confusion": 5 / 1797, "cv": 0.01},
        """Five test examples of the digits.  Kernel-PCA gives its axes up to sign and rounding, and where solvers stop
        hangs on them: an example that lies on a boundary may be on its other side.""",
    ),
    (
        REAL,
        solved,
        {"error": 1e-3, "confusion": 1e-3},
        "Eleven test examples of the stand-in, for the same reason.",
    ),
    (("uma_widths",), lambda row: True, {"cv": 0.01}, "The cross-validated errors are those of a linear SVM."),
    (
        ("copa_real",),
        lambda row: "logistic" in row["model"],
        {"C": ANY, "accuracy": 0.01, "norm": 0.05, "balanced_error": 0.02, "worst_error": 0.05},
        """Logistic regression chooses between values of C that are equally good but for where its solver stops.  Of 76
        rows five differed, all of car: accuracy by .002, norm by .022.""",
    ),
    (
        ("combo_rivals",),
        lambda row: row["data"] == "abalone" and "logistic" in row["model"],
        {None: 0.1},
        """Logistic regression with balanced weights on abalone, 28 classes of which some have one example, is so badly
        conditioned that inputs changed by 1e-15 of their size change the error by .01 and the norm by .06, at the
        tolerance that L-BFGS has by default.""",
    ),
    (("today",), lambda row: True, {"seconds": ANY}, "Seconds are those of the machine of the run."),
    (
        ("uma_estimated", "uma_toy", "uma_told", "uma_wrong"),
        lambda row: True,
        TOY,
        """One in the last of the four decimals that are stored.  L-BFGS stops at an iterate that depends on the
        processor: with AVX-512 forward softmax was .007 off the stored norm of 1.548.""",
    ),
]


def tolerances(name, row):
    """By how much the columns of a computed row of table `name` may differ; see :func:`.slices.differences`."""
    return next((allowed for tables, where, allowed, _ in EXCEPTIONS if name in tables and where(row)), {})
