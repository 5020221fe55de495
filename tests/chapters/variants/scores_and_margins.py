"""What readers may write for the stubs of "Scores, margins and surrogates"."""

import numpy as np

from confusion.margins import surrogate_minimiser
from tests.chapters.variants import Answers


def by_regions(p):
    order = np.argsort(p)[::-1]
    if p[order[1]] > 1 / 3 and p[order[0]] < 1 / 2:
        return sorted(order[:2].tolist())
    return [order[0]]


def by_the_scores(p):
    f = np.round(surrogate_minimiser(p, "sum-hinge"), 6)
    return np.flatnonzero(f == f.max())


def candidates(p, factor=5):
    """The classes that the best candidate ties, most probable first."""
    order = np.argsort(-p)
    p1, p2, p3 = p[order]
    return order[: [3, 1, 2, 1][np.argmin([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + factor * p3])]]


STUBS = {
    "sum_hinge_answers": Answers(
        [by_regions, by_the_scores],
        {
            "gives the numbers among the sorted classes": lambda p: list(range(len(candidates(p)))),
            "takes the most probable class": lambda p: [np.argmax(p)],
            "does not sort the classes at the end": lambda p: candidates(p),
            "ties the first two wherever no class has a majority": lambda p: np.sort(
                np.argsort(-p)[: 1 if p.max() > 1 / 2 else 2]
            ),
            "has a wrong factor in the risk of the last candidate": lambda p: np.sort(candidates(p, 6)),
        },
    )
}
