"""The chapter "One shift": the least shift at which a class wins."""

import numpy as np

from tests.chapters.variants import Answers


def ends(f, shares, q, factor=2.0, start=0.0):
    """Lower and upper end of the shifts at which class q wins; (inf, -inf) if none can be."""
    low, high = start, np.inf
    for k in range(len(f)):
        slope, behind = np.log(shares[k]) - np.log(shares[q]), factor * (f[k] - f[q])
        if slope > 0:
            low = max(low, behind / slope)
        elif slope < 0:
            high = min(high, behind / slope)
        elif behind > 0:
            return np.inf, -np.inf
    return low, high


def by_ends(f, shares, q, **slip):
    low, high = ends(f, shares, q, **slip)
    return low if low <= high else np.inf


def by_trying_the_places_where_two_votes_meet(f, shares, q):
    f, logs = np.asarray(f, dtype=float), np.log(shares)
    meets = [0.0] + [2 * (f[k] - f[q]) / (logs[k] - logs[q]) for k in range(len(f)) if logs[k] != logs[q]]
    wins = [s for s in meets if s >= 0 and (moved := f - s / 2 * logs)[q] >= moved.max() - 1e-9]
    return min(wins, default=np.inf)


def equal_shares(f, shares, q):
    kept = [k for k in range(len(f)) if k == q or shares[k] != shares[q]]
    return by_ends([f[k] for k in kept], [shares[k] for k in kept], kept.index(q))


STUBS = {
    "least_shift": Answers(
        [lambda f, shares, q: by_ends(f, shares, q), by_trying_the_places_where_two_votes_meet],
        {
            "forgets the half of the votes' scale": lambda f, shares, q: by_ends(f, shares, q, factor=1.0),
            "does not look at the upper end": lambda f, shares, q: ends(f, shares, q)[0],
            "lets shifts below zero count": lambda f, shares, q: by_ends(f, shares, q, start=-np.inf),
            "passes over classes of the same share": equal_shares,
        },
    )
}
