"""Deterministic integration against the standard normal law of the plane."""

from functools import lru_cache

import numpy as np
from scipy.special import ndtr, ndtri

# Beyond nine standard deviations there is less than 3e-19 of the law.
_REACH = 9.0
_PANELS = 24
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)


@lru_cache(maxsize=2)
def fibonacci_normal(n_points):
    """Fibonacci lattice of at least `n_points` points, carried to the standard normal law; shape (n, 2)."""
    previous, n = 1, 2
    while n < n_points:
        previous, n = n, n + previous
    i = np.arange(n, dtype=np.int64)
    lattice = np.column_stack([i, i * previous % n])
    points = ndtri((lattice + 0.5) / n)
    points.flags.writeable = False
    return points


def polygon_probability(normals, offsets, wins_ties):
    """P(<a_k, Z> + b_k >= 0 for all k) for Z standard normal in the plane; `wins_ties` says where 0 >= 0 counts.

    For a fixed first coordinate u the constraints leave one interval of the second, so the probability is the
    integral over u of phi(u) times the normal probability of that interval.  The integrand is smooth between
    the abscissae where two boundary lines, or a line and the edge of the box, cross; each such piece is cut
    into panels with a Gauss-Legendre rule.
    """
    lengths = np.hypot(normals[:, 0], normals[:, 1])
    constant = lengths == 0
    if ((offsets < 0) | ((offsets == 0) & ~wins_ties))[constant].any():
        return 0.0
    a, b = normals[~constant] / lengths[~constant, None], offsets[~constant] / lengths[~constant]
    box = np.array([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]])
    a, b = np.vstack([a, box]), np.concatenate([b, np.full(4, _REACH)])
    i, j = np.triu_indices(len(a), 1)
    cross = a[i, 0] * a[j, 1] - a[i, 1] * a[j, 0]
    met = np.abs(cross) > 1e-14
    u = (b[j] * a[i, 1] - b[i] * a[j, 1])[met] / cross[met]
    edges = np.unique(np.clip(np.append(u, [-_REACH, _REACH]), -_REACH, _REACH))
    edges = np.concatenate([np.linspace(p, q, _PANELS, endpoint=False) for p, q in zip(edges, edges[1:])])
    edges = np.append(edges, _REACH)
    half = np.diff(edges)[:, None] / 2
    u = (edges[:-1, None] + half + half * _NODES).ravel()
    weight = (half * _WEIGHTS).ravel() * np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi)
    low, high = np.full(u.size, -_REACH), np.full(u.size, _REACH)
    inside = np.ones(u.size, dtype=bool)
    for (a1, a2), offset in zip(a, b):
        rest = offset + a1 * u
        if abs(a2) < 1e-14:
            inside &= rest >= 0
        elif a2 > 0:
            low = np.maximum(low, -rest / a2)
        else:
            high = np.minimum(high, -rest / a2)
    # Differences of upper or lower tails, whichever are small, keep the relative precision.
    flip = low + high > 0
    low, high = np.where(flip, -high, low), np.where(flip, -low, high)
    return float(np.sum(weight * np.where(inside, np.maximum(ndtr(high) - ndtr(low), 0.0), 0.0)))
