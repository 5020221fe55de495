"""The numbers of the chapter "From the norm to a weight", by loops over the sample and brute force over stumps."""

import math
import re

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from tests.chapters.stored import figures_of, printed_in, scenes_of

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
    start = f"After {t} round{'s' * (t > 1)} of {rule} the class errors are "
    assert text.startswith(start + f"{e[0]:.3f}, {e[1]:.3f} and {e[2]:.3f}, and ")
    for entry in [*C.ravel(), *e]:
        assert f"{entry:.3f}" in picture


@pytest.mark.parametrize("rule", CLASSIFIERS)
def test_no_stump_is_cheaper(sample, rule):
    X, y = sample
    model = CLASSIFIERS[rule](3).fit(X, y)
    weights = 1 / np.bincount(y)[y] if rule == "CoMBo" else np.ones(600)
    f = np.zeros((600, 3))
    for tree, alpha in zip(model.estimators_, model.estimator_weights_):
        D = weights[:, None] * np.exp(f - f[np.arange(600), y][:, None])
        D[np.arange(600), y] = weights - D.sum(axis=1)
        sides = [np.where(X[:, j] <= cut, 1, 0) for j in (0, 1) for cut in X[:, j]]
        cheapest = min((side @ D).min() + ((1 - side) @ D).min() for side in sides)
        answer = tree.predict(X)
        assert D[np.arange(600), answer].sum() == pytest.approx(cheapest)
        f[np.arange(600), answer] += alpha


@pytest.mark.slow
def test_printed_norms_are_those_of_new_data(printed):
    """The exact matrices of the first figure against 300,000 draws."""
    law, (X, y) = ThreeGaussians(), ThreeGaussians().sample(600, random_state=3)
    z = np.repeat([0, 1, 2], 100_000)
    Z = law.sample_inputs(z, random_state=99)
    found = re.findall(r"(AdaBoost\.MM|CoMBo) +(norm .* class errors .*)", printed)
    assert [name for name, _ in found] == list(CLASSIFIERS)
    for name, line in found:
        answer = CLASSIFIERS[name](50).fit(X, y).predict(Z)
        C = np.array([[np.mean(answer[z == p] == q) * (p != q) for q in range(3)] for p in range(3)])
        norm, risk, e1, e2, e3 = map(float, re.findall(r"\d\.\d+", line))
        np.testing.assert_allclose([e1, e2, e3, norm], [*C.sum(axis=1), np.linalg.norm(C, 2)], atol=0.01)
        assert risk == pytest.approx(C.sum(axis=1) @ law.weights, abs=0.004)


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


def test_the_first_picture_of_the_scene_and_the_table_of_circles():
    told, at = scenes_of(CHAPTER)["errors"]
    assert at == {"ab": 15, "bc": 15, "ca": 15} and told["presets"]["in a circle"] == list(at.values())
    lines = printed_in(CHAPTER).partition("| errors | edge |")[2].splitlines()[2:5]
    for line in lines:
        name, *numbers = [cell.strip() for cell in line.strip("| ").split("|")]
        a, b, c = told["presets"][name]
        wrong = told["wrong"][0] / told["size"]
        C = np.array([[0, a, 15 - a], [15 - b, 0, b], [c, 15 - c, 0]]) / told["size"]
        norm = math.sqrt(max(np.linalg.eigvalsh(C.T @ C)))
        wanted = [1 - 3 * wrong / 2, 3 * wrong, math.sqrt((C**2).sum()), norm]
        assert [float(number) for number in numbers] == pytest.approx(wanted, abs=0.00051)
    assert len(lines) == len(told["presets"])
