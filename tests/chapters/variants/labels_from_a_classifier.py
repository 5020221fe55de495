"""The chapter "Labels from a classifier": what is estimated of g from its own labels."""

import numpy as np

from tests.chapters.variants import right, wrong


def told(J, C, masses):
    return 1 - np.trace(J), masses @ (1 - np.diag(C)), J.min()


@right("at_g")
def by_solving(C, counts):
    J = np.linalg.solve(C, np.diag(counts / counts.sum())).T
    return told(J, C, J.sum(axis=0))


@right("at_g")
def by_part_3(C, counts):
    inverse, shares = np.linalg.inv(C), counts / counts.sum()
    off = inverse - np.diag(np.diag(inverse))
    masses = inverse @ shares
    return off.sum(axis=0) @ shares, 1 - np.diag(C) @ masses, (inverse * shares).min()


@wrong("at_g", because="forgets to divide by the number of examples")
def counts_for_shares(C, counts):
    J = (np.linalg.inv(C) * counts).T
    return told(J, C, J.sum(axis=0))


@wrong("at_g", because="takes the rows of the inverse")
def rows(C, counts):
    J = np.linalg.inv(C) * (counts / counts.sum())[:, None]
    return told(J, C, J.sum(axis=0))


@wrong("at_g", because="takes the shares of the labels for the masses of the classes")
def label_shares(C, counts):
    shares = counts / counts.sum()
    return told((np.linalg.inv(C) * shares).T, C, shares)


@wrong("at_g", because="unmixes with C")
def not_inverted(C, counts):
    J = (C * counts / counts.sum()).T
    return told(J, C, np.linalg.solve(C, counts / counts.sum()))


@wrong("at_g", because="raises what is negative to zero")
def clipped(C, counts):
    J = np.maximum((np.linalg.inv(C) * counts / counts.sum()).T, 0)
    return told(J, C, J.sum(axis=0))
