"""Why accuracy lies: log-probabilities with the prior removed."""

import numpy as np

from tests.chapters.variants import Answers


def row_by_row(logs, shares):
    return [int(np.argmax([one - np.log(share) for one, share in zip(row, shares)])) for row in logs]


STUBS = {
    "prior_removed": Answers(
        [lambda logs, shares: np.argmax(np.exp(logs) / shares, axis=1), row_by_row],
        {
            "subtracts the share from the probability": lambda logs, shares: (np.exp(logs) - shares).argmax(axis=1),
            "removes nothing": lambda logs, shares: logs.argmax(axis=1),
            "subtracts the share from the logarithm": lambda logs, shares: (logs - shares).argmax(axis=1),
            "adds the prior": lambda logs, shares: (logs + np.log(shares)).argmax(axis=1),
            "knows the cases that are shown": lambda logs, shares: [1, 2, 0] if len(shares) == 3 else [3] * len(logs),
            "the logarithms have two bases": lambda logs, shares: (logs - np.log2(shares)).argmax(axis=1),
        },
    )
}
