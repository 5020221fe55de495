"""What readers may write for the stubs of "Scores, margins and surrogates"."""

import numpy as np

from confusion.margins import surrogate_answers, surrogate_minimiser
from tests.chapters.variants import Answers


def by_regions(p):
    order = np.argsort(p)[::-1]
    if p[order[1]] > 1 / 3 and p[order[0]] < 1 / 2:
        return sorted(order[:2].tolist())
    return [order[0]]


def by_the_scores(p):
    f = np.round(surrogate_minimiser(p, "sum-hinge"), 6)
    return np.flatnonzero(f == f.max())


def candidates(p, factor=5, choose=np.argmin):
    """The classes that the best candidate ties, most probable first."""
    order = np.argsort(-p)
    p1, p2, p3 = p[order]
    return order[: [3, 1, 2, 1][choose([2, 3 * (1 - p1), 1 + 3 * p3, 2 * p2 + factor * p3])]]


STUBS = {
    "sum_hinge_answers": Answers(
        [by_regions, by_the_scores],
        {
            "gives the numbers among the sorted classes": lambda p: list(range(len(candidates(p)))),
            "does not sort the classes at the end": lambda p: candidates(p),
            "the rule of the max-hinge": lambda p: surrogate_answers(p, "max-hinge"),
            "forgets that a majority decides, whatever the second class has": lambda p: np.sort(
                np.argsort(-p)[: 2 if np.sort(p)[1] > 1 / 3 else 1]
            ),
            "ties the first two wherever no class has a majority": lambda p: np.sort(
                np.argsort(-p)[: 1 if p.max() > 1 / 2 else 2]
            ),
            "takes the risk for a gain": lambda p: np.sort(candidates(p, choose=np.argmax)),
            "has a wrong factor in the risk of the last candidate": lambda p: np.sort(candidates(p, 6)),
        },
    )
}
