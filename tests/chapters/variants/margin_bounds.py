"""The chapter "Margin bounds": the bound as a function of the margins."""

import numpy as np

from tests.chapters.variants import Answers


def by_cases(margin, rho, Q, delta):
    total = 0.0
    for one in margin:
        total += 1 if one <= 0 else 0 if one >= rho else 1 - one / rho
    m = len(margin)
    return total / m + 4 * Q / (rho * m**0.5) + (np.log(1 / delta) / 2 / m) ** 0.5


def bound(margin, rho, Q, delta, low=0, high=1, middle=lambda Q: 4 * Q):
    """The three terms, with the slips that a reader may make in them."""
    m = len(margin)
    loss = np.clip(1 - margin / rho, low, high)
    return loss.mean() + middle(Q) / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


STUBS = {
    "kernel_bound": Answers(
        [by_cases, lambda *case: bound(*case)],
        {
            "lets the loss of a negative margin exceed one": lambda *case: bound(*case, high=np.inf),
            "lets the loss of a large margin fall below zero": lambda *case: bound(*case, low=-np.inf),
            "counts small margins": lambda one, rho, *more: bound(np.where(one < rho, 0, rho), rho, *more),
            "takes the bound that is quadratic in Q": lambda *case: bound(*case, middle=lambda Q: 2 * Q**2),
        },
    )
}
