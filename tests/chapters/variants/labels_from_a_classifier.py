"""The chapter "Labels that look at the input": what is estimated of g from its own labels."""

import numpy as np

from tests.chapters.variants import Answers


def told(J, C, masses):
    return 1 - np.trace(J), masses @ (1 - np.diag(C)), J.min()


def of_joint(J, C):
    return told(J, C, J.sum(axis=0))


def by_part_3(C, counts):
    inverse, shares = np.linalg.inv(C), counts / counts.sum()
    off = inverse - np.diag(np.diag(inverse))
    return off.sum(axis=0) @ shares, 1 - np.diag(C) @ inverse @ shares, (inverse * shares).min()


def label_shares(C, counts):
    shares = counts / counts.sum()
    return told((np.linalg.inv(C) * shares).T, C, shares)


STUBS = {
    "at_g": Answers(
        [lambda C, n: of_joint(np.linalg.solve(C, np.diag(n / n.sum())).T, C), by_part_3],
        {
            "forgets to divide by the number of examples": lambda C, n: of_joint((np.linalg.inv(C) * n).T, C),
            "takes the rows of the inverse": lambda C, n: of_joint(np.linalg.inv(C) * (n / n.sum())[:, None], C),
            "takes the shares of the labels for the masses of the classes": label_shares,
            "unmixes with C": lambda C, n: told((C * n / n.sum()).T, C, np.linalg.solve(C, n / n.sum())),
            "raises what is negative to zero": lambda C, n: of_joint(
                np.maximum((np.linalg.inv(C) * n / n.sum()).T, 0), C
            ),
        },
    )
}
