"""What readers may write for the stubs of "Scores, margins and surrogates"."""

import numpy as np

from confusion.margins import conditional_risk, surrogate_answers, surrogate_minimiser
from tests.chapters.variants import right, wrong


@right("sum_hinge_answers")
def by_regions(p):
    order = np.argsort(p)[::-1]
    if p[order[1]] > 1 / 3 and p[order[0]] < 1 / 2:
        return sorted(order[:2].tolist())
    return [order[0]]


@right("sum_hinge_answers")
def by_the_package(p):
    order = np.argsort(-p)
    candidates = [np.array(f) for f in ([0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0])]
    best = min(candidates, key=lambda f: conditional_risk(f, p[order], "sum-hinge"))
    return np.sort(order[best == best.max()])


@right("sum_hinge_answers")
def by_rank(p):
    p = p.tolist()
    first, second, _ = sorted(range(3), key=p.__getitem__, reverse=True)
    return [first] if p[first] > 0.5 or 3 * p[second] < 1 else [min(first, second), max(first, second)]


@right("sum_hinge_answers")
def by_the_scores(p):
    f = np.round(surrogate_minimiser(p, "sum-hinge"), 6)
    return np.flatnonzero(f == f.max())


@wrong("sum_hinge_answers", because="gives the numbers among the sorted classes")
def sorted_numbers(p):
    p1, p2, p3 = np.sort(p)[::-1]
    return list(range([3, 1, 2, 1][np.argmin([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + 5 * p3])]))


@wrong("sum_hinge_answers", because="does not sort the classes at the end")
def in_order_of_probability(p):
    order = np.argsort(-p)
    p1, p2, p3 = p[order]
    return order[: [3, 1, 2, 1][np.argmin([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + 5 * p3])]]


@wrong("sum_hinge_answers", because="the rule of the max-hinge")
def max_hinge(p):
    return surrogate_answers(p, "max-hinge")


@wrong("sum_hinge_answers", because="forgets that a majority decides, whatever the second class has")
def second_alone(p):
    order = np.argsort(-p)
    return np.sort(order[: 2 if p[order[1]] > 1 / 3 else 1])


@wrong("sum_hinge_answers", because="always the most probable class")
def bayes(p):
    return [p.argmax()]


@wrong("sum_hinge_answers", because="ties the first two wherever no class has a majority")
def two_without_majority(p):
    order = np.argsort(-p)
    return [order[0]] if p.max() > 1 / 2 else np.sort(order[:2])


@wrong("sum_hinge_answers", because="takes the risk for a gain")
def largest_risk(p):
    order = np.argsort(-p)
    p1, p2, p3 = p[order]
    return np.sort(order[: [3, 1, 2, 1][np.argmax([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + 5 * p3])]])


@wrong("sum_hinge_answers", because="counts the classes from 1")
def from_one(p):
    return [q + 1 for q in by_rank.function(p)]


@right("sum_hinge_answers")
def by_whole_scores(p):
    """Some minimiser has scores 0, 1 and 2 only."""
    found = min(np.ndindex(3, 3, 3), key=lambda f: round(conditional_risk(np.array(f), p, "sum-hinge"), 12))
    return [q for q in range(3) if found[q] == max(found)]


@wrong("sum_hinge_answers", because="has a wrong factor in the risk of the last candidate")
def wrong_factor(p):
    order = np.argsort(-p)
    p1, p2, p3 = p[order]
    return np.sort(order[: [3, 1, 2, 1][np.argmin([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + 6 * p3])]])
