"""Right sides of theorems that only tests evaluate, and laws on finitely many points; nothing is checked."""

from collections import namedtuple
from math import log, sqrt

import numpy as np

TrainingBound = namedtuple("TrainingBound", "loss balanced_error norm")
DirectionMargins = namedtuple("DirectionMargins", "true_margin current_margin norm_low norm_high")
ExactRun = namedtuple("ExactRun", "W n_updates masses separated")


def matrix_azuma_tail(t, increment_bounds, shape):
    """Corollary 1 of the COPA paper: (d1 + d2) exp(-t^2 / 2 sum_k M_k^2)."""
    return sum(shape) * np.exp(-np.square(t) / (2 * np.sum(np.square(increment_bounds))))


def matrix_azuma_radius(increment_bounds, shape, delta=0.05):
    """The deviation at which that tail is `delta`."""
    return np.linalg.norm(increment_bounds) * sqrt(2 * log(sum(shape) / delta))


def frobenius_azuma_radius(increment_bounds, delta=0.05):
    """The same for the Frobenius norm, in any dimension; the proof is in :mod:`confusion.limits.concentration`."""
    return np.linalg.norm(increment_bounds) * sqrt(2 * log(2 / delta))


def norm_from_errors(errors):
    """Elementary lower bound on the norm: max_p e_p / sqrt(Q - 1), and |e| / sqrt(Q)."""
    return max(np.max(errors) / sqrt(len(errors) - 1), np.linalg.norm(errors) / sqrt(len(errors)))


def norm_from_loss(loss):
    """(10) of the CoMBo paper as sharp as its true proof makes it: min(L_T, sqrt L_T)."""
    return np.minimum(loss, np.sqrt(loss))


def norm_from_balanced_error(error, K):
    """The two sides of BER <= |C| <= min(K BER, sqrt(K BER), sqrt(K - 1))."""
    return error, min(norm_from_loss(K * error), sqrt(K - 1))


def round_factor(edge, alpha=None):
    """Right side of (16), which bounds L_t / L_(t-1); its least, sqrt(1 - delta^2), without an alpha."""
    edge = np.asarray(edge)
    if alpha is None:
        return np.sqrt((1 - edge) * (1 + edge))
    return 0.5 * ((1 - edge) * np.exp(alpha) + (1 + edge) * np.exp(-np.asarray(alpha)))


def training_bound(edges, K):
    """Theorem 1 as it should read: K BER <= L_T <= K (K - 1) prod_t sqrt(1 - delta_t^2)."""
    loss = K * (K - 1) * np.prod(round_factor(edges))
    return TrainingBound(loss, min(1.0, loss / K), min(norm_from_loss(loss), sqrt(K - 1)))


def direction_margins(mass, theta, alpha=0.0, *, n_classes=2, input_norm=1.0, concept_norm=1.0):
    """Proposition 2 of the UMA paper as it holds: (12) and (13) with the mass, and the norm of mu."""
    low = sqrt((n_classes - 1) / n_classes) * theta * mass / concept_norm
    return DirectionMargins(theta * mass, alpha * mass, low, input_norm * mass)


def exact_direction(law, W, p, q, alpha=0.0):
    """The vector mu of (10) and its mass; with ``alpha=0`` a tie goes to the smallest class."""
    scores = law.X @ W.T
    wins = np.argmax(scores, axis=1) == p
    if alpha > 0:
        wins &= (scores[:, [p]] - np.delete(scores, p, axis=1) >= alpha).all(axis=1)
    weights = law.masses * (wins & (law.labels == q))
    return weights @ law.X, weights.sum()


def run_exact_uma(law, n_classes, vector="plain", *, unmixed=None, least=0.0, max_updates=100_000):
    """UMA from W = 0 with mu, mu / |mu| or mu / mass in place of z, on the pair of largest mass, above `least`.

    It steps by -1 and +1, whether or not the vector is an error.  `unmixed[i, q]` is the mass of class q at point i:
    exactly, or by noisy labels, the share of point i with the label k times (C^-1)_qk, over all k.
    """
    W, done = np.zeros((n_classes, law.X.shape[1])), []
    unmixed = np.eye(n_classes)[law.labels] * law.masses[:, None] if unmixed is None else unmixed
    while len(done) < max_updates:
        regions = np.eye(n_classes)[:, np.argmax(law.X @ W.T, axis=1)]
        joint = regions @ unmixed * (1 - np.eye(n_classes))
        p, q = np.unravel_index(np.argmax(joint), joint.shape)
        if joint[p, q] <= least:
            break
        z = regions[p] * unmixed[:, q] @ law.X
        z = z / {"plain": 1.0, "unit": np.linalg.norm(z), "mass": joint[p, q]}[vector]
        W[q] += z
        W[p] -= z
        done.append(joint[p, q])
    separated = bool((np.argmax(law.X @ W.T, axis=1) == law.labels).all())
    return ExactRun(W, len(done), np.array(done), separated)
