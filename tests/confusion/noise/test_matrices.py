"""Noise matrices: one orientation and the others told apart from it, dominance, conditions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import confusion_matrix

from confusion import metrics
from confusion.noise import (
    condition_number,
    convert_noise_matrix,
    dominance,
    estimate_noise_matrix,
    inverse_norm,
    random_noise_matrix,
)
from confusion.noise.matrices import CONVENTIONS

ASYMMETRIC = np.array([[0.7, 0.1, 0.0], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]])


sizes_and_seeds = given(Q=st.integers(2, 12), seed=st.integers(0, 2**32 - 1))


def test_conventions_on_an_asymmetric_matrix():
    t = np.repeat([0, 1, 2], 10)
    y = np.concatenate([np.repeat([0, 1, 2], (10 * column).round().astype(int)) for column in ASYMMETRIC.T])
    assert_allclose(estimate_noise_matrix(t, y), ASYMMETRIC)
    rows = confusion_matrix(t, y, normalize="true")
    assert_allclose(rows, ASYMMETRIC.T)
    patrini = np.array([[np.mean(y[t == i] == j) for j in range(3)] for i in range(3)])
    cleanlab = np.array([[np.mean(y[t == k_y] == k_s) for k_y in range(3)] for k_s in range(3)])
    ours = metrics.confusion_matrix(t, y, zero_diagonal=False)
    others = {"sklearn": rows, "patrini": patrini, "cleanlab": cleanlab, "uma": ASYMMETRIC, "confusion": ours}
    assert set(others) == set(CONVENTIONS)
    for source, M in others.items():
        assert_allclose(convert_noise_matrix(M, source=source), ASYMMETRIC)
        assert_allclose(convert_noise_matrix(ASYMMETRIC, target=source), M)
    assert_allclose(convert_noise_matrix(rows, source="sklearn", target="cleanlab"), cleanlab)
    assert_allclose(convert_noise_matrix(cleanlab, source="cleanlab", target="patrini"), patrini)


@pytest.mark.evaluates("prop-noise-dominance")
@settings(max_examples=60, deadline=None)
@sizes_and_seeds
def test_labels_right_more_often_than_not_give_column_dominance_and_invertibility(Q, seed):
    rng = np.random.default_rng(seed)
    C = 0.499 * random_noise_matrix(Q, seed) + 0.501 * np.eye(Q)
    gaps = dominance(C)
    assert (gaps.columns > 0).all() and (gaps.likeliest > 0).all()
    assert_allclose(gaps.columns, 2 * np.diag(C) - 1)
    assert np.isfinite(inverse_norm(C))
    # |C^-1|_1 <= 1 / min gap, and |.|_2 <= sqrt(Q) |.|_1
    assert inverse_norm(C) <= np.sqrt(Q) / gaps.columns.min() + 1e-9
    v = rng.normal(size=Q)
    assert np.linalg.norm(v) <= inverse_norm(C) * np.linalg.norm(C @ v) * (1 + 1e-9)


@pytest.mark.evaluates("prop-noise-dominance")
def test_dominance_of_rows_is_another_matter():
    C = np.array([[0.9, 0.4, 0.4, 0.4], [0.1, 0.6, 0, 0], [0, 0, 0.6, 0], [0, 0, 0, 0.6]])
    assert (dominance(C).columns > 0).all() and dominance(C).rows[0] < 0
    # The true label the single likeliest one, and the matrix singular all the same.
    C = np.array([[0.40, 0.22, 0.31], [0.22, 0.40, 0.31], [0.38, 0.38, 0.38]])
    assert condition_number(C) > 1e15 and (dominance(C).likeliest > 0).all()
