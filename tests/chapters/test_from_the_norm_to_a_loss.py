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


def test_the_first_three_stumps_of_combo(runs):
    """They give up *a*, give up *c*, and mend both; the rest of the story the page asserts or inserts."""
    errors = {t: C.sum(axis=1) for t, (C, *_) in runs["CoMBo"].items()}
    np.testing.assert_allclose(errors[1], [1, 0, 0], atol=1e-9)
    assert errors[2][2] > 0.999 and errors[3].max() < 0.25
