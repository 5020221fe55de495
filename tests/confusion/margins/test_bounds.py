"""Theorem 8.1, Corollary 8.1 and their versions class by class: values by hand, each inequality attacked.

The memoriser is the strongest attack that we know.  Its inputs are the unit vectors of a huge space, so a linear score
can be anything on the sample, and is zero elsewhere: the sample tells nothing of the truth.
"""

import math

import numpy as np
import pytest
from scipy.stats import binom

from confusion.margins import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    margins,
    norm_margin_bound,
    rademacher_values,
    uniform_kernel_margin_bound,
)

# --- the step from scores to margins (E2) -----------------------------------------------------------------------------


def random_class(rng, n=5, m=6, k=3):
    """Scores of n functions on m examples of k classes, (n, m, k), and the classes of the examples."""
    return rng.normal(size=(n, m, k)) * rng.choice([0.3, 1, 4]) + rng.normal(size=(m, k)), rng.integers(k, size=m)


def columns(scores):
    """Values of Pi_1: every column of every function."""
    return scores.transpose(0, 2, 1).reshape(-1, scores.shape[1])


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("seed", range(8))
def test_complexity_of_the_margins_by_enumeration(seed, k):
    """The margins have at most 2k times the complexity of the scores, each of their two terms at most k times."""
    scores, y = random_class(np.random.default_rng(seed), k=k)
    rows = np.arange(len(y))
    one = rademacher_values(columns(scores)).value
    margin = np.array([margins(f, y) for f in scores])
    own = scores[:, rows, y]
    assert rademacher_values(own).value <= k * one * (1 + 1e-12)
    assert rademacher_values(own - margin).value <= k * one * (1 + 1e-12)
    assert rademacher_values(margin).value <= 2 * k * one * (1 + 1e-12)
    inside = np.array([margins(f, np.zeros_like(y)) for f in scores])
    assert rademacher_values(inside).value <= k * one * (1 + 1e-12)


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


def test_each_display_has_its_own_delta():
    """E5 of the errata: both at once, or the smaller one, cost half of delta each."""
    first = margin_bound(0.0, 0.0, 1.0, 100, n_classes=2, delta=0.05)
    second = margin_bound(0.0, 0.0, 1.0, 100, n_classes=2, delta=0.05, empirical=True)
    assert first == pytest.approx(math.sqrt(math.log(20) / 200))
    assert second == pytest.approx(3 * math.sqrt(math.log(40) / 200))
    assert margin_bound(0.0, 0.0, 1.0, 100, n_classes=2, delta=1) == 0.0


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
    bound = uniform_kernel_margin_bound(0.1, ratio / 2, 4.0, 2.0, 900, n_classes=3, delta=0.2)
    expected = 0.1 + 4 * 3 * 2**j / 30 + math.sqrt(math.log((j + 1) * (j + 2) / 0.2) / 1800)
    assert bound == pytest.approx(expected)
    if ratio == 2**j:  # the grid costs the logarithm only
        fixed = kernel_margin_bound(0.1, ratio / 2, 4.0, 2.0, 900, n_classes=3, delta=0.2)
        assert bound - fixed == pytest.approx(expected - 0.1 - 12 * 2**j / 30 - math.sqrt(math.log(5) / 1800))


def test_the_grid_of_the_uniform_bound_spends_delta_once():
    """E6 of the errata: the shares of delta sum to delta, and the bound is Corollary 8.1 at the next point."""
    shares = [1 / ((j + 1) * (j + 2)) for j in range(10_000)]
    assert sum(shares) == pytest.approx(1 - 1 / 10_001)
    for j in range(6):
        one = uniform_kernel_margin_bound(0.2, 1.7 * 2.0**j, 1.0, 2.0, 50, n_classes=4, delta=0.1)
        at = kernel_margin_bound(0.2, 2.0**j, 1.0, 1.0, 50, n_classes=4, delta=0.1 / ((j + 1) * (j + 2)))
        assert one == pytest.approx(at)


@pytest.mark.evaluates("eq-class-margin-bound", "thm-class-margin-bound")
def test_class_bounds_by_hand():
    bounds = class_margin_bounds([0.1, 0.0, 1.0], [100, 25, 0], 2.0, 0.5, 0.25, delta=0.03)
    factor = 2 * 3 / 0.25 * 1.0 + math.sqrt(math.log(100) / 2)
    assert bounds == pytest.approx([0.1 + factor / 10, factor / 5, math.inf])
    assert norm_margin_bound([0.1, 0.0, 1.0], [100, 25, 0], 2.0, 0.5, 0.25) == pytest.approx(math.sqrt(2))


@pytest.mark.evaluates("eq-norm-margin-bound")
def test_norm_bound_by_hand_and_cut():
    b = class_margin_bounds([0.1, 0.2], [10_000, 40_000], 1.0, 1.0, 1.0)
    assert norm_margin_bound([0.1, 0.2], [10_000, 40_000], 1.0, 1.0, 1.0) == pytest.approx(math.hypot(*b))
    cut = norm_margin_bound([0.0, 0.0, 0.5], [10**8, 10**8, 4], 1.0, 1.0, 1.0)  # one class spoils no other
    assert 1 < cut < 1.001


# --- attacked by simulation: the truth is known -----------------------------------------------------------------------


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
