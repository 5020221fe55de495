"""The transductive SVM: its objective, its balance constraint, its annealing, and what marks an example."""

import itertools
import time
import warnings
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from confusion_studies.data import make_text_standin
from confusion_studies.rivals import S3VMClassifier
from confusion_studies.rivals.s3vm import best_signs, newton, s3vm_objective


def two_clouds(seed, n=400, share=0.5, d=20):
    """Two long-separated Gaussian clouds in dimension 20, two labels of each; X, y, y with -1, test X, test y."""
    rng = np.random.default_rng(seed)

    def draw(n):
        y = (rng.random(n) < share).astype(int)
        X = rng.standard_normal((n, d))
        X[:, 0] += 4 * y - 2
        return X, y

    (X, y), (X_test, y_test) = draw(n), draw(2000)
    kept = np.concatenate([rng.choice(np.flatnonzero(y == q), 2, replace=False) for q in (0, 1)])
    partial = np.full(n, -1)
    partial[kept] = y[kept]
    return X, y, partial, X_test, y_test


def three_blobs(seed=0, n=150):
    X, y = make_blobs(n, centers=[[0, 0], [4, 0], [0, 4]], cluster_std=0.7, random_state=seed)
    partial = np.where(np.arange(n) < 12, y, -1)
    assert np.unique(partial).size == 4
    return X, y, partial


# --- the two steps of the alternation -------------------------------------------------------------------------


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


def test_best_signs_refuses_impossible_counts():
    with pytest.raises(ValueError, match="n_positive"):
        best_signs(np.zeros(3), 4)


def test_reported_objective_is_stationary_for_the_weights():
    """At the end the gradient in (w, b) vanishes, and the unlabelled signs are the best ones for those weights."""
    X, _, partial, *_ = two_clouds(0)
    model = S3VMClassifier(tol=1e-8, max_iter=100_000).fit(X, partial)
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


# --- what unlabelled examples are worth -----------------------------------------------------------------------


def test_annealing_finds_lower_objectives():
    """The same problem with C* from the start: a worse local minimum in every draw."""
    for seed in range(4):
        X, _, partial, *_ = two_clouds(seed)
        objectives = [
            S3VMClassifier(C_unlabeled=1.0, n_levels=levels).fit(X, partial).objective_[0] for levels in (10, 1)
        ]
        assert objectives[0] < 0.8 * objectives[1]


def test_priors_replace_the_proportions_of_the_labels():
    """Balanced labels of clouds of 20 % and 80 %: the count imposed is that of the priors."""
    X, y, partial, X_test, y_test = two_clouds(1, share=0.2)
    wrong = S3VMClassifier().fit(X, partial).score(X_test, y_test)
    right = S3VMClassifier(priors=[0.8, 0.2]).fit(X, partial).score(X_test, y_test)
    assert right > wrong + 0.02 and right > 0.95


def test_without_unlabelled_examples_it_is_one_vs_rest_linear_svc():
    X, y, _ = three_blobs()
    model = S3VMClassifier(tol=1e-8, max_iter=100_000).fit(X, y)
    reference = OneVsRestClassifier(LinearSVC(tol=1e-8, max_iter=100_000, random_state=0)).fit(X, y)
    assert_allclose(model.decision_function(X), reference.decision_function(X), atol=1e-4)
    assert model.n_unlabeled_ == 0
    assert_array_equal(model.transduction_, y)


# --- conventions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [int, float, object])
def test_labels_minus_one_and_one_alone_are_refused_with_the_way_out(kind):
    X, y, *_ = two_clouds(0, n=60)
    with pytest.raises(ValueError, match=r"one class: 1.*if -1 is a class, pass unlabeled=None .* or another marker"):
        S3VMClassifier().fit(X, (2 * y - 1).astype(kind))


def test_dense_and_sparse_agree():
    X, _, partial = three_blobs()
    options = {"tol": 1e-8, "max_iter": 100_000}
    dense = S3VMClassifier(**options).fit(X, partial)
    compressed = S3VMClassifier(**options).fit(sparse.csr_matrix(X), partial)
    assert_allclose(dense.coef_, compressed.coef_, atol=1e-3)
    assert_array_equal(dense.transduction_, compressed.transduction_)
    assert_array_equal(dense.predict(X), dense.predict(sparse.csr_matrix(X)))


def test_order():
    X, y, partial = three_blobs()
    first = S3VMClassifier().fit(X, partial)
    order = np.random.default_rng(0).permutation(len(y))
    shuffled = S3VMClassifier().fit(X[order], partial[order])
    assert_array_equal(shuffled.transduction_, first.transduction_[order])
    assert (first.transduction_ == y).mean() > 0.97
    assert_array_equal(first.transduction_[partial >= 0], partial[partial >= 0])


@pytest.fixture(scope="module")
def plain():
    """Three blobs with labels 0, 1, 2 and the marker -1, and what is predicted."""
    X, _, partial = three_blobs()
    return X, partial, S3VMClassifier().fit(X, partial).transduction_


WORDS, NUMBERS = np.array(["ant", "bee", "cat"]), np.array([-1, 0, 1])


@pytest.mark.parametrize(
    ("names", "marked", "unlabeled"),
    [
        (WORDS, lambda y, hidden: np.where(hidden, "?", y), "?"),
        (WORDS, lambda y, hidden: np.where(hidden, None, y), -1),
        (WORDS, lambda y, hidden: np.where(hidden, -1, y.astype(object)), -1),
        (WORDS, lambda y, hidden: np.where(hidden, "-1", y), "-1"),
        (NUMBERS, lambda y, hidden: np.where(hidden, None, y), None),
        *[
            (NUMBERS, lambda y, hidden, kind=kind: np.where(hidden, 9, y).astype(kind), 9)
            for kind in (int, float, object)
        ],
    ],
)
def test_any_label_can_mark_and_any_be_a_class(plain, names, marked, unlabeled):
    X, partial, expected = plain
    model = S3VMClassifier(unlabeled=unlabeled).fit(X, marked(names[partial], partial < 0))
    assert model.classes_.tolist() == names.tolist() and model.n_unlabeled_ == np.sum(partial < 0)
    assert_array_equal(model.transduction_, names[expected])
    assert model.predict(X[:1])[0] in names


def test_minus_one_lost_among_strings_is_refused():
    with pytest.raises(ValueError, match="dtype object"):
        S3VMClassifier().fit([[0.0], [1.0], [2.0]], np.array(["a", "b", -1]))


@pytest.mark.parametrize(
    "options, message",
    [
        ({"priors": [0.5, 0.5]}, "priors must be 3"),
        ({"priors": [0.5, 0.6, -0.1]}, "priors must be 3"),
        ({"unlabeled": np.nan}, "unlabeled must be a finite number"),
    ],
)
def test_bad_parameters(options, message):
    X, _, partial = three_blobs()
    with pytest.raises(ValueError, match=message):
        S3VMClassifier(**options).fit(X, partial)


def test_markers_that_mark_nothing():
    X, _, partial = three_blobs()
    for marker in (True, [], [-1], np.array([-1])):
        with pytest.raises(TypeError, match="unlabeled must be an int, a str or None"):
            S3VMClassifier(unlabeled=marker).fit(X, partial)


def test_features_on_which_the_solver_would_never_end():
    X, y, partial = three_blobs()
    for model, factor in ((S3VMClassifier(), 1e100), (S3VMClassifier(), 1e60), (S3VMClassifier(1e80), 1e20)):
        for data in (factor * X, sparse.csr_array(factor * X)):
            with pytest.raises(ValueError, match="squared norms of X, times C, sum to more than"):
                model.fit(data, partial)
    # Far below the limit it ends; the intercept, whose price is that of w, is lost.
    assert S3VMClassifier().fit(1e30 * X, partial).score(1e30 * X, y) > 0.6


def test_whole_numbers_of_any_type_are_taken():
    X, _, partial = three_blobs()
    one = S3VMClassifier(C=2, n_levels=3, max_switches=4).fit(X, partial)
    other = S3VMClassifier(C=Fraction(2), n_levels=3.0, max_switches=np.int8(4)).fit(X, partial)
    assert_array_equal(one.coef_, other.coef_)


def test_bad_data():
    X = np.arange(4.0)[:, None]
    with pytest.raises(ValueError, match="no example is labelled"):
        S3VMClassifier().fit(X, [-1, -1, -1, -1])
    with pytest.raises(ValueError, match="one class: 3, and 2 examples without a label"):
        S3VMClassifier().fit(X, [3, -1, -1, 3])
    with pytest.raises(ValueError, match="one class: 3$"):
        S3VMClassifier().fit(X, [3, 3, 3, 3])


def test_an_unfinished_solver_is_reported_once():
    X, _, partial = three_blobs()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        S3VMClassifier(max_iter=1, tol=1e-12).fit(1000 * X, partial)
    assert [w.category for w in caught] == [ConvergenceWarning]


@pytest.mark.slow
def test_reuters_sized_text_takes_seconds_a_class():
    text = make_text_standin(random_state=0)
    partial = np.where(np.random.default_rng(0).random(text.target.size) < 0.05, text.target, -1)
    start = time.process_time()
    model = S3VMClassifier().fit(text.data, partial)
    assert time.process_time() - start < 10 * model.classes_.size
    hidden = partial < 0
    assert np.mean(model.transduction_[hidden] == text.target[hidden]) > 0.9
