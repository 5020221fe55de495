"""Families of noise matrices: their shapes, rates and random draws."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from confusion.noise import (
    condition_number,
    inverse_norm,
    noise_family,
    one_bad_class_noise,
    pair_flip_noise,
    random_noise_matrix,
    symmetric_noise,
)

sizes_and_seeds = given(Q=st.integers(2, 12), seed=st.integers(0, 2**32 - 1))


@settings(max_examples=40, deadline=None)
@sizes_and_seeds
def test_every_family_is_column_stochastic(Q, seed):
    rate = np.random.default_rng(seed).random()
    M = random_noise_matrix(Q, seed)
    shapes = [symmetric_noise(Q, rate), pair_flip_noise(Q, rate), one_bad_class_noise(Q, rate, seed % Q), M]
    for C in shapes + [noise_family(M, i) for i in (0, 3.5, 10, 20)]:
        assert (C >= 0).all() and C.shape == (Q, Q)
        assert_allclose(C.sum(axis=0), 1, atol=1e-12)
        assert inverse_norm(C) >= 1 - 1e-9
    assert_array_equal(random_noise_matrix(Q, seed), M)
    assert condition_number(M) < 1e12


@pytest.mark.evaluates("prop-toy-family")
@settings(max_examples=40, deadline=None)
@sizes_and_seeds
def test_section_4_1_family(Q, seed):
    M = random_noise_matrix(Q, seed)
    off = M - np.diag(np.diag(M))
    far = off / off.sum(axis=0)  # Omega(N)
    assert_allclose(noise_family(M, 0), np.eye(Q))
    assert_allclose(noise_family(M, 10), M, atol=1e-14)
    for i in (2.0, 7.0, 10.0):  # Omega has nothing to do; a mixture of I and Omega(N), column by column
        assert_allclose(noise_family(M, i), np.eye(Q) + i * (M - np.eye(Q)) / 10, atol=1e-14)
        weight = 1 - i / 10 * (1 - np.diag(M))
        assert_allclose(noise_family(M, i), weight * np.eye(Q) + (1 - weight) * far, atol=1e-12)
    settled = 10 / (1 - np.diag(M).max())
    for i in (settled + 1e-6, 3 * settled):
        assert_allclose(noise_family(M, i), far, atol=1e-12)
    # Rows normalised, as printed, is the transpose of columns normalised.
    assert_allclose(noise_family(M.T, 6, axis="rows"), noise_family(M, 6).T)


def test_shapes_by_hand():
    assert_allclose(pair_flip_noise(3, 0.2), [[0.8, 0, 0.2], [0.2, 0.8, 0], [0, 0.2, 0.8]])
    bad = one_bad_class_noise(4, 0.6, bad=2)
    assert_allclose(bad[:, 2], [0.2, 0.2, 0.4, 0.2])
    assert_array_equal(np.delete(bad, 2, axis=1), np.delete(np.eye(4), 2, axis=1))
    assert condition_number(symmetric_noise(5, 0.8)) == np.inf
    assert_allclose(inverse_norm(symmetric_noise(5, 0.4)), 2)  # 1 / (1 - rate Q / (Q - 1))
    for make in (symmetric_noise, pair_flip_noise, one_bad_class_noise):
        assert_array_equal(make(3.0, 0.2), make(3, 0.2))
