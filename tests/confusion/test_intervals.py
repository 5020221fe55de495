"""Intervals of the measures of a matrix, two classifiers compared, and the bound on the norm from examples held out."""

from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import binom, bootstrap, multinomial

from confusion.limits import held_out_norm_bound
from confusion.metrics import (
    balanced_error,
    bootstrap_interval,
    confusion_matrix,
    operator_norm,
    paired_comparison,
    per_class_error,
)

TEXT = ["ant", "bee", "cow"]


def answers_of(counts):
    """Labels and answers with these counts."""
    Q = len(counts)
    return np.repeat(np.arange(Q), np.sum(counts, axis=1)), np.repeat(np.tile(np.arange(Q), Q), np.ravel(counts))


def drawn(C, sizes, rng):
    """Counts of a sample from an error matrix."""
    rows = np.asarray(C) + np.diag(1 - np.sum(C, axis=1))
    return np.array([rng.multinomial(n, row) for n, row in zip(sizes, rows)])


COUNTS = [[160, 25, 15], [9, 30, 1], [6, 6, 28]]


@pytest.mark.slow
@pytest.mark.parametrize("measure", [operator_norm, lambda C: per_class_error(C).max()])
def test_the_interval_is_that_of_scipy_with_the_classes_as_samples(measure):
    y_true, y_pred = answers_of(COUNTS)

    def statistic(*samples):
        return measure([[0 if p == q else np.mean(a == q) for q in range(3)] for p, a in enumerate(samples)])

    samples = [y_pred[y_true == p] for p in range(3)]
    theirs = bootstrap(samples, statistic, n_resamples=2000, vectorized=False, method="percentile", rng=0)
    ours = bootstrap_interval(y_true, y_pred, measure, random_state=0)
    np.testing.assert_allclose(ours, theirs.confidence_interval, atol=0.01)
    pooled = bootstrap_interval(np.zeros_like(y_true), y_true * 3 + y_pred, measure, labels=range(9), random_state=0)
    assert abs(pooled[0] - ours[0]) + abs(pooled[1] - ours[1]) > 0.05, "classes thrown together are something else"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("C", "sizes"),
    [
        # Two equal singular values, where the basic interval holds the norm in 79 % of the samples.
        ([[0, 0.05, 0.05], [0.07, 0, 0.01], [0.07, 0.01, 0]], (1800, 100, 100)),
        # A class that is never wrong.
        ([[0, 0, 0], [0.28, 0, 0.02], [0.28, 0.02, 0]], (60, 20, 20)),
    ],
)
def test_the_interval_holds_the_norm_as_often_as_stated(C, sizes):
    rng, held, norm = np.random.default_rng(0), 0, operator_norm(C)
    for _ in range(300):
        y_true, y_pred = answers_of(drawn(C, sizes, rng))
        low, high = bootstrap_interval(y_true, y_pred, labels=range(3), n_resamples=400, random_state=0)
        held += low <= norm <= high
    assert abs(held / 300 - 0.945) < 0.035


def test_levels_are_nested_and_names_do_not_matter():
    y_true, y_pred = answers_of(COUNTS)
    (a, b), (c, d) = (bootstrap_interval(y_true, y_pred, level=level, random_state=0) for level in (0.95, 0.5))
    assert a < c < operator_norm(confusion_matrix(y_true, y_pred)) < d < b
    words = np.array(TEXT)
    assert bootstrap_interval(words[y_true], words[y_pred], random_state=0) == (a, b)
    more = bootstrap_interval(words[y_true], words[y_pred], labels=[*TEXT, "dog"], random_state=0)
    np.testing.assert_allclose(more, (a, b), atol=0.02)


def test_no_error_in_the_sample_none_in_any_draw():
    assert bootstrap_interval([0, 0, 1], [0, 0, 1]) == (0, 0)


def test_the_difference_is_taken_example_by_example():
    """Two classifiers that err together differ by little, and two that err apart by more, with the same matrices."""
    y_true, y_first = answers_of(COUNTS)
    rng = np.random.default_rng(0)
    shuffled = y_first.copy()
    for p in range(3):
        shuffled[y_true == p] = rng.permutation(y_first[y_true == p])
    same, apart = (paired_comparison(y_true, y_first, other, random_state=0) for other in (y_first, shuffled))
    assert same == (0, 0, 0, 0, 0, 1)
    assert apart.difference == pytest.approx(0, abs=1e-12) and apart.high - apart.low > 0.1
    assert apart.only_first == apart.only_second > 0 and apart.p_value == pytest.approx(1)


def test_mcnemar_by_hand_and_the_sign_of_the_difference():
    y_true = [0] * 8 + [1] * 4
    first, second = [0] * 8 + [0, 1, 1, 1], [0] * 3 + [1] * 5 + [1, 1, 1, 1]
    found = paired_comparison(y_true, first, second, balanced_error, random_state=0)
    assert found.difference == pytest.approx(1 / 8 - 5 / 16)
    assert (found.only_first, found.only_second) == (5, 1)
    assert found.p_value == pytest.approx(2 * (1 + 6) / 2**6)
    back = paired_comparison(y_true, second, first, balanced_error, random_state=1)
    assert back.difference == -found.difference and (back.only_first, back.only_second) == (1, 5)
    assert found.low <= found.difference <= found.high


@pytest.mark.slow
def test_the_interval_of_the_difference_holds_it():
    """Answers of two classifiers that agree on half of the examples; norms .4 and .3."""
    C = np.array([[0, 0.03, 0.03], [0.25, 0, 0.05], [0.25, 0.05, 0]])
    rows = C + np.diag(1 - C.sum(axis=1))
    better = 0.75 * C + np.diag(1 - 0.75 * C.sum(axis=1))
    rng, held, y_true = np.random.default_rng(0), 0, np.repeat(range(3), (600, 100, 100))
    for _ in range(200):
        # The second answers rightly a quarter of what the first gets wrong in a third answer drawn independently.
        first, fresh = (np.array([rng.choice(3, p=rows[p]) for p in y_true]) for _ in range(2))
        second = np.where(rng.random(800) < 0.5, first, fresh)
        second = np.where(rng.random(800) < 0.25, y_true, second)
        low, high, *_ = paired_comparison(y_true, first, second, n_resamples=400, random_state=0)[1:]
        held += low <= operator_norm(C) - operator_norm(better * (1 - np.eye(3))) <= high
    assert 0.89 < held / 200 < 0.99


@pytest.mark.parametrize(
    ("measure", "error"),
    [("norm", TypeError), (lambda C: C, TypeError), (lambda C: np.nan, ValueError), (lambda C: "0", TypeError)],
)
def test_a_measure_is_a_function_that_gives_a_number(measure, error):
    for call in (bootstrap_interval, paired_comparison):
        data = [[0, 1, 1]] * (2 if call is bootstrap_interval else 3)
        with pytest.raises(error, match="measure"):
            call(*data, measure)


def test_bad_samples_are_refused_by_name():
    with pytest.raises(ValueError, match="y_true and y_second must be equally long"):
        paired_comparison([0, 1], [0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match="y_second holds 2, which labels does not have"):
        paired_comparison([0, 1], [0, 1], [0, 2], labels=[0, 1])
    with pytest.raises(ValueError, match="class 2 is predicted but never true"):
        bootstrap_interval([0, 1], [0, 2])
    with pytest.raises(TypeError, match="y_true and y_first"):
        paired_comparison([0, 1], ["0", "1"], [0, 1])
    for level in (0, 1, 1.5):
        with pytest.raises(ValueError, match="level"):
            bootstrap_interval([0, 1], [0, 1], level=level)


# The guarantee ----------------------------------------------------------------------------------------------------


def failure(C, sizes, radius):
    """Exact probability that the norm exceeds that of the sample by more than `radius`."""
    Q, rows = len(C), np.asarray(C) + np.diag(1 - np.sum(C, axis=1))
    found = [[c for c in product(range(n + 1), repeat=Q) if sum(c) == n] for n in sizes]
    weight = [[multinomial.pmf(c, n, row) for c in each] for each, n, row in zip(found, sizes, rows)]
    chances = np.array([prod(each) for each in product(*weight)])
    assert chances.sum() == pytest.approx(1)
    matrices = np.array(list(product(*found))) / np.array(sizes)[:, None] * (1 - np.eye(Q))
    return chances[operator_norm(C) > np.linalg.norm(matrices, 2, axis=(1, 2)) + radius].sum()


@pytest.mark.parametrize("sizes", [(4, 3, 2), (5, 2, 2), (1, 1, 1)])
def test_the_bound_fails_no_more_often_than_stated(sizes):
    rng, fails = np.random.default_rng(0), 0
    for _ in range(8):
        C = rng.dirichlet([0.5] * 3, size=3) * (1 - np.eye(3))
        for delta in (0.05, 0.3, 0.7):
            found = failure(C, sizes, held_out_norm_bound(0, sizes, delta=delta))
            assert found <= delta
            fails += found > 0
    assert fails, "it can fail"


def test_no_smaller_constant_would_do():
    """One class, whose errors are coins: the rate of Hoeffding's inequality is reached."""
    n, delta = 100, 1e-6
    radius = held_out_norm_bound(0, [n, n], delta=delta)
    fails = [binom.cdf(np.ceil(n * (0.5 - t)) - 1, n, 0.5) for t in (radius, 0.8 * radius)]
    assert fails[0] <= delta < fails[1]
