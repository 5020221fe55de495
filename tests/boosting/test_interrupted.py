"""A fit that is refused, fails or is interrupted leaves the booster as it was, and Ctrl-C is a KeyboardInterrupt."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.tree import DecisionTreeClassifier

import confusion.boosting.cost_tree
from confusion import AdaBoostMMClassifier, ComboClassifier
from confusion._core.compiled import interruptible
from confusion.boosting import CostTree
from tests.helpers import sample

BOTH = pytest.mark.parametrize("make", [AdaBoostMMClassifier, ComboClassifier])


class Failing(DecisionTreeClassifier):
    """A tree that fails in its fourth fit since `left` was set."""

    left, error = 4, ValueError

    def fit(self, X, y, sample_weight=None):
        Failing.left -= 1
        if not Failing.left:
            raise Failing.error("the fourth")
        return super().fit(X, y, sample_weight=sample_weight)


def fails_late(error):
    Failing.left, Failing.error = 4, error
    return {"estimator": Failing(max_depth=1)}


X, Y = sample(seed=21)
NAMES = np.array(["a", "b", "c", "d"])
REFUSALS = {
    "class_weight": (lambda: {"class_weight": {"no class": 1.0}}, X, NAMES[Y], ValueError),
    "estimator": (lambda: {"estimator": "tree"}, X, NAMES[Y], ValueError),
    "n_estimators": (lambda: {"n_estimators": 0}, X, NAMES[Y], ValueError),
    "one class": (dict, X, NAMES[0 * Y], ValueError),
    "another number of features": (lambda: {"estimator": "tree"}, X[:, :2], Y, ValueError),
    "a learner that fails in round 4": (lambda: fails_late(ValueError), X[:, ::-1], Y, ValueError),
    "an interrupt in round 4": (lambda: fails_late(KeyboardInterrupt), X[:, :2], Y, KeyboardInterrupt),
}


@pytest.mark.parametrize(
    ("make", "case"),
    [(AdaBoostMMClassifier, case) for case in REFUSALS]
    + [(ComboClassifier, case) for case in REFUSALS if case != "class_weight"],
)
def test_a_refit_that_does_not_end_well_changes_nothing(make, case):
    given, new, labels, error = REFUSALS[case]
    options = given()
    model = make(8).fit(X, Y)
    before, votes, answers = dict(vars(model)), model.votes(X), model.predict(X)
    model.set_params(**options)
    with pytest.raises(error):
        model.fit(new, labels)
    now = vars(model)
    assert list(now) == list(before) and all(now[key] is before[key] for key in before if key not in options)
    assert_array_equal(model.votes(X), votes)
    assert_array_equal(model.predict(X), answers)


@BOTH
def test_a_first_fit_that_is_interrupted_leaves_no_classifier(make):
    model = make(8, **fails_late(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, Y)
    assert not [name for name in vars(model) if name.endswith("_")]


def test_a_tree_whose_refit_is_refused_or_interrupted(monkeypatch):
    tree = CostTree(2).fit(X, -np.eye(4)[Y])
    before = dict(vars(tree))
    with pytest.raises(ValueError, match="costs must be finite"):
        tree.fit(X[:, :2], np.full((len(Y), 3), np.nan))

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(confusion.boosting.cost_tree, "grow", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree.fit(X[:, :2], np.eye(3)[Y % 3])
    assert vars(tree).keys() == before.keys() and all(vars(tree)[key] is before[key] for key in before)


# Ctrl-C -------------------------------------------------------------------------------------------------------


def test_an_interrupt_that_numba_has_wrapped_is_an_interrupt():
    def fail(*chain):
        """Raise the last of `chain`, each from the one before."""
        error = chain[0]
        for following in chain[1:]:
            following.__cause__, error = error, following
        raise error

    for chain in ((KeyboardInterrupt(), SystemError()), (KeyboardInterrupt(), ValueError(), SystemError())):
        with pytest.raises(KeyboardInterrupt), interruptible():
            fail(*chain)
    for chain in ((SystemError("other"),), (ValueError(), SystemError("other"))):
        with pytest.raises(SystemError, match="other"), interruptible():
            fail(*chain)
    with pytest.raises(ValueError, match="mine"), interruptible():
        fail(KeyboardInterrupt(), ValueError("mine"))


def test_a_fit_says_interrupt_for_what_comes_out_of_a_compiled_call(monkeypatch):
    def wrapped(*arguments):
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    model = ComboClassifier(8).fit(X, Y)
    monkeypatch.setattr(confusion.boosting.cost_tree, "leaves", wrapped)
    with pytest.raises(KeyboardInterrupt):
        model.predict(X)
    monkeypatch.setattr(confusion.boosting.cost_tree, "grow", wrapped)
    for call in (lambda: model.fit(X, Y), lambda: CostTree().fit(X, np.eye(4)[Y])):
        with pytest.raises(KeyboardInterrupt):
            call()


FITS = {
    "fit": "model.fit(X, y)",
    "search": "GridSearchCV(model, {'max_depth': [2, 3, 4]}, cv=3).fit(X, y)",
}


@pytest.mark.parametrize("what", FITS)
def test_ctrl_c_ends_a_long_fit_as_an_interrupt(what):
    """Five times, each at another moment; a search would go on for minutes with a score of NaN."""
    pytest.importorskip("numba")
    script = (
        "import numpy as np, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell ignores it in the background
        "from sklearn.model_selection import GridSearchCV\n"
        "from confusion import ComboClassifier\n"
        "rng = np.random.default_rng(0)\n"
        "X, y = rng.normal(size=(1500, 4)), rng.integers(0, 3, 1500)\n"
        "ComboClassifier(3, max_depth=3).fit(X, y)\n"  # compile
        "model = ComboClassifier(10**6, max_depth=3)\n"
        "for _ in range(5):\n"
        "    print('ready', flush=True)\n"
        "    try:\n"
        f"        {FITS[what]}\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupt', flush=True)\n"
        "    except BaseException as error:\n"
        "        print(type(error), error, flush=True)\n"
        "    else:\n"
        "        print('went on', flush=True)\n"
        "    assert not hasattr(model, 'classes_')\n"
    )
    environment = {**os.environ, "CONFUSION_NO_NUMBA": ""}
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment)
    watchdog = threading.Timer(240, process.kill)  # a search that goes on says nothing
    watchdog.start()
    try:
        for attempt in range(5):
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.5 + 0.037 * attempt)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupt\n"
        assert process.wait(60) == 0
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
