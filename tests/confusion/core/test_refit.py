"""A fit that is refused, fails or is interrupted leaves its estimator as it was."""

import pickle

import numpy as np
import pytest
from sklearn.base import BaseEstimator

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier, MulticlassSVC
from confusion._core.compiled import COMPILED
from confusion._core.refit import unchanged_on_error
from confusion.copa import CopaClassifier
from confusion.linear import UltraconservativePerceptron
from confusion.uma import UmaClassifier

SHARED = np.eye(3)
MODELS = {
    "copa": lambda: CopaClassifier(random_state=0),
    "perceptron": lambda: UltraconservativePerceptron(random_state=0),
    "uma": lambda: UmaClassifier(max_iter=50),
    "mm": lambda: AdaBoostMMClassifier(8),
    "combo": lambda: ComboClassifier(8, max_depth=2),
    "mh": lambda: AdaBoostMHClassifier(8),
    "svc": lambda: MulticlassSVC(random_state=0),
    "rbf": lambda: MulticlassSVC(kernel="rbf"),
}
each_model = pytest.mark.parametrize("name", MODELS)


@pytest.fixture
def sample():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 120)
    return rng.normal(size=(120, 4)) + 2 * np.eye(3, 4)[y], y


PASS = "confusion.linear.loops.dense_pass" * COMPILED
#: a parameter that is refused, and where a fit is interrupted, long after it has seen its labels
LATE = {
    "copa": ({"C": np.inf}, PASS or "confusion.copa.CopaClassifier._algorithm"),
    "perceptron": ({"random_state": -1}, PASS or "confusion.linear.UltraconservativePerceptron._algorithm"),
    "uma": ({"random_state": -1}, "confusion.uma.algorithm.step_sizes"),
    "mm": ({"class_weight": {"no class": 1.0}}, "confusion.boosting.cost_tree.used.grow"),
    "combo": ({"estimator": "tree"}, "confusion.boosting.cost_tree.used.grow"),
    "mh": ({"start": "even"}, "confusion.boosting.adaboost_mh.grown"),
    "svc": ({"tol": 0}, "confusion.margins.svm_dual.linear_sweep"),
    "rbf": ({"gamma": -1}, "confusion.margins.svm_dual.kernel_sweep"),
}


@each_model
@pytest.mark.parametrize("features", [4, 3])
def test_a_refit_that_is_refused_or_interrupted_leaves_the_first_fit(name, features, sample, monkeypatch):
    X, y = sample
    model = MODELS[name]().fit(X, y)
    names = np.array(["z", "y", "x"])[y]
    options, place = LATE[name]
    before = pickle.dumps(vars(model))

    broken = X[:, :features] * (1e-158 if name == "copa" else 1.0)  # C = inf: the weights overflow half-way
    given = model.get_params()
    model.set_params(**options)
    with pytest.raises((ValueError, TypeError)):
        model.fit(broken, names)
    assert model.n_features_in_ == 4 and model.classes_.tolist() == [0, 1, 2]
    assert pickle.dumps(vars(model.set_params(**given))) == before

    def interrupted(*_, **__):
        if name in ("mh", "combo", "svc", "rbf"):  # as it comes out of a compiled call
            raise SystemError("an exception was set") from KeyboardInterrupt()
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X[:, :features], names)
    assert pickle.dumps(vars(model)) == before
    monkeypatch.undo()
    assert model.score(X, y) > 0.5


@each_model
def test_a_first_fit_that_is_refused_leaves_nothing(name, sample):
    X, y = sample
    model = MODELS[name]()
    for bad, message in (
        ((X, y[:-1]), "inconsistent"),
        ((X * np.nan, y), "NaN"),
        ((np.where(X == X[3, 2], np.inf, X), y), "infinity"),
        ((X, y * 0), "2 classes|one class"),
        ((X, y + 0.5), "Unknown label type"),
    ):
        with pytest.raises(ValueError, match=message):
            model.fit(*bad)
    assert vars(model) == vars(MODELS[name]())


def test_uma_keeps_its_names_when_a_start_is_refused(sample):
    X, y = sample
    model = UmaClassifier(max_iter=50).fit(X, y)
    want = model.predict(X)
    for start in ({"coef_init": np.eye(3)}, {"intercept_init": np.zeros(3)}, {"coef_init": np.full((3, 4), 1e308)}):
        with pytest.raises(ValueError, match="init"):
            model.fit(X, np.array(["z", "y", "x"])[y], **start)
        np.testing.assert_array_equal(model.predict(X), want)


def test_the_guard_gives_attributes_back_and_lets_a_success_through():
    model = BaseEstimator()
    model.kept = SHARED
    with pytest.raises(KeyboardInterrupt), unchanged_on_error(model):
        model.kept, model.new = None, 1
        raise KeyboardInterrupt
    assert vars(model) == {"kept": SHARED} and model.kept is SHARED
    with unchanged_on_error(model):
        model.new = 1
    assert model.new == 1
