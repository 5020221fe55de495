"""What readers may write for the stubs of "What the weights do"."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("kept")
def by_walking(y, order):
    few, taken, places = min(np.sum(y == q) for q in set(y)), {}, []
    for place in order:
        taken[y[place]] = taken.get(y[place], 0) + 1
        if taken[y[place]] <= few:
            places.append(place)
    return sorted(places)


@right("kept")
def by_ranks(y, order):
    """The rank of an example is the number of those of its class that are drawn before it."""
    y, drawn = np.asarray(y), np.argsort(order)
    rank = np.array([np.sum((y == y[t]) & (drawn < drawn[t])) for t in range(len(y))])
    return np.flatnonzero(rank < np.unique(y, return_counts=True)[1].min())


@right("kept")
def as_a_mask(y, order):
    mask = np.zeros(len(y), bool)
    for q in np.unique(y):
        mask[[place for place in order if y[place] == q][: np.bincount(y).min()]] = True
    return np.flatnonzero(mask)


@wrong("kept", because="leaves the examples in the order of the draw")
def unsorted(y, order):
    few = np.bincount(y).min()
    return np.concatenate([order[y[order] == q][:few] for q in np.unique(y)])


@wrong("kept", because="takes the first of the sample and not of the draw")
def first_of_the_sample(y, order):
    few = np.bincount(y).min()
    return np.sort(np.concatenate([np.flatnonzero(y == q)[:few] for q in np.unique(y)]))


@wrong("kept", because="takes the labels for those of the draw")
def labels_not_ordered(y, order):
    few = np.bincount(y).min()
    return np.sort(np.concatenate([order[y == q][:few] for q in np.unique(y)]))


@wrong("kept", because="keeps as many as the last class has")
def size_of_the_last(y, order):
    few = np.bincount(y)[-1]
    return np.sort(np.concatenate([order[y[order] == q][:few] for q in np.unique(y)]))


@wrong("kept", because="keeps the first examples of the draw, whatever their class")
def of_all_together(y, order):
    return np.sort(order[: len(np.unique(y)) * np.bincount(y).min()])


@wrong("kept", because="gives the labels and not the places")
def labels(y, order):
    return y[by_walking.function(y, order)]


@wrong("kept", because="keeps one too few")
def one_too_few(y, order):
    few = np.bincount(y).min() - 1
    return np.sort(np.concatenate([order[y[order] == q][:few] for q in np.unique(y)]))


@right("kept")
def with_places_left(y, order):
    """Goes through the draw while its class has places left."""
    left, places = dict.fromkeys(y.tolist(), np.bincount(y).min()), set()
    for place in order.tolist():
        if left[y[place]]:
            left[y[place]] -= 1
            places.add(place)
    return np.array(sorted(places))


@wrong("kept", because="takes `order` for the ranks of the examples")
def order_as_ranks(y, order):
    return by_walking.function(y, np.argsort(order))


@wrong("kept", because="takes those that come last")
def last_of_the_draw(y, order):
    return by_walking.function(y, order[::-1])


@wrong("kept", because="sorts each class for itself")
def class_by_class(y, order):
    few = np.bincount(y).min()
    return np.concatenate([np.sort(order[y[order] == q][:few]) for q in np.unique(y)])


@wrong("kept", because="gives places in the draw and not in the sample")
def places_in_the_draw(y, order):
    few = np.bincount(y).min()
    return np.sort(np.concatenate([np.flatnonzero(y[order] == q)[:few] for q in np.unique(y)]))
