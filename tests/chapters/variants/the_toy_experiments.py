"""The chapter "The toy and its cliff": does a margin of scores empty a class?"""

import numpy as np

from tests.chapters.variants import Answers


def gaps_of(turn):
    order = np.sort(turn)
    return np.append(order[1:], order[0] + 2 * np.pi) - order


def areas(gaps):
    return gaps * np.roll(gaps, 1)


def by_the_long_rule(turn, theta):
    gaps = gaps_of(turn)
    before = np.roll(gaps, 1)
    return int((theta * (1 / gaps + 1 / before) >= (gaps + before) / 2).any())


def by_a_loop(turn, theta):
    order = sorted(float(one) % (2 * np.pi) for one in turn)
    around = [order[-1] - 2 * np.pi, *order, order[0] + 2 * np.pi]
    return any((b - a) * (c - b) <= 2 * theta for a, b, c in zip(around, around[1:], around[2:]))


def open_circle(turn, theta):
    gaps = np.diff(np.sort(turn))
    return int((gaps[1:] * gaps[:-1]).min() <= 2 * theta)


STUBS = {
    "empties": Answers(
        [by_the_long_rule, by_a_loop],
        {
            "forgets the gap across the cut of the circle": open_circle,
            "leaves the angles in their order": lambda turn, theta: int(
                areas(np.abs(np.diff(turn, append=turn[0]))).min() <= 2 * theta
            ),
            "forgets the two": lambda turn, theta: int(areas(gaps_of(turn)).min() <= theta),
            "asks for the smallest gap alone": lambda turn, theta: int(gaps_of(turn).min() ** 2 <= 2 * theta),
            "asks whether all classes are empty": lambda turn, theta: int(areas(gaps_of(turn)).max() <= 2 * theta),
        },
    )
}
