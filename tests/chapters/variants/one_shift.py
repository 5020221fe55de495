"""The chapter "One shift": the least shift at which a class wins."""

import numpy as np

from tests.chapters.variants import right, wrong


def ends(f, shares, q, factor=2.0, log=np.log):
    """Lower and upper end of the shifts at which class q wins; (inf, -inf) if none can be."""
    low, high = 0.0, np.inf
    for k in range(len(f)):
        slope, behind = log(shares[k]) - log(shares[q]), factor * (f[k] - f[q])
        if slope > 0:
            low = max(low, behind / slope)
        elif slope < 0:
            high = min(high, behind / slope)
        elif behind > 0:
            return np.inf, -np.inf
    return low, high


@right("least_shift")
def by_ends(f, shares, q):
    low, high = ends(f, shares, q)
    return low if low <= high else np.inf


@right("least_shift")
def by_trying_the_places_where_two_votes_meet(f, shares, q):
    f, logs = np.asarray(f, dtype=float), np.log(shares)
    meets = [0.0]
    for k in range(len(f)):
        if logs[k] != logs[q]:
            meets.append(2 * (f[k] - f[q]) / (logs[k] - logs[q]))
    wins = [s for s in meets if s >= 0 and (moved := f - s / 2 * logs)[q] >= moved.max() - 1e-9]
    return min(wins, default=np.inf)


@wrong("least_shift", because="forgets the half of the votes' scale")
def whole_logarithm(f, shares, q):
    low, high = ends(f, shares, q, factor=1.0)
    return low if low <= high else np.inf


@wrong("least_shift", because="looks at the winner alone")
def against_the_winner(f, shares, q):
    k = int(np.argmax(f))
    if k == q:
        return 0.0
    slope = np.log(shares[k] / shares[q])
    return 2 * (f[k] - f[q]) / slope if slope > 0 else np.inf


@wrong("least_shift", because="does not look at the upper end")
def no_upper_end(f, shares, q):
    return ends(f, shares, q)[0]


@wrong("least_shift", because="lets shifts below zero count")
def below_zero(f, shares, q):
    slopes, behind = np.log(shares) - np.log(shares[q]), 2 * (np.asarray(f) - f[q])
    up, down = slopes > 0, slopes < 0
    if (behind[slopes == 0] > 0).any():
        return np.inf
    low = np.max(behind[up] / slopes[up], initial=-np.inf)
    return low if low <= np.min(behind[down] / slopes[down], initial=np.inf) else np.inf


@wrong("least_shift", because="shifts towards the large classes")
def the_wrong_way(f, shares, q):
    low, high = ends(f, 1 / np.asarray(shares), q)
    return low if low <= high else np.inf


@wrong("least_shift", because="takes logarithms to the base ten")
def base_ten(f, shares, q):
    low, high = ends(f, shares, q, log=np.log10)
    return low if low <= high else np.inf


@wrong("least_shift", because="passes over classes of the same share")
def equal_shares(f, shares, q):
    kept = [k for k in range(len(f)) if k == q or shares[k] != shares[q]]
    low, high = ends([f[k] for k in kept], [shares[k] for k in kept], kept.index(q))
    return low if low <= high else np.inf
