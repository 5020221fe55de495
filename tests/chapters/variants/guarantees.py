"""The chapter "Guarantees": the best of several networks, and what may be promised for it."""

import numpy as np

from tests.chapters.variants import Answers


def chosen(errors, m, delta, count=len, most=1):
    radius = np.sqrt(np.log(count(errors) / delta) / (2 * m))
    return errors.argmin(), min(most, errors.min() + radius)


def by_sorting(errors, m, delta):
    best = sorted(range(len(errors)), key=lambda j: errors[j])[0]
    bound = errors[best] + np.sqrt((np.log(len(errors)) - np.log(delta)) / 2 / m)
    return [best, bound if bound < 1 else 1]


def last(errors, m, delta):
    return len(errors) - 1 - errors[::-1].argmin(), chosen(errors, m, delta)[1]


STUBS = {
    "choose": Answers(
        [by_sorting, lambda errors, m, delta: chosen(errors, m, delta)],
        {
            "lets a bound exceed one": lambda *case: chosen(*case, most=np.inf),
            "takes the last of several best": last,
            "no union": lambda *case: chosen(*case, count=lambda errors: 1),
            "knows three networks": lambda *case: chosen(*case, count=lambda errors: 3),
            "counts equal errors once": lambda *case: chosen(*case, count=lambda errors: len(np.unique(errors))),
        },
    )
}
