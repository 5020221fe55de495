"""The runner of the long runs: nothing is lost, nothing is mixed, and what no run has written is refused by line."""

import json
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from coursemachine.runs import runner
from coursemachine.runs.runner import run_experiment
from coursemachine.runs.tables import load_results


def toy(calls=None, n=5, value=lambda k: k**2 / 3):
    """Two rows a task; `calls` notes which tasks are run."""

    def run(task):
        if calls is not None:
            calls.append(task["k"])
        k = task["k"]
        return [{"k": k, "half": half, "name": f"task {k}", "square": value(k)} for half in "ab"]

    return SimpleNamespace(
        NAME="toy", KEY=("k",), ROW_KEY=("half",), ROWS=2 * n, tasks=lambda: [{"k": k} for k in range(n)], run=run
    )


def go(experiment, folder, **options):
    """The rows of a run, and nothing but the table and its record is left."""
    run_experiment(experiment, folder, **{"jobs": 1, **options})
    assert sorted(path.name for path in folder.iterdir()) == ["made.json", "toy.csv"]
    return load_results("toy", folder)


def stopped(experiment, after, folder, **options):
    """Run until task `after` is asked for."""
    run = experiment.run

    def broken(task):
        if task["k"] == after:
            raise KeyboardInterrupt
        return run(task)

    with pytest.raises(KeyboardInterrupt):
        go(SimpleNamespace(**{**vars(experiment), "run": broken}), folder, **options)


@pytest.fixture
def table(tmp_path):
    """The table of a whole run."""
    go(toy(), tmp_path)
    return tmp_path / "toy.csv"


@pytest.fixture
def partial(tmp_path):
    """What a first run leaves that was stopped when tasks 0 and 1 were finished."""
    stopped(toy(), 2, tmp_path)
    return tmp_path / "toy.partial.jsonl"


def test_a_table_has_its_rows_in_the_order_of_the_tasks(tmp_path):
    rows = go(toy(), tmp_path)
    assert [row["k"] for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert rows[-1] == {"k": 4, "half": "b", "name": "task 4", "square": pytest.approx(16 / 3, rel=1e-7)}
    assert {type(row["square"]) for row in go(toy(value=lambda k: k**2), tmp_path, fresh=True)} == {int}


def test_only_what_is_new_is_run_and_everything_when_fresh(tmp_path, table):
    before, calls = table.read_bytes(), []
    go(toy(calls), tmp_path)
    assert calls == [] and table.read_bytes() == before
    go(toy(calls, n=6), tmp_path)
    assert calls == [5] and table.read_bytes().startswith(before)
    calls.clear()
    go(toy(calls), tmp_path, fresh=True)
    assert calls == list(range(5)) and table.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "match"),
    [
        ([], "not the rows of one task of toy, but of none"),
        ([{"k": 7, "half": 0}], "not the rows of one task"),
        ([{"k": 0, "half": 0}, {"k": 1, "half": 0}], "not the rows of one task"),
        ([{"half": 0}], "not the rows of one task"),
        ([{"k": 0, "half": 0}, {"k": 0, "half": 1, "a": 1}], "columns k, half, a; other rows have k, half"),
        ([{"k": 0, "half": [1]}], "half is no plain number"),
    ],
)
def test_rows_that_are_not_those_of_the_task_are_refused(tmp_path, rows, match):
    wrong = toy()
    wrong.run = lambda task: rows
    with pytest.raises((ValueError, TypeError), match=match):
        go(wrong, tmp_path)
    assert not (tmp_path / "toy.csv").exists()


def test_tasks_of_other_columns_leave_the_table_and_the_finished_tasks(tmp_path, table):
    before = table.read_bytes()
    other = toy(n=7)
    other.run = lambda task: [{"k": task["k"], "half": "a", "more": 1}]
    with pytest.raises(ValueError, match="columns k, half, more; other rows have k, half, name, square"):
        go(other, tmp_path)
    assert table.read_bytes() == before
    assert len(go(toy(calls := [], n=7), tmp_path)) == 14 and calls == [5, 6]


def test_a_stored_table_that_does_not_fit_is_refused_and_kept(tmp_path, table):
    """And nothing is left that would outlast the restored table."""
    good = table.read_text()
    for wrong, match in (
        (good[:-5], "line 11: the table is cut"),
        (good.replace("k,half", "q,half"), "not the rows of one task"),
        (good + "9,a,task 9,27\n", "not the rows of one task"),
        (good + good.splitlines()[1] + "\n", "rows of a task that has some further up"),
    ):
        table.write_text(wrong)
        with pytest.raises(ValueError, match=match):
            go(toy(n=6), tmp_path)
        assert table.read_text() == wrong and not (tmp_path / "toy.partial.jsonl").exists()
    table.write_text(good)
    assert len(go(toy(n=6), tmp_path)) == 12


# Runs that were stopped ------------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_where_it_was_in_whatever_order_tasks_have_ended(tmp_path, partial):
    partial.write_text("".join(reversed(partial.read_text().splitlines(keepends=True))))
    rows = go(toy(calls := []), tmp_path)
    assert calls == [2, 3, 4] and [row["k"] for row in rows][::2] == [0, 1, 2, 3, 4]


def test_a_line_that_was_cut_goes_and_every_whole_line_stays(tmp_path, partial):
    whole = partial.read_text()
    for end in ('[{"k": "2", "ha', "[", whole.splitlines()[1]):
        partial.write_text(whole + end)
        stopped(toy(calls := []), 3, tmp_path)
        assert calls == [2] and [json.loads(line)[0]["k"] for line in partial.read_text().splitlines()] == list("012")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda lines: [lines[0], "<<<<<<< ours", lines[1]], "line 2: .*run with --fresh"),
        (lambda lines: [lines[0][:30], lines[1]], "line 1: .*run with --fresh"),
        (lambda lines: [*lines, lines[1]], "line 3: rows of a task that has some"),
        (lambda lines: [lines[0], lines[1].replace('"k": "1"', '"k": "9"')], "line 2: not the rows of one task"),
        (lambda lines: [lines[0], "[]"], "line 2: not the rows of one task"),
        (lambda lines: [lines[0], lines[1].replace("square", "cube")], "line 2: columns k, half, name, cube"),
    ],
)
def test_an_unfinished_run_that_no_run_has_left_is_refused_by_line(tmp_path, partial, change, match):
    partial.write_text("".join(line + "\n" for line in change(partial.read_text().splitlines())))
    before = partial.read_text()
    with pytest.raises(ValueError, match=f"toy.partial.jsonl, {match}"):
        go(toy(), tmp_path)
    assert partial.read_text() == before
    assert len(go(toy(), tmp_path, fresh=True)) == 10


def test_a_fresh_run_is_resumed_as_a_fresh_one(tmp_path, table):
    new = toy(calls := [], value=lambda k: -k)
    stopped(new, 0, tmp_path, fresh=True)
    stopped(new, 3, tmp_path)
    assert {row["square"] > 0 for row in load_results("toy", tmp_path) if row["k"]} == {True}, "the old table stays"
    rows = go(new, tmp_path)
    assert calls == [0, 1, 2, 3, 4] and [row["square"] for row in rows][::2] == [0, -1, -2, -3, -4]


def test_a_run_stopped_after_its_table_was_written_is_finished(tmp_path, monkeypatch):
    def write(path, rows):
        runner.replace_file(path, "half a")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(runner, "write_table", write)
        go(toy(), tmp_path)
    assert len(go(toy(calls := []), tmp_path)) == 10 and calls == []


def test_a_disk_that_is_full_keeps_the_table(tmp_path, table, monkeypatch):
    def full(handle):
        calls.append(handle)
        if len(calls) == 2:  # the first is of the file of the run, which is small
            raise OSError(28, "No space left on device")

    before, calls = table.read_bytes(), []
    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr("coursemachine.runs.tables.os.fsync", full)
        go(toy(value=lambda k: -k), tmp_path, fresh=True)
    assert table.read_bytes() == before


# Two at once, and killed -----------------------------------------------------------------------------------------


KILLED = """
import sys, time
from pathlib import Path
from tests.coursemachine.test_runs_runner import go, toy

new = toy(value=lambda k: time.sleep(600) if k == 3 else -1)
go(new, Path(sys.argv[1]), fresh=True)
"""


@pytest.mark.slow
def test_a_fresh_run_that_was_killed_goes_on_unmixed(tmp_path, table):
    partial = tmp_path / "toy.partial.jsonl"
    process = subprocess.Popen([sys.executable, "-c", KILLED, tmp_path], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 900
        while not (partial.exists() and partial.read_text().count("\n") == 3):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        with pytest.raises(RuntimeError, match="another run"):
            go(toy(), tmp_path)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert [json.loads(line)[0]["k"] for line in partial.read_text().splitlines()] == ["0", "1", "2"]
    rows = go(toy(calls := [], value=lambda k: -1), tmp_path)
    assert calls == [3, 4] and {row["square"] for row in rows} == {-1}


def _in_a_worker(task):
    return [{"k": task["k"], "half": "a", "square": task["k"] ** 2}]


@pytest.mark.slow
def test_several_processes_give_the_same_table(tmp_path):
    experiment = toy()
    experiment.run = _in_a_worker
    assert [row["square"] for row in go(experiment, tmp_path, jobs=2)] == [0, 1, 4, 9, 16]
