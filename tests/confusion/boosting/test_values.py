"""Every bound of the room once, with its value by hand: the constants, which tests of coverage cannot see."""

from math import exp, log, sqrt

import pytest

from confusion import boosting
from tests.theorems import training_bound


@pytest.mark.evaluates("eq-combo-train", "thm-combo-train")
def test_training_bound():
    assert training_bound([], 5) == (20, 1, 2)  # K(K - 1), and what every matrix satisfies
    assert training_bound([0.6] * 6, 4) == pytest.approx((12 * 0.8**6, 3 * 0.8**6, sqrt(3)))
    assert training_bound([0.8] * 6, 4) == pytest.approx((12 * 0.6**6, 3 * 0.6**6, 12 * 0.6**6))


def test_product_thresholds():
    assert boosting.product_thresholds(2) == pytest.approx((1, 1 / 2, 1 / 2))
    assert boosting.product_thresholds(4) == pytest.approx((1 / 3, 1 / 4, 1 / 12))


@pytest.mark.evaluates("eq-combo-fixed", "eq-combo-printed", "thm-combo-fixed")
@pytest.mark.evaluates("eq-combo-fixed", "thm-combo-fixed")
def test_fixed_classifier_radius():
    counts = [10, 40, 50, 20]  # 1/m_k sums to .195
    assert boosting.fixed_classifier_radius(counts, delta=exp(-9)) == pytest.approx(sqrt(0.195) * 4)
    assert boosting.fixed_classifier_radius(counts) == pytest.approx(sqrt(0.195) * (1 + sqrt(log(20))))
    printed = boosting.fixed_classifier_radius(counts, delta=0.1, form="printed")
    assert printed == pytest.approx(sqrt(2 * 4 * 0.195 * log(40)))
