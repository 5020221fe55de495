"""The numbers of the chapter "Boosting and stumps", by other routes: each state of its figure, its tables."""

import re
from functools import cache

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.ensemble import AdaBoostClassifier

from confusion import AdaBoostMHClassifier
from confusion.datasets import ThreeGaussians
from confusion_studies import triage
from tests.chapters.stored import numbers_in, scenes_of
from tests.confusion.boosting.test_adaboost_mh import OnItems, plain_rounds

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


def test_the_wrong_squares_weigh_one_half_after_the_round():
    signs = 2 * np.eye(3)[Y] - 1
    for start in ("uniform", "half", "balanced"):
        found = stages(start)
        before = np.zeros((12, 3))
        for (*_, scores), (D, *_) in zip(found, found[1:]):
            assert D[np.sign(scores - before) != signs].sum() == pytest.approx(0.5)
            before = scores


def test_the_construction_printed_what_scikit_learns_adaboost_gives(printed):
    X_even, y_even = ThreeGaussians(weights=[1 / 3, 1 / 3, 1 / 3]).sample(300, random_state=1)
    rows = np.column_stack([np.repeat(X_even, 3, axis=0), np.tile(np.arange(3), 300)])
    own = np.eye(3)[y_even]
    theirs = AdaBoostClassifier(OnItems(3), n_estimators=20)
    theirs.fit(rows, (2 * own - 1).ravel().astype(int))
    eps = theirs.estimator_errors_
    shown = numbers_in(re.search(r"loss after 20 rounds (.*)", printed)[1])
    assert shown == pytest.approx([np.prod(2 * np.sqrt(eps * (1 - eps)))], abs=0.0051)


def test_the_bound_of_the_patients(printed):
    """From the errors of the rounds."""
    X, y, *_ = triage.patients()
    bound, _ = numbers_in(re.search(r"after 50 rounds: bound (.*)", printed)[1])
    eps = AdaBoostMHClassifier(50, start="balanced").fit(X, y).errors_
    assert bound == pytest.approx(3 * np.sqrt(2) * np.prod(2 * np.sqrt(eps * (1 - eps))), abs=0.0051)


def test_the_start_decides_the_norm(printed):
    """Of the three starts only the balanced one finds the rare classes; its error rate is the price."""
    X, y, X_test, y_test = triage.patients()
    shown = {name: numbers_in(line) for name, line in re.findall(r"\| (uniform|half|balanced) \|(.*)", printed)}
    for start in ("uniform", "half", "balanced"):
        answers = AdaBoostMHClassifier(50, start=start).fit(X, y).predict(X_test)
        C = np.array([[np.mean(answers[y_test == p] == q) * (p != q) for q in range(3)] for p in range(3)])
        found = np.mean(answers != y_test), np.linalg.norm(C, 2)
        assert shown[start][:2] == pytest.approx(found, abs=0.0051)
    assert shown["balanced"][1] < min(shown["uniform"][1], shown["half"][1]) / 3
    assert shown["balanced"][0] > max(shown["uniform"][0], shown["half"][0])


def test_the_digits(printed):
    pixels, digits = load_digits(return_X_y=True)
    best = 1.0
    for column in pixels.T:
        for cut in np.unique(column)[:-1]:
            counts = [np.bincount(digits[side], minlength=10).max() for side in (column <= cut, column > cut)]
            best = min(best, 1 - sum(counts) / len(digits))
    shown = numbers_in(re.search(r"error of the best stump(.*)%", printed)[1])
    assert shown == pytest.approx([100 * best], abs=0.051)
    shares = np.sort(np.bincount(digits)) / len(digits)
    assert numbers_in(re.search(r"least error of two answers(.*)%", printed)[1]) == pytest.approx(
        [100 * (1 - shares[-2:].sum())], abs=0.051
    )
