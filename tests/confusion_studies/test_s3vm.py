"""The transductive SVM: its objective, its balance constraint, its solver."""

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from confusion_studies.rivals import S3VMClassifier, s3vm
from confusion_studies.rivals.s3vm import best_signs, newton, s3vm_objective


@pytest.fixture(autouse=True)
def exact(monkeypatch):
    monkeypatch.setattr(s3vm, "TOL", 1e-8)


def two_clouds(seed, n=400):
    """Two long-separated Gaussian clouds in dimension 20, two labels of each: X, and y with -1."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.5).astype(int)
    X = rng.standard_normal((n, 20))
    X[:, 0] += 4 * y - 2
    kept = np.concatenate([rng.choice(np.flatnonzero(y == q), 2, replace=False) for q in (0, 1)])
    partial = np.full(n, -1)
    partial[kept] = y[kept]
    return X, partial


def three_blobs(n=150):
    X, y = make_blobs(n, centers=[[0, 0], [4, 0], [0, 4]], cluster_std=0.7, random_state=0)
    partial = np.where(np.arange(n) < 12, y, -1)
    assert np.unique(partial).size == 4
    return X, y, partial


@pytest.mark.parametrize("n_positive", [None, 0, 2, 5])
def test_best_signs_by_enumeration(n_positive):
    rng = np.random.default_rng(0)
    for _ in range(50):
        scores = rng.normal(scale=1.5, size=5)
        losses = {}
        for signs in itertools.product([-1.0, 1.0], repeat=5):
            if n_positive is None or signs.count(1.0) == n_positive:
                losses[signs] = np.sum(np.maximum(0, 1 - np.array(signs) * scores) ** 2)
        assert losses[tuple(best_signs(scores, n_positive))] == pytest.approx(min(losses.values()))


def test_reported_objective_is_stationary_for_the_weights():
    """At the end the gradient in (w, b) vanishes, and the unlabelled signs are the best ones for those weights."""
    X, partial = two_clouds(0)
    model = S3VMClassifier().fit(X, partial)
    labelled = partial >= 0
    price = labelled.sum() / (~labelled).sum()
    rest = X[~labelled]
    n_positive = round(0.5 * len(rest))
    signs = best_signs(model.decision_function(rest), n_positive)
    rows = np.concatenate([X[labelled], rest])
    labels = np.concatenate([2.0 * partial[labelled] - 1, signs])
    weights = np.concatenate([np.ones(labelled.sum()), np.full(len(rest), price)])
    w, b = model.coef_[0], model.intercept_[0]
    assert_allclose(s3vm_objective(w, b, rows, labels, weights), model.objective_[0], rtol=1e-9)
    slack = weights * labels * np.maximum(0, 1 - labels * (rows @ w + b))
    assert_allclose(np.append(w - 2 * rows.T @ slack, b - 2 * slack.sum()), 0, atol=1e-4)


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_problems_are_solved_together_as_alone_and_from_any_start(convert):
    rng = np.random.default_rng(0)
    X, signs, weights = rng.normal(size=(80, 6)), rng.choice([-1.0, 1.0], (80, 4)), rng.uniform(0.01, 30, (80, 4))
    W, steps = newton(convert(X), signs, weights, np.zeros((6, 4)), 1e-9, 100)
    assert_allclose(W - 2 * X.T @ (weights * signs * np.maximum(0, 1 - signs * (X @ W))), 0, atol=1e-4)
    for q in range(4):
        alone, _ = newton(convert(X), signs[:, [q]], weights[:, [q]], rng.normal(size=(6, 1)), 1e-9, 100)
        assert_allclose(alone[:, 0], W[:, q], rtol=1e-6, atol=1e-8)
    assert 1 < steps < 30 and newton(convert(X), signs, weights, W, 1e-9, 100)[1] == 0


def test_annealing_finds_lower_objectives():
    """The same problem with C* from the start: a worse local minimum in every draw."""
    for seed in range(4):
        objectives = [S3VMClassifier(n_levels=levels).fit(*two_clouds(seed)).objective_[0] for levels in (10, 1)]
        assert objectives[0] < objectives[1]


def test_without_unlabelled_examples_it_is_one_vs_rest_linear_svc():
    X, y, _ = three_blobs()
    reference = OneVsRestClassifier(LinearSVC(tol=1e-8, max_iter=100_000, random_state=0)).fit(X, y)
    assert_allclose(S3VMClassifier().fit(X, y).decision_function(X), reference.decision_function(X), atol=1e-4)


def test_order_and_sparse_features_change_nothing():
    X, y, partial = three_blobs()
    first, order = S3VMClassifier().fit(X, partial), np.random.default_rng(0).permutation(len(y))
    assert (first.predict(X) == y).mean() > 0.97
    for same in (X[order], sparse.csr_matrix(X[order])):
        model = S3VMClassifier().fit(same, partial[order])
        assert_allclose(model.coef_, first.coef_, atol=1e-3)
        assert_array_equal(model.predict(same), first.predict(X)[order])


def test_labels_of_one_class_and_an_unfinished_solver(monkeypatch):
    X, _, partial = three_blobs()
    with pytest.raises(ValueError, match=r"of two classes are needed, got \[1\]"):
        S3VMClassifier().fit(X, np.where(partial == 1, 1, -1))
    monkeypatch.setattr(s3vm, "MAX_ITER", 1)
    with pytest.warns(ConvergenceWarning, match="reached its last step"):
        S3VMClassifier().fit(1000 * X, partial)
