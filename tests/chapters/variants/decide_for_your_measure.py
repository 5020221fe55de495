"""The chapter "Decide for your measure": the best F1 of one class, by thresholds."""

import numpy as np

from tests.chapters.variants import Answers


def of(p, ill):
    return 2 * p[ill].sum() / (p.sum() + ill.sum())


def by_sorting(p):
    order = np.sort(p)[::-1]
    return max(2 * order[:k].sum() / (p.sum() + k) for k in range(1, len(p) + 1))


def steps(p, threshold, F=0, n=50):
    for _ in range(n):
        F = of(p, p > threshold(F))
    return F


STUBS = {
    "best_f1": Answers(
        [by_sorting, lambda p: steps(p, lambda F: F / 2)],
        {
            "takes the threshold one half": lambda p: of(p, p > 0.5),
            "takes F for the threshold, not its half": lambda p: max(steps(p, lambda F: F, n=k) for k in range(1, 20)),
            "predicts all": lambda p: of(p, p > -1),
            "stops after one step": lambda p: steps(p, lambda F: F / 2, n=2),
            "gives back the threshold": lambda p: by_sorting(p) / 2,
            "counts p, not examples, in the denominator": lambda p: max(
                2 * p[p >= t].sum() / (p.sum() + p[p >= t].sum()) for t in p
            ),
        },
    )
}
