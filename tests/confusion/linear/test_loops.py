"""The compiled passes against the plain definition, and long streams, which keep their digits."""

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from confusion.copa import CopaClassifier
from confusion.copa.algorithm import LOSSES
from confusion.linear import UltraconservativePerceptron, online
from confusion.linear.loops import RULES, multipliers
from confusion.linear.ultraconservative import UPDATES

PLAIN = LOSSES | UPDATES
SCALED = [("squared-hinge", None), ("squared-hinge", "inverse-count"), ("hinge", None), ("hinge", "inverse-count")]
MODELS = [
    *(partial(CopaClassifier, loss=loss, scaling=scaling) for loss, scaling in SCALED),
    *(partial(UltraconservativePerceptron, update) for update in UPDATES),
]


def test_every_rule_has_a_compiled_form():
    assert list(PLAIN) == list(RULES)


@pytest.mark.parametrize("name", RULES)
def test_rules(name):
    """The same classes move, by the same multipliers, at prices from 1e-3 to infinity, with ties."""
    rng, moves = np.random.default_rng(0), 0
    for _ in range(400):
        Q, C, sqnorm = int(rng.integers(2, 14)), *map(rng.choice, ([1e-3, 0.3, 1e6, np.inf], [0.0, 1e-9, 0.5, 40.0]))
        scores = np.round(rng.normal(size=Q) * 3, int(rng.integers(0, 3)))
        y, alpha = int(rng.integers(Q)), np.full(Q, 5.0)
        multipliers(RULES.index(name), scores, y, sqnorm, C, alpha)
        plain = np.array(PLAIN[name](scores.tolist(), y, float(sqnorm), float(C)))
        # A loss is brought to zero by a multiplier that is it over |x|^2: the shorter x, the fewer digits.
        lost = 1e-14 * (1 + np.abs(scores).max()) / sqnorm if name == "hinge" and sqnorm else 0.0
        assert_allclose(alpha, plain, rtol=1e-12, atol=1e-12 * np.abs(plain).max() + lost)
        moves += plain.any()
    assert moves > 50


@pytest.mark.parametrize("make", MODELS, ids=lambda make: "-".join(map(str, [*make.args, *make.keywords.values()])))
@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_the_compiled_pass_is_the_plain_one(monkeypatch, make, convert, fit_intercept):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 5, size=300)
    X = np.where(rng.random((300, 6)) < 0.7, rng.normal(size=(300, 6)) + np.eye(5, 6)[y], 0.0)
    found = []
    for compiled in (True, False):
        monkeypatch.setattr(online, "COMPILED", compiled)
        model = make(C=20.0, epochs=2, random_state=0, fit_intercept=fit_intercept).fit(convert(X), y)
        found.append((model, make(C=20.0, average=False).partial_fit(convert(X), y, classes=range(6))))
    for compiled, plain in zip(*found):
        assert_allclose(compiled.coef_, plain.coef_, rtol=1e-12, atol=1e-12 * np.abs(plain.coef_).max())
        assert_allclose(compiled.intercept_, plain.intercept_, rtol=1e-12, atol=1e-12 * np.abs(plain.coef_).max())
        assert compiled.n_steps_ == plain.n_steps_ and np.abs(plain.coef_).max() > 1e-2


@pytest.mark.slow
def test_a_long_stream_keeps_the_digits_of_its_differences():
    # One point whose label alternates, at infinite C: each step moves the vectors from (1, -1) to (-1, 1) or back, and
    # what both have in common, in uncentred storage, by one.  Not taken off, it would cost five digits here.
    x, y, calls = np.ones((1000, 1)), np.tile([1, 0], 500), 200
    for data in (x, sparse.csr_array(x)):
        model = CopaClassifier(C=np.inf, average=False)
        for _ in range(calls):
            model.partial_fit(data, y)
        assert model.n_steps_ == 1000 * calls
        assert_allclose(model.coef_, [[1.0], [-1.0]], rtol=0, atol=3e-12)
