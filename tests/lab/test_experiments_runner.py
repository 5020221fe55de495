"""The runner of the long runs: nothing is lost, nothing is mixed, and what was tampered with is refused by line."""

import json
import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from confusion.lab.experiments import load_results, provenance, runner
from confusion.lab.experiments.partial import locked
from confusion.lab.experiments.runner import run_experiment


def toy(calls=None, n=5, value=lambda k: k**2 / 3):
    """Two rows a task; `calls` notes which tasks are run."""

    def run(task):
        if calls is not None:
            calls.append(task["k"])
        return [
            {"k": task["k"], "half": half, "name": f"task {task['k']}", "square": value(task["k"])} for half in (0, 1)
        ]

    return SimpleNamespace(NAME="toy", KEY=("k",), tasks=lambda: [{"k": k} for k in range(n)], run=run)


def stopped(experiment, after, out, **options):
    """Run until task `after` is asked for."""
    run = experiment.run

    def broken(task):
        if task["k"] == after:
            raise KeyboardInterrupt
        return run(task)

    with pytest.raises(KeyboardInterrupt):
        run_experiment(SimpleNamespace(**{**vars(experiment), "run": broken}), out=out, jobs=1, **options)


def go(experiment, out, **options):
    return run_experiment(experiment, out=out, jobs=1, **options)


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


def drop_line(path, number):
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[: number - 1] + lines[number:]))


def test_table_and_provenance_in_the_order_of_the_tasks(tmp_path):
    rows = go(toy(), tmp_path)
    assert [row["k"] for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert rows == load_results("toy", tmp_path)
    assert rows[-1] == {"k": 4, "half": 1, "name": "task 4", "square": pytest.approx(16 / 3, rel=1e-7)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy.csv", "toy.json"]
    record = provenance.read_provenance("toy", tmp_path)
    assert record["made"]["date"] == provenance.today() and record["adopted"] is None
    assert {"python", "numpy", "scipy", "scikit-learn"} <= set(record["made"]["versions"])
    assert record["table"]["rows"] == 10 and list(record["tasks"]) == list("01234")


def test_only_what_is_new_is_run_and_everything_when_fresh(tmp_path, table):
    before, calls = table.read_bytes(), []
    go(toy(calls), tmp_path)
    assert calls == []
    go(toy(calls, n=6), tmp_path)
    assert calls == [5] and table.read_bytes().startswith(before)
    calls.clear()
    go(toy(calls), tmp_path, fresh=True)
    assert sorted(calls) == list(range(5)) and table.read_bytes() == before


def test_a_task_without_rows_or_with_rows_of_another_is_refused(tmp_path):
    for rows, match in (
        ([], "gave no rows"),
        ([{"k": 7}], "row of another task"),
        ([{"k": 0}, {"k": 0, "a": 1}], "different columns"),
    ):
        wrong = toy(n=1)
        wrong.run = lambda task, rows=rows: rows
        with pytest.raises(ValueError, match=match):
            go(wrong, tmp_path)
    wrong.run = lambda task: [{"k": 0, "list": [1]}]
    with pytest.raises(TypeError, match="list is no plain number"):
        go(wrong, tmp_path)
    wrong.tasks = lambda: [{"k": 0}, {"k": 0}]
    with pytest.raises(ValueError, match="must differ in k"):
        go(wrong, tmp_path)


def test_whole_numbers_stay_whole_in_a_table(tmp_path):
    assert [type(row["square"]) for row in go(toy(value=lambda k: k**2), tmp_path)] == [int] * 10


def test_tasks_of_different_columns_leave_the_old_table(tmp_path, table):
    before, uneven = table.read_bytes(), toy()
    uneven.run = lambda task: [{"k": task["k"], "square": 0, **({"more": 1} if task["k"] else {})}]
    with pytest.raises(ValueError, match="gave the columns k, square, more; other tasks have k, square"):
        go(uneven, tmp_path, fresh=True)
    assert table.read_bytes() == before


# A table that is not whole ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [2, 5, 11])
def test_a_task_that_lacks_a_row_is_run_again(tmp_path, table, line):
    before, calls = table.read_bytes(), []
    drop_line(table, line)
    go(toy(calls), tmp_path)
    assert calls == [(line - 2) // 2] and table.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda text: text[:-5], r"line 11: the table is cut"),
        (lambda text: text[:-12], r"line 11: the table is cut"),
        (lambda text: text[:-12] + "\n", r"line 11: 3 cells where the header has 4"),
        (lambda text: text[:-5] + "\n", r"lines 10 to 11: the rows of 4 are not those"),
        (lambda text: text.replace("task 2", "task 3", 1), r"lines 6 to 7: the rows of 2 are not those"),
        (lambda text: text.replace("1.3333333", "1.3333334", 1), r"lines 6 to 7: the rows of 2"),
        (lambda text: text.replace("2,0,task 2", "<<<<<<< ours\n2,0,task 2"), r"line 6: 1 cells where"),
        (lambda text: text.replace("square", "cube"), r"lines 2 to 3: the rows of 0 are not those"),
        (lambda text: text.replace("k,half", "q,half"), r"line 1: no column k"),
        (lambda text: text.replace("square", "name"), r"line 1: the header has empty or equal"),
        (lambda text: text.replace("task 2", '"task 2', 1), r"toy.csv, line \d+: "),
        (lambda text: text + "9,0,task 9,27\n", r"line 12: rows of a task that is not one"),
        (lambda text: text + text.splitlines()[-1] + "\n", r"lines 10 to 12: the rows of 4"),
        (lambda text: "", r"line 1: the table is cut"),
    ],
)
def test_a_table_that_was_tampered_with_is_refused_by_line_and_kept(tmp_path, table, change, match):
    table.write_text(tampered := change(table.read_text()))
    for experiment in (toy(), toy(n=6)):
        with pytest.raises(ValueError, match=match):
            go(experiment, tmp_path)
    assert table.read_text() == tampered and provenance.status(toy(), tmp_path)[0] == "changed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy.csv", "toy.json"]
    assert len(go(toy(), tmp_path, fresh=True)) == 10


def test_a_table_without_provenance_is_refused(tmp_path, table):
    (tmp_path / "toy.json").write_text("{\n<<<<<<<\n")
    with pytest.raises(ValueError, match="toy.json, line 2"):
        go(toy(), tmp_path)
    (tmp_path / "toy.json").unlink()
    with pytest.raises(ValueError, match=r"toy.json is not there"):
        go(toy(n=6), tmp_path)
    assert provenance.status(toy(), tmp_path)[0] == "unknown"


def test_a_missing_table_says_how_to_make_it(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m confusion.lab.experiments toy"):
        load_results("toy", tmp_path)


# Runs that were stopped ------------------------------------------------------------------------------------------


def test_a_stopped_run_goes_on_where_it_was(tmp_path, partial):
    go(toy(calls := []), tmp_path)
    assert calls == [2, 3, 4] and not partial.exists()


def test_a_line_that_was_cut_goes_and_every_whole_line_stays(tmp_path, partial):
    whole = partial.read_text()
    for end in ('{"rows": [{"k": 2, "ha', '{"rows"', "{"):
        partial.write_text(whole + end)
        stopped(toy(calls := []), 3, tmp_path)
        assert calls == [2] and partial.read_text().startswith(whole) and end + "\n" not in partial.read_text()
    partial.write_text(whole[:-1])  # whole but for the end of the line
    go(toy(calls := []), tmp_path)
    assert calls == [2, 3, 4]


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda lines: lines[:1] + ["<<<<<<< ours"] + lines[1:], "line 2: "),
        (lambda lines: lines[:1] + [lines[1][:30]] + lines[2:], "line 2: "),
        (lambda lines: lines[1:], "line 1: says nothing about the run"),
        (lambda lines: [lines[0].replace("toy", "other")] + lines[1:], "line 1: a run of other, not of toy"),
        (lambda lines: lines + [lines[1]], "line 4: rows of no task of toy, or of one that is there"),
        (lambda lines: lines[:2] + [lines[2].replace("0.333", "0.444")], "line 3: the rows are not those"),
        (lambda lines: lines[:2] + [json.dumps({**json.loads(lines[2]), "rows": []})], "line 3: the rows"),
        (lambda lines: [], "empty; remove it"),
    ],
)
def test_an_unfinished_run_that_was_tampered_with_is_refused_by_line(tmp_path, partial, change, match):
    partial.write_text("".join(line + "\n" for line in change(partial.read_text().splitlines())))
    before = partial.read_text()
    with pytest.raises(ValueError, match=rf"toy.partial.jsonl[:,].*{match}|{match}"):
        go(toy(), tmp_path)
    assert partial.read_text() == before
    assert len(go(toy(), tmp_path, fresh=True)) == 10


def test_a_row_missing_from_a_line_is_noticed(tmp_path, partial):
    lines = partial.read_text().splitlines()
    entry = json.loads(lines[1])
    lines[1] = json.dumps({**entry, "rows": entry["rows"][:1]})
    partial.write_text("\n".join(lines) + "\n")
    with pytest.raises(ValueError, match="line 2: the rows are not those"):
        go(toy(), tmp_path)


def test_changed_columns_are_refused_at_once(tmp_path, partial):
    other = toy(calls := [])
    other.run = lambda task: [{"k": task["k"], "more": calls.append(task["k"]) or 1}]
    for _ in range(2):
        with pytest.raises(ValueError, match="gave the columns k, more; other tasks have k, half, name, square"):
            go(other, tmp_path)
    assert calls == [2, 2] and "more" not in partial.read_text()


def test_a_fresh_run_is_resumed_as_a_fresh_one(tmp_path, table):
    new = toy(calls := [], value=lambda k: -k)
    stopped(new, 3, tmp_path, fresh=True)
    assert {row["square"] > 0 for row in load_results("toy", tmp_path) if row["k"]} == {True}, "the old table stays"
    rows = go(new, tmp_path)
    assert calls == [0, 1, 2, 3, 4] and [row["square"] for row in rows][::2] == [0, -1, -2, -3, -4]


def test_another_fresh_run_forgets_the_unfinished_one(tmp_path, partial):
    stopped(toy(value=lambda k: -1), 1, tmp_path, fresh=True)
    assert [row["square"] for row in go(toy(value=lambda k: -2), tmp_path)][::2] == [-1, -2, -2, -2, -2]


def test_an_added_task_of_a_stopped_run_does_not_touch_the_table(tmp_path, table):
    before = table.read_bytes()
    stopped(toy(n=8), 6, tmp_path)
    assert table.read_bytes() == before
    go(toy(calls := [], n=8), tmp_path)
    assert calls == [6, 7] and table.read_bytes().startswith(before)


@pytest.mark.parametrize("fresh", [True, False])
def test_a_run_stopped_between_table_and_provenance_is_finished(tmp_path, table, monkeypatch, fresh):
    def refuse(record, folder):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(provenance, "write_provenance", refuse)
        with pytest.raises(KeyboardInterrupt):
            go(toy(n=6, value=(lambda k: -k) if fresh else (lambda k: k**2 / 3)), tmp_path, fresh=fresh)
    assert len(load_results("toy", tmp_path)) == 12
    rows = go(toy(calls := [], n=6), tmp_path)
    assert calls == [] and len(rows) == 12 and provenance.status(toy(n=6), tmp_path)[0] == "fresh"


def test_a_disk_that_is_full_keeps_the_table_and_every_whole_line(tmp_path, partial, monkeypatch):
    before = partial.read_bytes()

    def full(stream, rows):
        stream.write('{"rows": [{"k"')
        stream.flush()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(runner, "append_task", full)
        with pytest.raises(OSError, match="No space"):
            go(toy(), tmp_path)
    assert partial.read_bytes().startswith(before)
    go(toy(calls := []), tmp_path)
    assert calls == [2, 3, 4]


# Other code ------------------------------------------------------------------------------------------------------


def test_rows_of_two_codes_are_never_mixed(tmp_path, table, monkeypatch):
    monkeypatch.setattr(runner, "code_behind", lambda module: {"confusion.uma.state": "0" * 12})
    assert len(go(toy(), tmp_path)) == 10, "nothing to run, nothing to mix"
    with pytest.raises(ValueError, match=r"toy.csv was made by other code \(changed since: confusion.uma.state\)"):
        go(toy(n=6), tmp_path)
    stopped(toy(n=6), 3, tmp_path, fresh=True)
    monkeypatch.setattr(runner, "code_behind", lambda module: {"confusion.uma.state": "1" * 12})
    with pytest.raises(ValueError, match=r"toy.partial.jsonl was made by other code"):
        go(toy(n=6), tmp_path)


def test_rows_of_two_versions_of_a_library_are_never_mixed(tmp_path, table, monkeypatch):
    monkeypatch.setattr(runner, "versions_behind", lambda module: {"numpy": "9.9"})
    with pytest.raises(ValueError, match=r"toy.csv was made with numpy \S+, now 9.9"):
        go(toy(n=6), tmp_path)


# Two at once, and killed -----------------------------------------------------------------------------------------


def test_a_second_run_at_once_is_refused(tmp_path):
    def run(task):
        with pytest.raises(RuntimeError, match=f"toy.lock is held by process {os.getpid()}: .* run already"):
            go(toy(), tmp_path, fresh=True)
        return [{"k": task["k"], "square": 1}]

    outer = toy()
    outer.run = run
    assert [row["square"] for row in go(outer, tmp_path)] == [1] * 5
    assert not (tmp_path / "toy.lock").exists()


def test_a_lock_left_behind_holds_nobody_up(tmp_path):
    (tmp_path / "toy.lock").write_text(f"{os.getppid()}\n")
    assert len(go(toy(), tmp_path)) == 10 and not (tmp_path / "toy.lock").exists()
    with locked(tmp_path / "toy.lock"), pytest.raises(RuntimeError, match="held by"):
        go(toy(), tmp_path)


KILLED = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from confusion.lab.experiments.runner import run_experiment

def run(task):
    if task["k"] == 3:
        time.sleep(600)
    return [{"k": task["k"], "half": half, "name": f"task {task['k']}", "square": -1} for half in (0, 1)]

toy = SimpleNamespace(NAME="toy", KEY=("k",), tasks=lambda: [{"k": k} for k in range(5)], run=run)
run_experiment(toy, out=Path(sys.argv[1]), jobs=1, fresh=True)
"""


def test_a_fresh_run_that_was_killed_goes_on_unmixed(tmp_path, table):
    partial = tmp_path / "toy.partial.jsonl"
    process = subprocess.Popen([sys.executable, "-c", KILLED, tmp_path], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 900
        while not (partial.exists() and partial.read_text().count("\n") == 4):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        with pytest.raises(RuntimeError, match=f"held by process {process.pid}"):
            go(toy(), tmp_path)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    rows = go(toy(calls := [], value=lambda k: -1), tmp_path)
    assert calls == [3, 4] and {row["square"] for row in rows} == {-1}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy.csv", "toy.json"]


def _in_a_worker(task):
    return [{"k": task["k"], "square": task["k"] ** 2}]


def test_several_processes_give_the_same_table(tmp_path):
    experiment = toy()
    experiment.run = _in_a_worker
    rows = run_experiment(experiment, out=tmp_path, jobs=2)
    assert [row["square"] for row in rows] == [0, 1, 4, 9, 16]
