"""What the chapter "Boosting and stumps" says of its figure and its starts, with every stump tried."""

import re
from functools import cache

import numpy as np

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import numbers_in, scenes_of
from tests.confusion.boosting.test_adaboost_mh import plain_rounds

CHAPTER = "foundations/boosting-and-stumps"
TOLD, AT = scenes_of(CHAPTER)["board"]
LAW = ThreeGaussians()
Y = np.repeat([0, 1, 2], [7, 3, 2])
X = LAW.sample_inputs(Y, random_state=7).round(1)


@cache
def stages(start):
    """The lecture's lines on the m k squares, with every threshold and every vote tried."""
    return list(plain_rounds(X, Y, 3, start, np.ones(12), 8))


def test_the_board():
    assert np.array_equal(TOLD["points"], X) and TOLD["labels"] == Y.tolist() and AT["t"] == 1
    assert AT["weights"] == "uniform" in TOLD["starts"]
    # What the text says of the best stumps: from the uniform start the fifth round is free of errors, the sixth is not.
    wrong = [(np.round(scores, 9).argmax(axis=1) != Y).sum() for *_, scores in stages("uniform")]
    assert len(wrong) == TOLD["rounds"] and wrong[4] == 0 < wrong[5]
    # Before the first round of the balanced start the longest bars are those of the smallest class.
    D = stages("balanced")[0][0].max(axis=1)
    assert D[Y == 2].min() > D[Y != 2].max()


def test_the_start_decides_the_norm(printed):
    """Of the three starts only the balanced one finds the rare classes; its error rate is the price."""
    shown = {name: numbers_in(line) for name, line in re.findall(r"\| (uniform|half|balanced) \|(.*)", printed)}
    assert shown["balanced"][1] < min(shown["uniform"][1], shown["half"][1]) / 3
    assert shown["balanced"][0] > max(shown["uniform"][0], shown["half"][0])
