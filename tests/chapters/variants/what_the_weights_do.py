"""What readers may write for the stubs of "What the weights do"."""

import numpy as np

from tests.chapters.variants import Answers


def by_walking(y, order):
    few, taken, places = min(np.sum(y == q) for q in set(y)), {}, []
    for place in order:
        taken[y[place]] = taken.get(y[place], 0) + 1
        if taken[y[place]] <= few:
            places.append(place)
    return sorted(places)


def by_ranks(y, order):
    """The rank of an example is the number of those of its class that are drawn before it."""
    y, drawn = np.asarray(y), np.argsort(order)
    rank = np.array([np.sum((y == y[t]) & (drawn < drawn[t])) for t in range(len(y))])
    return np.flatnonzero(rank < np.unique(y, return_counts=True)[1].min())


def of_each_class(y, order, few=np.min):
    return np.concatenate([order[y[order] == q][: few(np.bincount(y))] for q in np.unique(y)])


STUBS = {
    "kept": Answers(
        [by_walking, by_ranks],
        {
            "leaves the examples in the order of the draw": of_each_class,
            "takes the first of the sample and not of the draw": lambda y, order: by_walking(y, range(len(y))),
            "keeps as many as the last class has": lambda y, order: np.sort(of_each_class(y, order, lambda m: m[-1])),
            "keeps the first examples of the draw, whatever their class": lambda y, order: np.sort(
                order[: len(np.unique(y)) * np.bincount(y).min()]
            ),
            "gives the labels and not the places": lambda y, order: y[by_walking(y, order)],
            "takes `order` for the ranks of the examples": lambda y, order: by_walking(y, np.argsort(order)),
            "takes those that come last": lambda y, order: by_walking(y, order[::-1]),
        },
    )
}
