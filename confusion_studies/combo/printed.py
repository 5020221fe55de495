"""The numbers that the two versions of the CoMBo paper print, quoted, and what they say of each other.

Koco and Capponi 2013: the report (hal-00801313) and the published paper (ACML, PMLR 29).  Sets have the names of
:mod:`confusion_studies.combo.table` and :mod:`confusion_studies.combo.acml`.
"""

import itertools

import numpy as np

from confusion.metrics import operator_norm

#: the report, Table 1: norm of AdaBoost.MM and of CoMBo, error of AdaBoost.MM and of CoMBo
REPORT_TABLE_1 = {
    "abalone": (2.939, 1.373, 0.076, 0.086),
    "car": (0.328, 0.055, 0.002, 0.005),
    "connect-4": (1.066, 0.437, 0.024, 0.036),
    "nursery": (0.923, 0.201, 0.007, 0.012),
    "poker": (1.778, 0.471, 0.033, 0.050),
    "pendigits": (0.004, 0.011, 0.000, 0.000),
    "segment": (0.138, 0.257, 0.004, 0.006),
    "letter": (0.187, 0.194, 0.013, 0.013),
}

#: its Table 2: matrices by set and algorithm; those of Connect-4 are in the order win, draw, loss, it turns out
REPORT_TABLE_2 = {
    ("car", "AdaBoost.MM"): [[0, 0.006, 0, 0.001], [0, 0, 0, 0.015], [0, 0.167, 0, 0], [0, 0.250, 0.013, 0]],
    ("car", "CoMBo"): [[0, 0.045, 0.004, 0.007], [0, 0, 0.021, 0.010], [0, 0, 0, 0.013], [0, 0, 0, 0]],
    ("connect-4", "AdaBoost.MM"): [[0, 0, 0.048], [0.890, 0, 0.110], [0.582, 0, 0]],
    ("connect-4", "CoMBo"): [[0, 0.232, 0.137], [0.181, 0, 0.212], [0.079, 0.266, 0]],
}

#: the published paper, Table 1: examples of the classes, in its order
SIZES = {
    "new-thyroid": (150, 35, 30),
    "balance": (49, 288, 288),
    "car": (1210, 384, 69, 65),
    "connect-4": (44473, 6449, 16635),
    "nursery-s": (4320, 328, 4266, 4044),
    "glass": (70, 76, 17, 13, 9, 29),
    "ecoli": (143, 77, 52, 35, 20),
    "yeast": (463, 429, 244, 163, 51, 44, 35, 30, 20, 5),
    "satimage": (1533, 703, 1358, 626, 707, 1508),
}

#: its Table 2: mean and standard deviation of CoMBo, AdaBoost.NC and SmoteBoost; the latter two are themselves quoted
#: there, "the best retrieved from Wang and Yao (2012)".  A deviation is printed "0.0.375".
RIVALS = ("CoMBo", "AdaBoost.NC", "SmoteBoost")
PUBLISHED_TABLE_2 = {
    "g_mean": {
        "car": ((0.967, 0.023), (0.924, 0.024), (0.944, 0.031)),
        "balance": ((0.675, 0.088), (0.321, 0.173), (0.000, 0.000)),
        "new-thyroid": ((0.914, 0.081), (0.927, 0.056), (0.940, 0.057)),
        "nursery-s": ((1.000, 0.001), (0.967, 0.006), (0.996, 0.003)),
        "ecoli": ((0.784, 0.066), (0.790, 0.062), (0.803, 0.059)),
        "glass": ((0.431, 0.375), (0.578, 0.249), (0.561, 0.343)),
        "satimage": ((0.825, 0.012), (0.881, 0.009), (0.898, 0.010)),
        "yeast": ((0.107, 0.216), (0.237, 0.270), (0.140, 0.240)),
    },
    "mauc": {
        "car": ((0.993, 0.003), (0.982, 0.005), (0.997, 0.000)),
        "balance": ((0.884, 0.032), (0.704, 0.037), (0.703, 0.027)),
        "new-thyroid": ((0.996, 0.010), (0.983, 0.013), (0.988, 0.003)),
        "nursery-s": ((1.000, 0.000), (0.998, 0.000), (0.999, 0.000)),
        "ecoli": ((0.961, 0.015), (0.957, 0.002), (0.963, 0.004)),
        "glass": ((0.947, 0.027), (0.881, 0.009), (0.925, 0.009)),
        "satimage": ((0.976, 0.003), (0.990, 0.000), (0.992, 0.000)),
        "yeast": ((0.861, 0.025), (0.857, 0.004), (0.847, 0.003)),
    },
}

#: its Table 3: mean and standard deviation of CoMBo and of AdaBoost.MM
PUBLISHED_TABLE_3 = {
    "norm": {
        "balance": ((0.460, 0.097), (0.559, 0.112)),
        "car": ((0.082, 0.064), (0.116, 0.080)),
        "connect-4": ((0.308, 0.015), (0.670, 0.040)),
        "new-thyroid": ((0.194, 0.158), (0.186, 0.157)),
        "nursery-s": ((0.002, 0.004), (0.003, 0.006)),
        "yeast": ((0.815, 0.150), (1.101, 0.194)),
    },
    "accuracy": {
        "balance": ((0.856, 0.039), (0.875, 0.032)),
        "car": ((0.974, 0.009), (0.977, 0.012)),
        "connect-4": ((0.728, 0.015), (0.805, 0.009)),
        "new-thyroid": ((0.949, 0.033), (0.952, 0.033)),
        "nursery-s": ((1.000, 0.000), (1.000, 0.001)),
        "yeast": ((0.572, 0.025), (0.577, 0.025)),
    },
    "g_mean": {
        "balance": ((0.675, 0.088), (0.566, 0.190)),
        "car": ((0.967, 0.023), (0.954, 0.034)),
        "connect-4": ((0.703, 0.013), (0.497, 0.035)),
        "new-thyroid": ((0.914, 0.081), (0.915, 0.075)),
        "nursery-s": ((1.000, 0.001), (0.999, 0.002)),
        "yeast": ((0.107, 0.216), (0.000, 0.000)),
    },
    "mauc": {
        "balance": ((0.884, 0.032), (0.855, 0.039)),
        "car": ((0.993, 0.003), (0.988, 0.004)),
        "connect-4": ((0.863, 0.008), (0.852, 0.009)),
        "new-thyroid": ((0.996, 0.010), (0.996, 0.005)),
        "nursery-s": ((1.000, 0.000), (1.000, 0.000)),
        "yeast": ((0.861, 0.025), (0.847, 0.003)),
    },
}
ALGORITHMS = ("CoMBo", "AdaBoost.MM")

#: its Table 4: matrices on Connect-4, rows and columns in the order of `SIZES`
PUBLISHED_TABLE_4 = {
    "CoMBo": ((0.000, 0.147, 0.068), (0.146, 0.000, 0.169), (0.056, 0.203, 0.000)),
    "AdaBoost.MM": ((0.000, 0.011, 0.055), (0.656, 0.000, 0.179), (0.246, 0.048, 0.000)),
}
#: its Section 5.3 on the rows of these matrices, in percent
ROW_ERRORS = {"CoMBo": (20.2, 31.5, 25.9), "AdaBoost.MM": (6.6, 83.5, 29.4)}


def table_4_against_table_3():
    """Norm, accuracy and G-mean of the matrices of Table 4 beside the means and deviations of Table 3.

    Were the matrices means over the runs of Table 3, the norm would be at most the mean norm, the accuracy about the
    mean accuracy, and the G-mean at least the mean one, for the first is convex and the last concave in the matrix.
    Back comes a list of (algorithm, measure, of the matrix, mean, deviation).
    """
    found, shares = [], np.array(SIZES["connect-4"]) / sum(SIZES["connect-4"])
    for column, name in enumerate(ALGORITHMS):
        C = np.array(PUBLISHED_TABLE_4[name])
        right = 1 - C.sum(axis=1)
        numbers = {
            "norm": operator_norm(C),
            "accuracy": float(shares @ right),
            "g_mean": float(np.prod(right) ** (1 / 3)),
        }
        for measure, value in numbers.items():
            found.append((name, measure, value, *PUBLISHED_TABLE_3[measure]["connect-4"][column]))
    return found


def row_errors():
    """(Algorithm, class, error in percent by the text, by Table 4) of the rows whose sums the text gives wrongly."""
    found = []
    for name, said in ROW_ERRORS.items():
        sums = [round(100 * sum(row), 1) for row in PUBLISHED_TABLE_4[name]]
        found += [(name, p + 1, said[p], sums[p]) for p in range(3) if said[p] != sums[p]]
    return found


def imbalance_and_lead(measure):
    """(Set, imbalance ratio, CoMBo less the better rival) in Table 2, by growing ratio.

    "The higher this ratio is, the more CoMBo makes the difference", Section 5.2.
    """
    lines = PUBLISHED_TABLE_2[measure]
    ratios = {data: max(SIZES[data]) / min(SIZES[data]) for data in lines}
    lead = {data: ours[0] - max(one[0] for one in rivals) for data, (ours, *rivals) in lines.items()}
    return [(data, ratios[data], round(lead[data], 3)) for data in sorted(lines, key=ratios.get)]


def norm_and_gain(measure):
    """(Set, decrease of the norm, gain in `measure`) from AdaBoost.MM to CoMBo in Table 3, by growing decrease.

    "The higher the decrease of the confusion matrix norm, the higher the gain on MAUC and G-mean", Section 5.3.
    """
    change = {
        name: {data: round(combo[0] - plain[0], 3) for data, (combo, plain) in PUBLISHED_TABLE_3[name].items()}
        for name in ("norm", measure)
    }
    return sorted(((data, -change["norm"][data], change[measure][data]) for data in change["norm"]), key=lambda e: e[1])


def reversed_pairs(rows):
    """Pairs of rows (name, x, y) with a larger x and a smaller y: what "the higher, the higher" excludes."""
    return [(one[0], two[0]) for one, two in itertools.permutations(rows, 2) if one[1] < two[1] and one[2] > two[2]]


def norm_not_smaller():
    """The sets of Table 3 on which "the norm of the confusion matrix is always smaller with CoMBo" is not so."""
    return [data for data, (combo, plain) in PUBLISHED_TABLE_3["norm"].items() if combo[0] >= plain[0]]


def corrected_errors():
    """(Set, algorithm, the report's error, the published one) of the sets that both versions have.

    The published error is one minus the accuracy of Table 3, a mean over other folds than the report's.
    """
    return [
        (data, name, REPORT_TABLE_1[data][3 - column], round(1 - PUBLISHED_TABLE_3["accuracy"][data][column][0], 3))
        for data in ("car", "connect-4")
        for column, name in enumerate(ALGORITHMS)
    ]
