"""The two estimators: the rule beside its formula, and what they refuse."""

import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from confusion import AdaBoostMMClassifier, CostMatrixClassifier, PriorShiftClassifier
from confusion.datasets import ThreeGaussians

X, Y = ThreeGaussians().sample(600, random_state=3)
NEW, Y_NEW = ThreeGaussians().sample(5000, random_state=4)
SHARES = np.bincount(Y) / len(Y)
BOTH = pytest.mark.parametrize("make", [PriorShiftClassifier, CostMatrixClassifier])


def test_the_shift_divides_by_the_shares():
    inner = LogisticRegression().fit(X, Y)
    P = inner.predict_proba(NEW)
    model = PriorShiftClassifier(LogisticRegression()).fit(X, Y)
    np.testing.assert_array_equal(model.predict(NEW), (P / SHARES).argmax(axis=1))
    np.testing.assert_array_equal(PriorShiftClassifier(inner, strength=0).fit(X, Y).predict(NEW), inner.predict(NEW))
    half = PriorShiftClassifier(inner, strength=0.5).fit(X, Y)
    np.testing.assert_array_equal(half.predict(NEW), (P / SHARES**0.5).argmax(axis=1))
    given = PriorShiftClassifier(inner, priors=[0.2, 0.5, 0.3]).fit(X, Y)
    np.testing.assert_array_equal(given.predict(NEW), (P / SHARES * [0.2, 0.5, 0.3]).argmax(axis=1))
    np.testing.assert_allclose(model.shares_, SHARES)


def test_the_shift_is_the_rule_of_the_costs_one_over_the_share():
    costs = (1 - np.eye(3)) / SHARES[:, None]
    priced = CostMatrixClassifier(LogisticRegression(), costs).fit(X, Y)
    shifted = PriorShiftClassifier(LogisticRegression()).fit(X, Y)
    np.testing.assert_array_equal(priced.predict(NEW), shifted.predict(NEW))
    np.testing.assert_allclose(priced.predict_proba(NEW), priced.estimator_.predict_proba(NEW))


def test_the_shift_of_a_booster_is_that_of_its_votes():
    model = PriorShiftClassifier(AdaBoostMMClassifier(30)).fit(X, Y)
    votes = model.estimator_.votes(NEW) - np.log(SHARES) / 2
    np.testing.assert_array_equal(model.predict(NEW), votes.argmax(axis=1))


@pytest.mark.parametrize("labels", [[0, 1], ["no", "yes"]])
def test_two_classes_are_a_fixed_threshold(labels):
    keep, keep_new = Y < 2, Y_NEW < 2
    y, inner = np.array(labels)[Y[keep]], LogisticRegression()
    share = (Y[keep] == 1).mean()
    for model, threshold in (
        (PriorShiftClassifier(inner), share),
        (CostMatrixClassifier(inner, [[0, 2], [7, 0]]), 2 / 9),
        (CostMatrixClassifier(inner, [[1, 3], [8, 1]]), 2 / 9),
    ):
        fixed = FixedThresholdClassifier(inner, threshold=threshold, pos_label=labels[1]).fit(X[keep], y)
        answers = model.fit(X[keep], y).predict(NEW[keep_new])
        np.testing.assert_array_equal(answers, fixed.predict(NEW[keep_new]))
        assert 0 < (answers == labels[1]).mean() < 1


@BOTH
def test_a_frozen_estimator_stays_as_it_is(make):
    inner = LogisticRegression().fit(X[:300], Y[:300])
    model = make(FrozenEstimator(inner)).fit(X, Y)
    np.testing.assert_array_equal(model.estimator_.predict_proba(NEW), inner.predict_proba(NEW))


@BOTH
def test_sample_weights_are_routed(make):
    weights = np.where(Y == 0, 0.1, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        model = make(LogisticRegression().set_fit_request(sample_weight=True)).fit(X, Y, sample_weight=weights)
    inner = LogisticRegression().fit(X, Y, sample_weight=weights)
    for one in (model, make(LogisticRegression()).fit(X, Y, weights)):  # as CalibratedClassifierCV takes them
        np.testing.assert_allclose(one.estimator_.coef_, inner.coef_)
        if make is PriorShiftClassifier:
            sums = np.bincount(Y, weights)
            np.testing.assert_allclose(one.shares_, sums / sums.sum())
    make(FrozenEstimator(inner)).fit(X, Y, weights)
    with pytest.raises(TypeError, match="a Pipeline, takes no sample_weight in fit; of a pipeline enable"):
        make(make_pipeline(LogisticRegression())).fit(X, Y, weights)


def test_a_shift_upon_a_weighted_classifier_is_told():
    rare = np.r_[np.flatnonzero(Y == 0), np.flatnonzero(Y == 1)[:20]]
    with pytest.warns(UserWarning, match="class 1 has the share .* does estimator weigh or resample the classes?"):
        PriorShiftClassifier(LogisticRegression(class_weight="balanced")).fit(X[rare], Y[rare])
    PriorShiftClassifier(LogisticRegression()).fit(X[rare], Y[rare])


@BOTH
def test_sparse_features_strings_grids_and_pipelines(make):
    names = np.array(["large", "left", "right"])[Y]
    model = make(LogisticRegression()).fit(sparse.csr_array(X), names)
    assert set(model.predict(sparse.csr_array(NEW))) == {"large", "left", "right"} == set(model.classes_)
    grid = GridSearchCV(make(make_pipeline(StandardScaler(), LogisticRegression())),
                        {"estimator__logisticregression__C": [0.1, 1.0]}, cv=3)  # fmt: skip
    assert grid.fit(X, names).best_score_ > 0.5
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b"])
    assert make(LogisticRegression()).fit(frame, names).feature_names_in_.tolist() == ["a", "b"]


@BOTH
def test_an_estimator_without_probabilities_is_refused(make):
    for inner in (LinearSVC(), SVC(), "model"):
        with pytest.raises(TypeError, match="estimator must have fit and predict_proba"):
            make(inner).fit(X, Y)
    make(CalibratedClassifierCV(LinearSVC(), cv=2)).fit(X, Y).predict(NEW)
