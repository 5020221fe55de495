"""The toy experiments of UMA: what a task does."""

import numpy as np
import pytest

from confusion.noise import noise_family, random_noise_matrix
from confusion_studies.uma import toy as uma_toy
from confusion_studies.uma import wrong as uma_wrong


def test_the_true_matrix_is_the_one_that_labels_are_drawn_from():
    C = noise_family(random_noise_matrix(10, random_state=3), 6)
    assert np.array_equal(uma_toy.given(C), C)
    fed = uma_toy.given(C, rows=True)
    assert np.allclose(fed.sum(axis=0), 1)
    # The letter's row-stochastic R is C transposed; rescaling its columns turns no row of its inverse.
    kept, letter = np.linalg.inv(fed), np.linalg.inv(C.T)
    cosines = (kept * letter).sum(axis=1) / np.linalg.norm(kept, axis=1) / np.linalg.norm(letter, axis=1)
    assert np.allclose(cosines, 1) and not np.allclose(fed, C)


def test_the_last_iterate_is_of_the_fit_that_keeps_the_best():
    _, sample, test = uma_toy.drawn(0, {"n": 300})
    C = noise_family(random_noise_matrix(10, random_state=3000), 6)
    found = uma_toy.measures(["UMA", "UMA, last"], C, sample, test, updates=60)
    for keep, name in (("best", "UMA"), ("last", "UMA, last")):
        model = uma_toy.uma(C, updates=60).set_params(keep=keep).fit(*sample)
        assert (found[f"norm, {name}"], found[f"error, {name}"]) == uma_toy.measure(model, *test)
    assert found["norm, UMA"] != found["norm, UMA, last"] and found["updates, UMA"] == 60


def test_levels_include_the_truth_and_no_singular_matrix():
    assert set(uma_wrong.TRUE) <= set(uma_wrong.FED) and uma_wrong.FED[0] == 0
    for shape in uma_wrong.SHAPES[1:]:
        for level in uma_wrong.FED:
            assert np.linalg.cond(uma_wrong.matrix_of(shape, level, 0)) < 40, (shape, level)


def test_measures_are_not_divided_and_count_true_classes():
    class Model:
        def predict(self, X):
            return X[:, 0].astype(int)

    t = np.array([0, 0, 1, 1, 1, 1])
    norm, error = uma_toy.measure(Model(), np.array([[1.0], [1], [0], [0], [0], [1]]), t)
    assert norm == pytest.approx((1 + 0.75**2) ** 0.5) and error == pytest.approx(5 / 6)
