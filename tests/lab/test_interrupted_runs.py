"""Long runs that are stopped, and tables that cannot be written."""

import json
from types import SimpleNamespace

import pytest

from confusion.lab.experiments import load_results
from confusion.lab.experiments.runner import run_experiment


def toy(broken=()):
    def run(task):
        if task["k"] in broken:
            raise KeyboardInterrupt
        return [{"k": task["k"], "square": task["k"] ** 2}]

    return SimpleNamespace(NAME="toy", KEY=("k",), tasks=lambda: [{"k": k} for k in range(4)], run=run)


def test_a_run_stopped_within_a_line_and_stopped_again_keeps_every_whole_line(tmp_path):
    partial = tmp_path / "toy.partial.jsonl"
    partial.write_text('[{"k": 0, "square": 0}]\n[{"k": 1, "squ')
    with pytest.raises(KeyboardInterrupt):
        run_experiment(toy(broken=(2,)), out=tmp_path, jobs=1)
    kept = [line for line in partial.read_text().splitlines() if line.endswith("]")]
    assert [json.loads(line)[0]["k"] for line in kept] == [0, 1]


def test_a_fresh_run_that_is_stopped_forgets_the_lines_of_the_run_before(tmp_path):
    partial = tmp_path / "toy.partial.jsonl"
    partial.write_text('[{"k": 3, "square": -1}]\n')
    with pytest.raises(KeyboardInterrupt):
        run_experiment(toy(broken=(2,)), out=tmp_path, jobs=1, fresh=True)
    assert "-1" not in partial.read_text()
    assert [row["square"] for row in run_experiment(toy(), out=tmp_path, jobs=1)] == [0, 1, 4, 9]


def test_whole_numbers_stay_whole_in_a_table(tmp_path):
    assert [type(row["square"]) for row in run_experiment(toy(), out=tmp_path, jobs=1)] == [int] * 4


def test_a_table_that_cannot_be_written_leaves_the_old_one(tmp_path):
    run_experiment(toy(), out=tmp_path, jobs=1)
    before = load_results("toy", tmp_path)
    uneven = toy()
    uneven.run = lambda task: [{"k": task["k"], "square": 0, **({"more": 1} if task["k"] else {})}]
    with pytest.raises(ValueError, match="more"):
        run_experiment(uneven, out=tmp_path, jobs=1, fresh=True)
    assert load_results("toy", tmp_path) == before
