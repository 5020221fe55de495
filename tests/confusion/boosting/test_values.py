"""Every bound of the room once, with its value by hand: the constants, which tests of coverage cannot see."""

from math import e, exp, log, sqrt

import numpy as np
import pytest

from confusion import boosting


def test_norm_from_loss():
    np.testing.assert_allclose(boosting.norm_from_loss([0.0, 0.09, 1.0, 9.0]), [0, 0.09, 1, 3])


def test_norm_from_balanced_error():
    """K = 4: the sum of the errors, its root, the largest norm there is."""
    for error, largest in ((0.1, 0.4), (0.64, 1.6), (0.9, sqrt(3))):
        assert boosting.norm_from_balanced_error(error, 4) == pytest.approx((error, largest))


def test_round_factor():
    assert boosting.round_factor(0.28) == pytest.approx(0.96)
    np.testing.assert_allclose(
        boosting.round_factor([0.6, -0.2], log(3)), [0.5 * (1.2 + 1.6 / 3), 0.5 * (3.6 + 0.8 / 3)]
    )
    assert boosting.round_factor(1.0, log(3)) == pytest.approx(1 / 3)


@pytest.mark.evaluates("eq-combo-train", "thm-combo-train")
def test_training_bound():
    assert boosting.training_bound([], 5) == (20, 1, 2)  # K(K - 1), and what every matrix satisfies
    assert boosting.training_bound([0.6, 0.28], 4) == pytest.approx((12 * 0.768, 1, sqrt(3)))
    assert boosting.training_bound([0.6] * 6, 4) == pytest.approx((12 * 0.8**6, 3 * 0.8**6, sqrt(3)))
    loss = 12 * 0.6**4
    assert boosting.training_bound([0.8] * 4, 4) == pytest.approx((loss, loss / 4, sqrt(loss)))
    loss = 12 * 0.6**6
    assert boosting.training_bound([0.8] * 6, 4) == pytest.approx((loss, loss / 4, loss))


def test_product_thresholds():
    assert boosting.product_thresholds(4) == pytest.approx((1 / 3, 1 / 4, 1 / 12))


def test_normalised_loss_floor():
    assert boosting.normalised_loss_floor(4) == pytest.approx(12 / e)


@pytest.mark.evaluates("eq-combo-fixed", "eq-combo-printed", "thm-combo-fixed")
def test_fixed_classifier_radius():
    counts = [10, 40, 50, 20]  # 1/m_k sums to .195
    assert boosting.fixed_classifier_radius(counts, delta=exp(-9)) == pytest.approx(sqrt(0.195) * 4)
    assert boosting.fixed_classifier_radius(counts) == pytest.approx(sqrt(0.195) * (1 + sqrt(log(20))))
    printed = boosting.fixed_classifier_radius(counts, delta=0.1, form="printed")
    assert printed == pytest.approx(sqrt(2 * 4 * 0.195 * log(40)))
