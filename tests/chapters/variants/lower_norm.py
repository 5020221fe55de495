"""The chapter "Lower norm, at what price": a difference over folds, judged."""

from math import sqrt
from statistics import mean, stdev

import numpy as np
from scipy.stats import norm, t

from tests.chapters.variants import Answers


def error(k, folds):
    return sqrt(1 / k + 1 / (folds - 1))


def judged(a, b, factor, quantile=lambda k: t.ppf(0.975, k - 1)):
    gap = np.subtract(a, b)
    if not gap.any():
        return 0, 0
    far = gap.mean() / (factor * gap.std(ddof=1))
    return far, abs(far) > quantile(len(gap))


def by_plain_python(a, b, folds):
    gap = [float(x - y) for x, y in zip(a, b)]
    if all(g == 0 for g in gap):
        return [0.0, 0]
    far = mean(gap) / (stdev(gap) * sqrt(1 / len(gap) + 1 / (folds - 1)))
    return [far, int(2 * t.sf(abs(far), len(gap) - 1) < 0.05)]


def one_sided(a, b, folds):
    far, _ = judged(a, b, error(len(a), folds))
    return abs(far), abs(far) > t.ppf(0.975, len(a) - 1)


STUBS = {
    "judge": Answers(
        [lambda a, b, folds: judged(a, b, error(len(a), folds)), by_plain_python],
        {
            "leaves the correction out": lambda a, b, folds: judged(a, b, sqrt(1 / len(a))),
            "takes the number of differences for that of folds": lambda a, b, folds: judged(
                a, b, error(len(a), len(a))
            ),
            "forgets that a difference may be negative": one_sided,
            "takes the quantile of the normal law": lambda a, b, folds: judged(
                a, b, error(len(a), folds), lambda k: norm.ppf(0.975)
            ),
            "divides nothing by nothing": lambda a, b, folds: (
                by_plain_python(a, b, folds) if (a - b).any() else (np.inf, 1)
            ),
        },
    )
}
