"""Weak learners of any kind: what they draw, how their answers are read, which are refused."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

from confusion import ComboClassifier
from confusion.boosting.weak_learners import cheapest
from tests.helpers import class_sizes, rounds, sample


@pytest.mark.parametrize(
    "estimator", [DecisionTreeClassifier(max_depth=2), LogisticRegression(), ExtraTreeClassifier()]
)
def test_any_classifier_that_takes_weights(estimator):
    X, y = load_wine(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    model = ComboClassifier(10, estimator=estimator, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.98
    assert set(model.estimators_[0].predict(X)) == {0, 1, 2}


def test_the_seed_decides_what_an_estimator_draws():
    X, y = sample(seed=20)

    def boosted(seed):
        return ComboClassifier(8, estimator=ExtraTreeClassifier(max_depth=2), random_state=seed).fit(X, y)

    want = boosted(1).votes(X)
    assert_array_equal(boosted(1).votes(X), want)
    assert_array_equal(boosted(np.random.RandomState(1)).votes(X), want)
    assert (boosted(2).votes(X) != want).any()
    assert len({learner.tree.random_state for learner in boosted(3).estimators_}) == 8  # every round draws anew


def test_leaves_of_a_foreign_tree_answer_with_the_least_cost():
    X, y = sample(seed=13)
    model = ComboClassifier(12, estimator=DecisionTreeClassifier(max_depth=2), random_state=0).fit(X, y)
    for (D, *_), learner in zip(rounds(model, X, y, 1 / class_sizes(y)), model.estimators_):
        leaf = learner.tree.apply(X)
        for node in np.unique(leaf):
            assert D[leaf == node].sum(axis=0).argmin() == learner.labels[node]
    costs_of_two = np.array([[0.1 + 0.2, 0.3, 9.0], [0.2, 0.1, 9.0]])  # a tie but for the last digit, and none
    assert_array_equal(cheapest(costs_of_two, np.ones(2), np.array([0, 1]), 2), [0, 1])
    assert "DecisionTreeClassifier(max_depth=2" in repr(model.estimators_[0])


class Answers(ClassifierMixin, BaseEstimator):
    """A learner whose answers are made up; `late` ones only after the fit."""

    def __init__(self, make, late=False):
        self.make, self.late = make, late

    def fit(self, X, y, sample_weight=None):
        self.seen_ = len(X)
        return self

    def predict(self, X):
        early = self.late and len(X) == self.seen_
        return np.arange(len(X)) % 3 if early else self.make(len(X))


BAD_ANSWERS = {
    "a class too many": (lambda n: np.full(n, 3), "the classes it was fitted on, 0 to 2, got"),
    "far away": (lambda n: np.full(n, 10**9), "the classes it was fitted on, 0 to 2, got"),
    "negative": (lambda n: np.full(n, -1), "the classes it was fitted on, 0 to 2, got"),
    "NaN": (lambda n: np.full(n, np.nan), "the classes it was fitted on, 0 to 2, got"),
    "a half": (lambda n: np.full(n, 0.5), "the classes it was fitted on, 0 to 2, got"),
    "text": (lambda n: np.full(n, "0"), "the classes it was fitted on, 0 to 2, got"),
    "one short": (lambda n: np.zeros(n - 1, dtype=int), "one class for each of"),
    "shares": (lambda n: np.ones((n, 3)) / 3, "one class for each of"),
    "nothing": (lambda n: None, "one class for each of"),
}


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("kind", BAD_ANSWERS)
def test_a_learner_that_does_not_answer_with_classes(kind, late):
    """Compiled loops check no bounds: a wrong answer must not reach them."""
    make, message = BAD_ANSWERS[kind]
    X, y = np.arange(9.0)[:, None], np.array([0, 1, 2, 0, 1, 2, 0, 1, 1])
    model = ComboClassifier(3, estimator=Answers(make, late))
    with pytest.raises(ValueError, match=f"estimator must predict {message}"):
        model.fit(X, y).predict(X[:5])


def test_answers_that_are_whole_in_another_dtype():
    X, y = np.arange(6.0)[:, None], np.array([0, 1, 2, 0, 1, 1])
    want = ComboClassifier(3, estimator=Answers(lambda n: np.arange(n) % 3)).fit(X, y)
    for convert in (lambda a: a.astype(float), lambda a: a.astype(np.int8), list):
        model = ComboClassifier(3, estimator=Answers(lambda n, f=convert: f(np.arange(n) % 3))).fit(X, y)
        assert_array_equal(model.votes(X), want.votes(X))
