"""Section 2.2 of the COPA paper: the confusion matrix, its norms and their inequalities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import accuracy_score, balanced_accuracy_score
from sklearn.metrics import confusion_matrix as sklearn_confusion_matrix

from confusion.metrics import (
    as_error_matrix,
    balanced_error,
    confusion_from_counts,
    confusion_matrix,
    confusion_rate,
    fold_difference,
    frobenius_norm,
    operator_norm,
    per_class_error,
    risk,
)

SLACK = 1e-12


@st.composite
def laws(draw, min_classes=2, max_classes=6):
    """A whole confusion matrix (rows sum to one) and class priors."""
    q = draw(st.integers(min_classes, max_classes))
    entries = st.floats(0, 1, allow_subnormal=False)
    stochastic = draw(hnp.arrays(float, (q, q), elements=entries)) + 1e-6 * np.eye(q)
    priors = draw(hnp.arrays(float, q, elements=entries)) + 1e-6
    return stochastic / stochastic.sum(axis=1, keepdims=True), priors / priors.sum()


@pytest.mark.evaluates("prop-norm-bounds-risk", "prop-norm-sees", "lem-toy-scale")
@settings(deadline=None)
@given(laws())
def test_what_the_norms_say_of_the_errors_and_of_each_other(law):
    C, priors = as_error_matrix(law[0]), law[1]
    q, e, norm = len(C), per_class_error(C), operator_norm(C)
    sharper = np.sqrt(q) * np.linalg.norm(priors) * norm
    assert risk(C, priors) <= sharper + SLACK and sharper <= np.sqrt(q) * norm + SLACK
    assert norm - SLACK <= frobenius_norm(C) <= np.sqrt(q) * norm + SLACK
    assert e.max() / np.sqrt(q - 1) - SLACK <= norm <= np.sqrt(np.sum(e**2)) + SLACK
    assert balanced_error(C) - SLACK <= np.sqrt(np.mean(e**2)) <= norm + SLACK
    rate = confusion_rate(law[0])
    assert 0 <= rate <= 1 + SLACK and rate == pytest.approx(frobenius_norm(C) / np.sqrt(q))


@pytest.mark.evaluates("prop-norm-monotone", "rb-lem-order")
@pytest.mark.slow
@settings(deadline=None)
@given(laws(), st.data())
def test_equation_6_the_norm_is_monotone_on_non_negative_matrices(law, data):
    B = as_error_matrix(law[0])
    A = B * data.draw(hnp.arrays(float, B.shape, elements=st.floats(0, 1)))
    assert operator_norm(A) <= operator_norm(B) + SLACK


@pytest.mark.evaluates("def-confusion-matrix", "eq-confusion-matrix")
@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.booleans())
def test_equation_4_agrees_with_scikit_learn_rows(seed, q, text):
    rng = np.random.default_rng(seed)
    names = np.array(["ant", "bee", "cow", "dog", "elk"])[:q] if text else np.arange(q) * 3 - 1
    y = np.concatenate([names, names[rng.integers(q, size=30)]])
    guess = names[rng.integers(q, size=y.size)]
    weight = rng.uniform(0.1, 2, size=y.size)
    ours = confusion_matrix(y, guess, sample_weight=weight, zero_diagonal=False)
    theirs = sklearn_confusion_matrix(y, guess, sample_weight=weight, normalize="true")
    np.testing.assert_allclose(ours, theirs, atol=1e-13)
    zeroed = confusion_matrix(y, guess)
    assert not np.diagonal(zeroed).any()
    priors = np.array([np.mean(y == name) for name in names])
    assert risk(zeroed, priors) == pytest.approx(1 - accuracy_score(y, guess))
    assert balanced_error(zeroed) == pytest.approx(1 - balanced_accuracy_score(y, guess))


@pytest.mark.evaluates("def-confusion-matrix", "eq-confusion-matrix")
def test_rows_are_true_classes():
    C = confusion_matrix(["cat"] * 4 + ["dog"], ["cat", "dog", "dog", "dog", "dog"])
    np.testing.assert_array_equal(C, [[0, 0.75], [0, 0]])


def test_labels_order_the_rows():
    C = confusion_matrix([0, 0, 1], [1, 1, 1], labels=[1, 0])
    np.testing.assert_array_equal(C, [[0, 0], [1, 0]])


def test_a_class_absent_from_y_true_may_be_listed():
    C = confusion_matrix([0, 0, 1], [0, 2, 1], labels=[0, 1, 2, 3])
    np.testing.assert_array_equal(C[0], [0, 0, 0.5, 0])
    assert not C[1:].any()


@pytest.mark.evaluates("eq-price-error")
def test_the_error_of_a_difference_over_folds_by_hand():
    # differences 1, 3, 5: mean 3, variance (4 + 0 + 4)/2 = 4; a quarter is tested: 1/3 + 1/3
    difference, error = fold_difference([2, 4, 6], [1, 1, 1], test_share=0.25)
    assert difference == pytest.approx(3) and error == pytest.approx(np.sqrt(4 * (1 / 3 + 1 / 3)))


def test_a_class_whose_examples_all_weigh_nothing_is_absent():
    C = confusion_matrix([0, 1, 0], [0, 1, 1], sample_weight=[1, 0, 1], labels=[0, 1])
    np.testing.assert_array_equal(C, [[0, 0.5], [0, 0]])


def test_counts_by_hand():
    counts = np.array([[6, 1, 1], [0, 3, 1], [2, 0, 0]])
    np.testing.assert_array_equal(confusion_from_counts(counts), [[0, 0.125, 0.125], [0, 0, 0.25], [1, 0, 0]])
    whole = confusion_from_counts(counts.tolist(), zero_diagonal=False)
    np.testing.assert_array_equal(whole, [[0.75, 0.125, 0.125], [0, 0.75, 0.25], [1, 0, 0]])
    assert counts[0, 0] == 6
    np.testing.assert_array_equal(confusion_from_counts([[4]], zero_diagonal=False), [[1]])


@settings(deadline=None, max_examples=60)
@given(hnp.arrays(int, st.integers(1, 5).map(lambda q: (q, q)), elements=st.integers(0, 9)).filter(np.any))
def test_counts_are_the_matrix_of_the_examples_they_count(counts):
    y, guess = (np.repeat(code, counts.ravel()) for code in np.indices(counts.shape).reshape(2, -1))
    C = confusion_from_counts(counts, zero_diagonal=False)
    np.testing.assert_array_equal(C, confusion_matrix(y, guess, labels=np.arange(len(counts)), zero_diagonal=False))
    np.testing.assert_allclose(C.sum(axis=1), counts.any(axis=1))
    np.testing.assert_array_equal(confusion_from_counts(counts * 0.25, zero_diagonal=False), C)


@pytest.mark.parametrize("scale", [1e-310, 1e-200, 1.0, 1e307])
def test_counts_of_any_size_keep_their_ratios(scale):
    counts = np.array([[9, 3], [1, 1]]) * [[scale], [1.0]]
    np.testing.assert_allclose(confusion_from_counts(counts), [[0, 0.25], [0.5, 0]], rtol=1e-12)


def test_error_matrix_accepts_both_forms_and_does_not_write_to_its_input():
    whole = np.array([[0.75, 0.25], [0.5, 0.5]])
    np.testing.assert_array_equal(as_error_matrix(whole), [[0, 0.25], [0.5, 0]])
    np.testing.assert_array_equal(as_error_matrix(as_error_matrix(whole)), [[0, 0.25], [0.5, 0]])
    assert whole[0, 0] == 0.75
    np.testing.assert_array_equal(as_error_matrix([[0.75, 0.25], [0, 0]]), [[0, 0.25], [0, 0]])


@pytest.mark.parametrize(
    "measure",
    [
        operator_norm, frobenius_norm, confusion_rate, per_class_error, balanced_error,
        lambda C: risk(C, [0.5, 0.5]), lambda C: as_error_matrix(C),
    ],
)  # fmt: skip
def test_one_rule_for_every_measure(measure):
    """A measure that takes its matrix as it is gives 10.1 for the first of these counts, and 1.01 for rates of 20 %."""
    for counts in ([[8, 2], [1, 9]], [[0, 2], [1, 0]], sklearn_confusion_matrix([0, 0, 1], [0, 1, 1])):
        with pytest.raises(ValueError, match="confusion_from_counts"):
            measure(counts)
    whole, errors = [[0.8, 0.2], [0.1, 0.9]], [[0.0, 0.2], [0.1, 0.0]]
    np.testing.assert_array_equal(measure(whole), measure(errors))
    for other in (np.subtract(errors, whole), [[0.0, 0.5, 0.5]], [[0.7, 0.3], [0.6, 0.7]]):
        with pytest.raises(ValueError, match="^(the rows of )?C "):
            measure(other)
