"""Input that breaks careless code: numbers at the ends of the float range, odd containers, calls that fail half-way."""

import copy
import pickle
from fractions import Fraction
from itertools import chain, combinations

import joblib
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from confusion import CopaClassifier, UltraconservativePerceptron, copa_step, ultraconservative_step

MODELS = {
    "copa": CopaClassifier,
    "max": UltraconservativePerceptron,
    "max-hinge": lambda **options: UltraconservativePerceptron("max-hinge", **options),
}
each_model = pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
STEPS = {
    "copa": copa_step,
    "max": lambda W, x, y, C: ultraconservative_step(W, x, y, "max", C),
    "max-hinge": lambda W, x, y, C: ultraconservative_step(W, x, y, "max-hinge", C),
}
each_step = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


@pytest.fixture
def sample():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 4, size=300)
    X = rng.normal(size=(300, 6)) + 1.5 * np.eye(4, 6)[y]
    X[rng.random(X.shape) < 0.4] = 0
    return X, y


def exact_max_hinge(W, x, y, C):
    """Multipliers of the max-hinge step: every active set, in rational arithmetic."""
    W, x, C = [[Fraction(v) for v in w] for w in W], [Fraction(v) for v in x], Fraction(C)
    scores = [sum(a * b for a, b in zip(w, x)) for w in W]
    loss = [1 - scores[y] + s for s in scores]
    n, others = sum(v * v for v in x), [q for q in range(len(W)) if q != y]
    for active in chain.from_iterable(combinations(others, size) for size in range(len(W))):
        total = sum(loss[r] for r in active) / (n + len(active) * (n + 1 / C))
        alpha = [(loss[r] - (n + 1 / C) * total) / n if r in active else Fraction(0) for r in range(len(W))]
        if all(alpha[r] > 0 for r in active) and all(loss[r] <= (n + 1 / C) * total for r in others if r not in active):
            alpha[y] = -sum(alpha)
            return alpha
    raise AssertionError("no active set satisfies the KKT conditions")


@pytest.mark.evaluates("eq-update-maxhinge")
def test_max_hinge_step_against_exact_rational_enumeration():
    rng = np.random.default_rng(1)
    sizes = set()
    for k in range(300):
        Q, d = rng.integers(2, 7), rng.integers(1, 5)
        x = rng.normal(size=d)
        x *= 10 ** rng.uniform(-6, 6) / np.linalg.norm(x)
        W = rng.normal(size=(Q, d)) / np.linalg.norm(x)
        if k % 3 == 0:
            W[1:] = W[1]  # exact ties, as at W = 0
        y, C = int(rng.integers(Q)), 10 ** rng.uniform(-8, 8)
        alpha = np.array([float(a) for a in exact_max_hinge(W, x, y, C)])
        want = -np.outer(alpha, x)
        # From W = 0 in the limit of small changes, the step's own digits are seen: W - want loses them.
        got = ultraconservative_step(W, x, y, "max-hinge", C) - W
        assert_allclose(got, want, rtol=1e-6, atol=1e-9 * np.abs(want).max() + 4e-16 * np.abs(W).max())
        sizes.add(int((alpha > 0).sum()))
    assert {0, 1, 2, 3, 5} <= sizes


@pytest.mark.parametrize("scale", [1e-2, 1e-6, 1e-9, 1e-30, 1e-100, 1e-150])
@pytest.mark.parametrize("C", [1e-300, 1e-12, 1.0, 1e3])
def test_max_hinge_step_from_zero_keeps_its_digits_for_a_small_C_or_x(scale, C):
    # At W = 0 all Q - 1 losses are 1 and tie: alpha = 1 / (n + (Q - 1)(n + 1/C)) for each.
    new = ultraconservative_step(np.zeros((4, 1)), [scale], 0, "max-hinge", C)
    alpha = 1 / (scale**2 + 3 * (scale**2 + 1 / C))
    assert_allclose(new[:, 0], np.array([3, -1, -1, -1]) * alpha * scale, rtol=1e-13)


@each_step
def test_a_step_gives_floats_whatever_it_is_given(step):
    for kind in (object, np.longdouble, np.float16, np.int8):
        got = step(np.zeros((3, 2)), np.array([1, 2], kind), 0, 1.0)
        assert got.dtype == np.float64
        assert_array_equal(got, step(np.zeros((3, 2)), [1.0, 2.0], 0, 1.0))


@each_model
def test_features_too_small_or_too_large_are_refused_in_every_form(make, sample):
    X, y = sample
    for factor, message in ((1e-170, "underflows"), (1e154, "overflows")):
        for data in (X * factor, sparse.csr_array(X * factor)):
            for call in (make().fit, make().partial_fit):
                with pytest.raises(ValueError, match=message):
                    call(data, y)


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_scores_that_overflow_during_learning_are_not_taken_for_scores(convert):
    # Every |x|^2 and every weight is finite: orthogonal mistakes add up to a w of length 4 |x|, and then <w, x> is inf.
    X = 8e153 * np.vstack([np.eye(16), np.full((1, 16), 0.25)])
    y = np.array([0] * 16 + [1])
    with pytest.raises(ValueError, match="weights overflowed"):
        UltraconservativePerceptron(shuffle=False, epochs=1).fit(convert(X), y)


@each_model
def test_an_intercept_switched_on_in_mid_stream_is_the_same_sparse_and_dense(make, sample):
    X, y = sample
    models = [make().partial_fit(data, y) for data in (X, sparse.csr_array(X))]
    for model, data in zip(models, (X, sparse.csr_array(X))):
        model.set_params(fit_intercept=True).partial_fit(data, y)
    assert_allclose(models[1].intercept_, models[0].intercept_, rtol=1e-9, atol=1e-12)


def doubled(S):
    """The same matrix with every entry stored as two halves."""
    return sparse.csr_array((np.repeat(S.data / 2, 2), np.repeat(S.indices, 2), S.indptr * 2), shape=S.shape)


def reversed_rows(S):
    S = S.copy()
    for start, stop in zip(S.indptr, S.indptr[1:]):
        S.indices[start:stop] = S.indices[start:stop][::-1].copy()
        S.data[start:stop] = S.data[start:stop][::-1].copy()
    S.has_sorted_indices = False
    return S


def long_indices(S):
    S = S.copy()
    S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
    return S


def explicit_zeros(S):
    full = sparse.csr_array(np.ones(S.shape))
    full.data = S.toarray().ravel()
    return full


@pytest.mark.slow
@each_model
@pytest.mark.parametrize("change", [doubled, reversed_rows, long_indices, explicit_zeros, sparse.csc_array])
def test_every_way_to_store_a_sparse_matrix_is_the_same_matrix(make, sample, change):
    X, y = sample
    S = change(sparse.csr_matrix(X))
    for part in (S.data, S.indices, S.indptr):
        part.flags.writeable = False
    stored = S.nnz
    assert_allclose(make(random_state=0).fit(S, y).coef_, make(random_state=0).fit(X, y).coef_, rtol=1e-9, atol=1e-12)
    assert_allclose(make().partial_fit(S, y).coef_, make().partial_fit(X, y).coef_, rtol=1e-9, atol=1e-12)
    assert S.nnz == stored, "the caller's matrix was changed"


@each_model
def test_every_way_to_store_a_dense_matrix_is_the_same_matrix(make, sample):
    X, y = sample
    want = make(random_state=0).fit(X, y).coef_
    for data in (np.asfortranarray(X), np.repeat(X, 2, axis=0)[::2], X[::-1][::-1], X.astype(object), X.tolist()):
        assert_array_equal(make(random_state=0).fit(data, y).coef_, want)


@each_model
def test_a_refused_call_changes_nothing(make, sample):
    X, y = sample
    model = make(random_state=0)

    def refuses(*samples):
        for bad in samples:
            for call in (model.fit, model.partial_fit):
                with pytest.raises(ValueError):
                    call(*bad)

    refuses((X * 1e200, y), (X[:, :2], y * 0), (X, y[:-1]))
    assert vars(model) == vars(make(random_state=0))
    model.partial_fit(X[:100], y[:100], classes=range(4))
    before = pickle.dumps(model)
    refuses((X * 1e200, y % 2), (X[:, :2], y * 0), (X, y[:-1]))
    with pytest.raises(ValueError, match="outside classes"):
        model.partial_fit(X, y + 1)
    assert pickle.dumps(model) == before
    whole = make().partial_fit(X, y, classes=range(4))
    assert_allclose(model.partial_fit(X[100:], y[100:]).coef_, whole.coef_, rtol=1e-9, atol=1e-12)


def test_an_overflow_half_way_changes_nothing(sample):
    X, y = sample
    model = CopaClassifier().partial_fit(X, y)
    coef, counts = model.coef_.copy(), model.class_count_.copy()
    with pytest.raises(ValueError, match="overflowed"):
        model.set_params(C=np.inf).partial_fit(X * 1e-158, y)
    assert_array_equal(model.coef_, coef)
    assert_array_equal(model.class_count_, counts)
    again = CopaClassifier().partial_fit(X, y).partial_fit(X, y)
    assert_array_equal(model.set_params(C=1.0).partial_fit(X, y).coef_, again.coef_)


@each_model
def test_a_copy_learns_without_its_original(make, sample, tmp_path):
    X, y = sample
    model = make().partial_fit(X, y)
    before = pickle.dumps(model)
    joblib.dump(model, tmp_path / "model")
    want = make().partial_fit(X, y).partial_fit(X, y).coef_
    mapped = joblib.load(tmp_path / "model", mmap_mode="r")
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(before), mapped):
        assert_array_equal(other.partial_fit(X, y).coef_, want)
    assert pickle.dumps(model) == before


@each_model
def test_fit_forgets_whatever_came_before(make, sample):
    X, y = sample
    model = make(random_state=0).partial_fit(X[:50], y[:50], classes=range(9)).fit(X[:, :5], y % 3)
    model.partial_fit(X[:20, :5], y[:20] % 3)
    fresh = make(random_state=0).fit(X, y)
    assert pickle.dumps(model.fit(X, y)) == pickle.dumps(fresh)
