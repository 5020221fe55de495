"""Theorem 8.1, Corollary 8.1 and their versions class by class: values by hand, and the confidence attacked.

Why they hold, and that smaller constants do not, is in tests/mathematics/test_lecture_margins.py and its neighbours.
"""

import math

import numpy as np
import pytest
from scipy.stats import binom

from confusion.margins import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    norm_margin_bound,
    rademacher_trace_bound,
    uniform_kernel_margin_bound,
)

# --- values by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.evaluates("eq-margin-bound", "thm-margin-bound")
def test_theorem_8_1_by_hand():
    confidence = math.sqrt(math.log(1 / 0.1) / 200)
    arguments = {"rho": 0.5, "n": 100, "n_classes": 3, "delta": 0.1}
    assert margin_bound(0.2, 0.01, **arguments) == pytest.approx(0.2 + 4 * 3 / 0.5 * 0.01 + confidence)
    printed = margin_bound(0.2, 0.01, **arguments, growth="quadratic")
    assert printed == pytest.approx(0.2 + 2 * 9 / 0.5 * 0.01 + confidence)
    empirical = margin_bound(0.2, 0.01, **arguments, empirical=True)
    assert empirical == pytest.approx(0.2 + 4 * 3 / 0.5 * 0.01 + 3 * math.sqrt(math.log(2 / 0.1) / 200))


@pytest.mark.parametrize("k", [2, 3, 10, 100])
def test_linear_in_k_is_never_worse_than_quadratic(k):
    linear, quadratic = (margin_bound(0, 0.1, 1.0, 50, n_classes=k, growth=g) for g in ("linear", "quadratic"))
    assert linear == pytest.approx(quadratic) if k == 2 else linear < quadratic


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


def test_the_trace_version_pays_off_for_inputs_of_different_lengths():
    lengths = np.r_[np.full(990, 0.1), np.full(10, 1.0)]
    sharp = margin_bound(0, rademacher_trace_bound(lengths**2, 1.0), 1.0, 1000, n_classes=3, empirical=True)
    assert sharp < kernel_margin_bound(0, 1.0, 1.0, 1.0, 1000, n_classes=3)


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


@pytest.mark.parametrize("growth", ["linear", "quadratic"])
def test_the_uniform_bound_doubles_the_complexity_term_at_most_from_ratio_one_on(growth):
    """Below one it does not: a threshold above r Lambda pays for one equal to r Lambda."""
    options = {"n_classes": 3, "delta": 1, "growth": growth}
    last = [math.sqrt(math.log((j + 1) * (j + 2)) / 200) for j in range(7)]
    found = []
    for ratio in (0.01, 0.4, 0.5, 0.99, 1.0, 1.001, 1.5, 2.0, 2.001, 3.0, 63.9):
        middle = kernel_margin_bound(0, ratio, 1.0, 1.0, 100, **options)
        uniform = uniform_kernel_margin_bound(0, ratio, 1.0, 1.0, 100, **options)
        factor = (uniform - last[max(0, math.ceil(math.log2(ratio)))]) / middle
        assert factor == pytest.approx(1 / ratio) if ratio <= 1 else 1 <= factor * (1 + 1e-12) < 2 + 1e-12
        found.append(factor)
    assert max(found[4:]) > 1.99 and found[0] == pytest.approx(100)


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


# --- attacked by simulation: the truth is known -----------------------------------------------------------------------


def test_the_bound_inside_a_class_against_the_memoriser():
    """The score of the class is 1/2 at its points, that of the others -1/2: with 1 / k of the constant it fails."""
    k, counts, N = 3, np.array([4000, 4000, 4000]), 10**6
    norm, truth = 0.5 * math.sqrt(4000), 1 - 4000 / N
    assert (truth <= class_margin_bounds(np.zeros(k), counts, norm, 1.0, 1.0)).all()
    assert (truth > class_margin_bounds(np.zeros(k), counts, 0.95 * norm / k, 1.0, 1.0)).all()


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


def test_the_confidence_of_all_classes_at_once():
    counts, k, delta = np.array([30, 100, 1000]), 3, 0.1
    deviations = class_margin_bounds(np.zeros(k), counts, 0.0, 1.0, 1.0, delta=delta)
    together = 1 - np.prod([1 - failures(m, d) for m, d in zip(counts, deviations)])
    halved = 1 - np.prod([1 - failures(m, d / 2) for m, d in zip(counts, deviations)])
    assert together <= delta < halved


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: margin_bound(1.2, 0.1, 1.0, 10, n_classes=2), ValueError, "margin_loss must be a probability"),
        (lambda: margin_bound(0.2, 0.1, 1.0, 10, n_classes=2, growth="2k"), ValueError, "growth must be one of linear"),
        (lambda: kernel_margin_bound(0.2, 1, 1, 1, 10, n_classes=2, growth=2), ValueError, "growth must be one of"),
        (lambda: uniform_kernel_margin_bound(0, 1, 1, 1, 9, n_classes=2, growth=""), ValueError, "growth must be"),
        (lambda: margin_bound(0.2, 1e300, 1e-300, 10, n_classes=2), ValueError, "beyond the range of floats"),
        (lambda: uniform_kernel_margin_bound(2, 1.0, 1.0, 1.0, 10, n_classes=2), ValueError, "margin_loss must be"),
        (lambda: uniform_kernel_margin_bound(0, 1e300, 1.0, 1e-300, 10, n_classes=2), ValueError, "range of floats"),
        (lambda: class_margin_bounds([0.1], [10], 1.0, 1.0, 1.0), ValueError, "one entry for each class"),
        (lambda: class_margin_bounds([0.1, 0.2], [10], 1.0, 1.0, 1.0), ValueError, "one entry for each class"),
        (lambda: class_margin_bounds([0.1, 1.2], [10, 10], 1.0, 1.0, 1.0), ValueError, "class_margin_losses must be"),
        (lambda: class_margin_bounds([0.1, 0.2], [10, -1], 1.0, 1.0, 1.0), ValueError, "class_counts must hold"),
        (lambda: norm_margin_bound([0.1, 0.2], [10, 10], 1.0, 1.0, 1.0, delta=2), ValueError, "delta must be"),
    ],
)
def test_bad_input(call, error, words):
    with pytest.raises(error, match=words):
        call()
