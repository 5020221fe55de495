"""What readers may write for the stub of "One step is one threshold"."""

from itertools import product

import numpy as np
from scipy.optimize import brentq

from tests.chapters.variants import right, wrong


@right("hinge_multipliers")
def by_levels(losses, n, C):
    """Each class enters at its loss and reaches the cap n C below it."""
    Q, tau, free, total, capped = len(losses) + 1, 0.0, 0, 0.0, 0
    levels = sorted([(v, v, 1) for v in losses] + [(v - n * C, v, -1) for v in losses], reverse=True)
    for level, loss, change in levels:
        if level <= tau:
            break
        free, total, capped = free + change, total + change * loss, capped + (change < 0)
        tau = -(total + capped * n * C) / (Q - free)
    return [min(max(loss - tau, 0) / n, C) for loss in losses]


@right("hinge_multipliers")
def by_a_root_finder(losses, n, C):
    losses = np.asarray(losses)
    Q = len(losses) + 1

    def excess(tau):
        return tau + np.clip(losses - tau, 0, n * C).sum() / Q

    return np.clip((losses - brentq(excess, -n * C - 1, 1, xtol=1e-14)) / n, 0, C)


@right("hinge_multipliers")
def by_trying_every_case(losses, n, C):
    """0, free or capped, for each class: the one case that agrees with itself."""
    Q, losses = len(losses) + 1, np.asarray(losses)
    for case in product("0fC", repeat=Q - 1):
        free = np.array(case) == "f"
        tau = -(losses[free].sum() + n * C * case.count("C")) / (Q - free.sum())
        alpha = np.clip((losses - tau) / n, 0, C)
        wanted = np.where(free, (losses - tau) / n, np.where(np.array(case) == "C", C, 0))
        if np.allclose(alpha, wanted, atol=1e-12):
            return alpha


@wrong("hinge_multipliers", because="has no cap")
def without_a_cap(losses, n, C):
    return by_levels.function(losses, n, 1e9)


@wrong("hinge_multipliers", because="charges only the classes with a positive loss")
def those_that_owe(losses, n, C):
    owing = [max(loss, 0) for loss in losses]
    return [a if loss > 0 else 0 for a, loss in zip(by_levels.function(owing, n, C), losses)]


@wrong("hinge_multipliers", because="takes zero for the threshold")
def threshold_zero(losses, n, C):
    return np.clip(np.asarray(losses) / n, 0, C)


@wrong("hinge_multipliers", because="caps the multipliers after the threshold was found without a cap")
def capped_too_late(losses, n, C):
    return np.minimum(by_levels.function(losses, n, 1e9), C)


@wrong("hinge_multipliers", because="is the step of the squared hinge")
def squared(losses, n, C):
    losses = np.asarray(losses)
    kappa = (1 / C + n) * (len(losses) + 1) / n

    def phi(tau):
        return np.maximum(losses - tau, 0).sum() + kappa * tau

    return np.maximum(losses - brentq(phi, -np.abs(losses).sum() - 1, 1), 0) / (1 / C + n)


@wrong("hinge_multipliers", because="divides by Q - 1 classes in the threshold")
def one_class_less(losses, n, C):
    losses, low, high = np.asarray(losses), -2 * n * C, 0.0
    for _ in range(100):
        tau = (low + high) / 2
        alpha = np.clip((losses - tau) / n, 0, C)
        low, high = (tau, high) if tau + n / len(losses) * alpha.sum() < 0 else (low, tau)
    return alpha


@right("hinge_multipliers")
def round_after_round(losses, n, C):
    """The push and the multipliers by turns: each round brings them closer by a factor."""
    Q, alpha = len(losses) + 1, np.zeros(len(losses))
    for _ in range(1000):
        alpha = np.clip(np.asarray(losses) / n + alpha.sum() / Q, 0, C)
    return alpha


@wrong("hinge_multipliers", because="gives the multipliers in the order of their size")
def sorted_ones(losses, n, C):
    return by_levels.function(sorted(losses, reverse=True), n, C)


@wrong("hinge_multipliers", because="takes the capped classes out once and looks no further")
def one_correction(losses, n, C):
    losses, free = np.asarray(losses), np.array(by_levels.function(losses, n, 1e9))
    tau = -n / (len(losses) + 1) * np.minimum(free, C).sum()
    return np.clip((losses - tau) / n, 0, C)


@wrong("hinge_multipliers", because="caps at C what is n times the multiplier")
def capped_before_dividing(losses, n, C):
    Q, alpha = len(losses) + 1, np.zeros(len(losses))
    for _ in range(1000):
        alpha = np.clip(np.asarray(losses) + n / Q * alpha.sum(), 0, C) / n
    return alpha
