"""The chapter "Label noise has a matrix": the share of wrong labels, and costs for rare classes under noise."""

import numpy as np

from tests.chapters.variants import right, wrong


def shares_of(y, C):
    return np.bincount(y, minlength=len(C)) / len(y)


def costs_of(shares):
    return (1 - np.eye(len(shares))) / shares[:, None]


@right("wrong_share")
def by_classes(y, C):
    return (1 - np.diag(C)) @ np.linalg.inv(C) @ shares_of(y, C)


@right("wrong_share")
def one_minus_what_is_right(y, C):
    counts = [np.sum(y == k) for k in range(len(C))]
    return 1 - sum(C[q, q] * share for q, share in enumerate(np.linalg.solve(C, counts))) / len(y)


@wrong("wrong_share", because="weighs by the shares of the noisy labels")
def noisy_shares(y, C):
    return (1 - np.diag(C)) @ shares_of(y, C)


@wrong("wrong_share", because="solves with the transposed matrix")
def transposed(y, C):
    return (1 - np.diag(C)) @ np.linalg.solve(C.T, shares_of(y, C))


@wrong("wrong_share", because="takes all classes for equally frequent")
def equal_classes(y, C):
    return np.mean(1 - np.diag(C))


@wrong("wrong_share", because="gives the share of right labels")
def share_of_right(y, C):
    return np.diag(C) @ np.linalg.solve(C, shares_of(y, C))


@right("balanced_costs")
def with_the_inverse(y, C):
    return np.linalg.inv(C).T @ costs_of(np.linalg.inv(C) @ shares_of(y, C))


@right("balanced_costs")
def answer_by_answer(y, C):
    pi, found = np.linalg.solve(C, shares_of(y, C)), np.zeros(C.shape)
    for q in range(len(C)):
        costs = 1 / pi
        costs[q] = 0
        found[:, q] = costs @ np.linalg.inv(C)
    return found


@wrong("balanced_costs", because="divides by the shares of the noisy labels")
def noisy_weights(y, C):
    return np.linalg.solve(C.T, costs_of(shares_of(y, C)))


@wrong("balanced_costs", because="steps into the orientation trap")
def turned(y, C):
    return np.linalg.solve(C, costs_of(np.linalg.solve(C, shares_of(y, C))))


@wrong("balanced_costs", because="weighs the answers, not the classes")
def columns(y, C):
    return np.linalg.solve(C.T, costs_of(np.linalg.solve(C, shares_of(y, C))).T)


@wrong("balanced_costs", because="leaves the noise out of the costs")
def clean_costs(y, C):
    return costs_of(np.linalg.solve(C, shares_of(y, C)))


@wrong("balanced_costs", because="charges right answers, too")
def no_zero_diagonal(y, C):
    pi = np.linalg.solve(C, shares_of(y, C))
    return np.linalg.solve(C.T, np.ones(C.shape) / pi[:, None])
