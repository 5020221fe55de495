"""Labels drawn from the columns of a noise matrix, and the profile of what was drawn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from confusion.noise import (
    class_proportions,
    corrupt_labels,
    estimate_noise_matrix,
    noise_rate_profile,
    pair_flip_noise,
    symmetric_noise,
)

ASYMMETRIC = np.array([[0.7, 0.1, 0.0], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]])


@pytest.mark.evaluates("def-noise-model", "eq-noise-model")
def test_corrupted_labels_follow_the_columns_and_not_the_rows():
    t = np.random.default_rng(0).choice(3, size=60_000, p=[0.5, 0.3, 0.2])
    y = corrupt_labels(t, ASYMMETRIC, random_state=1)
    found = estimate_noise_matrix(t, y)
    assert_allclose(found, ASYMMETRIC, atol=0.015)
    assert np.abs(found - ASYMMETRIC.T).max() > 0.08
    assert_array_equal(corrupt_labels(t, ASYMMETRIC, random_state=1), y)
    assert_allclose(class_proportions(y, ASYMMETRIC), np.bincount(t) / len(t), atol=0.02)


def test_labels_of_any_kind_keep_their_kind():
    names = np.array(["cow", "ant", "bee"])
    for kind in (names, names.astype(object), np.array([7, 3, 5])):
        t = kind[np.random.default_rng(2).integers(0, 3, 2000)]
        y = corrupt_labels(t, pair_flip_noise(3, 1.0), random_state=0)
        assert y.dtype == t.dtype
        ranks = [np.searchsorted(np.sort(kind), v) for v in (t, y)]
        assert_array_equal(ranks[1], (ranks[0] + 1) % 3)
        assert_array_equal(estimate_noise_matrix(t, y), pair_flip_noise(3, 1.0))
    # An order of one's own, and a class the sample does not hold.
    y = corrupt_labels(["bee", "bee"], pair_flip_noise(3, 1.0), random_state=0, classes=["bee", "zebra", "ant"])
    assert y.tolist() == ["zebra", "zebra"]


def test_noise_profiles_of_monotonic_and_of_class_conditional_noise():
    rng = np.random.default_rng(3)
    distance, t = rng.random(40_000), rng.integers(0, 2, 40_000)
    flips = rng.random(40_000) < 0.5 * (1 - distance)
    profile = noise_rate_profile(t, t ^ flips, distance)
    assert (np.diff(profile, axis=1) < -0.05).all()
    flat = noise_rate_profile(t, corrupt_labels(t, symmetric_noise(2, 0.3), 0), distance)
    assert np.abs(flat - 0.3).max() < 0.03
    assert np.isnan(noise_rate_profile([0, 0, 1], [0, 1, 1], [1.0, 2.0, 3.0], n_bins=2)[1, 1])
