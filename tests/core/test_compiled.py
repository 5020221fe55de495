"""Where numba is missing: a word, once, where the loops of a fit will be slow."""

import sys

import numpy as np
import pytest
from sklearn.exceptions import EfficiencyWarning

from confusion import (
    AdaBoostMHClassifier,
    ComboClassifier,
    CopaClassifier,
    MulticlassSVC,
    UltraconservativePerceptron,
    UmaClassifier,
)
from confusion._core import compiled
from confusion.margins.svm_solvers import LINEAR
from tests.helpers import sample


@pytest.fixture
def slow_process(monkeypatch):
    """A process without numba that has not warned yet."""
    monkeypatch.setattr(compiled, "COMPILED", False)
    monkeypatch.setattr(compiled, "SWITCHED_OFF", False)
    monkeypatch.setattr(compiled, "_warned", False)
    return monkeypatch


def test_a_slow_process_says_so_once_and_only_where_it_matters(slow_process):
    compiled.warn_if_slow(compiled.SLOW - 1)  # warnings are errors here
    with pytest.warns(EfficiencyWarning, match="uncompiled.*install numba"):
        compiled.warn_if_slow(compiled.SLOW)
    compiled.warn_if_slow(10 * compiled.SLOW)


def test_the_remedy_is_one_that_helps(slow_process):
    slow_process.setattr(compiled, "SWITCHED_OFF", True)
    with pytest.warns(EfficiencyWarning, match="unset the environment variable CONFUSION_NO_NUMBA"):
        compiled.warn_if_slow(compiled.SLOW)
    slow_process.setattr(compiled, "_warned", False)
    slow_process.setattr(sys, "platform", "emscripten")
    with pytest.warns(EfficiencyWarning, match="no numba in the browser; use fewer"):
        compiled.warn_if_slow(compiled.SLOW)


def test_compiled_loops_are_not_slow(monkeypatch):
    monkeypatch.setattr(compiled, "COMPILED", True)
    monkeypatch.setattr(compiled, "_warned", False)
    compiled.warn_if_slow(10**12)


FITS = {
    "boosting": lambda X, y: ComboClassifier(2).fit(X, y),
    "COPA": lambda X, y: CopaClassifier().fit(X, y),
    "a batch": lambda X, y: UltraconservativePerceptron().partial_fit(X, y),
    "UMA": lambda X, y: UmaClassifier(max_iter=100).fit(X, y),
    "AdaBoost.MH": lambda X, y: AdaBoostMHClassifier(2).fit(X, y),
    "SVM": lambda X, y: MulticlassSVC(kernel="linear", tol=0.1).fit(X, y),
    "a kernel": lambda X, y: MulticlassSVC(kernel="rbf", tol=0.1).fit(X, y),
    "its path": lambda X, y: list(UmaClassifier(max_iter=100).path(X, y)),
}


@pytest.mark.parametrize("what", FITS)
def test_the_warning_points_at_the_line_that_fits(slow_process, what):
    slow_process.setattr(compiled, "SLOW", 1)
    with pytest.warns(EfficiencyWarning) as caught:
        FITS[what](*sample(m=40))
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize("what", FITS)
def test_a_fit_of_the_size_of_the_book_s_examples_says_nothing(slow_process, what):
    FITS[what](*sample(m=400))


def test_how_long_it_will_take_is_told_by_passes_and_classes_and_updates(slow_process):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4000, 10)), np.arange(4000) % 20
    one_pass = CopaClassifier().fit(X, y)._time(X)
    slow_process.setattr(compiled, "SLOW", 3 * one_pass)
    CopaClassifier(epochs=2).fit(X, y)
    with pytest.warns(EfficiencyWarning):
        CopaClassifier(epochs=3).fit(X, y)
    slow_process.setattr(compiled, "_warned", False)
    slow_process.setattr(compiled, "SLOW", 4000 * 3)
    UmaClassifier(max_iter=2).fit(X, y)
    with pytest.warns(EfficiencyWarning):
        UmaClassifier(max_iter=3).fit(X, y)


def test_a_linear_svm_says_so_when_it_takes_more_visits_than_others(slow_process):
    X, y = sample(m=60)
    slow_process.setattr(compiled, "SLOW", LINEAR * len(X) + 1)
    MulticlassSVC(kernel="linear", tol=0.1, random_state=0).fit(X, y)
    with pytest.warns(EfficiencyWarning) as caught:
        MulticlassSVC(10.0, kernel="linear", tol=1e-6, random_state=0).fit(X, y)
    assert [warning.filename for warning in caught] == [__file__]


def test_compiled_arithmetic_is_the_processor_s_own():
    """Loops are compiled without fastmath, which may add up in another order and takes it that nothing is NaN."""

    @compiled.compiled
    def is_nan(x):
        return x != x

    @compiled.compiled
    def lost(x):
        return (x + 1.0) - x

    assert is_nan(np.nan) and not is_nan(1.0)
    assert lost(1e16) == 0.0
