"""UMA against Propositions 1-2, against Algorithm 2 from scratch, and as an estimator."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from confusion.noise import (
    corrupt_labels,
    estimated_error,
    estimated_joint,
    pair_flip_noise,
    random_noise_matrix,
    symmetric_noise,
)
from confusion.uma import UmaClassifier, algorithm, classifier, uma_direction, uma_step_sizes
from confusion.uma.algorithm import SELECTIONS, STEPS, regions, selected, uma

STRONG = np.array([[0.4, 0.1, 0.0], [0.6, 0.5, 0.0], [0.0, 0.4, 1.0]])


def literal_direction(X, y, W, C, p, q, alpha=0.0):
    """Steps 4-7 of Algorithm 2, one example at a time; ties go to the first class."""
    Q, n = len(C), len(y)
    gamma = np.zeros((Q, X.shape[1]))
    for x, label in zip(X, y):
        scores = W @ x
        if scores.argmax() == p and all(scores[p] - scores[k] >= alpha for k in range(Q) if k != p):
            gamma[label] += x / n
    return np.linalg.solve(C, gamma)[q]


def literal_uma(X, y, C, iterations, selection="error", step="max", tol=1e-6, W=None, alpha=0.0, seed=0):
    """Algorithm 2 with nothing kept from one iteration to the next; every iterate, its pairs and its errors."""
    Q, rng = len(C), np.random.RandomState(seed)
    W = np.zeros((Q, X.shape[1])) if W is None else W
    scale = np.sqrt((X**2).sum() / len(X))
    iterates, pairs = [W], []
    for _ in range(iterations):
        Z = np.array([[literal_direction(X, y, W, C, p, q, alpha) for q in range(Q)] for p in range(Q)])
        lengths = np.linalg.norm(Z, axis=2)
        predicted = (X @ W.T).argmax(axis=1)
        proportions = np.linalg.solve(C, np.bincount(y, minlength=Q)) / len(y)
        joint = estimated_joint(y, predicted, C, classes=range(Q))
        worth = {
            "error": lengths,
            "confusion": lengths / np.maximum(proportions, 1 / len(y)),
            "random": rng.random_sample((Q, Q)),
            "mass": np.where(joint > 0, joint, -np.inf),
        }[selection]
        for cell in np.argsort(-worth, axis=None):
            p, q = divmod(int(cell), Q)
            if p == q or lengths[p, q] <= tol * scale or worth[p, q] == -np.inf:
                continue
            tau = uma_step_sizes(W @ Z[p, q], p, q, step)
            if tau[q]:
                W = W + np.outer(tau, Z[p, q])
                iterates.append(W)
                pairs.append((p, q))
                break
        else:
            break
    errors = [estimated_error(y, (X @ W.T).argmax(axis=1), C, classes=range(Q)) for W in iterates]
    return iterates, pairs, errors


def toy(n, noise_matrix, seed=0, d=4):
    """Linear concept on the sphere without points near its boundaries: X, true labels, noisy labels."""
    rng = np.random.default_rng(seed)
    Q = len(noise_matrix)
    V = np.linalg.qr(rng.normal(size=(max(d, Q), d)))[0][:Q]
    X = rng.normal(size=(4 * n, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    top = np.sort(X @ V.T, axis=1)
    X = X[top[:, -1] - top[:, -2] > 0.1][:n]
    t = (X @ V.T).argmax(axis=1)
    return X, t, corrupt_labels(t, noise_matrix, random_state=seed, classes=range(Q))


# Propositions 1 and 2 ---------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-uma-z")
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), Q=st.integers(2, 5), alpha=st.sampled_from([0.0, 0.0, 0.2]))
def test_direction_is_steps_4_to_7(seed, Q, alpha):
    rng = np.random.default_rng(seed)
    X, y, W = rng.normal(size=(30, 3)), rng.integers(0, Q, 30), rng.normal(size=(Q, 3))
    C, (p, q) = random_noise_matrix(Q, seed), rng.integers(0, Q, 2)
    want = literal_direction(X, y, W, C, p, q, alpha)
    tolerance = 1e-12 * np.abs(np.linalg.inv(C)).max() + 1e-13
    assert_allclose(uma_direction(X, y, W, C, p, q, alpha), want, rtol=1e-7, atol=tolerance)
    assert_allclose(uma_direction(sparse.csr_array(X), y, W, C, p, q, alpha), want, rtol=1e-7, atol=tolerance)


@pytest.mark.evaluates("def-uma-algorithm")
def test_step_sizes_of_6():
    scores = [0.5, 0.1, 0.5, 0.3, 0.0]
    assert uma_step_sizes(scores, 3, 1).tolist() == [-1, 1, 0, 0, 0]
    assert uma_step_sizes(scores, 2, 1).tolist() == [0, 1, -1, 0, 0]  # p is among the highest
    assert uma_step_sizes(scores, 3, 1, "pair").tolist() == [0, 1, 0, -1, 0]
    assert_allclose(uma_step_sizes(scores, 3, 1, "uniform"), [-1 / 3, 1, -1 / 3, -1 / 3, 0])
    assert not uma_step_sizes([0.6, *scores[1:]], 1, 0).any()
    assert not uma_step_sizes(scores, 4, 1, "pair").any() and uma_step_sizes(scores, 4, 1).any()
    assert uma_step_sizes(np.zeros(3), 2, 0).tolist() == [1, 0, -1]  # W = 0: every class is in the error set


# Algorithm 2 ------------------------------------------------------------------------------------------------


@pytest.mark.evaluates("def-uma-algorithm")
@pytest.mark.slow
@pytest.mark.parametrize(("selection", "alpha"), [*((selection, 0.0) for selection in SELECTIONS), ("error", 0.3)])
@pytest.mark.parametrize("step", STEPS)
def test_incremental_equals_from_scratch_at_every_iteration(selection, alpha, step):
    """With an alpha too, which is a margin of the regions and no threshold of the error set."""
    C, rng = (STRONG, np.random.default_rng(1)) if alpha else (random_noise_matrix(4, 5), None)
    X, t, y = toy(120, C, seed=3)
    W = rng.normal(size=(3, 4)) if alpha else None
    iterates, pairs, errors = literal_uma(X, y, C, 40, selection, step, W=W, alpha=alpha)
    assert len(pairs) > 3
    model = UmaClassifier(C, selection, alpha, step, max_iter=40, keep="last", random_state=0)
    for data in (X, sparse.csr_matrix(X)):
        path = list(model.path(data, y, coef_init=W))
        assert_array_equal(path[-1].selected_pairs_, pairs)
        assert_allclose(path[-1].estimated_errors_, errors, atol=1e-11)
        assert_allclose([each.coef_ for each in path], iterates, rtol=1e-8, atol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.0, 0.15])
@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_a_long_run_is_where_each_of_its_iterates_would_begin(alpha, convert):
    """Few and many examples move; nothing that is kept from one update to the next drifts away."""
    rng = np.random.default_rng(4)
    X = np.abs(rng.normal(size=(300, 5))) * (rng.random((300, 5)) < 0.6)
    y, W, C = rng.integers(0, 4, 300), rng.normal(size=(4, 5)), random_noise_matrix(4, 0)
    options, last, shares = {"alpha": alpha, "tol": 1e-3}, None, []
    predicted = (X @ W.T).argmax(axis=1)
    for now in uma(convert(X), y, C, W, max_iter=400, **options):
        if last is not None:
            new = uma(convert(X), y, C, last, max_iter=1, **options)
            next(new)
            found = next(new)
            assert found.pair == now.pair
            assert_allclose(found.error, now.error, atol=1e-12)
            assert_allclose(found.W, now.W, rtol=1e-9, atol=1e-9)
        old, predicted, last = predicted, (X @ now.W.T).argmax(axis=1), now.W.copy()
        shares.append(np.mean(old != predicted))
    few, many = np.less(shares, 0.5).sum(), np.greater(shares, 0.5).sum()
    assert few > 20 and many > 20, "both ways to renew the sums"


# Ties -------------------------------------------------------------------------------------------------------


def test_the_first_of_equals_is_taken():
    scores = np.array([[0.0, 1.0, 1.0 + 1e-12], [0.0, 1.0, 1.0 + 1e-6], [-1e-12, 0.0, 0.0], [0.3, 0.8, 0.0]])
    for jitter in (0.0, 1e-13, -1e-13):
        predicted, region = regions((scores + [0, jitter, 0]).T, 0.5 + jitter, np.full(4, 1e-9))
        assert predicted.tolist() == [1, 2, 0, 1] and region.tolist() == [-1, -1, -1, 1]  # .8 - .3 meets .5
    assert regions(scores.T, 0.0, np.full(4, 1e-9))[1].tolist() == [1, 2, 0, 1]
    worth = np.array([[-np.inf, 1.0, 1.0 + 1e-12], [2.0, -np.inf, 2.0 + 1e-8], [1e-300, 0.0, -np.inf]])
    assert list(selected(worth)) == [(1, 2), (1, 0), (0, 1), (0, 2), (2, 0), (2, 1)]
    assert uma_step_sizes([0.5, 0.5 - 1e-12, 0.3], 1, 2).tolist() == [0, -1, 1]  # p is among the highest
    assert uma_step_sizes([0.5 - 1e-12, 0.5, 0.3], 2, 2).tolist() == [-1, 0, 1]
    assert uma_step_sizes([0.1, 0.3, 0.3 + 1e-12], 1, 2).tolist() == [0, -1, 1]  # in the error set
    assert not uma_step_sizes([0.1, 0.3, 0.3 + 1e-8], 1, 2).any()


def an_ulp_off(array, rng):
    """Every number by -1, 0 or 1 in its last place; zeros stay."""
    return array * (1 + np.spacing(1.0) * rng.integers(-1, 2, np.shape(array)))


def tied_sample(name, seed=0):
    """Labels on few unit-length rows, or corrupted with equal entries of C: z_pq of equal length, classes alike."""
    rng = np.random.default_rng(seed)
    C = symmetric_noise(6, 0.5) if name != "pair flip" else pair_flip_noise(6, 0.3)
    if name == "one word":  # texts of one or two words: every row of length 1
        X = np.eye(12)[rng.integers(0, 12, 60)] + np.eye(12)[rng.integers(0, 12, 60)]
        t = X.argmax(axis=1) % 6
    else:
        X = np.repeat(np.concatenate([np.eye(6), np.eye(6)[::-1] - np.eye(6)]), 5, axis=0)
        t = np.tile(np.arange(6), 10)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return X, np.concatenate([t[:30], corrupt_labels(t[30:], C, random_state=seed, classes=range(6))]), C


@pytest.mark.slow
@pytest.mark.parametrize("name", ["symmetric", "pair flip", "one word"])
@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("options", [{}, {"step": "uniform"}, {"step": "pair", "kernel": "poly"}])
def test_an_ulp_on_every_input_changes_no_pair(name, selection, options):
    X, y, C = tied_sample(name)
    model = UmaClassifier(C, selection, max_iter=60, random_state=0, classes=range(6), **options)
    want = model.fit(X, y)
    pairs, kept, predicted = want.selected_pairs_, want.best_iter_, want.predict(X)
    assert len(pairs) > 3
    for seed in range(8):
        rng = np.random.default_rng(seed)
        matrix, data = an_ulp_off(C, rng), an_ulp_off(X, rng)
        for convert in (np.asarray, sparse.csr_array):
            found = model.set_params(noise_matrix=matrix).fit(convert(data), y)
            assert_array_equal(found.selected_pairs_, pairs)
            assert found.best_iter_ == kept
            assert_array_equal(found.predict(convert(data)), predicted)


@pytest.mark.parametrize("selection", ["error", "mass"])
def test_without_the_rule_an_ulp_changes_pairs(selection, monkeypatch):
    monkeypatch.setattr(algorithm, "TIE", 0.0)
    changed = 0
    for name in ("symmetric", "pair flip", "one word"):
        X, y, C = tied_sample(name)
        model, rng = UmaClassifier(C, selection, max_iter=60, classes=range(6)), np.random.default_rng(0)
        pairs = model.fit(X, y).selected_pairs_.tolist()
        model.set_params(noise_matrix=an_ulp_off(C, rng)).fit(an_ulp_off(X, rng), y)
        changed += model.selected_pairs_.tolist() != pairs
    assert changed


# Algorithm 2 as a learner -----------------------------------------------------------------------------------


def test_identity_matrix_is_a_batch_perceptron_that_stops_on_separable_data():
    X, t, _ = toy(400, np.eye(3))
    for selection in SELECTIONS:
        model = UmaClassifier(selection=selection, max_iter=5000, random_state=0).fit(X, t)
        assert model.stop_reason_ == "tol" and model.score(X, t) == 1
        assert model.estimated_errors_[-1] == 0 and model.best_iter_ == model.n_iter_
    # and the estimated error is the share of wrong predictions
    short = UmaClassifier(max_iter=7, keep="last").fit(X, t)
    assert_allclose(short.estimated_errors_[-1], 1 - short.score(X, t), atol=1e-12)


def test_keep_best_is_the_iterate_of_least_estimated_error():
    X, t, y = toy(300, STRONG, seed=2)
    best = UmaClassifier(STRONG, max_iter=200).fit(X, y)
    assert best.best_iter_ == best.estimated_errors_.argmin() < best.n_iter_ == 200
    assert best.estimated_errors_.shape == (201,) and best.selected_pairs_.shape == (200, 2)
    found = estimated_error(y, best.predict(X), STRONG, classes=range(3))
    assert_allclose(found, best.estimated_errors_.min(), atol=1e-12)
    last = UmaClassifier(STRONG, max_iter=200, keep="last").fit(X, y)
    assert last.best_iter_ == 200 and np.abs(last.coef_ - best.coef_).max() > 1e-6


@pytest.mark.parametrize("bit", [-1, 0, 1])
def test_the_last_bit_of_an_estimated_error_decides_nothing(bit, monkeypatch):
    errors = [0.5, 0.3, 0.3 + bit * 5e-17, 0.4, 0.3 - 1e-4]
    monkeypatch.setattr(
        classifier, "uma", lambda *a, **k: (now._replace(error=e) for now, e in zip(uma(*a, **k), errors))
    )
    X, t, y = toy(200, STRONG)
    assert UmaClassifier(STRONG, max_iter=3).fit(X, y).best_iter_ == 1
    assert UmaClassifier(STRONG, max_iter=4).fit(X, y).best_iter_ == 4


@pytest.mark.parametrize("keep", ["best", "last"])
@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_the_path_is_one_fit_after_the_other(keep, convert):
    X, t, y = toy(150, STRONG)
    learner = UmaClassifier(STRONG, "random", max_iter=12, keep=keep, fit_intercept=True, random_state=0)
    path = list(learner.path(convert(X), y))
    assert not hasattr(learner, "coef_") and len(path) > 4
    assert not path[0].coef_.any() and path[0].selected_pairs_.shape == (0, 2)
    for k, model in enumerate(path[1:], 1):
        fit = UmaClassifier(STRONG, "random", max_iter=k, keep="last", fit_intercept=True, random_state=0)
        fit.fit(convert(X), y)
        for name in ("coef_", "intercept_", "last_coef_", "estimated_errors_", "selected_pairs_", "noise_matrix_"):
            assert_array_equal(getattr(model, name), getattr(fit, name))
        assert (model.n_iter_, model.best_iter_) == (k, k)
        assert_array_equal(model.predict(convert(X)), fit.predict(convert(X)))
    kept = learner.fit(convert(X), y)
    assert [model.stop_reason_ for model in path] == [None] * kept.n_iter_ + [kept.stop_reason_]
    assert_array_equal(kept.last_coef_, path[-1].coef_)
    assert_array_equal(kept.last_intercept_, path[-1].intercept_)
    assert_array_equal(kept.coef_, path[kept.best_iter_].coef_)
    assert_array_equal(kept.intercept_, path[kept.best_iter_].intercept_)


def test_a_path_ends_where_the_fit_does_and_leaves_a_fitted_model_alone():
    X, t, _ = toy(200, np.eye(3))
    model = UmaClassifier(tol=0.01).fit(X, t)
    coef = model.coef_
    *_, last = model.path(X[:100], t[:100])
    assert last.stop_reason_ == "tol" and model.coef_ is coef
    start = np.random.default_rng(0).normal(size=(3, 4))
    assert_array_equal(next(model.path(X, t, coef_init=start)).coef_, start)
    with pytest.raises(ValueError, match="at least 2 classes"):
        next(model.path(X, t * 0))


def test_every_reason_to_stop_is_stated():
    X, t, y = toy(200, STRONG)
    assert UmaClassifier(STRONG, max_iter=3).fit(X, y).stop_reason_ == "max_iter"
    stopped = UmaClassifier(tol=0.01, keep="last").fit(X, t)
    assert stopped.stop_reason_ == "tol" and stopped.n_iter_ < 1000
    pairs = [(p, q) for p in range(3) for q in range(3) if p != q]
    lengths = [np.linalg.norm(uma_direction(X, t, stopped.coef_, np.eye(3), p, q)) for p, q in pairs]
    assert 0 < max(lengths) <= 0.01 * (1 + 1e-9)
    assert UmaClassifier(selection="mass").fit(np.zeros((4, 2)), [0, 1, 0, 1]).stop_reason_ == "tol"
    # On few noisy examples the vectors z stay long but soon none is misclassified: the printed loop would spin.
    noisy = UmaClassifier(STRONG, keep="last").fit(X, y)
    assert noisy.stop_reason_ == "no_error" and noisy.n_iter_ < 100
    for p, q in pairs:
        z = uma_direction(X, y, noisy.coef_, STRONG, p, q)
        assert not uma_step_sizes(noisy.coef_ @ z, p, q).any() or np.linalg.norm(z) < 1e-6


@pytest.mark.parametrize("keep", ["best", "last"])
def test_a_run_ends_when_the_least_estimated_error_has_not_fallen_for_long(keep):
    X, t, y = toy(300, STRONG, seed=2)
    long = UmaClassifier(STRONG, max_iter=200).fit(X, y)
    lowest = np.minimum.accumulate(long.estimated_errors_)
    falls = [0, *np.flatnonzero(lowest[1:] < lowest[:-1] - 1e-9) + 1]
    for patience in (1, 5, 20):
        ends = next(a + patience for a, b in zip(falls, [*falls[1:], 1000]) if b - a > patience)
        learner = UmaClassifier(STRONG, max_iter=200, n_iter_no_change=patience, keep=keep)
        model, path = learner.fit(X, y), list(learner.path(X, y))
        assert model.stop_reason_ == path[-1].stop_reason_ == "n_iter_no_change"
        assert model.n_iter_ == len(path) - 1 == ends < 200
        assert model.best_iter_ == (ends - patience if keep == "best" else ends)
        assert_array_equal(model.selected_pairs_, long.selected_pairs_[:ends])
        assert_array_equal(model.coef_, path[model.best_iter_].coef_)
    assert UmaClassifier(STRONG, max_iter=ends, n_iter_no_change=patience).fit(X, y).stop_reason_ == "max_iter"
    never = UmaClassifier(STRONG, max_iter=200, n_iter_no_change=199).fit(X, y)
    assert never.stop_reason_ == "max_iter" and never.best_iter_ == long.best_iter_


# Invariances ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("selection", ["error", "confusion", "mass"])
@pytest.mark.parametrize("step", STEPS)
def test_permuting_classes_and_matrix_permutes_the_class_vectors(selection, step):
    # From a W without ties, at which ties go to the first label, and with a C whose masses have none.
    X, t, y = toy(300, STRONG)
    C = random_noise_matrix(3, 1)
    W, order = np.random.default_rng(5).normal(size=(3, 4)), np.array([2, 0, 1])  # class k is renamed order[k]
    back = np.argsort(order)
    one = UmaClassifier(C, selection, step=step, max_iter=60).fit(X, y, coef_init=W)
    other = UmaClassifier(C[np.ix_(back, back)], selection, step=step, max_iter=60)
    other.fit(X, order[y], coef_init=W[back])
    assert_allclose(other.coef_[order], one.coef_, rtol=1e-8, atol=1e-10)
    assert_array_equal(other.selected_pairs_, order[one.selected_pairs_])
    # The same through `classes`, with the matrix left as it is.
    named = UmaClassifier(C, selection, step=step, max_iter=60, classes=order)
    named.fit(X, order[y], coef_init=W[back])
    assert_array_equal(named.classes_, [0, 1, 2])
    assert_allclose(named.coef_, other.coef_)
    assert_array_equal(named.noise_matrix_, C[np.ix_(back, back)])


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_matrix, sparse.csc_array])
def test_intercept_is_a_constant_feature(convert):
    X, t, y = toy(300, STRONG)
    inside = UmaClassifier(STRONG, max_iter=50, fit_intercept=True)
    outside = UmaClassifier(STRONG, max_iter=50).fit(np.column_stack([X, np.ones(len(X))]), y)
    for start in (None, np.random.default_rng(7).normal(size=(3, 5))):
        if start is None:
            inside.fit(convert(X), y)
        else:
            inside.fit(convert(X), y, coef_init=start[:, :4], intercept_init=start[:, 4])
            outside.fit(np.column_stack([X, np.ones(len(X))]), y, coef_init=start)
        assert_allclose(np.column_stack([inside.coef_, inside.intercept_]), outside.coef_, rtol=1e-9, atol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_rescaling_the_features_changes_no_prediction_or_is_refused(convert):
    X, t, y = toy(300, STRONG)
    one, accepted = UmaClassifier(STRONG, max_iter=100).fit(convert(X), y), []
    for k in (*range(-1070, 1020, 55), -400, -399, 399, 400, 1020):
        data = convert(np.ldexp(X, k))
        try:
            other = UmaClassifier(STRONG, max_iter=100).fit(data, y)
        except ValueError as error:
            assert "rescale the features" in str(error) and f"{'over' if k > 0 else 'under'}flow" in str(error)
            continue
        accepted.append(k)
        assert_array_equal(other.coef_, np.ldexp(one.coef_, k))
        assert_array_equal(one.selected_pairs_, other.selected_pairs_)
        assert_array_equal(one.predict(convert(X)), other.predict(data))
        assert other.stop_reason_ == one.stop_reason_
    assert min(accepted) < -390 and max(accepted) > 390


def by_kernel(X, Z):
    return X @ Z.T


def powers(X):
    """Features of the kernel (<x, x'> + 1)^2."""
    d, root = X.shape[1], np.sqrt(2)
    products = [X[:, i] * X[:, j] * (1 if i == j else root) for i in range(d) for j in range(i + 1)]
    return np.column_stack([np.ones(len(X)), root * X, *products])


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_uma_of_the_gram_matrix_is_uma_on_the_features(selection, fit_intercept):
    X, t, y = toy(200, STRONG)
    test, truth, _ = toy(100, STRONG, seed=1)
    options = {"selection": selection, "max_iter": 40, "fit_intercept": fit_intercept, "random_state": 0}
    gram = UmaClassifier(STRONG, kernel="precomputed", **options).fit(X @ X.T, y)
    poly = UmaClassifier(STRONG, kernel="poly", degree=2, gamma=1.0, coef0=1.0, **options)
    pairs = [
        (gram, lambda Z: Z @ X.T, lambda Z: Z),
        (UmaClassifier(STRONG, kernel=by_kernel, **options).fit(X, y), lambda Z: Z, lambda Z: Z),
        (poly.fit(X, y), lambda Z: Z, powers),
        (poly.fit(sparse.csr_array(X), y), sparse.csr_array, powers),
    ]
    for model, data, map_ in pairs:
        plain = UmaClassifier(STRONG, **options).fit(map_(X), y)
        assert_array_equal(model.selected_pairs_, plain.selected_pairs_)
        assert_allclose(model.estimated_errors_, plain.estimated_errors_, atol=1e-12)
        assert_allclose(model.coef_ @ map_(X), plain.coef_, atol=1e-8)
        assert_allclose(model.intercept_, plain.intercept_, atol=1e-8)
        scores = plain.decision_function(map_(test))
        assert_allclose(model.decision_function(data(test)), scores, atol=1e-7 * np.abs(scores).max())
        assert_array_equal(model.predict(data(test)), plain.predict(map_(test)))


def test_a_margin_and_a_start_with_a_kernel():
    X, t, y = toy(120, STRONG, seed=3)
    start = np.random.default_rng(1).normal(size=(3, len(X))) / 10
    options = {"noise_matrix": STRONG, "alpha": 0.3, "max_iter": 20, "keep": "last"}
    plain = UmaClassifier(**options).fit(X, y, coef_init=start @ X)
    gram = UmaClassifier(kernel=by_kernel, **options).fit(X, y, coef_init=start)
    assert len(plain.selected_pairs_) > 3
    assert_array_equal(gram.selected_pairs_, plain.selected_pairs_)
    assert_allclose(gram.coef_ @ X, plain.coef_, atol=1e-9)
    *_, last = UmaClassifier(kernel=by_kernel, **options).path(X, y, coef_init=start)
    assert_array_equal(last.coef_, gram.coef_)


def test_a_class_never_seen_is_named_through_classes():
    model = UmaClassifier(STRONG, classes=[0, 1, 2]).fit(np.eye(2, 3), [0, 2])
    assert model.coef_.shape == (3, 3) and np.isfinite(model.coef_).all()
    assert UmaClassifier(classes=["a", "b", "c"]).fit(np.eye(2, 3), ["a", "c"]).classes_.tolist() == ["a", "b", "c"]


@pytest.mark.parametrize("alpha", [0.0, 0.3])
def test_a_direction_of_any_length(alpha):
    rng = np.random.default_rng(0)
    X, y, W = rng.normal(size=(60, 3)), rng.integers(0, 3, 60), rng.normal(size=(3, 3))
    want = uma_direction(X, y, W, STRONG, 0, 1, alpha)
    assert np.abs(want).max() > 0.1
    for k, m in ((1020, 0), (1020, 1020), (-1000, 0), (-1000, -1000), (0, 1020), (700, -900), (-600, -600)):
        margin = np.ldexp(alpha, k + m) if abs(k + m) < 1000 else None
        if margin is None and alpha > 0:
            continue
        for convert in (np.asarray, sparse.csr_array):
            found = uma_direction(convert(np.ldexp(X, k)), y, np.ldexp(W, m), STRONG, 0, 1, margin or 0.0)
            assert_allclose(np.ldexp(found, -k), want, rtol=1e-12)
    with pytest.raises(ValueError, match="X is too large or too small"):
        uma_direction(np.full((2, 1), 1.7e308), [0, 0], [[1.0], [0.0]], [[0.55, 0.45], [0.45, 0.55]], 0, 0)
