"""As on an older processor: what is switched off, and that it is."""

import os
import subprocess
import sys

import emulation
import pytest

NEW = ["X86_V3", "X86_V4", "AVX512_ICL", "AVX512_SPR"]
OLD = ["SSSE3", "SSE41", "POPCNT", "SSE42", "AVX", "F16C", "FMA3", "AVX2", "AVX512F", "AVX512CD", "AVX512_SKX"]


@pytest.mark.parametrize(
    "lacking, found, disabled",
    [
        ("AVX-512", NEW, ["X86_V4", "AVX512_ICL", "AVX512_SPR"]),
        ("AVX-512", OLD, ["AVX512F", "AVX512CD", "AVX512_SKX"]),
        ("AVX-512", ["X86_V3"], []),
        ("AVX2", NEW, NEW),
        ("AVX2", OLD, OLD[4:]),
        ("AVX2", [], []),
    ],
)
def test_only_what_is_there_and_new_is_switched_off(lacking, found, disabled):
    assert emulation.left_alone(lacking, found) == disabled


@pytest.fixture
def x86(monkeypatch):
    monkeypatch.setattr(emulation.platform, "machine", lambda: "x86_64")
    monkeypatch.delenv("NPY_DISABLE_CPU_FEATURES", raising=False)  # these tests run under emulation, too


def test_each_processor_has_its_own_compiled_loops(x86):
    first, second = (emulation.variables(lacking, NEW) for lacking in emulation.PROCESSORS)
    assert (first["OPENBLAS_CORETYPE"], first["NUMBA_CPU_NAME"]) == ("Haswell", "haswell")
    assert (second["OPENBLAS_CORETYPE"], second["NUMBA_CPU_NAME"]) == ("Nehalem", "generic")
    assert first["NUMBA_CACHE_DIR"] != second["NUMBA_CACHE_DIR"]


def test_numpy_is_asked_nothing_where_nothing_is_left_to_switch_off(x86):
    assert "NPY_DISABLE_CPU_FEATURES" not in emulation.variables("AVX-512", ["X86_V3"])


def test_what_is_switched_off_already_stays_so(x86, monkeypatch):
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_ICL")
    assert emulation.variables("AVX2", ["X86_V3"])["NPY_DISABLE_CPU_FEATURES"] == "X86_V4 AVX512_ICL X86_V3"


def test_another_architecture_is_refused(monkeypatch):
    monkeypatch.setattr(emulation.platform, "machine", lambda: "aarch64")
    with pytest.raises(ValueError, match="not on aarch64"):
        emulation.variables("AVX2", [])


@pytest.mark.skipif(emulation.platform.machine() != "x86_64", reason="emulates x86-64 on x86-64 only")
@pytest.mark.parametrize("lacking", emulation.PROCESSORS)
def test_numpy_obeys_without_a_warning(lacking):
    told = emulation.variables(lacking)
    code = "import emulation; print(*emulation.features())"
    command = [sys.executable, "-W", "error", "-c", code]
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    left = subprocess.run(command, capture_output=True, text=True, env=os.environ | told | path, timeout=60)
    assert left.stderr == ""
    disabled = set(told.get("NPY_DISABLE_CPU_FEATURES", "").split())
    assert set(left.stdout.split()) == set(emulation.features()) - disabled
    assert emulation.left_alone(lacking, left.stdout.split()) == []
