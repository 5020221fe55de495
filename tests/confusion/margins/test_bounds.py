"""Theorem 8.1, Corollary 8.1 and their versions class by class: values by hand, and the confidence attacked.

Why they hold, and that smaller constants do not, is in tests/mathematics/test_lecture_margins.py and its neighbours.
"""

import math

import pytest
from scipy.stats import binom

from confusion.margins import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    norm_margin_bound,
    uniform_kernel_margin_bound,
)


@pytest.mark.evaluates("eq-margin-bound", "thm-margin-bound")
def test_theorem_8_1_by_hand():
    confidence = math.sqrt(math.log(1 / 0.1) / 200)
    arguments = {"rho": 0.5, "n": 100, "n_classes": 3, "delta": 0.1}
    assert margin_bound(0.2, 0.01, **arguments) == pytest.approx(0.2 + 4 * 3 / 0.5 * 0.01 + confidence)
    printed = margin_bound(0.2, 0.01, **arguments, growth="quadratic")
    assert printed == pytest.approx(0.2 + 2 * 9 / 0.5 * 0.01 + confidence)
    empirical = margin_bound(0.2, 0.01, **arguments, empirical=True)
    assert empirical == pytest.approx(0.2 + 4 * 3 / 0.5 * 0.01 + 3 * math.sqrt(math.log(2 / 0.1) / 200))


@pytest.mark.evaluates("cor-kernel-margin-bound", "eq-kernel-margin-bound")
def test_corollary_8_1_by_hand_and_free_of_the_scale():
    bound = kernel_margin_bound(0.1, 2.0, 3.0, 0.5, 400, n_classes=4, delta=0.01)
    assert bound == pytest.approx(0.1 + 4 * 4 * 6 / (0.5 * 20) + math.sqrt(math.log(100) / 800))
    for factor in (0.1, 10.0):
        assert kernel_margin_bound(0.1, 2 * factor, 3.0, 0.5 * factor, 400, n_classes=4, delta=0.01) == pytest.approx(
            bound
        )
    printed = kernel_margin_bound(0.1, 2.0, 3.0, 0.5, 400, n_classes=4, delta=0.01, growth="quadratic")
    assert printed - bound == pytest.approx((2 * 16 - 4 * 4) * 6 / (0.5 * 20))


@pytest.mark.parametrize(
    ("ratio", "j"), [(0.0, 0), (0.3, 0), (1.0, 0), (1.01, 1), (2.0, 1), (3.0, 2), (4.0, 2), (5, 3)]
)
def test_the_uniform_bound_by_hand(ratio, j):
    radius = 4.0 if ratio else 0.0
    bound = uniform_kernel_margin_bound(0.1, ratio / 2, radius, 2.0, 900, n_classes=3, delta=0.2)
    expected = 0.1 + 4 * 3 * 2**j / 30 + math.sqrt(math.log((j + 1) * (j + 2) / 0.2) / 1800)
    assert bound == pytest.approx(expected)
    if ratio == 2**j:  # the grid costs the logarithm only
        fixed = kernel_margin_bound(0.1, ratio / 2, 4.0, 2.0, 900, n_classes=3, delta=0.2)
        assert bound - fixed == pytest.approx(expected - 0.1 - 12 * 2**j / 30 - math.sqrt(math.log(5) / 1800))


@pytest.mark.evaluates("eq-class-margin-bound", "thm-class-margin-bound")
def test_class_bounds_by_hand():
    bounds = class_margin_bounds([0.1, 0.0, 1.0], [100, 1, 0], 2.0, 0.5, 0.25, delta=0.03)
    factor = 2 * 3 / 0.25 * 1.0 + math.sqrt(math.log(100) / 2)
    assert bounds == pytest.approx([0.1 + factor / 10, factor, math.inf])
    assert norm_margin_bound([0.1, 0.0, 1.0], [100, 25, 0], 2.0, 0.5, 0.25) == pytest.approx(math.sqrt(2))


@pytest.mark.evaluates("eq-norm-margin-bound")
def test_norm_bound_by_hand_and_cut():
    b = class_margin_bounds([0.1, 0.2], [10_000, 40_000], 1.0, 1.0, 1.0)
    assert norm_margin_bound([0.1, 0.2], [10_000, 40_000], 1.0, 1.0, 1.0) == pytest.approx(math.hypot(*b))
    cut = norm_margin_bound([0.0, 0.0, 0.5], [10**8, 10**8, 4], 1.0, 1.0, 1.0)  # one class spoils no other
    assert 1 < cut < 1.001


def failures(m, deviation, error=0.5):
    """Probability that error > share of errors among m + deviation, for one fixed function: exact."""
    return binom.cdf(math.ceil(m * (error - deviation)) - 1, m, error)


@pytest.mark.evaluates("eq-one-function", "thm-one-function")
@pytest.mark.parametrize("m", [30, 100, 1000])
@pytest.mark.parametrize("delta", [0.01, 0.05, 0.2])
def test_the_confidence_term_for_one_function(m, delta):
    deviation = margin_bound(0.0, 0.0, 1.0, m, n_classes=2, delta=delta)
    assert failures(m, deviation) <= delta < failures(m, deviation / 2.5)
    assert failures(m, margin_bound(0.0, 0.0, 1.0, m, n_classes=2, delta=delta, empirical=True)) <= delta
