"""A rule for any measure: against brute force on small laws, with limits, and as an estimator."""

import itertools

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.linear_model import LogisticRegression

from confusion import TunedDecisionClassifier
from confusion._core import sampling
from confusion._core.sampling import LOSSES
from confusion.decisions import bayes_predictions, tuned_rule
from confusion.decisions.tuning import FIRST, GLOBAL, OBJECTIVES
from confusion.metrics import paired_comparison

UNIT = np.eye(3)


def law(seed, n=6, tilt=(3, 1, 0.5)):
    P = np.random.RandomState(seed).dirichlet(np.full(3, 0.7), n) * tilt
    return P / P.sum(axis=1, keepdims=True)


def shares(P, predicted):
    return P.T @ UNIT[predicted] / len(P)


def better(name, measure):
    """The measure as what is maximised."""
    return LOSSES[name] - measure if name in LOSSES else measure


@pytest.mark.parametrize("name", OBJECTIVES)
def test_value_and_gains(name):
    """The values are those of the report; the gains are the derivatives, but for what is the same along a row."""
    value, gains = OBJECTIVES[name]
    for N in np.random.RandomState(0).randint(1, 60, (5, 4, 4)):
        S = N / N.sum()
        assert value(S) == pytest.approx(better(name, sampling.measures(N)[name]))
        slopes = approx_fprime(S.ravel(), lambda flat: value(flat.reshape(4, 4))).reshape(4, 4)
        expected = gains(S) * (value(S) if name == "g_mean" else 1)
        for row in (slopes, expected):
            row -= row.mean(axis=1, keepdims=True)
        np.testing.assert_allclose(expected, slopes, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_against_all_rules(name):
    """All 243 rules of five points: the best is found where that is promised, and no bound is below it."""
    short = []
    for seed in range(20):
        P = law(seed, 5)
        rule = tuned_rule(P, name)
        assert rule.value == pytest.approx(better(name, OBJECTIVES[name][0](rule.confusion)))
        np.testing.assert_allclose(shares(P, bayes_predictions(P, rule.costs)), rule.confusion)
        most = max(OBJECTIVES[name][0](shares(P, list(h))) for h in itertools.product(range(3), repeat=5))
        short.append(most - better(name, rule.value))
        if rule.bound is not None:
            assert better(name, rule.bound) >= most - 1e-9
    assert min(short) > -1e-9
    if name in GLOBAL:
        assert max(short) < 1e-9
    else:
        assert np.mean(short) < 0.01


def test_many_examples_begin_with_a_part():
    P = law(0, 2 * FIRST)
    whole, part = tuned_rule(P, "kappa"), tuned_rule(P[::2], "kappa")
    assert whole.value == whole.bound == pytest.approx(part.value, abs=0.01)
    assert whole.value >= OBJECTIVES["kappa"][0](shares(P, (P @ part.costs).argmin(axis=1)))


def test_of_many_examples_the_largest_probability_is_tried_on_all():
    """No part of them shows what is best on all: an island without a slope, and a plateau elsewhere."""
    P = law(0, 2 * FIRST)
    plain = shares(P, P.argmax(axis=1))
    rule = tuned_rule(P, lambda S: 1.0 if np.allclose(S, plain, rtol=0, atol=1e-9) else 0.5 * (S[2, 2] > plain[2, 2]))
    np.testing.assert_allclose(rule.confusion, plain)


@pytest.mark.parametrize("objective", ["accuracy", "macro_f1", "operator_norm", lambda S: np.trace(S) - S[0, 1]])
def test_limits(objective):
    P = pytest.importorskip("pandas").DataFrame(law(4, 300), columns=["a", "b", "c"])
    free = tuned_rule(P, objective).confusion
    S = tuned_rule(P, objective, min_recall={"c": 0.8}, max_share={"a": 0.4}).confusion
    assert S[2, 2] / S[2].sum() > 0.8 - 1e-9 > free[2, 2] / free[2].sum()
    assert S[:, 0].sum() < 0.4 + 1e-9 < free[:, 0].sum()


def test_accuracy_within_limits_is_nearly_that_of_the_best_mixture():
    rule = tuned_rule(law(4, 300), "accuracy", min_recall=0.6)
    assert 0 <= rule.bound - rule.value < 2 / 300
    assert rule.bound < tuned_rule(law(4, 300), "accuracy").value


def test_a_function_is_as_its_name():
    P = law(5, 100)
    rule = tuned_rule(P, lambda S: np.mean(2 * np.diag(S) / (S.sum(axis=0) + S.sum(axis=1))))
    assert rule.value == pytest.approx(tuned_rule(P, "macro_f1").value, abs=1e-6)
    assert rule.bound is None


def test_a_class_without_probability_is_left_out():
    P = np.insert(law(6, 50), 1, 0, axis=1)
    rule, without = tuned_rule(P, "macro_f1"), tuned_rule(law(6, 50), "macro_f1")
    assert rule.value == pytest.approx(without.value)
    assert not rule.confusion[1].any() and not rule.confusion[:, 1].any()
    with pytest.raises(ValueError, match="min_recall must be 0 or not given for a class that has probability 0"):
        tuned_rule(P, min_recall={1: 0.5})
    assert tuned_rule([[0, 2], [0, 1]], "kappa").confusion.tolist() == [[0, 0], [0, 1]]


def test_weights_are_copies():
    P, weight = law(7, 30), np.arange(30) % 3
    weighted, copied = tuned_rule(P, "mcc", sample_weight=weight), tuned_rule(P.repeat(weight, 0), "mcc")
    assert weighted.value == pytest.approx(copied.value)


def test_estimator():
    """Limits by the classes' names, the rule in one line of NumPy, and the gain over the largest probability."""
    rng = np.random.RandomState(0)
    codes = rng.choice(3, 600, p=(0.8, 0.15, 0.05))
    X, y = 1.5 * UNIT[codes] + rng.randn(600, 3), np.array(["x", "y", "z"])[codes]
    model = TunedDecisionClassifier(LogisticRegression(), "macro_f1", min_recall={"z": 0.5}).fit(X[:300], y[:300])
    S = model.rule_.confusion
    assert S[2, 2] / S[2].sum() >= 0.5
    P = model.predict_proba(X)
    assert (model.classes_[(P @ model.costs_).argmin(axis=1)] == model.predict(X)).all()
    plain = LogisticRegression().fit(X[:300], y[:300]).predict(X[300:])
    assert model.gain(X[300:], y[300:]) == paired_comparison(y[300:], model.predict(X[300:]), plain, "macro_f1")
    with pytest.raises(ValueError, match="gain needs an objective with a name"):
        TunedDecisionClassifier(LogisticRegression(), np.trace).fit(X, y).gain(X, y)
