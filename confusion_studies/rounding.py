"""How closely stored rows can be repeated on another processor: every exception in one list, each with its reason.

What no entry names is repeated to 1e-5 of its size or 1e-6.  Every row is compared: an entry states by how much its
columns may differ, and leaves open at most the path of an iteration (see `ANY`).
"""

import math

#: The number must be there, and may be any: counts of a path that another choice between equals turns elsewhere.
ANY = math.inf

REAL = ("uma_real", "uma_rough", "uma_size", "uma_widths")
TOY = {"norm, forward": 0.03, "error, forward": 0.005, None: 1.1e-4}
#: columns that say where UMA's updates went
PATH = {"n_iter": ANY, "best_iter": ANY, "estimated": 0.05}

#: Tables, which of their rows, by how much each column may differ (None: columns not named), and why.  The first entry
#: that names a row decides.
EXCEPTIONS = [
    (
        ("uma_rough",),
        lambda row: row["data"] == "stand-in" and row["m"] == 2,
        PATH | {"error": 0.5, "confusion": 0.5, "noise": 0.3, "inverse_norm": ANY, "estimated": ANY},
        """Ties of z_pq in g itself, which is UMA on two texts a class, all of length 1: the labels y and C follow from
        it.  Two of the three draws differed with AVX-512, the error of UMA by .22, of g by .15, and its noise by .14;
        with ties decided at random, by .33, .15 and .14.  With five texts a class there are none.""",
    ),
    (
        ("uma_size",),
        lambda row: row["data"] == "digits" and row["share"] == 0.01 and row["model"] == "UMA, error",
        PATH | {"error": 0.1, "confusion": 0.1},
        """Ties of z_pq.  Where C has equal entries in a column, as an estimate from 38 labels of ten classes may have,
        and a region holds the examples of few labels, several z_pq are equally long up to their sign, and the order of
        a sum decides which is the longest.  So it is in 149 of the 400 updates of run 3, which differed by .062, with
        two threads by .019.  None of 232 other fits on the digits has such a tie, and none differed.""",
    ),
    (
        ("uma_real",),
        lambda row: not row["data"].startswith("stand-in") and row["model"] == "UMA, mass",
        PATH | {"error": 0.05, "confusion": 0.05},
        """Ties of the estimated masses, which are counts weighted with C^-1: in seven of the ten draws of the digits.
        None differed, but with ties decided at random the error did, by .016.""",
    ),
    (
        REAL,
        lambda row: not row["data"].startswith("stand-in"),
        {"error": 5 / 1797, "confusion": 5 / 1797, "cv": 0.01, "n_iter": 2, "best_iter": ANY, "estimated": 0.01},
        """Five test examples of the digits.  Kernel-PCA gives its axes up to sign and rounding, on which the last
        digits of a score depend: an example that lies on a boundary may be on its other side.""",
    ),
    (
        REAL,
        lambda row: row["model"].startswith("UMA"),
        {"error": 1e-3, "confusion": 1e-3, "n_iter": 2, "best_iter": ANY, "estimated": 2e-3},
        """Eleven test examples of the stand-in, for the same reason: five rows of 92 differed, by .0005 at most.  The
        run ends, and its best iterate is, an update earlier or later; with ties decided at random the estimate
        differed by .0005.""",
    ),
    (
        (*REAL, "uma_selection"),
        lambda row: True,
        {"error": 1e-3, "confusion": 1e-3, "n_iter": 2},
        "Eleven test examples of the stand-in, for the same reason.",
    ),
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
