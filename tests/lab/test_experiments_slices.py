"""Slices of every stored table computed again: one that stays, and some that the commit decides.

``CONFUSION_SLICE_SEED=...`` repeats the slices of a seed; a failure says which it was.
"""

import itertools
from types import SimpleNamespace

import pytest

from confusion.lab.experiments import load_results
from confusion.lab.experiments.__main__ import MODULES
from confusion.lab.experiments.slices import choose, differences, recompute
from tests.helpers import assert_stored, slices

#: one slice of every table that is computed again on every commit
FIXED = {
    "concentration": ({"share": 1 / 3, "T": 250}, {}),
    "copa_readings": ({"sample": 4, "model": "COPA, C/T"}, {"grid": [0.01, 1.0, 100.0]}),
    "copa_real": ({"data": "car", "model": "SVM, balanced", "split": 3}, {}),
    "copa_sweep": ({"share": 0.05, "sigma": 0.5, "noise": 0.1}, {}),
    "combo_rivals": ({"data": "car", "model": "SAMME, balanced"}, {"folds": [4], "pool": False}),
    "combo_table": (
        {"data": "abalone", "algorithm": "CoMBo", "step": "exact", "depth": 2},
        {"folds": [7], "pool": False},
    ),
    "uma_real": ({"data": "digits", "run": 1, "family": "perceptrons"}, {}),
    "uma_rough": ({"data": "digits", "run": 0, "m": 2}, {}),
    "uma_selection": ({"labels": "redrawn", "selection": "random", "run": 0}, {"last": 40}),
    "uma_size": ({"data": "stand-in", "m": 70, "family": "cheap", "run": 0, "share": 0.02}, {}),
    "uma_toy": ({"reading": "1000 before the margin", "run": 4}, {"levels": [3, 12]}),
    "uma_widths": ({"data": "digits", "factor": 4.0, "run": 0}, {}),
    "uma_wrong": ({"part": "levels", "case": "pair flip", "n": 3000, "run": 9}, {"true": [0.45], "fed": [0.0, 0.45]}),
}

#: How many slices the commit decides, of how many seconds at most.  Rows on which processors do not agree are computed
#: and not compared, see ``hangs`` and ``tolerances`` of the experiments.
DRAWN = {
    "concentration": (1, 5),
    "copa_readings": (3, 1),
    "copa_real": (3, 5),
    "copa_sweep": (1, 2),
    "combo_rivals": (2, 5),
    "combo_table": (4, 5),
    "uma_real": (2, 5),
    "uma_rough": (1, 1),
    "uma_selection": (1, 4),
    "uma_size": (2, 8),
    "uma_toy": (5, 4),
    "uma_widths": (1, 16),
    "uma_wrong": (5, 3),
}


@pytest.mark.parametrize("name", MODULES)
def test_the_slice_that_stays(name):
    task, options = FIXED[name]
    assert_stored(MODULES[name], task, recompute(MODULES[name], task, **options))


@pytest.mark.parametrize(("name", "k"), [(name, k) for name in MODULES for k in range(DRAWN[name][0])])
def test_a_slice_that_the_commit_decides(name, k):
    task, options = slices(MODULES[name], *DRAWN[name])[k]
    assert_stored(MODULES[name], task, recompute(MODULES[name], task, **options))


# The choice itself ------------------------------------------------------------------------------------------------


def toy(**more):
    return SimpleNamespace(NAME="copa_sweep", KEY=("k",), tasks=lambda: [{"k": k} for k in range(20)], **more)


def test_the_seed_decides_the_slices():
    part = {"part": lambda task, rng: {"fold": int(rng.integers(1000))}}
    first, again, other = (choose(toy(**part), 4, seed) for seed in ("a", "a", "b"))
    assert first == again != other and len({task["k"] for task, _ in first}) == 4
    assert len({options["fold"] for _, options in first}) > 1


def test_dear_tasks_are_left_out_and_all_others_have_their_turn():
    seen = [task["k"] for seed in range(60) for task, _ in choose(toy(cost=lambda task: task["k"]), 2, str(seed), 9)]
    assert set(seen) == set(range(10))
    with pytest.raises(ValueError, match="no task of copa_sweep costs at most"):
        choose(toy(cost=lambda task: 3), 1, "a", 2)


@pytest.mark.parametrize("name", MODULES)
def test_slices_are_of_tasks_that_there_are(name):
    for seed, limit in itertools.product("ab", (DRAWN[name][1], 1e9)):
        for task, options in choose(MODULES[name], 3, seed, limit):
            assert task in MODULES[name].tasks() and set(options) <= {"grid", "folds", "pool", "levels", "true", "fed",
                                                                      "last"}  # fmt: skip


def test_of_rows_that_hang_on_the_processor_only_the_numbers_are_passed_over():
    size = MODULES["uma_size"]
    task = {"data": "digits", "m": 10, "family": "cheap", "run": 3, "share": 0.01}
    rows = [row for row in load_results("uma_size") if all(row[key] == task[key] for key in size.KEY)]
    hanging = [row["model"] for row in rows if size.hangs(row)]
    assert hanging == ["UMA, error"] and len(rows) > 3
    changed = [row | {"confusion": row["confusion"] + 0.05} for row in rows]
    assert len(differences(size, task, changed)) == len(rows) - 1
    assert differences(size, task, [{k: v for k, v in row.items() if k != "pool"} for row in rows[:1]])
    assert differences(size, task, [rows[0] | {"model": "UMA, new"}])
    wrong = MODULES["uma_wrong"]
    for case, told in (("symmetric", 0), ("random family", 1)):
        (row, *_) = (row for row in load_results("uma_wrong") if row["case"] == case)
        task = {key: row[key] for key in wrong.KEY}
        assert len(differences(wrong, task, [row | {"norm, UMA": row["norm, UMA"] + 0.1}])) == told
        assert len(differences(wrong, task, [row | {"norm, perceptron": 9.0}])) == 1


@pytest.mark.parametrize("name", MODULES)
def test_most_rows_of_a_table_are_compared(name):
    rows, module = load_results(name), MODULES[name]
    assert sum(map(getattr(module, "hangs", lambda row: False), rows)) <= 0.4 * len(rows)


def test_differences_are_told_one_by_one():
    sweep = MODULES["copa_sweep"]
    task = sweep.tasks()[0]
    rows = [row for row in load_results("copa_sweep") if all(row[key] == task[key] for key in sweep.KEY)]
    assert len(rows) == 8 and differences(sweep, task, rows) == []
    (told,) = differences(sweep, task, [rows[0] | {"norm": rows[0]["norm"] * 1.00002}, *rows[1:]])
    assert told.startswith("0.02 | 0.35 | 0 | COPA: norm is stored as")
    assert differences(sweep, task, []) and differences(sweep, task, [rows[0] | {"model": "new"}])
    assert differences(sweep, task, [{k: v for k, v in rows[0].items() if k != "e2"}])
    assert differences(sweep, task, [rows[0] | {"norm": "high"}])
    assert differences(sweep, task, [rows[0] | {"norm": float("nan")}])
