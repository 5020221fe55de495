"""What every linear classifier promises about scores and labels, whatever vectors its algorithm found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from confusion._core.labels import check_two_classes
from confusion.copa import CopaClassifier
from confusion.linear import UltraconservativePerceptron
from confusion.linear.base import LinearClassifier, canonical_csr
from confusion.uma import UmaClassifier


class Given(LinearClassifier):
    """A classifier whose vectors are set, not learned."""

    def fit(self, X, y):
        raise NotImplementedError


def model_of(coef, intercept=0.0, names="abc"):
    """A fitted classifier with these vectors."""
    model = Given()
    model.coef_ = np.asarray(coef, dtype=float)
    model.intercept_ = np.full(len(model.coef_), intercept) + 0.0
    model.classes_ = np.array(list(names[: max(len(model.coef_), 2)]))
    model.n_features_in_ = model.coef_.shape[1]
    return model


@pytest.mark.parametrize("learner", [CopaClassifier, UltraconservativePerceptron, UmaClassifier])
def test_the_linear_classifiers_share_one_prediction(learner):
    assert issubclass(learner, LinearClassifier)
    for method in ("predict", "decision_function", "_scores"):
        assert getattr(learner, method) is getattr(LinearClassifier, method), method


finite = st.floats(-1e300, 1e300)


@settings(deadline=None)
@given(rows=st.lists(st.tuples(finite, finite), min_size=2, max_size=2), intercepts=st.tuples(finite, finite))
def test_two_vectors_of_any_sum_predict_by_the_larger_score(rows, intercepts):
    model, X = model_of(rows, intercepts), np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    scores = X @ np.array(rows).T + np.array(intercepts)
    assert_array_equal(model.predict(X) == "b", scores[:, 1] > scores[:, 0])
    assert_array_equal(model.decision_function(X) > 0, scores[:, 1] > scores[:, 0])
    assert_array_equal(model.decision_function(X), scores[:, 1] - scores[:, 0])


def test_scores_a_last_bit_apart():
    near = np.nextafter(3.0, 4.0)
    assert model_of([[3.0], [near]]).predict([[1.0]]) == "b" and model_of([[near], [3.0]]).predict([[1.0]]) == "a"
    assert model_of([[0.0], [5e-324]]).predict([[1.0]]) == "b"
    assert model_of([[3.0], [3.0]]).predict([[1.0]]) == "a"


def test_one_vector_for_two_classes_is_the_score_of_the_second():
    model, X = model_of([[1.0, -2.0]], 0.5), np.array([[1.0, 0.0], [0.0, 1.0], [-0.5, 0.0]])
    assert_array_equal(model.decision_function(X), [1.5, -1.5, 0.0])
    assert model.predict(X).tolist() == ["b", "a", "a"]


def test_three_vectors_have_three_columns():
    model, X = model_of(np.diag([1.0, 2.0, 3.0]), 1.0), np.eye(3)
    assert_array_equal(model.decision_function(X), np.diag([1.0, 2.0, 3.0]) + 1)
    assert_array_equal(model.decision_function(sparse.csr_array(X)), model.decision_function(X))
    assert model.predict(X).tolist() == ["a", "b", "c"] and model.predict(np.zeros((1, 3))) == "a"


def test_scores_that_overflow_alone_or_in_their_difference():
    for name in ("predict", "decision_function"):
        with pytest.raises(ValueError, match="scores that overflow"):
            getattr(model_of([[1e200], [1.0]]), name)([[1e200]])
    with pytest.raises(ValueError, match="scores that overflow"):
        model_of([[-1e308], [1e308]]).decision_function([[1.0]])
    assert model_of([[-1e308], [1e308]]).predict([[1.0]]) == "b"  # the scores are floats, and can be compared


def test_samples_are_made_canonical_in_a_copy():
    twice = sparse.csr_array(([1.0, 2.0, 4.0], [1, 1, 0], [0, 3]), shape=(1, 2))
    once = canonical_csr(twice)
    assert once.has_canonical_format and once.toarray().tolist() == [[4.0, 3.0]] and twice.nnz == 3
    assert canonical_csr(once) is once and canonical_csr(X := np.eye(2)) is X


def test_fewer_than_two_classes():
    with pytest.raises(ValueError, match=r"at least 2 classes, got 1 class: \['a'\]"):
        check_two_classes(np.array(["a"]))
