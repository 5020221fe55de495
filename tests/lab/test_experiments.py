"""The runner of the long runs, and slices of the stored tables computed again."""

import json
from types import SimpleNamespace

import pytest

from confusion.lab.experiments import RESULTS, load_results
from confusion.lab.experiments.__main__ import GROUPS, main
from confusion.lab.experiments.copa import (
    models as copa_models,
)
from confusion.lab.experiments.copa import (
    readings as copa_readings,
)
from confusion.lab.experiments.copa import (
    real as copa_real,
)
from confusion.lab.experiments.copa import (
    sweep as copa_sweep,
)
from confusion.lab.experiments.runner import run_experiment
from tests.helpers import assert_stored


def experiment(calls):
    def run(task):
        calls.append(task["k"])
        return [{"k": task["k"], "name": f"task {task['k']}", "square": task["k"] ** 2 / 3} for _ in range(2)]

    return SimpleNamespace(NAME="toy", KEY=("k",), tasks=lambda: [{"k": k} for k in range(5)], run=run)


def test_runner_writes_a_table_in_the_order_of_the_tasks(tmp_path):
    rows = run_experiment(experiment([]), out=tmp_path, jobs=1)
    assert [row["k"] for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert rows == load_results("toy", tmp_path)
    assert rows[-1] == {"k": 4, "name": "task 4", "square": pytest.approx(16 / 3, rel=1e-7)}
    assert [path.name for path in tmp_path.iterdir()] == ["toy.csv"]


def test_runner_goes_on_where_a_stopped_run_was(tmp_path):
    toy = experiment(calls := [])
    finished = "".join(json.dumps(toy.run({"k": k})) + "\n" for k in (3, 0))
    (tmp_path / "toy.partial.jsonl").write_text(finished + '[{"k": 1, "na')
    calls.clear()
    rows = run_experiment(toy, out=tmp_path, jobs=1)
    assert sorted(calls) == [1, 2, 4]
    assert [row["k"] for row in rows][::2] == list(range(5))


def test_runner_runs_only_what_is_new_and_everything_when_fresh(tmp_path):
    toy = experiment(calls := [])
    run_experiment(toy, out=tmp_path, jobs=1)
    before = (tmp_path / "toy.csv").read_bytes()
    calls.clear()
    run_experiment(toy, out=tmp_path, jobs=1)
    assert calls == []
    run_experiment(toy, out=tmp_path, jobs=1, fresh=True)
    assert sorted(calls) == list(range(5))
    assert (tmp_path / "toy.csv").read_bytes() == before


def test_a_missing_table_says_how_to_make_it(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m confusion.lab.experiments toy"):
        load_results("toy", tmp_path)


def test_a_task_without_rows_is_an_error(tmp_path):
    toy = experiment([])
    toy.run = lambda task: []
    with pytest.raises(ValueError, match="gave no rows"):
        run_experiment(toy, out=tmp_path, jobs=1)


def test_command_line_knows_every_stored_table(capsys):
    assert {path.stem for path in RESULTS.glob("*.csv")} == {name for group in GROUPS.values() for name in group}
    assert not list(RESULTS.glob("*.partial.jsonl")), "an unfinished run is in the results"
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "invalid choice" in capsys.readouterr().err


@pytest.mark.parametrize("model", copa_readings.MODELS)
def test_slice_of_the_readings(model):
    task = {"sample": 4, "model": model}
    rows = copa_readings.run(task, grid=copa_readings.GRID[[0, 8, 15]])
    assert_stored(copa_readings, task, rows, exact=("average", "intercept", "C"))


def test_readings_are_complete():
    rows = load_results("copa_readings")
    assert len(rows) == 11 * 4 * (4 * 25 + 3)
    assert all(sum(row[f"n{p}{q}"] for p in range(3) for q in range(3)) == 2500 for row in rows)


def test_slice_of_the_sweep():
    task = {"share": 0.05, "sigma": 0.5, "noise": 0.1}
    assert_stored(copa_sweep, task, copa_sweep.run(task), exact=("model",))


def test_sweep_is_complete():
    assert len(load_results("copa_sweep")) == 45 * len(copa_models.MODELS)


@pytest.mark.parametrize("data", copa_real.DATA)
@pytest.mark.parametrize("model", ["COPA, C/T", "perceptron", "SVM, balanced"])
def test_slice_of_the_real_data(data, model):
    task = {"data": data, "model": model, "split": 3}
    assert_stored(copa_real, task, copa_real.run(task), exact=("criterion",))


def test_real_data_are_complete():
    assert len(load_results("copa_real")) == 3 * len(copa_models.MODELS) * 10 * 2
