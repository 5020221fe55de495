"""Ctrl-C in a fit is a KeyboardInterrupt; a tree whose fit does not end well is as it was."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from confusion import ComboClassifier
from confusion._core.compiled import interruptible
from confusion.boosting import CostTree, cost_tree
from tests.helpers import sample

X, Y = sample(seed=21)


def test_a_tree_whose_refit_is_refused_or_interrupted(monkeypatch):
    tree = CostTree(2).fit(X, -np.eye(4)[Y])
    before = dict(vars(tree))
    with pytest.raises(ValueError, match="costs must be finite"):
        tree.fit(X[:, :2], np.full((len(Y), 3), np.nan))

    def interrupted(*arguments):
        """As it comes out of a compiled call."""
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    model = ComboClassifier(8).fit(X, Y)
    for name, call in (("grow", lambda: tree.fit(X[:, :2], np.eye(3)[Y % 3])), ("leaves", lambda: model.predict(X))):
        monkeypatch.setattr(cost_tree.used, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            call()
    assert vars(tree).keys() == before.keys() and all(vars(tree)[key] is before[key] for key in before)


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


COMBO, FIT = "ComboClassifier(10**6, max_depth=3)", "model.fit(X, y)"
FITS = {  # a model, and the line that is interrupted
    "fit": (COMBO, FIT),
    "search": (COMBO, "GridSearchCV(model, {'max_depth': [2, 3, 4]}, cv=3).fit(X, y)"),
    "AdaBoost.MH": ("AdaBoostMHClassifier(10**6)", FIT),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", FITS)
def test_ctrl_c_ends_a_long_fit_as_an_interrupt(what):
    """Five times, each at another moment; a search would go on for minutes with a score of NaN."""
    pytest.importorskip("numba")
    model, line = FITS[what]
    script = (
        "import numpy as np, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell ignores it in the background
        "from sklearn.model_selection import GridSearchCV\n"
        "from confusion import AdaBoostMHClassifier, ComboClassifier\n"
        "rng = np.random.default_rng(0)\n"
        "X, y = rng.normal(size=(1500, 4)), rng.integers(0, 3, 1500)\n"
        f"{model.replace('10**6', '3')}.fit(X, y)\n"  # compile
        f"model = {model}\n"
        "import gc; gc.collect(); gc.freeze()\n"  # in a finaliser of what was compiled an interrupt would be lost
        "for _ in range(5):\n"
        "    print('ready', flush=True)\n"
        "    try:\n"
        f"        {line}\n"
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
