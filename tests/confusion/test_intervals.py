"""Intervals of the measures of a matrix, two classifiers compared, and the bound on the norm from examples held out."""

from itertools import combinations, product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import binom, chi2, multinomial
from scipy.stats import norm as normal

from confusion._core import sampling
from confusion.limits import held_out_norm_bound
from confusion.metrics import measure_interval, operator_norm, paired_comparison

TEXT = ["ant", "bee", "cow"]
COUNTS = [[160, 25, 15], [9, 30, 1], [6, 6, 28]]
KAPPAS = ("kappa", "quadratic_kappa", "mcc")
SMOOTH = ("error", "balanced_error", "specificity", "macro_f1", "weighted_f1", "g_mean", *KAPPAS)


def answers_of(counts):
    """Labels and answers with these counts."""
    Q = len(counts)
    return np.repeat(np.arange(Q), np.sum(counts, axis=1)), np.repeat(np.tile(np.arange(Q), Q), np.ravel(counts))


def interval_of(counts, measure="operator_norm", **options):
    return measure_interval(*answers_of(counts), measure, **options)


# What the intervals rest on; how often they hold the truth is a study, see tests/confusion_studies/test_coverage.py ---


@pytest.mark.evaluates("eq-corrected-gram", "thm-norm-sides")
def test_over_all_samples_the_corrected_gram_matrix_is_unbiased_its_eigenvalue_too_large_and_f1_nearly_right():
    C, sizes = np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.4, 0.0, 0.6]]), (3, 2, 4)
    found = [[c for c in product(range(n + 1), repeat=3) if sum(c) == n] for n in sizes]
    chances = [prod(each) for each in product(*([multinomial.pmf(c, n, row) for c in some]
                                                for some, n, row in zip(found, sizes, C)))]  # fmt: skip
    samples = np.array(list(product(*found)))
    sample = sampling.sample_of(samples)
    grams = sampling.corrected_gram(sample.E, sample.n, 1.0)
    wrong = C * (1 - np.eye(3))
    np.testing.assert_allclose(np.tensordot(chances, grams, 1), wrong @ wrong.T, atol=1e-12)
    assert np.dot(chances, sampling.top(grams)[0]) > np.linalg.norm(wrong, 2) ** 2
    truth = sampling.measures(C * np.array(sizes)[:, None])["weighted_f1"]
    plain, corrected = sampling.measures(samples)["weighted_f1"], 1 - sampling.losses(samples)["weighted_f1"][0]
    assert abs(chances @ corrected - truth) < abs(chances @ plain - truth) / 5


@pytest.mark.parametrize(
    ("G", "vector"),
    [(np.eye(2), [1, 1]), (np.diag([1, 1 - 1e-6]), [1, 0]), (np.array([[1, -1, 0], [-1, 1, 0], [0, 0, 0]]), [1, 1, 0])],
)
def test_of_vectors_that_tie_that_of_ones_is_taken_and_all_without_signs(G, vector):
    np.testing.assert_allclose(sampling.top(G)[1], vector / np.linalg.norm(vector), atol=1e-9)


def test_every_example_is_in_one_fold_and_the_folds_are_alike():
    sample = sampling.sample_of(np.multiply(COUNTS, 1000))
    E, n = sampling.folds(sample, np.random.RandomState(0))
    np.testing.assert_array_equal(E.sum(axis=0), sample.E)
    np.testing.assert_array_equal(n.sum(axis=0), sample.n)
    np.testing.assert_allclose(n, np.tile(sample.n / 3, (3, 1)), rtol=0.02)
    one_each = sampling.sample_of([[0, 1], [1, 0]])  # which tells nothing of a square
    assert sampling.operator_parts(one_each, np.eye(2), np.random.RandomState(0))[0] == 0


def test_variances_of_means_and_of_the_trace():
    """That of U-statistics, by the pairs and triples of a class with one and the same wrong answer."""
    assert sampling.of_means(0, 9, 3) == 3 and sampling.of_means(1, 1, 5) == pytest.approx(4 / 45)
    N, expected = np.array([[5, 7, 2], [0, 8, 1], [1, 3, 2]]), 0
    for p, counts in enumerate(N):
        answers, n = np.repeat(range(3), counts), counts.sum()
        two, three = (np.mean([len({*some}) == 1 and p not in some for some in combinations(answers, k)])
                      for k in (2, 3))  # fmt: skip
        shrunk, three = n / (n + 4) * two**2, max(three, two**2 / np.mean(answers != p))
        expected += (4 * (n - 2) * max(three - shrunk, 0) + 2 * max(two - shrunk, 0)) / (n * (n - 1))
    assert sampling.frobenius_variance(*sampling.sample_of(N)[::2]) == pytest.approx(expected)


def test_ends_of_norms_by_their_equations():
    """Above, the deviation is that at the end, a root times larger; below, the square has it, to second order."""
    N, z = 50 * np.array(COUNTS), normal.isf(0.025)
    sample, found = sampling.sample_of(N), sampling.intervals(N, 0.95, np.random.RandomState(0))
    G = sampling.corrected_gram(sample.E, sample.n, 1.0)
    low, high, low_parts, high_parts = sampling.operator_parts(sample, G, np.random.RandomState(0))
    size = np.sqrt(np.trace(G))
    deviation = np.sqrt(sampling.frobenius_variance(sample.E, sample.n)) / (2 * size)
    assert found["frobenius_norm"][0] == pytest.approx(size - z * deviation)
    above = np.sqrt(sampling.variance(sample.E, sample.n, high_parts))
    for name, value, spread in (("frobenius_norm", size, deviation), ("operator_norm", high, above)):
        end = found[name][1]
        assert (end - value) ** 2 == pytest.approx(z**2 * spread**2 * end / value)
    taken = z * np.sqrt(sampling.variance(sample.E, sample.n, low_parts)).mean()
    assert found["operator_norm"][0] == pytest.approx(np.sqrt(low**2 - 2 * low * taken), rel=3e-4)
    assert taken > 0.04 * low  # so that the second order shows


@pytest.mark.parametrize("name", [*SMOOTH, "operator_norm", "frobenius_norm", "confusion_rate"])
def test_the_parts_of_an_answer_are_derivatives(name):
    """Large samples, in which corrections of few examples vanish; a millionth of a class moves to another answer, and
    a class becomes larger by a millionth, which matters to what depends on the shares of the classes alone."""
    N = 1e9 * np.array([[16.0, 3, 1, 0.5], [0.9, 3, 0.1, 0.3], [0.6, 0.6, 2.8, 0.1], [2, 0.2, 0.1, 7]])
    parts, by_share = sampling.linearised(N, name, np.random.RandomState(0))[2:4]
    sizes, grown = N.sum(axis=1), []
    for p, q in product(range(4), repeat=2):
        moved = N.copy()
        moved[p, [p, q]] += np.array([-1, 1]) * (1e-6 * N[p].sum() if p != q else 0)
        slope = (sampling.measures(moved)[name] - sampling.measures(N)[name]) / 1e-6
        assert parts[p, q] == pytest.approx(slope, rel=1e-3, abs=1e-6), (p, q)
    for one in np.eye(4):
        slope = (sampling.measures(N * (1 + 1e-6 * one)[:, None])[name] - sampling.measures(N)[name]) / 1e-6
        grown.append(slope * sizes.sum() / (sizes @ one))
    # Only their differences count: that of the shares is zero in sum.
    np.testing.assert_allclose(by_share - np.average(by_share * np.ones(4), weights=sizes), grown, rtol=1e-3, atol=1e-6)


def test_ends_of_rare_events_are_those_of_poisson_where_all_weigh_the_same():
    k, weight = np.arange(6), 0.02
    low, high = sampling.rare_ends(k * weight, k * weight**2, weight, 0.025)
    np.testing.assert_allclose(high, weight * chi2.isf(0.025, 2 * k + 2) / 2)
    np.testing.assert_allclose(low[1:], weight * chi2.ppf(0.025, 2 * k[1:]) / 2)
    assert low[0] == 0


def test_the_ends_of_shares_are_exact():
    low, high = sampling.exact_ends(np.array([0, 1, 5]), 5, 0.025)
    assert low == pytest.approx([0, 1 - 0.975 ** (1 / 5), 0.025 ** (1 / 5)]) and high[[0, 2]] == pytest.approx(
        [1 - low[2], 1]
    )
    low, high = interval_of(COUNTS, "error")
    assert binom.sf(61, 280, low) == pytest.approx(0.025) == pytest.approx(binom.cdf(62, 280, high))
    assert interval_of(COUNTS, "accuracy") == pytest.approx((1 - high, 1 - low))
    high = interval_of(COUNTS, "largest_class_error")[1]  # three at once: the upper end of 12 in 40
    assert binom.cdf(12, 40, high) == pytest.approx(0.025 / 3)


@pytest.mark.parametrize("measure", ["operator_norm", "frobenius_norm"])
def test_without_an_error_the_norm_may_be_as_large_as_an_error_that_would_not_show(measure):
    low, high = interval_of([[40, 0, 0], [0, 7, 0], [0, 0, 90]], measure)
    assert low == 0 and high == pytest.approx(1 - 0.025 ** (1 / 7))
    low, high = interval_of([[1, 1, 0], [0, 7, 0], [0, 0, 90]], measure)  # nor would a second one
    assert low == 0 and binom.cdf(1, 2, high) == pytest.approx(0.025)


def test_levels_are_nested_and_names_do_not_matter():
    y_true, y_pred = answers_of(COUNTS)
    for measure in sampling.MEASURES:
        (a, b), (c, d) = (measure_interval(y_true, y_pred, measure, level=level) for level in (0.95, 0.5))
        value = float(sampling.measures(COUNTS)[measure])
        assert a < c < d < b and a < value < b
    words = np.array(TEXT)
    assert measure_interval(words[y_true], words[y_pred], measure) == (a, b)
    # A class without an example is in the root of Q alone.
    more = measure_interval(words[y_true], words[y_pred], "frobenius_norm", labels=[*TEXT, "dog"])
    assert more == pytest.approx(np.multiply((a, b), np.sqrt(3)))


@settings(deadline=None)
@given(arrays(int, (4, 4), elements=st.integers(0, 3)).filter(lambda N: N.any(axis=1).sum() > 1))
def test_few_examples_or_none_give_ends_in_order_and_in_range(N):
    for name, (low, high) in sampling.intervals(N, 0.95, np.random.RandomState(0)).items():
        least, most = (-1 if name in KAPPAS else 0), (2 if name in ("operator_norm", "frobenius_norm") else 1)
        assert least <= low <= high <= most + 1e-12, name
        if name in ("accuracy", "error", "balanced_error", "kappa"):
            assert low - 1e-12 <= sampling.measures(N)[name] <= high + 1e-12, name


def test_an_estimate_that_rounding_left_is_no_number_to_divide_by():
    """Of 26 classes of five examples; with these thirds the norm's lower estimate is zero but for the last bits."""
    errors = (
        "0-3 0-14 1-10 1-25 2-23 2-25 3-25 4-0 6-13 11-0 12-14 13-24 13-25 14-7 15-13 16-9 16-13 17-9 17-12 17-18 18-0 "
        "22-6 24-25 25-5 25-6 25-12"
    )
    N = np.zeros((26, 26), dtype=int)
    for error in errors.split():
        N[tuple(map(int, error.split("-")))] = 1
    N += np.diag(5 - N.sum(axis=1))
    low, high = sampling.intervals(N, 0.95, np.random.RandomState(1242))["operator_norm"]
    assert 0 <= low < 0.2 < high < np.inf


# Two classifiers --------------------------------------------------------------------------------------------------


def test_the_difference_is_taken_example_by_example():
    """Two classifiers that err together differ by little, and two that err apart by more, with the same matrices."""
    y_true, y_first = answers_of(COUNTS)
    rng = np.random.default_rng(0)
    shuffled = y_first.copy()
    for p in range(3):
        shuffled[y_true == p] = rng.permutation(y_first[y_true == p])
    for measure in sampling.MEASURES:
        same, apart = (paired_comparison(y_true, y_first, other, measure) for other in (y_first, shuffled))
        assert same[0] == same[3] == same[4] == 0 and same.mcnemar_p_value == 1
        assert apart.difference == pytest.approx(0, abs=1e-12)
        assert same.low < 0 < same.high and apart.high - apart.low > 1.15 * (same.high - same.low), measure
    assert apart.only_first == apart.only_second > 0 and apart.mcnemar_p_value == pytest.approx(1)


def test_the_classes_are_drawn_with_the_examples():
    """Always right beside always the first class: they differ on the second class, and its size is binomial."""
    y_true, z = np.repeat([0, 1], [900, 100]), normal.isf(0.025)
    found = paired_comparison(y_true, y_true, 0 * y_true, "accuracy")
    assert found.difference == pytest.approx(0.1) and found.high - 0.1 == pytest.approx(0.1 - found.low)
    assert found.high - 0.1 == pytest.approx(z * np.sqrt((0.1 * 0.9 + 2 / 1000) / 1000), rel=0.03)


@pytest.mark.parametrize("measure", sampling.MEASURES)
def test_a_difference_has_ends_that_are_possible(measure):
    y_true, far = np.repeat([0, 1, 2], 2), 2 if measure in KAPPAS else 1
    far = np.sqrt(3) if measure in ("operator_norm", "frobenius_norm") else far
    found = paired_comparison(y_true, y_true, (y_true + 1) % 3, measure)
    assert -far <= found.low < found.high <= far


def test_mcnemar_by_hand_and_the_sign_of_the_difference():
    y_true = [0] * 8 + [1] * 4
    first, second = [0] * 8 + [0, 1, 1, 1], [0] * 3 + [1] * 5 + [1, 1, 1, 1]
    found = paired_comparison(y_true, first, second, "balanced_error")
    assert found.difference == pytest.approx(1 / 8 - 5 / 16)
    assert (found.only_first, found.only_second) == (5, 1)
    assert found.mcnemar_p_value == pytest.approx(2 * (1 + 6) / 2**6)
    back = paired_comparison(y_true, second, first, "balanced_error")
    assert back.difference == -found.difference and (back.only_first, back.only_second) == (1, 5)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))


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


@pytest.mark.evaluates("thm-norm-test-bound")
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


@pytest.mark.evaluates("thm-norm-test-bound")
def test_no_smaller_constant_would_do():
    """One class, whose errors are coins: the rate of Hoeffding's inequality is reached."""
    n, delta = 100, 1e-6
    radius = held_out_norm_bound(0, [n, n], delta=delta)
    fails = [binom.cdf(np.ceil(n * (0.5 - t)) - 1, n, 0.5) for t in (radius, 0.8 * radius)]
    assert fails[0] <= delta < fails[1]
