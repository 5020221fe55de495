"""The list of gates: which are run, what is said of a failure."""

import re
import shutil
import sys
from types import SimpleNamespace

import gates
import pytest

from confusion.lab.experiments.stored import RESULTS


def test_a_part_of_a_name_chooses():
    assert list(gates.chosen(gates.ALL, ["html", "lint"])) == ["lint", "html, warnings are errors"]
    assert gates.chosen(gates.ALL, []) == gates.ALL


def test_a_name_that_chooses_nothing_is_refused():
    with pytest.raises(SystemExit, match="no gate is called 'lnit'; there are: lint; spelling; notebooks, as stored; "):
        gates.main(["lint", "lnit"])


def test_the_quick_gates_are_all_but_those_that_execute_or_build():
    assert set(gates.ALL) - set(gates.QUICK) == {
        "unit tests", "chapters, executed", "html, warnings are errors", "browser"
    }  # fmt: skip
    assert gates.QUICK["unit tests, not slow"].command == [*gates.ALL["unit tests"].command, "-m", "not slow"]


def test_a_changed_table_fails_and_a_stale_one_is_told(tmp_path):
    shutil.copytree(RESULTS, tmp_path, dirs_exist_ok=True)
    gate = gates.Gate([*gates.ALL["tables, as stored"].command, "--out", str(tmp_path)], "nothing")
    status, closing, _ = gates.run(gate)
    assert status == 0 and re.fullmatch(r"13 tables: (\d+ fresh)?(, )?(\d+ stale)?", closing)
    table = tmp_path / "copa_readings.csv"
    text = table.read_text()
    table.write_text(text.replace("0.93092042", "0.93092043"))
    assert text != table.read_text()
    status, closing, _ = gates.run(gate)
    assert status == 1 and "1 changed" in closing


def test_each_emulation_runs_chapters_and_tests():
    lacking = ["AVX-512", "AVX2"]
    assert list(gates.PORTABLE) == [f"{kind}, without {one}" for one in lacking for kind in ("chapters", "unit tests")]


def test_the_thirds_of_the_chapters_are_all(monkeypatch):
    gate = gates.PORTABLE["chapters, without AVX2"]
    thirds = []
    for commit in ("a0\n", "a1\n", "a2\n"):
        monkeypatch.setattr(gates.subprocess, "run", lambda *_, commit=commit, **__: SimpleNamespace(stdout=commit))
        thirds.append(gates.by_turns(gate, 3))
    chosen = [part for one in thirds for part in one.command if part.endswith(".ipynb")]
    assert len(chosen) == len(set(chosen)) == len(list((gates.ROOT / "book").glob("[a-z]*/*.ipynb"))) > 9
    assert thirds[0].lacking == "AVX2" and "book" not in thirds[0].command


def test_a_failure_is_summed_up_in_one_screen(monkeypatch, capfd):
    noise = "import sys, time; time.sleep(0.6); [print('noise', k) for k in range(100)]; "
    noise += "print('3 failed, 2 passed in 0.1s'); sys.exit(1)"
    few = {
        "wrong": gates.Gate([sys.executable, "-c", noise], "mend it"),
        "right": gates.Gate([sys.executable, "-c", "print('10 chapters, 0 problems')"], "nothing"),
    }
    monkeypatch.setattr(gates, "ALL", few)
    assert gates.main([]) is True
    told = capfd.readouterr().out.partition("=== summary\n")[2].splitlines()
    seconds = int(told[0].split()[2])
    assert 1 <= seconds <= int(told[2].split()[5])
    assert told[0].startswith("FAILED  wrong ") and told[0].endswith(" s  3 failed, 2 passed in 0.1s")
    assert told[1].startswith("passed  right ") and told[1].endswith(" s  10 chapters, 0 problems")
    assert told[2].startswith("1 of 2 gates failed, ") and told[2].endswith(" s in total")
    assert told[4:6] == ["--- wrong: mend it", f"    noise {101 - gates.TAIL}"]
    assert len(told) < 20
    assert gates.main(["right"]) is False


def test_a_gate_that_hangs_is_ended_with_all_it_has_begun(monkeypatch):
    monkeypatch.setattr(gates, "HANGING", 1)
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    status, closing, _ = gates.run(gates.Gate([sys.executable, "-c", child], "nothing"))
    assert status and closing.startswith("did not end within 1 s")


def test_the_emulation_reaches_the_gate(monkeypatch, capfd):
    code = "import os; print(os.environ['OPENBLAS_CORETYPE'], os.environ.get('PYTHONDONTWRITEBYTECODE'))"
    monkeypatch.setattr(gates, "PORTABLE", {"one": gates.Gate([sys.executable, "-c", code], "nothing", "AVX2")})
    monkeypatch.setattr(gates.emulation.platform, "machine", lambda: "x86_64")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert gates.main(["--portable"]) is False
    assert "Nehalem None\n" in capfd.readouterr().out
    monkeypatch.setattr(gates.emulation.platform, "machine", lambda: "aarch64")
    assert gates.main(["--portable"]) is True
    assert "not on aarch64" in capfd.readouterr().out
