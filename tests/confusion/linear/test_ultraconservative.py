"""The ultraconservative steps against their definitions (Crammer and Singer 2003)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from confusion.copa import copa_multipliers
from confusion.linear import UltraconservativePerceptron, ultraconservative_step


def random_problem(rng):
    Q, d = rng.integers(2, 7), rng.integers(1, 5)
    return rng.normal(size=(Q, d)), rng.normal(size=d), int(rng.integers(Q)), 10 ** rng.uniform(-3, 3)


def coefficients(W, new, x):
    """The alpha of new = W - alpha x'."""
    return (W - new) @ x / (x @ x)


@pytest.mark.evaluates("def-noise-ultra", "eq-noise-errorset", "eq-noise-steps")
def test_the_perceptrons_move_only_the_error_set_and_by_one_in_all():
    rng = np.random.default_rng(0)
    moved = 0
    for _ in range(500):
        W, x, y, _ = random_problem(rng)
        scores = W @ x
        errors = {r for r in range(len(W)) if r != y and scores[r] >= scores[y]}
        for update in ("max", "uniform"):
            alpha = coefficients(W, ultraconservative_step(W, x, y, update), x)
            assert_allclose(alpha.sum(), 0, atol=1e-12)
            assert_allclose(alpha[y], -1.0 if errors else 0.0, atol=1e-12)
            touched = {r for r in np.flatnonzero(np.abs(alpha) > 1e-9).tolist() if r != y}
            if update == "uniform":
                assert touched == errors
                assert_allclose([alpha[r] * len(errors) for r in errors], 1)
            else:
                assert touched == ({max(errors, key=lambda r: scores[r])} if errors else set())
        moved += bool(errors)
    assert 100 < moved < 490


@pytest.mark.evaluates("def-update-ultra", "prop-update-not-ultra")
def test_copa_is_not_ultraconservative_where_max_hinge_is():
    W = np.array([[1.0], [0.9], [-0.9], [-1.0]])
    x = np.array([1.0])
    moved = coefficients(W, ultraconservative_step(W, x, 0, "max-hinge", 1.0), x) != 0
    assert_array_equal(moved, [True, True, False, False])
    alpha = copa_multipliers(W, x, 0, 1.0)
    assert_array_equal(alpha - alpha.mean() != 0, [True] * 4)


def test_x_zero_and_a_satisfied_margin_move_nothing():
    W = np.array([[3.0, 0.0], [-3.0, 0.0]])
    for update in ("max", "uniform", "max-hinge"):
        assert_array_equal(ultraconservative_step(W, np.array([1.0, 0.0]), 0, update, 1.0), W)
        assert_array_equal(ultraconservative_step(W, np.zeros(2), 0, update, 1.0), W)


@pytest.mark.parametrize("update", ["max", "uniform", "max-hinge"])
def test_averaged_perceptron_is_the_mean_of_the_literal_run(update):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, size=300)
    X = rng.normal(size=(300, 4)) + np.eye(3, 4)[y]
    W, total = np.zeros((3, 4)), 0.0
    for x, p in zip(np.vstack([X, X]), np.concatenate([y, y])):
        W = ultraconservative_step(W, x, int(p), update, 0.5)
        total = total + W
    fitted = UltraconservativePerceptron(update, C=0.5, epochs=2, shuffle=False).fit(X, y)
    assert_allclose(fitted.coef_, total / 600, rtol=1e-9, atol=1e-12)
    last = UltraconservativePerceptron(update, C=0.5, epochs=2, shuffle=False, average=False).fit(X, y)
    assert_allclose(last.coef_, W, rtol=1e-9, atol=1e-12)


def test_the_default_update_charges_the_worst_offender():
    W, x = np.array([[0.0], [1.0], [2.0]]), np.ones(1)
    assert_array_equal(ultraconservative_step(W, x, 0), ultraconservative_step(W, x, 0, "max"))
    X, y = np.eye(3), [2, 0, 1]
    default, named = (UltraconservativePerceptron(*update, shuffle=False).fit(X, y) for update in ((), ("max",)))
    assert_array_equal(default.coef_, named.coef_)
    assert (default.coef_ != UltraconservativePerceptron("uniform", shuffle=False).fit(X, y).coef_).any()
