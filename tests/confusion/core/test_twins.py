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


@pytest.mark.slow
@pytest.mark.skipif(not compiled.COMPILED, reason="numba is missing")
def test_where_numba_is_the_loop_is_compiled():
    @compiled.compiled(twin=lambda x: 1 / 0)
    def loop(x):
        return x + 1

    assert loop(1) == 2 and loop.py_func(2) == 3


def twins():
    """(loop, twin) of all modules of twins, the loop as the package calls it."""
    names = [module.name for module in pkgutil.walk_packages(confusion.__path__, "confusion.")]
    owners = {name: importlib.import_module(name) for name in names if "_twins" not in name}
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
    assert not list(twins())


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
import sys, warnings
import numpy as np
from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier
from confusion._core.compiled import COMPILED, TWINS

warnings.simplefilter("error")  # an overflow would be seen in what is not compiled
folder, mode = sys.argv[1:]
assert COMPILED == (mode == "") and TWINS == (mode != "loops")
sample = np.load(folder + "/sample.npz")
X, y = sample["X"], sample["y"]
results = []
for model in (ComboClassifier(4), ComboClassifier(3, max_depth=3, step="edge"), AdaBoostMMClassifier(3, max_depth=2),
              *(AdaBoostMHClassifier(4, start=start) for start in ("uniform", "half", "balanced"))):
    model.fit(X, y)
    results += [model.losses_, model.votes(X + 0.1)]
for model in (ComboClassifier(40, step="edge"), AdaBoostMHClassifier(40)):  # weights at the ends of the range
    results.append(model.fit([[0.0], [1.0], [1.0]], [0, 1, 0], [1e300, 1e300, 5e-324]).losses_)
np.savez(f"{folder}/{mode}.npz", *results)
"""


def test_whole_fits_by_twins_are_those_by_loops_and_nearly_the_compiled_ones(tmp_path):
    X, y = sample(m=280, seed=14)
    X[:, 1] = np.round(X[:, 1])
    np.savez(tmp_path / "sample.npz", X=X, y=y)
    found = {}
    for mode in ("1", "loops", *[""] * compiled.COMPILED):
        environment = {**os.environ, "CONFUSION_NO_NUMBA": mode}
        subprocess.run([sys.executable, "-c", FITS, str(tmp_path), mode], check=True, env=environment)
        found[mode] = np.load(tmp_path / f"{mode}.npz")
    assert len(found["1"].files) == 14
    for name in found["1"].files:
        np.testing.assert_array_equal(found["1"][name], found["loops"][name])
        if "" in found:
            np.testing.assert_allclose(found[""][name], found["1"][name], rtol=1e-9, atol=1e-12)
