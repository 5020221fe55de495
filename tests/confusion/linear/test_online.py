"""What every online estimator of the package promises, whatever its rule."""

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import clone

from confusion.copa import CopaClassifier
from confusion.linear import UltraconservativePerceptron

MODELS = {
    "copa": CopaClassifier,
    "copa-count": partial(CopaClassifier, scaling="inverse-count"),
    "copa-hinge": partial(CopaClassifier, loss="hinge"),
    "max": UltraconservativePerceptron,
    "uniform": partial(UltraconservativePerceptron, "uniform"),
    "max-hinge": partial(UltraconservativePerceptron, "max-hinge"),
}
each_model = pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)


@pytest.fixture
def sample():
    rng = np.random.default_rng(0)
    y = rng.choice(4, size=600, p=[0.5, 0.3, 0.15, 0.05])
    X = rng.normal(size=(600, 6)) + 2 * np.eye(4, 6)[y]
    X[rng.random(X.shape) < 0.4] = 0
    return X, y


@each_model
def test_intercept_is_a_constant_feature(sample, make):
    X, y = sample
    inside = make(fit_intercept=True, random_state=3).fit(X, y)
    outside = make(random_state=3).fit(np.column_stack([X, np.ones(len(X))]), y)
    assert_allclose(np.column_stack([inside.coef_, inside.intercept_]), outside.coef_, rtol=1e-9, atol=1e-12)


@each_model
def test_partial_fit_in_pieces_sparse_and_dense_is_partial_fit_at_once(sample, make):
    X, y = sample
    whole = make().partial_fit(X, y)
    pieces = make()
    for k, part in enumerate(np.array_split(np.arange(len(y)), 11)):
        pieces.partial_fit(sparse.csr_array(X[part]) if k % 2 else X[part], y[part], classes=range(4))
    assert_allclose(pieces.coef_, whole.coef_, rtol=1e-9, atol=1e-12)
    assert whole.n_steps_ == pieces.n_steps_ == len(y)


@pytest.mark.parametrize("name", ["copa", "copa-count", "copa-hinge", "uniform", "max-hinge"])
def test_relabelling_the_classes_permutes_the_class_vectors(sample, name):
    # "max" is left out: at W = 0 all classes tie, and the tie goes to the first label by convention.
    X, y = sample
    order = np.array([2, 0, 3, 1])
    one, other = MODELS[name](random_state=0).fit(X, y), MODELS[name](random_state=0).fit(X, order[y])
    assert_allclose(other.coef_[order], one.coef_, rtol=1e-9, atol=1e-12)


@each_model
def test_a_class_with_one_example_and_a_class_never_seen(sample, make):
    X, y = sample
    y = y.copy()
    y[0], X = 4, X.copy()
    X[0, 5] = 6.0
    model = make(random_state=0).fit(X, y)
    assert model.coef_.shape == (5, 6) and np.isfinite(model.coef_).all()
    stream = make().partial_fit(X, y, classes=range(9))
    assert stream.coef_.shape == (9, 6) and np.isfinite(stream.coef_).all()
    assert set(stream.predict(X)) <= set(range(9))


def test_other_labels_in_partial_fit_are_named(sample):
    X, y = sample
    model = CopaClassifier().partial_fit(X, y)
    with pytest.raises(ValueError, match=r"labels \[7\] outside classes=\[0, 1, 2, 3\]"):
        model.partial_fit(X[:2], [0, 7])
    with pytest.raises(ValueError, match="differs from the first call"):
        model.partial_fit(X[:2], [0, 1], classes=[0, 1])


def test_the_seed_decides_the_order_and_nothing_else_does(sample):
    X, y = sample
    one, same, other = (CopaClassifier(random_state=seed).fit(X, y).coef_ for seed in (0, 0, 1))
    assert_array_equal(one, same)
    assert np.abs(one - other).max() > 1e-6
    ordered = CopaClassifier(shuffle=False, random_state=0).fit(X, y).coef_
    assert_array_equal(ordered, clone(CopaClassifier(shuffle=False, random_state=9)).fit(X, y).coef_)
