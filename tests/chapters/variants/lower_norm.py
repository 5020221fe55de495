"""The chapter "Lower norm, at what price": a difference over folds, judged."""

from math import sqrt
from statistics import mean, stdev

import numpy as np
from scipy.stats import norm, t

from tests.chapters.variants import right, wrong


def judged(a, b, factor, quantile=lambda k: t.ppf(0.975, k - 1), ddof=1):
    gap = np.subtract(a, b)
    if not gap.any():
        return 0, 0
    far = gap.mean() / (factor(len(gap)) * gap.std(ddof=ddof))
    return far, abs(far) > quantile(len(gap))


@right("judge")
def by_the_share_of_the_test(a, b, folds):
    share = 1 / folds
    return judged(a, b, lambda k: sqrt(1 / k + share / (1 - share)))


@right("judge")
def by_plain_python(a, b, folds):
    gap = [float(x - y) for x, y in zip(a, b)]
    if all(g == 0 for g in gap):
        return [0.0, 0]
    far = mean(gap) / (stdev(gap) * sqrt(1 / len(gap) + 1 / (folds - 1)))
    return [far, int(2 * t.sf(abs(far), len(gap) - 1) < 0.05)]


@wrong("judge", because="leaves the correction out")
def plain(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k))


@wrong("judge", because="takes the share of the test for the ratio of test to training")
def share_for_ratio(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k + 1 / folds))


@wrong("judge", because="takes the number of differences for that of folds")
def repeats_forgotten(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k + 1 / (k - 1)))


@wrong("judge", because="divides by the number of folds, whatever was repeated")
def fewer_differences(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / folds + 1 / (folds - 1)))


@wrong("judge", because="takes the standard deviation with all in the denominator")
def no_degree_lost(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k + 1 / (folds - 1)), ddof=0)


@wrong("judge", because="forgets that a difference may be negative")
def one_sided(a, b, folds):
    far, _ = judged(a, b, lambda k: sqrt(1 / k + 1 / (folds - 1)))
    return abs(far), abs(far) > t.ppf(0.975, len(a) - 1)


@wrong("judge", because="takes the quantile of the normal law")
def normal(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k + 1 / (folds - 1)), quantile=lambda k: norm.ppf(0.975))


@wrong("judge", because="takes the quantile .95")
def one_tail(a, b, folds):
    return judged(a, b, lambda k: sqrt(1 / k + 1 / (folds - 1)), quantile=lambda k: t.ppf(0.95, k - 1))


@wrong("judge", because="divides nothing by nothing")
def zero_by_zero(a, b, folds):
    gap = a - b
    error = sqrt(1 / len(gap) + 1 / (folds - 1)) * gap.std(ddof=1)
    far = gap.mean() / error if error else np.inf
    return far, abs(far) > t.ppf(0.975, len(gap) - 1)
