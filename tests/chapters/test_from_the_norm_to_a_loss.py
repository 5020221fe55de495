"""The numbers of the chapter "From the norm to a weight", by loops over the sample."""

import math

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from tests.chapters.stored import figures_of

CHAPTER = "combo/from-the-norm-to-a-loss"
FIGURES = figures_of(CHAPTER)
RACE = "Boosting race"
SHOWN = {int(values["rounds"]) for values, *_ in FIGURES[RACE]}
CLASSIFIERS = {"AdaBoost.MM": AdaBoostMMClassifier, "CoMBo": ComboClassifier}


@pytest.fixture(scope="module")
def sample():
    X, y = ThreeGaussians().sample(600, random_state=3)
    assert np.bincount(y).tolist() == [548, 24, 28]
    return X, y


@pytest.fixture(scope="module")
def runs(sample):
    """Per rule and round: class errors, norm, both errors, loss, bound; alphas by golden search on the loss."""
    X, y = sample
    sizes = [548, 24, 28]
    found = {}
    for rule, classifier in CLASSIFIERS.items():
        model = classifier(100).fit(X, y)
        weights = np.array([1 / sizes[p] if rule == "CoMBo" else 1 / 200 for p in y])  # 6 in all, both rules
        f, bound, shown = np.zeros((600, 3)), 6.0, {}
        for t, tree in enumerate(model.estimators_, start=1):
            (j, *_), (cut, *_), (_, a, b) = tree.feature_, tree.threshold_, tree.label_
            answer = [a if x[j] <= cut else b for x in X]
            costs = [[weights[i] * math.exp(f[i, k] - f[i, y[i]]) for k in range(3)] for i in range(600)]
            before = sum(sum(row) - weights[i] for i, row in enumerate(costs))
            right = sum(sum(costs[i]) - weights[i] for i in range(600) if answer[i] == y[i])
            wrong = sum(costs[i][answer[i]] for i in range(600) if answer[i] != y[i])
            bound *= math.sqrt(1 - ((right - wrong) / before) ** 2)
            f[np.arange(600), answer] += least(lambda s: right * math.exp(-s) + wrong * math.exp(s))  # noqa: B023
            if t not in SHOWN:
                continue
            loss = sum(
                weights[i] * sum(math.exp(f[i, k] - f[i, y[i]]) for k in range(3) if k != y[i]) for i in range(600)
            )
            C = np.zeros((3, 3))
            for p, row in zip(y, f):
                q = next(k for k in range(3) if row[k] >= max(row) - 1e-9)
                C[p, q] += (p != q) / sizes[p]
            norm = math.sqrt(max(np.linalg.eigvalsh(C.T @ C)))
            error = 3 * (C.sum(axis=1) @ sizes) / 600
            shown[t] = (C, norm, error, C.sum(), loss, bound)
        found[rule] = shown
    return found


def least(loss, low=0.0, high=5.0):
    """Where a convex function is least, by thirds."""
    for _ in range(120):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return (low + high) / 2


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES[RACE])
def test_the_race_tells_what_loops_find(runs, values, numbers, text, picture):
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
    assert all(runs["CoMBo"][t][2] < runs["CoMBo"][t][4] for t in SHOWN)
