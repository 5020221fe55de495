"""AdaBoost.MH without numba, and interrupted: the same numbers, a word of warning, a KeyboardInterrupt."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numpy.testing import assert_allclose

from confusion import AdaBoostMHClassifier
from tests.helpers import sample


def test_uncompiled_loops_equal_compiled_ones(tmp_path):
    X, y = sample(m=330, seed=14)
    X[:, 1] = np.round(X[:, 1])
    np.savez(tmp_path / "sample.npz", X=X, y=y)
    script = (
        "import sys, warnings, numpy as np\n"
        "from sklearn.exceptions import EfficiencyWarning\n"
        "from confusion._core.compiled import COMPILED\n"
        "from confusion import AdaBoostMHClassifier as C\n"
        "warnings.simplefilter('error')\n"
        "assert not COMPILED\n"
        "C(40).fit([[0.0], [1.0], [1.0]], [0, 1, 0], [1e300, 1e300, 5e-324])\n"
        "f = np.load(sys.argv[1] + '/sample.npz')\n"
        "models = [C(34, start=start).fit(f['X'], f['y']) for start in ('uniform', 'half', 'balanced')]\n"
        "np.savez(sys.argv[1] + '/out.npz', *[a for m in models for a in (m.votes(f['X']), m.losses_)])\n"
        "big = C(100_000)\n"
        "try:\n"
        "    big.fit(np.repeat(f['X'], 10, axis=0), np.repeat(f['y'], 10))\n"
        "except EfficiencyWarning:\n"
        "    assert not hasattr(big, 'classes_')\n"
        "else:\n"
        "    raise AssertionError(big)\n"
    )
    without = {**os.environ, "CONFUSION_NO_NUMBA": "1"}
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True, env=without, timeout=300)
    models = [AdaBoostMHClassifier(34, start=start).fit(X, y) for start in ("uniform", "half", "balanced")]
    uncompiled = np.load(tmp_path / "out.npz")
    for got, name in zip((a for m in models for a in (m.votes(X), m.losses_)), uncompiled.files):
        assert_allclose(got, uncompiled[name], rtol=1e-9, atol=1e-12)


def test_ctrl_c_ends_a_long_fit_as_an_interrupt():
    pytest.importorskip("numba")
    script = (
        "import numpy as np, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell ignores it in the background
        "from confusion import AdaBoostMHClassifier\n"
        "rng = np.random.default_rng(0)\n"
        "X, y = rng.normal(size=(1500, 4)), rng.integers(0, 3, 1500)\n"
        "AdaBoostMHClassifier(3).fit(X, y)\n"  # compile
        "model = AdaBoostMHClassifier(10**6)\n"
        "for _ in range(3):\n"
        "    print('ready', flush=True)\n"
        "    try:\n"
        "        model.fit(X, y)\n"
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
    watchdog = threading.Timer(240, process.kill)
    watchdog.start()
    try:
        for attempt in range(3):
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
