"""What readers may write for the stub of "One step is one threshold"."""

import numpy as np
from scipy.optimize import brentq

from tests.chapters.variants import Answers


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


def by_a_root_finder(losses, n, C, classes=1, more=0):
    def alpha(tau):
        return np.clip((np.asarray(losses) - tau) / (n + more), 0, C)

    return alpha(brentq(lambda t: t + n * alpha(t).sum() / (len(losses) + classes), -2 * n * C - 1, 1, xtol=1e-14))


def those_that_owe(losses, n, C):
    owing = [max(loss, 0) for loss in losses]
    return [a if loss > 0 else 0 for a, loss in zip(by_levels(owing, n, C), losses)]


def one_correction(losses, n, C):
    tau = -n / (len(losses) + 1) * np.minimum(by_levels(losses, n, 1e9), C).sum()
    return np.clip((np.asarray(losses) - tau) / n, 0, C)


def capped_before_dividing(losses, n, C):
    alpha = np.zeros(len(losses))
    for _ in range(1000):
        alpha = np.clip(np.asarray(losses) + n / (len(losses) + 1) * alpha.sum(), 0, C) / n
    return alpha


STUBS = {
    "hinge_multipliers": Answers(
        [by_levels, lambda losses, n, C: by_a_root_finder(losses, n, C)],
        {
            "has no cap": lambda losses, n, C: by_levels(losses, n, 1e9),
            "charges only the classes with a positive loss": those_that_owe,
            "takes zero for the threshold": lambda losses, n, C: np.clip(np.asarray(losses) / n, 0, C),
            "caps the multipliers after the threshold was found without a cap": lambda losses, n, C: np.minimum(
                by_levels(losses, n, 1e9), C
            ),
            "divides by Q - 1 classes in the threshold": lambda losses, n, C: by_a_root_finder(losses, n, C, 0),
            "gives the multipliers in the order of their size": lambda losses, n, C: by_levels(
                sorted(losses, reverse=True), n, C
            ),
            "takes the capped classes out once and looks no further": one_correction,
            "caps at C what is n times the multiplier": capped_before_dividing,
            "takes the squared hinge": lambda losses, n, C: by_a_root_finder(losses, n, 99.0, more=1 / C),
        },
    )
}
