"""The twins of the boosting loops give what the loops give, bit by bit."""

import numpy as np
import pytest

from confusion.boosting import (
    growth,
    growth_twins,
    rounds,
    rounds_twins,
)
from confusion.boosting.cost_tree import PresortedFeatures
from confusion.boosting.splits import LEAF, TOLERANCE, Split
from tests.twins import as_written, assert_twins

#: (examples, classes, features): few and many classes, one feature, one example
SIZES = [(60, 3, 4), (270, 2, 1), (270, 9, 3), (300, 5, 4), (2, 2, 1), (1, 3, 2)]
NOTHING = Split(np.inf, -1.0, LEAF, 0.0)


def features(rng, m, d):
    """Narrow and wide features, with ties, one of them constant."""
    X = rng.normal(size=(m, d))
    X[:, ::2] = np.round(X[:, ::2])
    if d > 2:
        X[:, 2] = 1.0
    if d > 3:
        X[:, 3] = np.round(X[:, 3] * 1000)  # wide, where m is large, and tied
    return PresortedFeatures(X)


def problem(seed, m, K, d):
    """Rows of costs as boosting makes them, labels of which the last class has none, features."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, max(1, K - 1), m)
    scores = np.round(rng.normal(size=(m, K)), rng.integers(0, 3))
    weights = rng.random(m)
    weights[rng.random(m) < 0.2] = 0.0  # nothing at stake
    weights[0] = 1.0
    E = rounds.empty_rows(m, K)
    as_written(rounds.cost_rows)(E, scores, y, weights)
    return rng, E, scores, y, weights, features(rng, m, d)


each_size = pytest.mark.parametrize("size", SIZES)


@pytest.mark.slow
@each_size
@pytest.mark.parametrize("seed", range(3))
def test_growth(size, seed):
    m, K, d = size
    rng, E, scores, y, weights, made = problem(seed, m, K, d)
    arrays, order = made.arrays, made.order
    ids = rng.permutation(m)[: rng.integers(0, m + 1)].astype(order.dtype)
    for some in (order[0], ids, ids[:0]):
        assert_twins(growth.sum_rows, growth_twins.sum_rows, E, some)
        if arrays.codes.shape[1]:  # else it is not called
            assert_twins(growth.fill, growth_twins.fill, rng.random((len(arrays.values), E.shape[1])), E, arrays, some)
    total = as_written(growth.sum_rows)(E, order[0])
    sums = np.zeros((len(arrays.values), E.shape[1]))
    as_written(growth.fill)(sums, E, arrays, order[0])
    split = best = NOTHING
    for slack in (0.0, 1e-12, 0.3):  # a large slack, so that the spread decides
        best = NOTHING
        for f in range(d):
            j = arrays.place[f]
            if j >= 0:
                a, b = arrays.offsets[j : j + 2]
                arguments = f, sums[a:b], arrays.values[a:b], total, slack, best
                best = assert_twins(growth.scan_narrow, growth_twins.scan_narrow, *arguments)
            else:
                arguments = f, arrays.columns[~j], E, order[~j + 1], total, slack, best
                best = assert_twins(growth.scan_wide, growth_twins.scan_wide, *arguments)
                few = order[~j + 1][rng.random(m) < 0.1]
                assert_twins(growth.scan_wide, growth_twins.scan_wide, *arguments[:3], few, *arguments[4:])
            split = best if best.feature != LEAF else Split(0.0, 0.0, f, float(np.median(arrays.values)))
            goes_left = np.zeros(m, dtype=bool)
            assert_twins(growth.mark_left, growth_twins.mark_left, goes_left, arrays, ids, split)
            as_written(growth.mark_left)(goes_left, arrays, order[0], split)
            sides = np.full(E.shape[1], 7.0), np.full(E.shape[1], 7.0)
            arguments = *sides, E, arrays, order[0], split, goes_left, sums
            assert_twins(growth.side_sums, growth_twins.side_sums, *arguments)
            start, end = sorted(rng.integers(0, m + 1, 2))
            spare = np.zeros(m, dtype=order.dtype)
            assert_twins(growth.partition, growth_twins.partition, order, start, end, goes_left, spare)
            answer = np.full(m, 9)
            assert_twins(growth.answer_alike, growth_twins.answer_alike, answer, ids, 2)
            assert_twins(growth.answer_by_side, growth_twins.answer_by_side, answer, ids, goes_left, 1, 2)
    assert m < 60 or split.feature != LEAF


def test_the_weights_of_a_side_may_be_zero():
    """A threshold beside which nothing is at stake; equal values of opposite zeros; a sum that begins with -0.0."""
    E = np.array([[-1.0, 1.0, 1.0], [-0.0, 0.0, 0.0], [1.0, -1.0, 1.0], [0.0, -0.0, 0.0]])
    made = PresortedFeatures([[0.0], [-0.0], [1.0], [2.0]])
    total = as_written(growth.sum_rows)(E, made.order[0])
    arguments = 0, np.array([0.0, -0.0, 1.0, 2.0]), E, made.order[0], total, 0.0, NOTHING
    assert assert_twins(growth.scan_wide, growth_twins.scan_wide, *arguments).feature == 0
    for ids in ([1], [1, 3], [3]):
        assert_twins(growth.sum_rows, growth_twins.sum_rows, E, np.array(ids, dtype=np.int32))
    assert_twins(growth.fill, growth_twins.fill, np.ones((3, 3)), E, made.arrays, made.order[0])


def both_scans(rows, total, slack, best, values=None):
    """What the two scans find on the same sums, one example a value: the same."""
    rows, values = np.array(rows), np.arange(len(rows), dtype=float) if values is None else np.array(values)
    ids = np.arange(len(rows), dtype=np.int32)
    narrow = assert_twins(growth.scan_narrow, growth_twins.scan_narrow, 1, rows, values, total, slack, best)
    wide = assert_twins(growth.scan_wide, growth_twins.scan_wide, 1, values, rows, ids, total, slack, best)
    assert narrow == wide
    return wide


def test_a_wide_feature_that_is_constant_in_a_node():
    E = np.array([[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [0.0, 0.0, 0.0]])
    for ids in ([0, 1], [0], [2], [1, 2], []):
        arguments = 0, np.array([3.0, 3.0, 5.0]), E, np.array(ids, dtype=np.int32), E.sum(axis=0), 1e-12, NOTHING
        assert assert_twins(growth.scan_wide, growth_twins.scan_wide, *arguments) == NOTHING


def test_a_side_whose_weight_is_lost_in_the_sum():
    rows = np.array([[-1.0, 1.0, 1.0], [1e-20, -1e-20, 1e-20]])
    assert both_scans(rows, rows.sum(axis=0), 0.0, NOTHING).spread == 2.0
    assert both_scans(rows, rows[0] - [0.0, 0.0, 1e-10], 0.0, NOTHING).spread == 2.0  # below zero by its rounding


def test_an_example_counts_by_its_weight_and_not_by_its_costs():
    rows = [[0.0, -1.0, 1.0, 1.0], [-1.0, 0.0, 1.0, 1.0], [1.0, 0.0, -1.0, 1.0], [0.0, 1.0, -1.0, 1.0], [0.0] * 4]
    assert both_scans(rows, np.sum(rows, axis=0), 0.0, NOTHING).threshold == 1.5


def test_splits_that_are_as_good_but_for_the_slack():
    """The first is the cheapest; the loop may go up by the slack at each, if the spread rises, and no further."""
    steps = np.array([-0.5, 0.125, 0.125, 0.125, 0.125])  # costs -1, -0.75, -0.5, -0.25 of the four thresholds
    rising = np.column_stack([steps, -steps, [100.0, 1.0, 1e-2, 1e-4, 1e-6]])
    total = rising.sum(axis=0)
    assert both_scans(rising, total, 0.3, NOTHING).threshold == 3.5
    assert both_scans(rising, total, 0.2, NOTHING).threshold == 0.5
    one = rising[3:]  # of cost -0.5 beside that total
    for cost, feature in ((-0.75, 1), (-0.85, 7)):
        best = NOTHING._replace(cost=cost, feature=7)
        assert both_scans(one, [0.5, -0.5, 1.0], 0.3, best).feature == feature
    # A jump of more than the slack is refused, however large the spread.
    jump = np.column_stack([[-0.5, 0.25, 0.25], [0.5, -0.25, -0.25], [10.0, 10.0, 1e-3]])
    assert both_scans(jump, jump.sum(axis=0), 0.3, NOTHING).threshold == 0.5


def test_a_spread_that_is_larger_by_the_tolerance_is_equal():
    rows = np.array([[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0]])
    worth = 4.0
    known = next(s for s in worth / (1 + TOLERANCE) + np.arange(-3, 4) * 2.0**-51 if s * (1 + TOLERANCE) == worth)
    for spread, feature in ((known, 7), (np.nextafter(known, 0.0), 1)):
        best = NOTHING._replace(cost=-2.0, spread=spread, feature=7)
        assert both_scans(rows, rows.sum(axis=0), 0.0, best).feature == feature


def test_an_example_at_the_threshold_goes_left():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=300), rng.permutation(300), rng.integers(0, 9, 300)]).astype(float)
    made, ids = PresortedFeatures(X), np.arange(300, dtype=np.int32)
    assert made.arrays.place.tolist() == [-1, -2, 0]
    for f in range(3):
        split = NOTHING._replace(feature=f, threshold=float(X[7, f]))
        goes_left = np.zeros(300, dtype=bool)
        assert_twins(growth.mark_left, growth_twins.mark_left, goes_left, made.arrays, ids, split)
        as_written(growth.mark_left)(goes_left, made.arrays, ids, split)
        assert goes_left[7] and not goes_left.all()


def test_thresholds_between_values_that_floats_cannot_halve():
    values = np.array([1.0, 1 + 2.0**-52, 1 + 2.0**-51, 1e308, 1.7e308])  # half way, rounded, is the one or the other
    E = np.array([[-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]])
    total, ids = E.sum(axis=0), np.arange(5, dtype=np.int32)
    for cut in range(1, 5):
        arguments = 0, values[cut - 1 : cut + 1], total, 0.0, NOTHING
        assert_twins(growth.scan_narrow, growth_twins.scan_narrow, 0, E[cut - 1 : cut + 1], *arguments[1:])
        wide = 0, values, E, ids[cut - 1 : cut + 1], E[cut - 1 : cut + 1].sum(axis=0), 0.0, NOTHING
        assert_twins(growth.scan_wide, growth_twins.scan_wide, *wide)


def test_leaves():
    feature, threshold = np.array([0, LEAF, 1, LEAF, LEAF]), np.array([0.5, 0, 0.0, 0, 0])
    child = np.array([1, 0, 3, 0, 0])
    X = np.array([[0.5, 9.0], [0.6, 0.0], [np.inf, np.inf], [-np.inf, 1.0], [0.7, -np.inf]])
    found = assert_twins(growth.leaves, growth_twins.leaves, X, feature, threshold, child)
    assert found.tolist() == [1, 3, 4, 1, 3]
    assert_twins(growth.leaves, growth_twins.leaves, X, feature[1:2], threshold[:1], child[:1])
    assert_twins(growth.leaves, growth_twins.leaves, X[:0], feature, threshold, child)


@each_size
@pytest.mark.parametrize("seed", range(3))
def test_rounds(size, seed):
    m, K, d = size
    rng, E, scores, y, weights, _ = problem(seed, m, K, d)
    for spread in (1.0, 300.0):  # costs that fall below the smallest float
        assert_twins(rounds.cost_rows, rounds_twins.cost_rows, np.zeros_like(E), spread * scores, y, weights)
    for answer in (y, rng.integers(0, K, m), (y + 1) % K):  # all right, some, none
        assert_twins(rounds.edge_sums, rounds_twins.edge_sums, E, y, answer)
        for alpha in (0.3, rounds.ALPHA_MAX):
            assert_twins(rounds.reweight, rounds_twins.reweight, E, scores, y, answer, alpha)


def test_spreads_that_differ_by_rounding_are_equal():
    _, E, _, _, _, made = problem(0, 400, 3, 2)
    arrays, order, total = made.arrays, made.order, as_written(growth.sum_rows)(E, made.order[0])
    sums = np.zeros((len(arrays.values), E.shape[1]))
    as_written(growth.fill)(sums, E, arrays, order[0])
    narrow = growth.scan_narrow, growth_twins.scan_narrow, (0, sums, arrays.values, total, 1e-12)
    wide = growth.scan_wide, growth_twins.scan_wide, (1, arrays.columns[0], E, order[1], total, 1e-12)
    for loop, twin, arguments in (narrow, wide):
        best = assert_twins(loop, twin, *arguments, NOTHING)
        for factor, feature in ((1 - 1e-13, 7), (1 - 1e-11, best.feature)):
            other = best._replace(spread=best.spread * factor, feature=7)
            assert assert_twins(loop, twin, *arguments, other).feature == feature


def test_no_threshold_parts_equal_values():
    rng, E, _, _, _, _ = problem(1, 60, 3, 1)
    column = np.round(rng.normal(size=60))
    order, total = np.argsort(column, kind="stable").astype(np.int32), as_written(growth.sum_rows)(E, np.arange(60))
    assert_twins(growth.scan_wide, growth_twins.scan_wide, 0, column, E, order, total, 0.0, NOTHING)
