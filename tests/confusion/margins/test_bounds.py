"""Theorem 8.1, Corollary 8.1 and their versions class by class: values by hand, each inequality attacked.

The memoriser is the strongest attack that we know.  Its inputs are the unit vectors of a huge space, so a linear score
can be anything on the sample, and is zero elsewhere: the sample tells nothing of the truth.
"""

import math
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from confusion.limits import online_risk_radius
from confusion.margins import (
    class_margin_bounds,
    kernel_margin_bound,
    margin_bound,
    margin_losses_by_class,
    margins,
    norm_margin_bound,
    rademacher_bound,
    rademacher_trace_bound,
    rademacher_values,
    rho_margin_loss,
    uniform_kernel_margin_bound,
)
from confusion.metrics import balanced_error, operator_norm, per_class_error

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


def test_leaving_out_examples_does_not_raise_the_complexity():
    rng = np.random.default_rng(11)
    for _ in range(30):
        values = rng.normal(size=(4, 7))
        some = values * rng.integers(2, size=7)
        assert rademacher_values(some).value <= rademacher_values(values).value * (1 + 1e-12)


def test_a_factor_below_two_does_not_hold():
    """All scores of -1/2 and 1/2 that there are: the margins follow every sign with 1, the scores with 1/2."""
    m, k = 3, 2
    scores = np.array(list(product((-0.5, 0.5), repeat=m * k))).reshape(-1, m, k)
    one = rademacher_values(columns(scores)).value
    margin = np.array([margins(f, np.zeros(m, dtype=int)) for f in scores])
    assert one == 0.5 and rademacher_values(margin).value == 1.0


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


def test_the_trace_version_pays_off_for_inputs_of_different_lengths():
    lengths = np.r_[np.full(990, 0.1), np.full(10, 1.0)]
    sharp = margin_bound(0, rademacher_trace_bound(lengths**2, 1.0), 1.0, 1000, n_classes=3, empirical=True)
    assert sharp < kernel_margin_bound(0, 1.0, 1.0, 1.0, 1000, n_classes=3)


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


def test_the_same_sum_over_classes_as_copa_s_theorem_1():
    rng = np.random.default_rng(0)
    for _ in range(20):
        counts = rng.integers(10**6, 10**8, size=3)
        root = np.sqrt(np.sum(1 / counts))
        ours = norm_margin_bound(np.zeros(3), counts, 1.0, 1.0, 1.0)
        assert ours / root == pytest.approx(6 + math.sqrt(math.log(60) / 2))
        assert online_risk_radius(counts) / root == pytest.approx(math.sqrt(math.log(40)))
        losses = rng.uniform(0, 0.3, size=3)
        assert norm_margin_bound(losses, counts, 1.0, 1.0, 1.0) <= np.linalg.norm(losses) + ours + 1e-12


# --- attacked by simulation: the truth is known -----------------------------------------------------------------------


def memoriser(rng, m, k, N=10**6):
    """Margin loss zero on the sample at rho = 1, the smallest Lambda for it, and the true loss.

    The score of the own class is (k - 1) / k at a point of the sample, that of the others -1 / k, all are 0 elsewhere;
    a tie counts as an error.
    """
    points, y = rng.integers(N, size=m), rng.integers(k, size=m)
    points, first = np.unique(points, return_index=True)
    own = np.bincount(y[first], minlength=k)
    squares = own * ((k - 1) / k) ** 2 + (len(points) - own) / k**2
    return math.sqrt(squares.max()), 1 - len(points) / N


@pytest.mark.parametrize("k", [2, 3, 10])
def test_theorem_8_1_against_the_memoriser(k):
    rng, m = np.random.default_rng(k), 2000
    least = k / (2 * math.sqrt(k - 1))  # the constant in place of 2k that would just do for this function
    for _ in range(20):
        norm, truth = memoriser(rng, m, k)
        for growth in ("linear", "quadratic"):
            assert truth <= kernel_margin_bound(0.0, norm, 1.0, 1.0, m, n_classes=k, growth=growth)
        complexity = rademacher_bound(norm, 1.0, m)
        assert truth > margin_bound(0.0, 0.85 * least / (2 * k) * complexity, 1.0, m, n_classes=k)


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


def test_learned_rules_on_the_three_gaussians():
    """Inputs (x, 1) of length one, a trained rule of norm one: every bound holds in every repetition."""
    law, rho, n = ThreeGaussians(weights=[0.6, 0.2, 0.2]), 0.25, 400
    for seed in range(15):
        X, y = law.sample(n, random_state=seed)
        Z = np.column_stack([X, np.ones(n)])
        Z /= np.linalg.norm(Z, axis=1)[:, None]
        model = LogisticRegression(C=100.0, fit_intercept=False, max_iter=2000).fit(Z, y)
        W = model.coef_ / np.linalg.norm(model.coef_, axis=1).max()
        C = law.confusion(W[:, :2], intercept=W[:, 2])
        e, scores, counts = per_class_error(C), Z @ W.T, np.bincount(y)
        losses = margin_losses_by_class(scores, y, rho)
        assert (e <= class_margin_bounds(losses, counts, 1.0, 1.0, rho)).all()
        assert balanced_error(C) <= operator_norm(C) <= norm_margin_bound(losses, counts, 1.0, 1.0, rho)
        loss = rho_margin_loss(margins(scores, y), rho).mean()
        linear, quadratic = (
            kernel_margin_bound(loss, 1.0, 1.0, rho, n, n_classes=3, growth=g) for g in ("linear", "quadratic")
        )
        assert law.weights @ e <= linear < quadratic


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
