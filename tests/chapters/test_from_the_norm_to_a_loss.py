"""The numbers of the chapter "From the norm to a weight", round after round from the learners."""

import math

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from tests.chapters.stored import error_matrix, figures_of
from tests.helpers import rounds

CHAPTER = "combo/from-the-norm-to-a-loss"
FIGURES = figures_of(CHAPTER)
RACE = "Boosting race"
CLASSIFIERS = {"AdaBoost.MM": AdaBoostMMClassifier, "CoMBo": ComboClassifier}


@pytest.fixture(scope="module")
def runs():
    """Per rule and round: the error matrix, norm, Q times the error rate, Q times BER, loss, bound."""
    X, y = ThreeGaussians().sample(600, random_state=3)
    sizes = np.bincount(y)
    found = {}
    for rule, classifier in CLASSIFIERS.items():
        model = classifier(100).fit(X, y)
        weights = 1 / sizes[y] if rule == "CoMBo" else np.full(600, 1 / 200)  # 6 in all, both rules
        f, bound, found[rule] = np.zeros((600, 3)), 6.0, {}
        for t, (_, _, right, wrong, alpha, loss) in enumerate(rounds(model, X, y, weights)):
            bound *= math.sqrt(1 - (right - wrong) ** 2)
            f[np.arange(600), model.estimators_[t].predict(X)] += alpha
            C = error_matrix(y, f.round(9).argmax(axis=1))
            e = C.sum(axis=1)
            found[rule][t + 1] = C, np.linalg.norm(C, 2), e @ sizes / 200, e.sum(), loss, bound
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES[RACE])
def test_the_race_tells_what_the_rounds_give(runs, values, numbers, text, picture):
    rule, t = values["rule"], int(values["rounds"])
    C, norm, error, ber, loss, bound = runs[rule][t]
    e = C.sum(axis=1)
    wanted = {"norm": norm, "error": error, "ber": ber, "loss": loss, "bound": bound}
    assert numbers == pytest.approx(wanted, abs=1e-5)
    bounded, other = (ber, error) if rule == "CoMBo" else (error, ber)
    assert bounded <= loss <= bound
    assert f"= {bounded:.3f} ≤ loss" in text and text.endswith(f" is {other:.3f}.")
    assert f"{e[0]:.3f}, {e[1]:.3f} and {e[2]:.3f}" in text


def test_the_story_of_the_race(runs):
    errors = {rule: {t: C.sum(axis=1) for t, (C, *_) in shown.items()} for rule, shown in runs.items()}
    assert all(errors["AdaBoost.MM"][t][2] > 0.999 for t in (1, 2, 3)) and errors["AdaBoost.MM"][5][2] < 0.9
    np.testing.assert_allclose(errors["CoMBo"][1], [1, 0, 0], atol=1e-9)
    assert errors["CoMBo"][2][2] > 0.999 and errors["CoMBo"][3].max() < 0.25
    assert all(abs(errors["CoMBo"][t][0] - 0.125) < 0.01 for t in (20, 50, 100))
    assert runs["CoMBo"][50][1] < 0.1 < 1 < runs["CoMBo"][50][4]
    # Q x BER, which AdaBoost.MM's loss does not bound, is above it; Q x error, which CoMBo's bounds as well, is not.
    assert all(runs["AdaBoost.MM"][t][3] > runs["AdaBoost.MM"][t][4] for t in (50, 100))
    assert all(error < loss for _, _, error, _, loss, _ in runs["CoMBo"].values())
