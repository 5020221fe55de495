"""Rows computed again: every difference is seen; tables: read back, checked, recorded; the command line."""

import json
import math
import platform
import sys
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import numpy as np
import pytest

from coursemachine.runs.command import main
from coursemachine.runs.runner import run_experiment
from coursemachine.runs.slices import differences
from coursemachine.runs.tables import check_table, load_results, text_of


def run(task, parts=(0, 1)):
    return [{"k": task["k"], "part": part, "name": "x", "size": (task["k"] + part) / 3} for part in parts]


def toy(**more):
    plain = {"ROWS": 40, "tasks": lambda: [{"k": k} for k in range(20)], "run": run}
    return SimpleNamespace(NAME="toy", KEY=("k",), ROW_KEY=("part",), **plain | more)


@pytest.fixture
def folder(tmp_path):
    """Folder of a whole table."""
    run_experiment(toy(), tmp_path, jobs=1)
    return tmp_path


def test_every_difference_is_found(folder):
    task, stored = {"k": 4}, load_results("toy", folder)
    rows = run(task)
    assert differences(toy(), task, rows, stored, whole=True) == []
    assert differences(toy(), task, rows[:1], stored) == []
    (found,) = differences(toy(), task, [rows[0] | {"size": rows[0]["size"] * 1.00002}, rows[1]], stored)
    assert found.startswith("4 | 0: size is stored as 1.3333333, computed 1.33335")
    for wrong, whole in (
        ([], False),
        (rows[:1], True),
        ([rows[0] | {"part": 2}], False),
        ([rows[0] | {"name": "y"}], False),
        ([rows[0] | {"size": "high"}], False),
        ([rows[0] | {"size": math.nan}], False),
        ([{column: rows[0][column] for column in ("k", "part", "size", "name")}], False),
    ):
        assert len(differences(toy(), task, wrong, stored, whole=whole)) == 1, wrong
    assert "2 stored rows" in differences(toy(), task, rows[:1], [*stored, rows[0]])[0]


def test_a_stated_tolerance_is_for_its_column_and_no_more(folder):
    stored, (row, _) = load_results("toy", folder), run({"k": 4})
    for stated, by, found in (
        ({"size": 0.02}, 0.019, 0),
        ({"size": 0.02}, 0.021, 1),
        ({"other": 0.02}, 0.019, 1),
        ({None: 0.02}, 0.019, 0),
        ({"size": math.inf}, 1e9, 0),
        ({"size": math.inf}, math.nan, 1),
    ):
        changed = [row | {"size": row["size"] + by}]
        allowed = {("toy", row["part"]): stated}
        wrong = differences(toy(), {"k": 4}, changed, stored, lambda name, row, a=allowed: a[name, row["part"]])
        assert len(wrong) == found, (stated, by)


# Stored tables ----------------------------------------------------------------------------------------------------


def line(number, by):
    """The file with another text in the place of a line."""
    return lambda text: "".join(by if k == number else each for k, each in enumerate(text.splitlines(True), start=1))


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda text: text[:-5], "line 41: the table is cut"),
        (lambda text: "", "line 1: the table is cut"),
        (line(41, "19,1\n"), "line 41: 2 cells where the header has 4"),
        (line(6, "<<<<<<< ours\n"), "line 6: 1 cells where"),
        (line(6, '2,0,"x,1\n'), r"toy.csv, line \d+: "),
        (line(1, "k,part,k,size\n"), "line 1: the header has empty or equal columns"),
        (line(1, "k,half,name,size\n"), "line 1: no column part"),
        (line(7, ""), "39 rows, but ROWS of toy is 40"),
        (lambda text: line(6, "")(line(7, "")(text)), "no rows of the task 2"),
        (lambda text: text + "20,0,x,1\n", "rows of an unknown task, 20"),
        (line(7, "2,0,x,1\n"), r"2 rows of 2 \| 0"),
        (line(7, "2,1,x,1\n2,1,x,1\n"), r"2 rows of 2 \| 1"),
        (lambda text: line(7, "")(text) + "2,1,x,1\n", "not in the order of the tasks"),
    ],
)
def test_a_table_that_is_not_whole_is_refused(folder, change, match, capsys):
    table = folder / "toy.csv"
    assert check_table(toy(), folder) == 40
    table.write_text(change(table.read_text()))
    with pytest.raises(ValueError, match=match):
        check_table(toy(), folder)
    assert main({"some": [toy()]}, folder, command="runs", arguments=["--check"])
    assert "toy.csv" in capsys.readouterr().out


def test_a_table_keeps_eight_digits_and_whole_numbers():
    assert [text_of(value) for value in (1 / 3, 2.0, 2, "2", math.nan)] == ["0.33333333", "2", "2", "2", "nan"]


# The command line -------------------------------------------------------------------------------------------------


def call(folder, *arguments, **experiment):
    return main({"some": [toy(**experiment)]}, folder, command="runs", arguments=list(arguments))


def test_a_run_is_checked(tmp_path, capsys):
    assert call(tmp_path, "--check")
    assert "toy.csv" in capsys.readouterr().out
    assert not call(tmp_path, "some", "--jobs", "1")
    assert not call(tmp_path, "--check") and "1 tables: 1 as they should be, 0 not" in capsys.readouterr().out
    other = {"run": lambda task: [row | {"size": 2} for row in run(task)]}
    assert not call(tmp_path, "toy", "--jobs", "1", **other) and load_results("toy", tmp_path)[0]["size"] == 0
    assert not call(tmp_path, "toy", "--jobs", "1", "--fresh", **other)
    assert load_results("toy", tmp_path)[0]["size"] == 2


def test_a_row_that_was_edited_is_refused_by_the_gate_and_by_every_run(folder, capsys):
    """A table that is whole, with a number that no run has computed: +10 % passed every check but nbval."""
    table = folder / "toy.csv"
    table.write_text(table.read_text().replace("4,0,x,1.3333333", "4,0,x,1.4666667"))
    assert call(folder, "--check") and "a row is computed, never edited" in capsys.readouterr().out
    for more in ({}, {"tasks": lambda: [{"k": k} for k in range(21)], "ROWS": 42}):
        assert call(folder, "toy", "--jobs", "1", **more) and "1.4666667" in table.read_text()
    assert not call(folder, "toy", "--jobs", "1", "--fresh") and not call(folder, "--check")


def test_a_record_has_the_day_and_the_versions_of_the_run(folder):
    made = json.loads((folder / "made.json").read_text())["toy"]
    assert made["made"]["Python"] == platform.python_version() and made["made"]["numpy"] == np.__version__
    assert abs(date.fromisoformat(made["made"]["day"]) - datetime.now(UTC).date()) <= timedelta(days=1)
    (folder / "made.json").unlink()
    assert call(folder, "--check"), "a table without a record"


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ([], "which experiment? one of toy, some; or --check"),
        (["none"], "invalid choice: 'none'"),
        (["toy", "--backend", "dask"], "--backend dask and --scheduler ADDRESS go together"),
        (["toy", "--scheduler", "tcp://127.0.0.1:8786"], "--backend dask and --scheduler ADDRESS go together"),
    ],
)
def test_what_is_asked_wrongly_is_told(tmp_path, capsys, arguments, match):
    with pytest.raises(SystemExit) as stop:
        call(tmp_path, *arguments)
    assert stop.value.code == 2 and match in capsys.readouterr().err


def test_a_cluster_without_its_extra_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"dask needs distributed: pip install 'learning-from-confusion\[dask\]'"):
        call(tmp_path, "toy", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:8786")
