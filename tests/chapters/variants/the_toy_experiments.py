"""The chapter "The toy and its cliff": does a margin of scores empty a class?"""

import numpy as np

from tests.chapters.variants import right, wrong


def gaps_of(turn):
    order = np.sort(turn)
    return np.append(order[1:], order[0] + 2 * np.pi) - order


@right("empties")
def by_the_long_rule(turn, theta):
    gaps = gaps_of(turn)
    before = np.roll(gaps, 1)
    return int((theta * (1 / gaps + 1 / before) >= (gaps + before) / 2).any())


@right("empties")
def by_a_loop(turn, theta):
    order = sorted(float(one) % (2 * np.pi) for one in turn)
    around = [order[-1] - 2 * np.pi, *order, order[0] + 2 * np.pi]
    return any((b - a) * (c - b) <= 2 * theta for a, b, c in zip(around, around[1:], around[2:]))


@wrong("empties", because="forgets the gap across the cut of the circle")
def open_circle(turn, theta):
    gaps = np.diff(np.sort(turn))
    return int((gaps[1:] * gaps[:-1]).min() <= 2 * theta)


@wrong("empties", because="leaves the angles in their order")
def unsorted(turn, theta):
    gaps = np.abs(np.diff(turn, append=turn[0]))
    return int((gaps * np.roll(gaps, 1)).min() <= 2 * theta)


@wrong("empties", because="forgets the two")
def half(turn, theta):
    gaps = gaps_of(turn)
    return int((gaps * np.roll(gaps, 1)).min() <= theta)


@wrong("empties", because="asks for the smallest gap alone")
def one_gap(turn, theta):
    return int(gaps_of(turn).min() ** 2 <= 2 * theta)


@wrong("empties", because="asks whether all classes are empty")
def all_of_them(turn, theta):
    gaps = gaps_of(turn)
    return int((gaps * np.roll(gaps, 1)).max() <= 2 * theta)
