"""Where numba is missing the twins run, everywhere, and whole fits are those of the loops to the last bit."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys

import numpy as np
import pytest

import confusion
from confusion._core import compiled
from confusion._core.sums import running, sum_in_order
from tests.helpers import sample


def test_which_of_the_two_runs(monkeypatch):
    def loop(x):
        return x + 1

    def twin(x):
        return 1 + x

    monkeypatch.setattr(compiled, "numba", None)
    assert compiled.compiled(loop) is loop and loop.py_func is loop
    assert compiled.compiled(twin=twin)(loop) is twin and twin.py_func is loop
    monkeypatch.setattr(compiled, "TWINS", False)
    assert compiled.compiled(twin=twin)(loop) is loop and loop.py_func is loop


@pytest.mark.skipif(not compiled.COMPILED, reason="numba is missing")
def test_where_numba_is_the_loop_is_compiled():
    @compiled.compiled(twin=lambda x: 1 / 0)
    def loop(x):
        return x + 1

    assert loop(1) == 2 and loop.py_func(2) == 3


def twins():
    """(loop, twin) of all modules of twins, the loop as the package calls it."""
    names = [module.name for module in pkgutil.walk_packages(confusion.__path__, "confusion.")]
    owners = {name: importlib.import_module(name) for name in names if ".lab" not in name and "_twins" not in name}
    for name in names:
        if name.endswith("_twins"):
            module = importlib.import_module(name)
            users = [owner for owner in owners.values() if getattr(owner, "twins", None) is module]
            for twin in module.__all__:
                here = [getattr(user, twin) for user in users if hasattr(user, twin)]
                yield pytest.param(here, getattr(module, twin), id=f"{name.removeprefix('confusion.')}.{twin}")


@pytest.mark.parametrize(("loops", "twin"), list(twins()))
def test_a_twin_belongs_to_one_loop_and_has_its_arguments(loops, twin):
    loop, *same = loops  # and where it was imported
    assert all(other is loop for other in same)
    assert list(inspect.signature(loop.py_func).parameters) == list(inspect.signature(twin).parameters)
    assert loop.py_func is not twin
    if not compiled.COMPILED and compiled.TWINS:
        assert loop is twin


def test_there_are_twins():
    assert len(list(twins())) > 25


def test_sums_are_those_of_a_loop():
    terms = np.random.default_rng(0).normal(size=(1000, 3))
    terms[0] = -0.0
    total, sums = np.zeros(3), []
    for term in terms:
        total = total + term
        sums.append(total)
    np.testing.assert_array_equal(running(terms), sums)
    np.testing.assert_array_equal(running(terms.T, axis=1), np.array(sums).T)
    np.testing.assert_array_equal(sum_in_order(terms), sums[-1])
    np.testing.assert_array_equal(sum_in_order(terms.T, axis=1), sums[-1])
    assert not np.signbit(running(terms)[0]).any() and sum_in_order(terms[:, 0]) == sums[-1][0]
    assert sum_in_order(terms[:0]).tolist() == [0.0] * 3 and sum_in_order(np.zeros(0, dtype=bool)) == 0.0
    assert np.sum(terms[:, 0]) != sums[-1][0]  # else this would tell nothing


FITS = """
import sys
import numpy as np
from scipy import sparse
from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier, CopaClassifier, MulticlassSVC
from confusion import UltraconservativePerceptron, UmaClassifier
from confusion._core.compiled import COMPILED, TWINS

assert not COMPILED and TWINS == (sys.argv[2] == "1")
found = np.load(sys.argv[1])
X, y, few = found["X"], found["y"], slice(0, 50)
results = []
for model in (ComboClassifier(4), ComboClassifier(3, max_depth=3, step="exact"), AdaBoostMMClassifier(3, max_depth=2),
              AdaBoostMHClassifier(4), AdaBoostMHClassifier(4, start="balanced")):
    model.fit(X, y)
    results += [model.losses_, model.votes(X + 0.1)]
for Z in (X, sparse.csr_array(np.where(X > 0, X, 0.0))):
    for model in (CopaClassifier(random_state=0), UltraconservativePerceptron("uniform", random_state=0),
                  UltraconservativePerceptron("max-hinge", random_state=0), UmaClassifier(max_iter=12)):
        results.append(model.fit(Z, y).coef_)
    start = results[-1][:, : Z.shape[1]] * 3.0
    results.append(UmaClassifier(alpha=0.1, max_iter=12).fit(Z, y, coef_init=start).coef_)
for kernel in ("linear", "rbf"):
    model = MulticlassSVC(3.0, kernel=kernel, random_state=0).fit(X[few], y[few])
    results.append(model.decision_function(X))
np.savez(sys.argv[3], *results)
"""


def test_whole_fits_by_twins_are_those_by_loops(tmp_path):
    X, y = sample(m=280, seed=14)
    X[:, 1] = np.round(X[:, 1])
    np.savez(tmp_path / "sample.npz", X=X, y=y)
    found = []
    for mode in ("1", "loops"):
        arguments = [str(tmp_path / "sample.npz"), mode, str(tmp_path / f"{mode}.npz")]
        environment = {**os.environ, "CONFUSION_NO_NUMBA": mode}
        subprocess.run([sys.executable, "-c", FITS, *arguments], check=True, env=environment)
        found.append(np.load(tmp_path / f"{mode}.npz"))
    twin, loop = found
    assert len(loop.files) == 22
    for name in loop.files:
        np.testing.assert_array_equal(twin[name], loop[name])
