"""Compiled code and its cache on disk; where numba is missing a word, once, where the loops of a fit will be slow."""

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from sklearn.exceptions import EfficiencyWarning

from confusion import CopaClassifier, MulticlassSVC, UltraconservativePerceptron
from confusion._core import compiled
from confusion.margins.svm_dual import EXPECTED_VISITS
from tests.helpers import sample


@pytest.fixture
def slow_process(monkeypatch):
    """A process without numba that has not warned yet."""
    monkeypatch.setattr(compiled, "COMPILED", False)
    monkeypatch.setattr(compiled, "SWITCHED_OFF", False)
    monkeypatch.setattr(compiled, "_warned", False)
    return monkeypatch


def test_a_slow_process_says_so_once_and_only_where_it_matters(slow_process):
    compiled.warn_if_slow(compiled.STEPS - 1)  # warnings are errors here
    with pytest.warns(EfficiencyWarning, match="uncompiled.*install numba"):
        compiled.warn_if_slow(compiled.STEPS)
    compiled.warn_if_slow(10 * compiled.STEPS)


def test_the_remedy_is_one_that_helps(slow_process):
    slow_process.setattr(compiled, "SWITCHED_OFF", True)
    with pytest.warns(EfficiencyWarning, match="unset the environment variable CONFUSION_NO_NUMBA"):
        compiled.warn_if_slow(compiled.STEPS)
    slow_process.setattr(compiled, "_warned", False)
    slow_process.setattr(sys, "platform", "emscripten")
    with pytest.warns(EfficiencyWarning, match="no numba in the browser; use fewer"):
        compiled.warn_if_slow(compiled.STEPS)
    slow_process.setattr(compiled, "_warned", False)
    slow_process.setattr(compiled, "COMPILED", True)
    compiled.warn_if_slow(10**12)


FITS = {
    "COPA": lambda X, y: CopaClassifier().fit(X, y),
    "a batch": lambda X, y: UltraconservativePerceptron().partial_fit(X, y),
    "SVM": lambda X, y: MulticlassSVC(kernel="linear", tol=0.1).fit(X, y),
    "a kernel": lambda X, y: MulticlassSVC(kernel="rbf", tol=0.1).fit(X, y),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", FITS)
def test_the_warning_points_at_the_line_that_fits(slow_process, what):
    slow_process.setattr(compiled, "STEPS", 1)
    with pytest.warns(EfficiencyWarning) as caught:
        FITS[what](*sample(m=40))
    assert [warning.filename for warning in caught] == [__file__]


@pytest.mark.parametrize("what", FITS)
def test_a_fit_of_the_size_of_the_book_s_examples_says_nothing(slow_process, what):
    FITS[what](*sample(m=400))


COUNTED = {  # a fit that is not large yet, and one that is: its steps reach this limit
    "passes": (CopaClassifier(epochs=2), CopaClassifier(epochs=3), 3 * 400),
    # In 3 of 1,000 orders of visits the second one stalls before its tolerance and warns of that, too.
    "visits": (MulticlassSVC(tol=0.5), MulticlassSVC(10.0, tol=1e-6, random_state=0), EXPECTED_VISITS * 400 + 1),
}


@pytest.mark.parametrize("what", COUNTED)
def test_what_is_large_is_counted(slow_process, what):
    small, large, count = COUNTED[what]
    X, y = sample(m=400)
    slow_process.setattr(compiled, "STEPS", count)
    small.fit(X, y)
    with pytest.warns(EfficiencyWarning) as caught:
        large.fit(X, y)
    assert [warning.filename for warning in caught] == [__file__]


def test_without_numba_a_loop_is_what_is_written(monkeypatch):
    def loop(x):
        return x + 1

    monkeypatch.setattr(compiled, "numba", None)
    assert compiled.compiled(loop) is loop and loop.py_func is loop


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


@pytest.fixture
def made():
    """The folder of the cache, looked for anew."""

    def folder():
        compiled.cache_folder.cache_clear()
        return compiled.cache_folder()

    yield folder
    compiled.cache_folder.cache_clear()


with_numba = pytest.mark.skipif(not compiled.COMPILED, reason="numba is missing")


def middle(folder, store):
    """What a compiled function of the package in `folder` finds, with `store` as the user's cache."""
    script = "from confusion.caller import middle\nprint(middle(1.0, 2.0))\n"
    names = {"NUMBA_CACHE_DIR": str(store), "PYTHONPATH": str(folder), "CONFUSION_NO_NUMBA": ""}
    command = [sys.executable, "-c", script]
    return float(subprocess.check_output(command, cwd=folder, env=os.environ | names))


@pytest.mark.slow
@with_numba
def test_a_function_that_calls_a_changed_one_is_compiled_anew(tmp_path):
    """numba by itself looks at the file of the caller only, and would run the old callee."""
    shutil.copytree(Path(compiled.__file__).parents[1], tmp_path / "confusion", ignore=shutil.ignore_patterns("__py*"))
    store, callee = tmp_path / "store", tmp_path / "confusion" / "callee.py"
    head = "from confusion._core.compiled import compiled\n"
    source = head + "@compiled\ndef half(low, high):\n    return 0.5 * low + 0.5 * high\n"
    callee.write_text(source, encoding="utf-8")
    (tmp_path / "confusion" / "caller.py").write_text(
        head + "from confusion.callee import half\n@compiled\ndef middle(low, high):\n    return half(low, high)\n",
        encoding="utf-8",
    )
    assert middle(tmp_path, store) == 1.5
    stored = {file: file.stat().st_mtime_ns for file in store.rglob("*.nbc")}
    assert stored and middle(tmp_path, store) == 1.5
    assert stored == {file: file.stat().st_mtime_ns for file in store.rglob("*.nbc")}  # not compiled a second time
    callee.write_text(source.replace("0.5 * low + 0.5 * high", "0.75 * low + 0.25 * high"), encoding="utf-8")
    assert middle(tmp_path, store) == 1.25
    callee.write_text(source, encoding="utf-8")
    assert middle(tmp_path, store) == 1.5


@with_numba
def test_where_compiled_code_is_stored(tmp_path, monkeypatch, made):
    package, home = Path(compiled.__file__).parents[1], tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    (tmp_path / "file").touch()
    old, used, other = (tmp_path / "mine" / name for name in ("confusion.old", "confusion.used", "other.package"))
    for folder in (old, used, other):
        folder.mkdir(parents=True)
    for folder in (old, other):
        os.utime(folder, (0, time.time() - 2 * 86400))
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", str(tmp_path / "mine"))
    mine = made()
    assert mine.parent == tmp_path / "mine" and mine.is_dir() and used.is_dir() and other.is_dir()
    assert not old.exists()

    @compiled.compiled
    def double(x):
        return 2 * x

    assert double(2) == 4 and list(mine.rglob("*.nbc"))
    assert compiled.numba.config.CACHE_DIR == str(tmp_path / "mine")  # that of other packages' functions
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", "")
    assert made() == package / "__pycache__" / mine.name
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", str(tmp_path / "file" / "no folder"))
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path / "file")  # a package that cannot be written to
    assert made().parent == home / ".cache" / "confusion"
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "file"))
    assert made() is None

    @compiled.compiled
    def triple(x):
        return 3 * x

    assert triple(2) == 6


@with_numba
def test_a_full_folder_for_compiled_code_is_passed_over_and_told(tmp_path, monkeypatch, made):
    def full(dir):
        raise OSError(errno.ENOSPC, "No space left on device", str(dir))

    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path / "nothing")
    monkeypatch.setattr(compiled.tempfile, "TemporaryFile", full)
    with pytest.warns(UserWarning, match="no compiled code is kept in .*full; make room"):
        assert made() is None


@with_numba
def test_a_file_of_compiled_code_that_was_cut_short_is_made_again(tmp_path):
    call = "import numpy as np; from confusion.linear.loops import uniform; a = np.ones(3); uniform(a, 0, a); print(a)"
    run = [sys.executable, "-c", call]
    settings = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    first = subprocess.run(run, env=settings, capture_output=True, text=True, check=True)
    for kind in ("nbi", "nbc"):
        files = list(tmp_path.rglob(f"*.{kind}"))
        for file in files:
            file.write_bytes(file.read_bytes()[:100])
        assert files and subprocess.run(run, env=settings, capture_output=True, text=True).stdout == first.stdout
