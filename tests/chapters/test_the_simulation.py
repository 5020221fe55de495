"""The chapter "Reading an experiment": what it says of its figures."""

import numpy as np
import pytest

from confusion import metrics
from confusion.copa import CopaClassifier
from confusion.datasets import ThreeGaussians
from confusion.limits import minimum_accuracy
from tests.chapters.stored import figures_of, scenes_of

CHAPTER = "copa/the-simulation"
FIGURES = figures_of(CHAPTER)


def test_near_the_floor_are_scalings_whose_criterion_sees_the_rare_classes():
    near = {
        (model, values["criterion"])
        for values, numbers, _, _ in FIGURES["Every reading"]
        for model in ("COPA", "COPA, C/T", "COPA, C/T²", "perceptron, max", "max-hinge PA")
        if numbers[f"{model}, norm"] < 0.15
    }
    assert all(min(numbers.values()) == numbers["floor"] for _, numbers, *_ in FIGURES["Every reading"])
    assert {model for model, _ in near} == {"COPA, C/T", "COPA, C/T²"}
    assert {criterion for _, criterion in near} == {"norm", "balanced error"}


def test_the_pair_starts_as_algorithm_1():
    told, at = scenes_of(CHAPTER)["pair"]
    law = ThreeGaussians(told["priors"], told["sigma"], told["centers"])
    X, _ = law.sample(3000, random_state=9)
    X_train, y_train = (part[:2500] for part in law.sample(5000, random_state=1))
    model = CopaClassifier(1.0, shuffle=False).fit(X_train, y_train)
    W = np.array([at[name] for name in told["names"]])
    assert np.mean((X @ W.T).argmax(axis=1) != model.predict(X)) < 0.005 and at["m"] == [0, 0]
    assert told["presets"]["COPA, Algorithm 1"] == at

    def pair(rule):
        W = np.array([rule[name] for name in "abc"])
        C = law.confusion(W, intercept=-W @ rule["m"])
        return 1 - metrics.risk(C, law.weights), metrics.operator_norm(C)

    pairs = {name: pair(rule) for name, rule in told["presets"].items()}
    assert max(pairs, key=lambda name: pairs[name][0]) == "most accurate"
    assert min(pairs, key=lambda name: pairs[name][1]) == "balanced"
    bayes = law.confusion(law.bayes_predict)
    np.testing.assert_allclose(pairs["most accurate"], (1 - metrics.risk(bayes, law.weights), 0.488), atol=0.003)
    assert told["pairs"]["floor"] == pytest.approx(pairs["balanced"][1], abs=0.0005)
    for accuracy, norm in told["pairs"]["forbidden"][1:-1]:
        assert accuracy == pytest.approx(minimum_accuracy(norm, law.weights), abs=2e-4)
    # pushed up, the meeting point of the balanced rule lowers the norm and then raises it
    up = [pair({**told["presets"]["balanced"], "m": [0, by]})[1] for by in (-0.72, -0.3, 0, 0.3, 0.6)]
    assert up[0] > up[1] > up[2] < up[3] < up[4]
