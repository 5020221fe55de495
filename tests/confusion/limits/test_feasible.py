"""Arithmetic of pairs of error and norm: what a printed pair can be, whatever the data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from confusion.limits import minimum_accuracy, minimum_error
from confusion.metrics import operator_norm, per_class_error, risk
from tests.helpers import zero_diagonal
from tests.theorems import norm_from_errors

SEEDS = st.integers(0, 2**32 - 1)
PAPER = [0.9, 0.05, 0.05]


@pytest.mark.evaluates("lem-norm-arithmetic")
@settings(deadline=None, max_examples=200)
@given(SEEDS, st.integers(2, 6))
def test_norm_from_errors_is_below_every_norm(seed, Q):
    rng = np.random.default_rng(seed)
    C = zero_diagonal(rng.dirichlet(np.full(Q, 10 ** rng.uniform(-1, 1)), size=Q) * rng.uniform(size=(Q, 1)))
    errors = per_class_error(C)
    assert norm_from_errors(errors) <= operator_norm(C) + 1e-12
    assert norm_from_errors(errors) >= max(errors.mean(), errors.max() / np.sqrt(Q - 1)) - 1e-12


def test_minimum_accuracy_of_the_papers_claim():
    """norm < .105 forces accuracy > .858 at weights .9/.05/.05, so .85 cannot go with .10."""
    assert minimum_accuracy(0.105, PAPER) == pytest.approx(1 - (0.85 * np.sqrt(2) + 0.15) * 0.105, abs=1e-9)
    assert minimum_accuracy(0.105, PAPER) == pytest.approx(0.8580, abs=5e-5)
    assert minimum_accuracy(0.105, PAPER, method="exact") == pytest.approx(0.8589, abs=5e-5)
    assert minimum_accuracy(0.185, PAPER, method="exact") < 0.86


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(2, 5))
def test_minimum_accuracy_is_below_the_accuracy_of_every_matrix(seed, Q):
    rng = np.random.default_rng(seed)
    C = zero_diagonal(rng.dirichlet(np.full(Q, 10 ** rng.uniform(-1, 1)), size=Q) * rng.uniform(size=(Q, 1)))
    priors = rng.dirichlet(np.ones(Q))
    norm, accuracy = operator_norm(C), 1 - risk(C, priors)
    exact = minimum_accuracy(norm, priors, method="exact")
    elementary = minimum_accuracy(norm, priors)
    assert elementary <= exact + 1e-6
    assert exact <= accuracy + 1e-6


def test_minimum_accuracy_at_the_ends():
    for method in ("elementary", "exact"):
        assert minimum_accuracy(0, PAPER, method=method) == pytest.approx(1)
        assert minimum_accuracy(1, PAPER, method=method) == pytest.approx(0, abs=1e-9)
        # Two classes: the norm is the larger error.
        assert minimum_accuracy(0.3, [0.6, 0.4], method=method) == pytest.approx(0.7, abs=1e-5)


def any_matrix(rng, Q):
    """Rows of all kinds: spread, one entry, none wrong, all wrong, columns that collect."""
    C = rng.dirichlet(np.full(Q, 10 ** rng.uniform(-2, 1)), size=Q)
    if rng.random() < 0.5:
        C = np.eye(Q)[rng.integers(Q, size=Q) if rng.random() < 0.5 else np.full(Q, rng.integers(Q))]
    return zero_diagonal(C * rng.choice([0.0, 1.0, rng.uniform()], size=(Q, 1)))


@pytest.mark.evaluates("eq-tables-least", "prop-tables-least")
@settings(deadline=None, max_examples=200)
@given(SEEDS, st.integers(2, 7))
def test_minimum_error_is_attained(seed, Q):
    """The rarest classes take the name of the largest one, the last of them in part."""
    rng = np.random.default_rng(seed)
    priors = np.sort(rng.dirichlet(np.ones(Q)))
    norm = rng.uniform(0, np.sqrt(Q - 1))
    whole = int(norm**2)
    C = np.zeros((Q, Q))
    C[:whole, -1] = 1
    C[whole, -1] = np.sqrt(norm**2 - whole)
    assert operator_norm(C) == pytest.approx(norm)
    assert risk(C, priors) == pytest.approx(minimum_error(norm, priors), abs=2e-6)


@pytest.mark.evaluates("eq-tables-least", "prop-tables-least")
@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(SEEDS, st.integers(2, 6), st.integers(1, 10))
def test_minimum_error_of_means_over_folds(seed, Q, folds):
    rng = np.random.default_rng(seed)
    priors = rng.dirichlet(np.ones(Q))
    matrices = [any_matrix(rng, Q) for _ in range(folds)]
    assert all(minimum_error(operator_norm(C), priors) <= risk(C, priors) + 1e-9 for C in matrices)
    norm, error = (np.mean([f(C) for C in matrices]) for f in (operator_norm, lambda C: risk(C, priors)))
    assert minimum_error(norm, priors, averaged=True) <= error + 1e-9


def test_folds_of_two_kinds_reach_an_error_that_one_sample_cannot():
    """Half of the folds lose one class, half two: norms 1 and sqrt 2, errors .04 and .10."""
    mean = (1 + np.sqrt(2)) / 2
    assert minimum_error(mean, [0.9, 0.06, 0.04], averaged=True) == pytest.approx(0.07)
    assert minimum_error(mean, [0.9, 0.06, 0.04]) > 0.08


def test_minimum_error_at_the_ends():
    for averaged in (False, True):
        assert minimum_error(0, PAPER, averaged=averaged) == 0
        assert minimum_error(1, PAPER, averaged=averaged) == pytest.approx(0.05)
        assert minimum_error(np.sqrt(2), PAPER, averaged=averaged) == pytest.approx(0.1)
        assert minimum_error(0.5, [1.0, 0.0], averaged=averaged) == 0
    # The last digit of a norm whose square is whole says nothing, though the root behind it is steep.
    for whole, error in ((1, 0.1), (2, 0.3)):
        assert minimum_error(np.nextafter(np.sqrt(whole), 2), [0.3, 0.4, 0.2, 0.1]) == pytest.approx(error, abs=1e-10)


@pytest.mark.evaluates("eq-forced-accuracy")
def test_the_accuracy_that_a_norm_forces_on_three_classes():
    """eq-forced-accuracy: shares .9, .05, .05, and what is said of the smallest share."""
    priors, rng = np.array([0.9, 0.05, 0.05]), np.random.default_rng(11)
    for v in (0.01, 0.105, 0.185, 0.4):
        formula = 1 - 0.9 * np.sqrt(2) * v - 0.05 * (3 - np.sqrt(2)) * v
        assert minimum_accuracy(v, priors) == pytest.approx(formula)
        for _ in range(200):
            C = rng.dirichlet([0.3, 0.3, 0.3], size=3) * (1 - np.eye(3))
            C *= 0.999 * v / np.linalg.norm(C, 2)
            assert 1 - priors @ C.sum(axis=1) > formula
    # The two largest classes take all they may: the bound depends on the smallest share alone.
    for small in (0.03, 0.05, 0.2):
        others = rng.uniform(small, 1 - 2 * small, size=20)
        found = [minimum_accuracy(0.105, [small, one, 1 - small - one]) for one in others]
        np.testing.assert_allclose(found, found[0], atol=1e-9)
    assert minimum_accuracy(0.105, [0.03, 0.5, 0.47]) > 0.855 > minimum_accuracy(0.105, [0.02, 0.5, 0.48])
