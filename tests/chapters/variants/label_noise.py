"""The chapter "Label noise has a matrix": the share of wrong labels, and costs for rare classes under noise."""

import numpy as np
from numpy.linalg import inv, solve

from tests.chapters.variants import Answers


def shares_of(y, C):
    return np.bincount(y, minlength=len(C)) / len(y)


def clean(y, C):
    return solve(C, shares_of(y, C))


def costs_of(shares):
    return (1 - np.eye(len(shares))) / shares[:, None]


def answer_by_answer(y, C):
    pi, found = clean(y, C), np.zeros(C.shape)
    for q in range(len(C)):
        costs = 1 / pi
        costs[q] = 0
        found[:, q] = costs @ inv(C)
    return found


STUBS = {
    "wrong_share": Answers(
        [
            lambda y, C: (1 - np.diag(C)) @ inv(C) @ shares_of(y, C),
            lambda y, C: 1 - sum(C[q, q] * share for q, share in enumerate(clean(y, C))),
        ],
        {
            "weighs by the shares of the noisy labels": lambda y, C: (1 - np.diag(C)) @ shares_of(y, C),
            "solves with the transposed matrix": lambda y, C: (1 - np.diag(C)) @ solve(C.T, shares_of(y, C)),
            "takes all classes for equally frequent": lambda y, C: np.mean(1 - np.diag(C)),
            "gives the share of right labels": lambda y, C: np.diag(C) @ clean(y, C),
        },
    ),
    "balanced_costs": Answers(
        [lambda y, C: inv(C).T @ costs_of(inv(C) @ shares_of(y, C)), answer_by_answer],
        {
            "divides by the shares of the noisy labels": lambda y, C: solve(C.T, costs_of(shares_of(y, C))),
            "steps into the orientation trap": lambda y, C: solve(C, costs_of(clean(y, C))),
            "weighs the answers, not the classes": lambda y, C: solve(C.T, costs_of(clean(y, C)).T),
            "leaves the noise out of the costs": lambda y, C: costs_of(clean(y, C)),
            "charges right answers, too": lambda y, C: solve(C.T, np.ones(C.shape) / clean(y, C)[:, None]),
        },
    ),
}
