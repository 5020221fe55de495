"""The chapter "The confusion frontier": how far a printed pair is below the lines."""

import numpy as np

from tests.chapters.variants import Answers


def by_a_loop(error, norm, step, prices, heights):
    most = -np.inf
    for price, height in zip(prices, heights):
        most = max(most, height - (norm + step / 2 + price * (error + step / 2)))
    return most


def above(e, v, prices, heights):
    """How far each line is above the pair."""
    return np.asarray(heights) - v - np.asarray(prices) * e


STUBS = {
    "missing": Answers(
        [by_a_loop, lambda e, v, step, prices, heights: above(e + step / 2, v + step / 2, prices, heights).max()],
        {
            "takes the printed digits for the true pair": lambda e, v, step, *lines: above(e, v, *lines).max(),
            "rounds the norm alone": lambda e, v, step, *lines: above(e, v + step / 2, *lines).max(),
            "takes the lowest line": lambda e, v, step, *lines: above(e + step / 2, v + step / 2, *lines).min(),
            "stops at zero": lambda *case: max(0.0, by_a_loop(*case)),
        },
    )
}
