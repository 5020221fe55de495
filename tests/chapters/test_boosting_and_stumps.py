"""The numbers of the chapter "Boosting and stumps", by other routes: each state of its figure, its tables."""

import re
from functools import cache

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.ensemble import AdaBoostClassifier

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from tests.chapters.stored import numbers_in, scenes_of
from tests.confusion.boosting.test_adaboost_mh import OnItems, plain_rounds

CHAPTER = "foundations/boosting-and-stumps"
TOLD, AT = scenes_of(CHAPTER)["board"]
LAW = ThreeGaussians()
Y = np.repeat([0, 1, 2], [7, 3, 2])
X = LAW.sample_inputs(Y, random_state=7).round(1)


def row(text, name):
    """Numbers of the first row of a table that starts with `name`."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
    return [float(cell) for cell in line.strip("| ").split("|")[1:]]


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
    start = (own / 2 + (1 - own) / 4).ravel() / 300
    theirs = AdaBoostClassifier(OnItems(3), n_estimators=20)
    theirs.fit(rows, (2 * own - 1).ravel().astype(int), start)
    scores = theirs.decision_function(rows).reshape(300, 3)
    eps = theirs.estimator_errors_
    shown = numbers_in(re.search(r"error (.*), bound (.*)", printed)[0])
    bound = np.sqrt(2) * np.prod(2 * np.sqrt(eps * (1 - eps)))
    assert shown == pytest.approx([np.mean(scores.argmax(axis=1) != y_even), bound], abs=0.00051)
    sizes = (scores > 1e-9).sum(axis=1)
    shown = numbers_in(re.search(r"sets of no class (.*), of two (.*)", printed)[0])
    assert shown == [np.sum(sizes == 0), np.sum(sizes == 2)]


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


MAKERS = {
    "MH, uniform": AdaBoostMHClassifier(50),
    "MH, half": AdaBoostMHClassifier(50, start="half"),
    "AdaBoost.MM": AdaBoostMMClassifier(50),
    "MH, balanced": AdaBoostMHClassifier(50, start="balanced"),
    "CoMBo": ComboClassifier(50),
}


@pytest.mark.slow
def test_the_three_boosters_measured_on_a_sample(printed):
    """The chapter integrates over rectangles; here new examples are counted."""
    z = np.repeat([0, 1, 2], 8000)
    Z = LAW.sample_inputs(z, random_state=8)
    for name, model in MAKERS.items():
        norms = []
        for seed in range(20) if name in ("MH, balanced", "CoMBo") else range(0, 20, 4):
            answers = model.fit(*LAW.sample(600, random_state=seed)).predict(Z)
            C = np.array([[np.mean(answers[z == p] == q) * (p != q) for q in range(3)] for p in range(3)])
            norms.append(np.linalg.norm(C, 2))
        norm, _, error = row(printed, name)
        allowed = 0.01 if len(norms) == 20 else 3 * error * np.sqrt(20 / len(norms))
        assert np.mean(norms) == pytest.approx(norm, abs=allowed)
        if len(norms) == 20:
            assert np.std(norms, ddof=1) / np.sqrt(20) == pytest.approx(error, abs=0.002)
