"""A fit that is refused, fails or is interrupted leaves its estimator as it was."""

import pickle

import numpy as np
import pytest

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier, MulticlassSVC
from confusion._core.compiled import COMPILED
from confusion.copa import CopaClassifier
from confusion.linear import UltraconservativePerceptron
from confusion.uma import UmaClassifier

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
