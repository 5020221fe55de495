"""The surrogate losses of :mod:`~confusion.margins.surrogates` and their minimisers, for arguments that are checked."""

import numpy as np
from scipy.special import logsumexp

__all__ = ["KINDS", "SMOOTH"]

#: Probabilities, and risks of two minimisers, that differ by less are equal: 1/3 + 1/3 + 1/3 is not one in floats.
TIE = 1e-12


# --- losses: scores (n, k), class numbers (n,), losses (n,) -----------------------------------------------------------


def _own(f, y):
    return np.take_along_axis(f, y[:, None], axis=1)


def _deficits(f, y):
    """|1 + f_l - f_y|_+, zero in the place of the true class."""
    short = np.maximum(0, 1 + f - _own(f, y))
    np.put_along_axis(short, y[:, None], 0, axis=1)
    return short


def _sum_to_zero_hinge(f, y):
    short = np.maximum(0, f + 1 / (f.shape[1] - 1))
    np.put_along_axis(short, y[:, None], 0, axis=1)
    return short.sum(axis=1)


def _exponential(f, y):
    powers = np.exp(f - _own(f, y))
    np.put_along_axis(powers, y[:, None], 0, axis=1)
    return powers.sum(axis=1)


def _one_vs_all_exponential(f, y):
    signed = f.copy()
    np.put_along_axis(signed, y[:, None], -_own(f, y), axis=1)
    return np.exp(signed).sum(axis=1)


# --- minimisers: p (k,), checked, to scores (k,) ----------------------------------------------------------------------


def _level(f):
    return f - f.mean()


def _max_hinge_minimiser(p):
    f = np.zeros(len(p))
    if p.max() > 0.5 + TIE:
        f[p.argmax()] = 1
    return _level(f)


def _sum_hinge_minimiser(p):
    k = len(p)
    order = np.argsort(-p, kind="stable")
    mass = np.append(0, np.cumsum(p[order]))
    # A level ends after s sorted classes: nowhere between equal ones.
    ends = [s for s in range(1, k) if p[order[s - 1]] - p[order[s]] > TIE] + [k]
    best = {k: (0.0, 0, None)}  # of what stands below the first s classes: risk, levels, where the next level ends
    for s in reversed([0, *ends[:-1]]):
        lowest = None
        for end in (end for end in reversed(ends) if end > s):  # the largest level first
            below, levels, _ = best[end]
            risk = (mass[end] - mass[s]) * (end - 1) + end * (1 - mass[end]) + below
            less = TIE * k * k  # risks are sums of k terms of at most k
            if lowest is None or risk < lowest[0] - less or (risk <= lowest[0] + less and levels + 1 < lowest[1]):
                lowest = risk, levels + 1, end
        best[s] = lowest
    f, s, height = np.empty(k), 0, 0.0
    while s < k:
        end = best[s][2]
        f[order[s:end]] = height
        s, height = end, height - 1
    return _level(f)


def _sum_to_zero_minimiser(p):
    k = len(p)
    top = p >= p.max() - TIE
    return np.where(top, k / (k - 1) / top.sum(), 0.0) - 1 / (k - 1)


def _one_vs_all_minimiser(p):
    # Not 1 - p, which is zero for a class that has all but 1e-17.
    others = np.where(np.eye(len(p), dtype=bool), 0, p).sum(axis=1)
    return (np.log(p) - np.log(others)) / 2


#: kind: (losses, minimiser)
KINDS = {
    "max-hinge": (lambda f, y: _deficits(f, y).max(axis=1), _max_hinge_minimiser),
    "sum-hinge": (lambda f, y: _deficits(f, y).sum(axis=1), _sum_hinge_minimiser),
    "sum-to-zero-hinge": (_sum_to_zero_hinge, _sum_to_zero_minimiser),
    "softmax": (lambda f, y: logsumexp(f - _own(f, y), axis=1), lambda p: _level(np.log(p))),
    "exponential": (_exponential, lambda p: _level(np.log(p) / 2)),
    "one-vs-all-exponential": (_one_vs_all_exponential, _one_vs_all_minimiser),
}
#: these have no minimiser where a probability is zero
SMOOTH = ("softmax", "exponential", "one-vs-all-exponential")
