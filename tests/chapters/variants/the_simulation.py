"""The chapter "Reading an experiment": what a printed pair of accuracy and norm says."""

import numpy as np

from confusion.limits import minimum_accuracy
from tests.chapters.variants import Answers


def by_the_package(accuracy, norm, shares, cut):
    step = (0.005, 0.01)[int(cut)]
    least = minimum_accuracy(norm + step, shares)
    return norm + step, least, least < accuracy + step


def read(accuracy, norm, shares, cut, *, steps=None, order=-1, most=1, total=None):
    """The pair read, with the slips that a reader may make: steps of norm and accuracy, order of classes, limits."""
    of_norm, of_accuracy = steps or [0.01 if cut else 0.005] * 2
    v, Q = norm + of_norm, len(shares)
    per_class, left, least = min(most, np.sqrt(Q - 1) * v), total or Q * v, 1.0
    for share in np.sort(shares)[::order] if order else shares:
        e = min(per_class, left)
        least, left = least - share * e, left - e
    return np.array([v, least, least < accuracy + of_accuracy])


def three(accuracy, norm, shares, cut):
    v = norm + (0.01 if cut else 0.005)
    return read(accuracy, norm, shares, cut, most=min(1, np.sqrt(2) * v), total=3 * v)


def sum_alone(accuracy, norm, shares, cut):
    v = norm + (0.01 if cut else 0.005)
    least, left = 1.0, len(shares) * v
    for share in np.sort(shares)[::-1]:
        least, left = least - share * min(1, left), left - min(1, left)
    return v, least, least < accuracy + v - norm


STUBS = {
    "read_pair": Answers(
        [by_the_package, lambda *case: read(*case)],
        {
            "takes the smallest class first": lambda *case: read(*case, order=1),
            "takes the classes as they come": lambda *case: read(*case, order=0),
            "always rounds": lambda *case: read(*case, steps=(0.005, 0.005)),
            "takes the printed numbers as exact": lambda *case: read(*case, steps=(0, 0)),
            "compares with the printed accuracy": lambda *case: read(*case, steps=(0.01 if case[3] else 0.005, 0)),
            "lets a class error exceed one": lambda *case: read(*case, most=np.inf),
            "knows three classes": three,
            "forgets the sum of the errors": lambda *case: read(*case, total=np.inf),
            "uses the sum alone, as if one class could err on everything": sum_alone,
        },
    )
}
