"""What the sources claim of accuracy and the confusion matrix: each statement where it can fail."""

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from confusion.metrics import confusion_rate, frobenius_norm, operator_norm, per_class_error, risk

LAW = ThreeGaussians()
MAJORITY = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])


def error_matrices(count=400):
    """(error matrix, priors) of 2 to 6 classes, some of them sparse."""
    rng = np.random.default_rng(0)
    for k in range(count):
        Q = 2 + k % 5
        C = rng.dirichlet(np.full(Q, rng.choice([0.1, 1.0])), size=Q) * (1 - np.eye(Q))
        yield C, rng.dirichlet(np.ones(Q))


@pytest.mark.decides("copa/majority-errs-least", "false")
def test_the_majority_rule_is_not_the_best():
    y = np.repeat([0, 1, 2], [90, 5, 5])
    assert np.mean(y != y) < np.mean(y != 0)  # the input is the label, and h(x) = x
    # Nothing exotic is needed: the best rule of the paper's own distribution errs less.
    squares = (LAW.centers**2).sum(axis=1) / (2 * LAW.sigma**2)
    best = LAW.confusion(LAW.centers / LAW.sigma**2, intercept=np.log(LAW.weights) - squares)
    assert risk(best, LAW.weights) < risk(MAJORITY, LAW.weights) - 0.03


@pytest.mark.decides("copa/majority-errs-epsilon", "true")
@pytest.mark.decides("combo/majority-at-99", "true")
@pytest.mark.decides("lecture/always-the-largest-class", "true")
def test_the_majority_rule_errs_on_all_but_its_class():
    for share in (0.4, 0.9, 0.99, 0.999):
        assert risk(MAJORITY, [share, 0.6 * (1 - share), 0.4 * (1 - share)]) == pytest.approx(1 - share)
    assert operator_norm(MAJORITY) == pytest.approx(np.sqrt(2)) and MAJORITY.sum(axis=1).mean() == pytest.approx(2 / 3)


@pytest.mark.decides("combo-acml/eq-2", "true")
@pytest.mark.evaluates("eq-risk-from-confusion", "prop-risk-from-confusion")
@pytest.mark.decides("copa/risk-from-matrix", "true")
def test_the_risk_follows_from_the_matrix_and_not_the_other_way():
    for C, pi in error_matrices():
        assert np.abs(pi @ C).sum() == pytest.approx(pi @ per_class_error(C)) == pytest.approx(risk(C, pi))
    even = 0.05 * (1 - np.eye(3))
    assert risk(even, LAW.weights) == pytest.approx(risk(MAJORITY, LAW.weights))
    assert operator_norm(MAJORITY) > 10 * operator_norm(even)


@pytest.mark.decides("copa/zero-is-perfect", "true")
def test_only_the_zero_matrix_has_no_risk():
    assert risk(np.zeros((4, 4)), [0.7, 0.1, 0.1, 0.1]) == 0
    rng = np.random.default_rng(2)
    for C, pi in error_matrices():
        keep = np.arange(len(C)) == rng.integers(len(C))
        assert C.any() and risk(C, pi) > 0
        # All errors of one class are enough, at all priors that have the class.
        assert (risk(C * keep[:, None], pi) > 0) == C[keep].any()


@pytest.mark.decides("combo/risk-is-the-one-norm", "false")
def test_the_risk_is_no_one_norm_of_the_matrix():
    missed = {"sum of the entries": 0, "largest column sum": 0}
    for C, pi in error_matrices():
        missed["sum of the entries"] += not np.isclose(risk(C, pi), C.sum())
        missed["largest column sum"] += not np.isclose(risk(C, pi), np.linalg.norm(C, 1))
    assert min(missed.values()) > 300


def norm(M):
    """Of any matrix."""
    return np.linalg.norm(M, 2)


@pytest.mark.decides("copa/norm-is-monotone", "true")
def test_fewer_errors_have_a_smaller_norm():
    rng = np.random.default_rng(1)
    for C, _ in error_matrices():
        assert operator_norm(C * rng.random(C.shape)) <= operator_norm(C) + 1e-12
    for shape in ((2, 5), (4, 1)):
        B = rng.random(shape)
        assert norm(B * rng.random(shape)) <= norm(B) + 1e-12
    # With signs it is false: both have the same magnitudes.
    assert norm([[1, 1], [1, -1]]) < norm([[1, 1], [1, 1]]) - 0.5
    assert norm([[-3, 0], [0, 0]]) > norm([[1, 0], [0, 1]])


@pytest.mark.decides("copa/norm-bounds-risk", "true")
@pytest.mark.decides("combo/norm-bounds-risk", "true")
@pytest.mark.decides("combo-acml/eq-3", "true")
@pytest.mark.decides("copa/loss-risk-bound", "true")
def test_the_norm_bounds_the_risk():
    """And that of any loss: of the entries the proof uses only that they are not negative."""
    rng, largest = np.random.default_rng(4), 0
    for C, pi in error_matrices():
        for M in (C, C * rng.exponential(3, size=C.shape)):
            sharp = np.sqrt(len(M)) * np.linalg.norm(pi) * norm(M)
            assert np.abs(pi @ M).sum() <= sharp + 1e-12 <= np.sqrt(len(M)) * norm(M) + 2e-12
        largest = max(largest, risk(C, pi) / operator_norm(C))
    assert largest > 1, "the factor could be left out"
    lost = np.outer([1, 0, 0, 0, 0], [0, 1, 1, 1, 1])  # one class has all errors, of many kinds
    assert np.array([0.96, *[0.01] * 4]) @ lost @ np.ones(5) > 1.9 * norm(lost)


@pytest.mark.decides("copa/matrix-free-of-priors", "true")
def test_a_sample_with_other_priors_has_the_same_matrix():
    W = LAW.centers / LAW.sigma**2
    C = LAW.confusion(W)
    for weights in ([0.9, 0.05, 0.05], [0.2, 0.4, 0.4]):
        X, y = ThreeGaussians(weights=weights).sample(40_000, random_state=0)
        h = (X @ W.T).argmax(axis=1)
        sampled = np.array([[np.mean(h[y == p] == q) for q in range(3)] for p in range(3)]) * (1 - np.eye(3))
        np.testing.assert_allclose(sampled, C, atol=4 * 0.5 / np.sqrt(np.bincount(y).min()))
        assert np.mean(h != y) == pytest.approx(risk(C, weights), abs=0.01)


@pytest.mark.evaluates("prop-prior-shift")
@pytest.mark.decides("copa/robust-to-priors", "true")
def test_the_risk_under_any_priors_is_at_most_sqrt_of_Q_less_1_norms():
    for C, pi in error_matrices():
        for prior in (pi, *np.eye(len(C)) * (1 - 1e-9 * len(C)) + 1e-9):
            assert risk(C, prior) <= np.sqrt(len(C) - 1) * operator_norm(C) + 1e-8
    # The factor is needed: one class of 26 is never recognised.
    lost = np.zeros((26, 26))
    lost[0, 1:] = 1 / 25
    assert operator_norm(lost) == pytest.approx(0.2) and per_class_error(lost).max() == pytest.approx(1)


@pytest.mark.decides("combo/norm-from-eigenvalues", "false")
def test_the_norm_is_no_root_of_an_eigenvalue_of_the_matrix():
    assert np.abs(np.linalg.eigvals(MAJORITY)).max() == pytest.approx(0)
    largest = np.linalg.eigvalsh(MAJORITY.T @ MAJORITY).max()
    assert operator_norm(MAJORITY) == pytest.approx(np.sqrt(largest)) == pytest.approx(np.sqrt(2))


@pytest.mark.evaluates("def-confusion-norms")
@pytest.mark.decides("uma/rate-within-0-and-1", "true")
def test_the_confusion_rate_is_within_0_and_1():
    for C, _ in error_matrices():
        assert operator_norm(C) == pytest.approx(norm(C))
        assert frobenius_norm(C) == pytest.approx(np.sqrt((C**2).sum()))
        assert 0 <= confusion_rate(C) == pytest.approx(frobenius_norm(C) / np.sqrt(len(C))) and confusion_rate(C) <= 1
    assert confusion_rate(np.roll(np.eye(5), 1, axis=1)) == pytest.approx(1)
