"""The chapter "Reading an experiment": what a printed pair of accuracy and norm says."""

import numpy as np
from scipy.optimize import linprog

from confusion.limits import minimum_accuracy
from tests.chapters.variants import right, wrong


def filled(v, shares, per_class=None, total=None):
    """Least accuracy if the classes, in this order, take all the error they may."""
    Q = len(shares)
    per_class = min(1, np.sqrt(Q - 1) * v) if per_class is None else per_class
    left, least = Q * v if total is None else total, 1
    for share in shares:
        e = min(per_class, left)
        least, left = least - share * e, left - e
    return least


def largest_first(shares):
    return np.sort(shares)[::-1]


def answer(accuracy, v, least, step):
    return v, least, least < accuracy + step


@right("read_pair")
def by_the_package(accuracy, norm, shares, cut):
    step = (0.005, 0.01)[int(cut)]
    return answer(accuracy, norm + step, minimum_accuracy(norm + step, shares), step)


@right("read_pair")
def in_arrays(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v, Q = norm + step, len(shares)
    ends = np.minimum(min(1, np.sqrt(Q - 1) * v) * np.arange(Q + 1), Q * v)
    least = 1 - largest_first(shares) @ np.diff(ends)
    return np.array([v, least, float(accuracy + step > least)])


@wrong("read_pair", because="takes the smallest class first")
def smallest_first(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    return answer(accuracy, norm + step, filled(norm + step, np.sort(shares)), step)


@wrong("read_pair", because="takes the classes as they come")
def as_they_come(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    return answer(accuracy, norm + step, filled(norm + step, shares), step)


@wrong("read_pair", because="always rounds")
def rounds(accuracy, norm, shares, cut):
    v = norm + 0.005
    return answer(accuracy, v, filled(v, largest_first(shares)), 0.005)


@wrong("read_pair", because="takes the printed numbers as exact")
def exact(accuracy, norm, shares, cut):
    return answer(accuracy, norm, filled(norm, largest_first(shares)), 0)


@wrong("read_pair", because="compares with the printed accuracy and not its upper end")
def printed_accuracy(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    return answer(accuracy, norm + step, filled(norm + step, largest_first(shares)), 0)


@wrong("read_pair", because="lets a class error exceed one")
def errors_above_one(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v = norm + step
    return answer(accuracy, v, filled(v, largest_first(shares), per_class=np.sqrt(len(shares) - 1) * v), step)


@wrong("read_pair", because="knows three classes")
def three(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v = norm + step
    return answer(accuracy, v, filled(v, largest_first(shares), min(1, np.sqrt(2) * v), 3 * v), step)


@wrong("read_pair", because="forgets the sum of the errors")
def no_sum(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v = norm + step
    return answer(accuracy, v, filled(v, largest_first(shares), total=np.inf), step)


@wrong("read_pair", because="uses the sum alone, as if one class could err on everything")
def sum_alone(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v = norm + step
    return answer(accuracy, v, filled(v, largest_first(shares), per_class=1), step)


@wrong("read_pair", because="takes the error for the accuracy")
def error(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    least = filled(norm + step, largest_first(shares))
    return norm + step, 1 - least, least < accuracy + step


@wrong("read_pair", because="says that what is possible is not")
def turned(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    least = filled(norm + step, largest_first(shares))
    return norm + step, least, least >= accuracy + step


@right("read_pair")
def by_a_linear_program(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v, Q = norm + step, len(shares)
    found = linprog(-np.asarray(shares), np.ones((1, Q)), [Q * v], bounds=(0, min(1, np.sqrt(Q - 1) * v)))
    return [v, 1 + found.fun, int(1 + found.fun < accuracy + step)]


@wrong("read_pair", because="cuts the norm and rounds the accuracy")
def cuts_the_norm_alone(accuracy, norm, shares, cut):
    v = norm + (0.01 if cut else 0.005)
    return answer(accuracy, v, filled(v, largest_first(shares)), 0.005)


@wrong("read_pair", because="spreads evenly what the largest class leaves of the sum")
def even_rest(accuracy, norm, shares, cut):
    step = 0.01 if cut else 0.005
    v, Q = norm + step, len(shares)
    e, most = min(1, np.sqrt(Q - 1) * v), max(shares)
    least = 1 - most * e - (1 - most) * min(1, (Q * v - e) / (Q - 1))
    return answer(accuracy, v, least, step)
