"""What is estimated from noisy labels: the matrix itself, joint masses, proportions, errors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from confusion.noise import corrupt_labels, estimate_noise_matrix, estimated_error, estimated_joint

ASYMMETRIC = np.array([[0.7, 0.1, 0.0], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]])


def test_estimating_without_enough_examples():
    found = estimate_noise_matrix([0, 0, 1, 1], [0, 1, 0, 1], ridge=2.0)
    assert_allclose(found, [[0.75, 0.25], [0.25, 0.75]])
    assert_allclose(estimate_noise_matrix([0, 1], [0, 1], classes=[0, 1, 2], ridge=0.5), np.eye(3))


@pytest.mark.evaluates("eq-uma-counts", "eq-uma-error")
def test_joint_mass_and_error_are_unbiased_and_not_with_C_transposed():
    rng = np.random.default_rng(4)
    t = rng.choice(3, size=900, p=[0.5, 0.3, 0.2])
    predicted = np.where(rng.random(900) < 0.6, t, rng.integers(0, 3, 900))
    truth = np.array([[np.mean((predicted == p) & (t == q)) for q in range(3)] for p in range(3)])
    joints = [estimated_joint(corrupt_labels(t, ASYMMETRIC, s), predicted, ASYMMETRIC) for s in range(400)]
    spread = np.std(joints, axis=0) / np.sqrt(400)
    assert (np.abs(np.mean(joints, axis=0) - truth) < 4.5 * spread).all()
    assert_allclose(np.sum(joints, axis=(1, 2)), 1)
    y = corrupt_labels(t, ASYMMETRIC, 0)
    assert_allclose(estimated_error(y, predicted, ASYMMETRIC), 1 - np.trace(joints[0]))
    transposed = np.linalg.solve(ASYMMETRIC.T, ASYMMETRIC @ truth.T).T  # what the transpose would converge to
    assert (np.abs(transposed - truth) > 10 * spread).any()
