"""The chapter "Guarantees": the best of several networks, and what may be promised for it."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("choose")
def by_sorting(errors, m, delta):
    best = sorted(range(len(errors)), key=lambda j: errors[j])[0]
    bound = errors[best] + np.sqrt((np.log(len(errors)) - np.log(delta)) / 2 / m)
    return [best, bound if bound < 1 else 1]


@right("choose")
def all_bounds_first(errors, m, delta):
    bounds = np.minimum(1, errors + np.sqrt(np.log(errors.size / delta) / (2 * m)))
    return errors.argmin(), bounds.min()


@wrong("choose", because="takes the bound for one network")
def for_one(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(1 / delta) / (2 * m)))


@wrong("choose", because="takes the number of networks out of the logarithm")
def outside(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + len(errors) * np.sqrt(np.log(1 / delta) / (2 * m)))


@wrong("choose", because="lets a bound exceed one")
def uncut(errors, m, delta):
    return errors.argmin(), errors.min() + np.sqrt(np.log(len(errors) / delta) / (2 * m))


@wrong("choose", because="takes the last of several best")
def last(errors, m, delta):
    best = len(errors) - 1 - errors[::-1].argmin()
    return best, min(1, errors[best] + np.sqrt(np.log(len(errors) / delta) / (2 * m)))


@wrong("choose", because="counts networks from one")
def from_one(errors, m, delta):
    return errors.argmin() + 1, min(1, errors.min() + np.sqrt(np.log(len(errors) / delta) / (2 * m)))


@wrong("choose", because="knows three networks")
def three(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(3 / delta) / (2 * m)))


@right("choose")
def in_a_loop(errors, m, delta):
    best, fewest = 0, 1.0
    for number, error in enumerate(errors):
        if error < fewest:
            best, fewest = number, error
    share = delta / len(errors)
    return np.array([best, np.clip(fewest + (-np.log(share) / m / 2) ** 0.5, 0, 1)])


@wrong("choose", because="always counts ten networks")
def ten(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(10 / delta) / (2 * m)))


@wrong("choose", because="pays for two sides")
def two_sides(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(2 * len(errors) / delta) / (2 * m)))


@wrong("choose", because="counts the examples in place of the networks")
def examples(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(m / delta) / (2 * m)))


@wrong("choose", because="bounds the largest error")
def worst(errors, m, delta):
    return errors.argmin(), min(1, errors.max() + np.sqrt(np.log(len(errors) / delta) / (2 * m)))


@wrong("choose", because="counts equal errors once")
def distinct(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(len(np.unique(errors)) / delta) / (2 * m)))


@wrong("choose", because="forgets the two below the logarithm")
def without_two(errors, m, delta):
    return errors.argmin(), min(1, errors.min() + np.sqrt(np.log(len(errors) / delta) / m))


@right("choose")
def as_a_list(errors, m, delta):
    errors = list(errors)
    return errors.index(min(errors)), min(1.0, min(errors) + (np.log(len(errors) / delta) / (2 * m)) ** 0.5)
