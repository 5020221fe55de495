"""MulticlassSVC: the lecture's problem, solved; its identities with scikit-learn's."""

import os
import subprocess
import sys
from contextlib import nullcontext

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import pairwise_kernels, rbf_kernel
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

from confusion import MulticlassSVC
from confusion.margins import svm_dual
from tests.helpers import sample

TIGHT = 1e-9
X, Y = sample(m=90, K=4, seed=3)
# scikit-learn before 1.9.1 says so of every fit of Crammer and Singer's problem, converged or not (its issue 34029).
wrong_warning = pytest.mark.filterwarnings("ignore:Liblinear failed to converge:sklearn.exceptions.ConvergenceWarning")
NAMES = np.array(["ant", "bee", "cat", "dog"])


def objective(scores, square, y, prices):
    """The primal: scores of shape (m, k), square = sum_y |f_y|^2; eta_i is the deficit of the margin (E7)."""
    rows = np.arange(len(y))
    others = scores.copy()
    others[rows, y] = -np.inf
    return 0.5 * square + np.sum(prices * np.maximum(0, 1 - (scores[rows, y] - others.max(axis=1))))


def full_alpha(model, m):
    alpha = np.zeros((m, len(model.classes_)))
    alpha[model.support_] = model.dual_coef_
    return alpha


# The optimum ----------------------------------------------------------------------------------------------------


@wrong_warning
@pytest.mark.parametrize("C", [0.05, 1.0, 10.0])
def test_the_objective_of_linear_svc(C):
    X, y = load_iris(return_X_y=True)
    X = X - X.mean(axis=0)
    ours = MulticlassSVC(C, tol=1e-8, random_state=0).fit(X, y)
    theirs = LinearSVC(C=C, multi_class="crammer_singer", fit_intercept=False, tol=1e-8, max_iter=10**6, random_state=0)
    W = theirs.fit(X, y).coef_
    assert_allclose(ours.objective_, objective(X @ W.T, (W**2).sum(), y, C), rtol=1e-6)
    assert_allclose(ours.objective_, objective(X @ ours.coef_.T, (ours.coef_**2).sum(), y, C), rtol=1e-9)
    assert_allclose(ours.coef_, W, atol=1e-3 * np.abs(W).max())
    assert_allclose(ours.decision_function(X), X @ ours.coef_.T, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel", "options"),
    [("linear", {}), ("rbf", {"gamma": 0.4}), ("poly", {"gamma": 0.5, "degree": 2, "coef0": 1.0})],
)
def test_what_is_told_of_the_solution_holds(kernel, options):
    """Among it the gap: no feasible point is better by more."""
    weights = np.random.default_rng(0).uniform(0.2, 3, len(Y))
    model = MulticlassSVC(1.5, kernel=kernel, **options, tol=TIGHT, random_state=0).fit(X, Y, weights)
    K = pairwise_kernels(X, metric=kernel, **options)
    alpha, rows, prices = full_alpha(model, len(Y)), np.arange(len(Y)), 1.5 * weights
    scores = K @ alpha
    assert_allclose(model._scores(X), scores, atol=1e-9)
    assert_allclose(model.decision_function(X), scores, atol=1e-9)
    # feasible
    assert np.abs(alpha.sum(axis=1)).max() < 1e-12
    assert (alpha[rows, Y] >= 0).all() and (alpha[rows, Y] <= prices).all()
    assert (alpha[np.arange(4) != Y[:, None]] <= 0).all()
    # objectives
    square = np.sum(alpha * scores)
    assert_allclose(model.objective_, objective(scores, square, Y, prices), rtol=1e-9)
    assert_allclose(model.dual_objective_, alpha[rows, Y].sum() - square / 2, rtol=1e-9)
    assert_allclose(model.duality_gap_, model.objective_ - model.dual_objective_, atol=1e-9)
    assert 0 <= model.duality_gap_ <= TIGHT * model.objective_
    # Kuhn and Tucker: what carries price has the largest G; complementary slackness of the support vectors
    G = scores + (np.arange(4) != Y[:, None])
    beta = prices[:, None] * np.eye(4)[Y] - alpha
    residual = (G.max(axis=1) - np.where(beta > 0, G, np.inf).min(axis=1)).max()
    assert_allclose(model.kkt_residual_, residual, atol=1e-9)
    assert residual < 1e-3
    others = np.where(np.arange(4) == Y[:, None], -np.inf, scores)
    margin = scores[rows, Y] - others.max(axis=1)
    assert (alpha[rows, Y][margin > 1 + 2e-3] == 0).all()
    short = margin < 1 - 2e-3
    assert short.any() and (alpha[rows, Y][short] == prices[short]).all()
    assert_array_equal(model.support_, np.flatnonzero(alpha.any(axis=1)))
    assert_array_equal(model.support_vectors_, X[model.support_])


# Identities -----------------------------------------------------------------------------------------------------


def test_two_classes_are_the_binary_svm_of_twice_the_price():
    """LinearSVC with the hinge has no intercept."""
    X, y = sample(m=80, K=2, seed=5)
    ours = MulticlassSVC(0.7, tol=TIGHT, random_state=0).fit(X, NAMES[y])
    alpha, f = full_alpha(ours, len(y)), ours.decision_function(X)
    assert f.shape == (80,) and ours.dual_coef_.shape[1] == 2
    assert_allclose(alpha[:, 0], -alpha[:, 1], atol=1e-12)
    assert_array_equal(ours.predict(X) == "bee", f > 0)
    binary = LinearSVC(C=1.4, loss="hinge", fit_intercept=False, tol=1e-9, max_iter=10**6, random_state=0)
    w = binary.fit(X, y).coef_[0]
    assert_allclose(f, X @ w, atol=1e-4)
    assert ours.coef_.shape == (2, 3)
    assert_allclose(ours.coef_[1] - ours.coef_[0], w, atol=1e-4)
    assert_allclose(ours.coef_[1], -ours.coef_[0], atol=1e-12)
    slack = np.maximum(0, 1 - (2.0 * y - 1) * (X @ w))
    assert_allclose(2 * ours.objective_, 0.5 * w @ w + 1.4 * slack.sum(), rtol=1e-6)


def test_class_weights_are_prices_of_the_examples():
    per_class = {0: 3.0, 1: 0.5, 2: 1.0, 3: 2.0}
    by_class = MulticlassSVC(class_weight=per_class, kernel="rbf", tol=TIGHT).fit(X, Y)
    by_example = MulticlassSVC(kernel="rbf", tol=TIGHT).fit(X, Y, [per_class[c] for c in Y])
    assert_allclose(by_class.objective_, by_example.objective_, rtol=1e-8)
    balanced = MulticlassSVC(class_weight="balanced", kernel="rbf", tol=TIGHT).fit(X, Y)
    equal = MulticlassSVC(kernel="rbf", tol=TIGHT).fit(X, Y, len(Y) / (4 * np.bincount(Y)[Y]))
    assert_allclose(balanced.objective_, equal.objective_, rtol=1e-8)
    assert abs(balanced.objective_ - MulticlassSVC(kernel="rbf").fit(X, Y).objective_) > 1


def test_one_kernel_by_its_name_as_a_function_and_as_a_matrix():
    K = rbf_kernel(X, gamma=0.3)
    by_name = MulticlassSVC(kernel="rbf", gamma=0.3, tol=TIGHT).fit(X, Y)
    by_function = MulticlassSVC(kernel=lambda A, B: rbf_kernel(A, B, gamma=0.3), tol=TIGHT).fit(X, Y)
    by_matrix = MulticlassSVC(kernel="precomputed", tol=TIGHT).fit(K, Y)
    by_rows = MulticlassSVC(kernel="rbf", gamma=0.3, tol=TIGHT, cache_size=0.02).fit(X, Y)  # room for 27 of 90 rows
    linear = MulticlassSVC(tol=TIGHT, random_state=0).fit(X, Y)
    gram = MulticlassSVC(kernel="precomputed", tol=TIGHT).fit(X @ X.T, Y)
    for other in (by_function, by_matrix, by_rows):
        assert_allclose(other.objective_, by_name.objective_, rtol=1e-8)
    assert_allclose(by_matrix.decision_function(K), by_name.decision_function(X), atol=1e-3)
    assert_allclose(gram.objective_, linear.objective_, rtol=1e-8)
    assert by_matrix.support_vectors_.shape == (0, 0) and not hasattr(by_name, "coef_")


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "sigmoid", "cosine"])
def test_sparse_input_gives_the_same(kernel):
    S = np.where(np.abs(X) > 0.5, X, 0.0)
    dense = MulticlassSVC(kernel=kernel, tol=1e-7, random_state=0).fit(S, Y)
    thin = MulticlassSVC(kernel=kernel, tol=1e-7, random_state=0).fit(sparse.csr_array(S), Y)
    assert_allclose(thin.objective_, dense.objective_, rtol=1e-5)
    assert np.mean(thin.predict(sparse.csc_matrix(S)) == dense.predict(S)) > 0.97


@pytest.mark.parametrize("gamma", ["scale", "auto", 0.7])
def test_gamma_is_that_of_svc(gamma):
    number = {"scale": 1 / (3 * X.var()), "auto": 1 / 3}.get(gamma, gamma)
    named, given = (MulticlassSVC(kernel="rbf", gamma=g, tol=TIGHT).fit(X, Y) for g in (gamma, number))
    assert_allclose(named.objective_, given.objective_, rtol=1e-9)
    assert SVC(gamma=gamma).fit(X, Y)._gamma == pytest.approx(number)


# Ends of the range ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("constant", [0.0, 1.0])
def test_a_kernel_without_information(constant):
    K = np.full((len(Y), len(Y)), constant)
    model = MulticlassSVC(kernel="precomputed", tol=1e-9).fit(K, Y)
    scores = model._scores(K)
    assert np.isfinite(scores).all() and model.kkt_residual_ < 1e-3
    if constant == 0.0:
        assert_allclose([model.objective_, model.dual_objective_], len(Y))
        assert (model.predict(K) == 0).all()  # a tie, the first class
        assert_allclose(np.sort(model.dual_coef_, axis=1), [[-1 / 3, -1 / 3, -1 / 3, 1]] * len(Y))


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_scores_that_differ_by_rounding_tie_and_the_first_class_is_taken(kernel):
    model = MulticlassSVC(kernel=kernel).fit(X, Y)
    coefficients = model.coef_ if kernel == "linear" else model.dual_coef_.T  # classes in rows
    for lead, winner in ((2e-15, 0), (1e-9, 2)):
        coefficients[:] = 1.0
        coefficients[2] = 1.0 + lead
        Z = np.abs(X) + 1.0
        assert (model.predict(Z) == winner).all()
        scores = model.decision_function(Z)
        assert ((scores[:, 2] > scores[:, 0]) == (winner == 2)).all()


@pytest.mark.parametrize(
    ("coef", "features"), [([[1, 1, 1]] * 4, [1e6, -1e6, 1]), ([[1e6, -1e6, 1], *[[0, 0, 1]] * 3], [1, 1, 1])]
)
def test_rounding_is_that_of_the_terms_however_small_their_sum(coef, features):
    """All scores are one; of the first class, or of all, it is what a million leaves of a million."""
    model = MulticlassSVC().fit(X, Y)
    model.coef_ = np.array(coef, dtype=float)
    model.coef_[2, 2] += 2e-10
    assert model.predict([features]) == 0


def test_examples_of_norm_zero_cost_one_each_and_change_no_score():
    more = np.vstack([X, np.zeros((5, 3))])
    labels = np.append(Y, [0, 1, 2, 3, 0])
    one, other = (MulticlassSVC(tol=TIGHT, random_state=0).fit(*data) for data in ((X, Y), (more, labels)))
    assert_allclose(other.objective_, one.objective_ + 5, rtol=1e-8)
    assert set(range(90, 95)) <= set(other.support_.tolist())


@pytest.mark.parametrize("scale", [1e-150, 1e-6, 1e3])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "cosine", "sigmoid"])
def test_small_and_large_features(kernel, scale):
    model = MulticlassSVC(kernel=kernel, gamma=1.0, max_iter=50, random_state=0)
    with pytest.warns(ConvergenceWarning) if (kernel, scale) == ("linear", 1e3) else nullcontext():
        model.fit(scale * X, Y)
    assert np.isfinite(model.decision_function(scale * X)).all() and model.duality_gap_ >= 0


# The end of a fit -----------------------------------------------------------------------------------------------


def test_max_iter_warns_and_keeps_what_was_reached():
    for kernel in ("linear", "rbf"):
        with pytest.warns(ConvergenceWarning, match="after 1 iterations; raise max_iter or tol"):
            model = MulticlassSVC(kernel=kernel, tol=1e-14, max_iter=1, random_state=0).fit(X, Y)
        assert model.n_iter_ == 1 and 0 < model.duality_gap_ < model.objective_ and not model.converged_
        assert MulticlassSVC(kernel=kernel, random_state=0).fit(X, Y).converged_


@pytest.mark.parametrize("kernel", ["linear", "poly"])
def test_without_max_iter_a_fit_that_gains_nothing_ends_and_with_it_goes_on(kernel, monkeypatch):
    monkeypatch.setattr(svm_dual, "MAX_PASSES", 30)
    monkeypatch.setattr(svm_dual, "MAX_ROUNDS", 30)
    options = {"kernel": kernel, "degree": 1, "gamma": 1.0, "random_state": 0}
    with pytest.warns(ConvergenceWarning, match="not halved for long: raise tol, set max_iter to a larger number"):
        ended = MulticlassSVC(1e6, **options).fit(1e3 * X[:40], Y[:40]).n_iter_
    assert 30 < ended < 300
    with pytest.warns(ConvergenceWarning, match="raise max_iter or tol"):
        assert MulticlassSVC(1e6, max_iter=2 * ended, **options).fit(1e3 * X[:40], Y[:40]).n_iter_ == 2 * ended


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("weight", [1e13, 1e18])
def test_one_heavy_example_hides_nothing(kernel, weight):
    """Its rounding, times its price, is more than the whole objective; the other examples have to be solved."""
    iris, y = load_iris(return_X_y=True)
    iris, y = StandardScaler().fit_transform(iris)[50:], y[50:]
    weights = np.ones(100)
    weights[0] = weight
    model = MulticlassSVC(kernel=kernel, random_state=0).fit(iris, y, weights)  # a warning would be an error
    assert model.converged_ and model.duality_gap_ <= 1e-3 * model.objective_ and model.kkt_residual_ < 0.1
    lighter = MulticlassSVC(kernel=kernel, random_state=0, tol=1e-6).fit(iris, y, np.minimum(weights, 1e4))
    assert_allclose(model.objective_, lighter.objective_, rtol=1e-3)
    assert np.mean(model.predict(iris) == lighter.predict(iris)) > 0.97


@pytest.mark.parametrize(("C", "scale"), [(1e12, 1.0), (1e16, 1.0), (1.0, 1e7)])
def test_a_gap_that_is_rounding_is_no_convergence(C, scale):
    """Two separable classes: all margins are 1 up to rounding, and rounding times the price exceeds the objective."""
    iris, y = (part[:100] for part in load_iris(return_X_y=True))
    with pytest.warns(ConvergenceWarning, match="cannot be told from rounding: raise tol"):
        model = MulticlassSVC(C, random_state=0).fit(scale * iris, y)
    assert not model.converged_ and model.duality_gap_ > 1e-3 * model.objective_
    assert model.kkt_residual_ < 1e-12 and model.score(scale * iris, y) == 1
    sure = MulticlassSVC(C=1e3, random_state=0, tol=1e-6).fit(iris, y)  # without slack, too
    assert_allclose(model.dual_objective_, sure.objective_ / scale**2, rtol=1e-3)


# The solver -----------------------------------------------------------------------------------------------------


def test_lists_of_classes_do_not_change_the_optimum():
    """Twelve classes, of which most leave the lists."""
    many, labels = sample(m=150, K=12, seed=5)
    model = MulticlassSVC(tol=TIGHT, random_state=0).fit(many, labels)
    primal = objective(many @ model.coef_.T, np.sum(model.coef_**2), labels, np.ones(len(labels)))
    assert_allclose(model.objective_, primal, rtol=1e-12)
    assert 0 <= model.duality_gap_ <= TIGHT * primal
    other = MulticlassSVC(kernel="precomputed", tol=TIGHT).fit(many @ many.T, labels)
    assert_allclose(model.objective_, other.objective_, rtol=2 * TIGHT)


def test_working_sets_smaller_than_the_sample(monkeypatch):
    one = MulticlassSVC(kernel="rbf", tol=TIGHT).fit(X, Y)
    monkeypatch.setattr(svm_dual, "WORKING_SET", 20)
    other = MulticlassSVC(kernel="rbf", tol=TIGHT).fit(X, Y)
    assert other.n_iter_ > one.n_iter_
    assert_allclose(other.objective_, one.objective_, rtol=2 * TIGHT)


def test_a_kernel_that_is_not_positive_semidefinite_ends_where_the_gap_is_zero():
    K = np.random.default_rng(0).normal(size=(60, 60))
    K += K.T
    model = MulticlassSVC(kernel="precomputed", tol=1e-9).fit(K, Y[:60])
    assert (K.diagonal() < 0).any() and model.converged_
    alpha = full_alpha(model, 60)
    G = K @ alpha + (np.arange(4) != Y[:60, None])
    carried = np.eye(4)[Y[:60]] - alpha
    gap = np.sum(carried * (G.max(axis=1, keepdims=True) - G))
    assert_allclose(model.duality_gap_, gap, atol=1e-9)
    assert gap <= 1e-9 * abs(model.objective_)


PLAIN = """
import sys
import numpy as np
from confusion import MulticlassSVC
from confusion._core.compiled import COMPILED
assert not COMPILED
sample = np.load(sys.argv[1])
for kernel in ("linear", "rbf"):
    model = MulticlassSVC(3.0, kernel=kernel, random_state=0).fit(sample["X"], sample["y"])
    np.testing.assert_allclose(model.decision_function(sample["X"]), sample[kernel], rtol=1e-7, atol=1e-9)
"""


@pytest.mark.slow
def test_without_numba_the_same_steps_are_taken(tmp_path):
    found = {k: MulticlassSVC(3.0, kernel=k, random_state=0).fit(X, Y).decision_function(X) for k in ("linear", "rbf")}
    np.savez(tmp_path / "sample.npz", X=X, y=Y, **found)
    command = [sys.executable, "-W", "error", "-c", PLAIN, str(tmp_path / "sample.npz")]
    subprocess.run(command, check=True, env={**os.environ, "CONFUSION_NO_NUMBA": "1"})
