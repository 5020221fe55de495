"""The chapter "The confusion frontier": how far a printed pair is below the lines."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("missing")
def by_a_loop(error, norm, step, prices, heights):
    most = -np.inf
    for price, height in zip(prices, heights):
        most = max(most, height - (norm + step / 2 + price * (error + step / 2)))
    return most


@right("missing")
def by_the_frontier(error, norm, step, prices, heights):
    e = error + step / 2
    floor = max(height - price * e for price, height in zip(prices, heights))
    return floor - (norm + step / 2)


@wrong("missing", because="takes the printed digits for the true pair")
def no_rounding(error, norm, step, prices, heights):
    return np.max(np.asarray(heights) - norm - np.asarray(prices) * error)


@wrong("missing", because="looks at the smallest pair, not the largest")
def downwards(error, norm, step, prices, heights):
    return np.max(np.asarray(heights) - (norm - step / 2) - np.asarray(prices) * (error - step / 2))


@wrong("missing", because="adds a whole step")
def whole_step(error, norm, step, prices, heights):
    return np.max(np.asarray(heights) - (norm + step) - np.asarray(prices) * (error + step))


@wrong("missing", because="rounds the norm alone")
def only_the_norm(error, norm, step, prices, heights):
    return np.max(np.asarray(heights) - (norm + step / 2) - np.asarray(prices) * error)


@wrong("missing", because="takes the lowest line")
def lowest(error, norm, step, prices, heights):
    return np.min(np.asarray(heights) - (norm + step / 2) - np.asarray(prices) * (error + step / 2))


@wrong("missing", because="knows the least norm only")
def first_line(error, norm, step, prices, heights):
    return heights[0] - (norm + step / 2) - prices[0] * (error + step / 2)


@wrong("missing", because="stops at zero")
def clipped(error, norm, step, prices, heights):
    return max(0.0, np.max(np.asarray(heights) - (norm + step / 2) - np.asarray(prices) * (error + step / 2)))
