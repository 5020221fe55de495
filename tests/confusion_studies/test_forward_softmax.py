"""Softmax regression with forward correction: its gradient, and that it finds the true classes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from confusion_studies.rivals import ForwardSoftmax
from confusion_studies.rivals.forward_softmax import forward_loss
from tests.confusion.uma.test_classifier import STRONG, toy


@pytest.mark.evaluates("eq-uma-forward")
def test_forward_softmax_gradient_and_recovery():
    rng = np.random.default_rng(10)
    X, t, y = toy(3000, STRONG, seed=10)
    at, step = rng.normal(size=15), 1e-6 * np.eye(15)
    gradient = forward_loss(at, X, y, STRONG, 0.1)[1]
    numeric = [(forward_loss(at + e, X, y, STRONG, 0.1)[0] - forward_loss(at - e, X, y, STRONG, 0.1)[0]) for e in step]
    assert_allclose(gradient, np.array(numeric) / 2e-6, atol=1e-7)
    model = ForwardSoftmax(STRONG).fit(X, y)
    assert model.score(X, t) > 0.95 > 0.8 > ForwardSoftmax(np.eye(3)).fit(X, y).score(X, t)
    assert_allclose(ForwardSoftmax(STRONG).fit(sparse.csr_array(X), y).coef_, model.coef_, rtol=1e-4, atol=1e-4)
    P = model.predict_proba(X)  # of the true classes; mixed by the noise matrix, of the labels
    assert_allclose(P.sum(axis=1), 1)
    assert_array_equal(P.argmax(axis=1), model.predict(X))
    likelihood = (P @ STRONG.T)[np.arange(len(y)), y]
    flat = np.column_stack([model.coef_, model.intercept_]).ravel()
    assert_allclose(-np.log(likelihood).mean(), forward_loss(flat, X, y, STRONG, 0)[0])
    with pytest.raises(ValueError, match="holds 3 classes"):
        ForwardSoftmax(np.eye(4)).fit(X, y)
    for bad in (X * np.nan, sparse.csr_array(X * np.nan)):
        with pytest.raises(ValueError, match="X must .*finite"):
            ForwardSoftmax(STRONG).fit(bad, y)
    frame = pytest.importorskip("pandas").DataFrame(X)
    assert_array_equal(ForwardSoftmax(STRONG).fit(frame, y).predict(frame), model.predict(X.tolist()))
