"""The twins of the loops of the multi-class SVM give what the loops give, bit by bit."""

import numpy as np
import pytest
from scipy import sparse

from confusion.margins import svm_linear, svm_loops, svm_pairs, svm_twins
from tests.twins import as_written, assert_twins

#: (examples, classes, features): two classes and many, one feature
SIZES = [(60, 3, 2), (30, 2, 1), (60, 12, 6)]
each_size = pytest.mark.parametrize("size", SIZES)


def problem(seed, m, k, d):
    """Sparse features with ties and an empty row, prices, and multipliers that are allowed, many at a bound."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((m, d)) < 0.7, np.round(rng.normal(size=(m, d)), 1), 0.0)
    X[3] = 0.0
    y = rng.integers(0, max(2, k - 1), m)  # the last of many classes has no example
    prices = rng.choice([0.5, 1.0, 300.0], m)
    alpha = -rng.random((m, k)) * (rng.random((m, k)) < 0.4)
    alpha[np.arange(m), y] = 0.0
    alpha[rng.random(m) < 0.3] = 0.0
    alpha *= prices[:, None] / np.maximum(1.0, -alpha.sum(axis=1))[:, None] * rng.choice([0.5, 1.0], (m, 1))
    alpha += 0.0
    alpha[np.arange(m), y] = np.minimum(prices, -alpha.sum(axis=1))
    return rng, X, y, prices, alpha


@pytest.mark.slow
@each_size
@pytest.mark.parametrize("seed", range(3))
def test_steps(size, seed):
    rng, X, y, prices, alpha = problem(seed, *size)
    m, k, _ = size
    G = np.round(rng.normal(size=(k, m)), seed)
    assert_twins(svm_pairs.add_line, svm_twins.add_line, G, k - 1, np.float64(0.3), rng.normal(size=m))
    assert_twins(svm_pairs.kernel_gaps, svm_twins.kernel_gaps, G, y, prices, alpha, np.empty(m))
    assert_twins(svm_pairs.kernel_gaps, svm_twins.kernel_gaps, G, y, prices, 0 * alpha, np.empty(m))
    moves = 0
    for i in range(m):
        for norm, stretch in ((1e-3, 1.0), (2.0, 1.3), (50.0, 1.9)):
            arguments = G, i, y[i], norm, prices[i], alpha, 0.0, stretch
            moves += assert_twins(svm_pairs.pair_step, svm_twins.pair_step, *arguments)[2] != 0.0
            assert_twins(svm_pairs.pair_step, svm_twins.pair_step, *arguments[:6], np.inf, stretch)
        for norm in (0.0, 1e-3, 2.0):
            own, listed = np.ascontiguousarray(G[:, i]), rng.permutation(k)
            listed = np.append(listed[listed == y[i]], listed[listed != y[i]])
            carried = [z for z in listed if alpha[i, z] != 0.0 or z == y[i]]
            short = np.array(carried + [z for z in listed if z not in carried])
            for listing, count in ((listed, k), (short, len(carried))):
                scratch = np.zeros(k, dtype=np.int64), np.zeros(k)
                arguments = own, y[i], norm, prices[i], alpha, i, listing, count, *scratch, 1.3
                moves += assert_twins(svm_loops.project_row, svm_twins.project_row, *arguments)[1] > 1
    assert moves > m


@pytest.mark.slow
@each_size
@pytest.mark.parametrize("seed", range(3))
def test_linear_sweeps(size, seed):
    rng, X, y, prices, alpha = problem(seed, *size)
    m, k, d = size
    width, rows = -(-k // 8) * 8, sparse.csr_array(X)
    W = np.zeros((d, width))
    W[:, :k] = X.T @ alpha
    places = rows.indices.astype(np.uint64) * np.uint64(width)
    state = W.reshape(-1), width, alpha, svm_linear.class_lists(y, k), np.full(m, k), np.zeros(m)
    data, norms, order = (rows.data, places, rows.indptr), (X * X).sum(axis=1), rng.permutation(m)
    for count in (m, m, m - 5, m - 5, m // 2):
        arguments = *data, y, norms, prices, order[:count].copy(), rng.random(count), 1.3, *state
        found = assert_twins(svm_linear.linear_sweep, svm_twins.linear_sweep, *arguments)
        as_written(svm_linear.linear_sweep)(*arguments)
        assert_twins(svm_linear.linear_gaps, svm_twins.linear_gaps, *data, y, prices, *state)
        as_written(svm_linear.linear_gaps)(*data, y, prices, *state)
    assert found[1] >= 0.0 and (state[4] < k).any()  # lists became shorter


def test_a_violation_is_that_of_classes_that_carry_price():
    """Of three examples one has given all its price away, and two classes lead by 5; where all have, there is none."""
    G, y, prices = np.array([[0.0, 0.0, 0.5], [5.0, 0.25, 0.0]]), np.array([0, 0, 1]), np.array([2.0, 1.0, 1.0])
    alpha = np.array([[2.0, -2.0], [0.5, -0.5], [-0.5, 0.5]])
    assert assert_twins(svm_pairs.kernel_gaps, svm_twins.kernel_gaps, G, y, prices, alpha, np.empty(3)) == 0.5
    G[:], alpha[1:] = [[0.0] * 3, [5.0, 1.0, 0.0]], [[1.0, -1.0], [0.0, 0.0]]
    prices[2] = 0.0
    assert assert_twins(svm_pairs.kernel_gaps, svm_twins.kernel_gaps, G, y, prices, alpha, np.empty(3)) == 0.0


@pytest.mark.parametrize("y", [0, 1])
def test_a_pair_step_that_gains_nothing_moves_nothing(y):
    """A gain below the smallest float; a part in the gap that is at the limit or just above it."""
    alpha, G = np.zeros((1, 3)), np.zeros((3, 1))
    G[1 - y] = 1e-200
    arguments = G, 0, y, 1.0, 1.0, alpha, 0.0, 1.3
    assert assert_twins(svm_pairs.pair_step, svm_twins.pair_step, *arguments) == (1 - y, 1 - y, 0.0, 0.0)
    G[1 - y] = 0.5
    for least, far in ((0.5, 0.0), (0.499, 0.325)):
        arguments = G, 0, y, 1.0, 1.0, alpha, least, 1.3
        assert assert_twins(svm_pairs.pair_step, svm_twins.pair_step, *arguments)[2] == far


def test_a_solved_problem_has_no_violation():
    rows, y, k = sparse.csr_array(np.array([[1.0, 0.0], [0.0, 2.0]])), np.array([0, 1]), 2
    W, state = np.zeros((2, 8)), (np.full(2, k), np.full(2, 9.0))
    W[0, :2], W[1, :2] = (1.0, -1.0), (-1.0, 1.0)
    data = rows.data, rows.indices.astype(np.uint64) * np.uint64(8), rows.indptr
    lists = svm_linear.class_lists(y, k)
    for alpha in (np.zeros((2, k)), np.eye(2)):
        arguments = *data, y, np.ones(2), W.reshape(-1), 8, alpha, lists, *state
        assert assert_twins(svm_linear.linear_gaps, svm_twins.linear_gaps, *arguments) == 0.0


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the loop
@pytest.mark.parametrize("score", [np.inf, -np.inf, np.nan, 1e308])
def test_scores_that_overflow_pass_through(score):
    for place in range(3):
        G, alpha = np.array([0.5, -1e308, 0.25]), np.array([[-0.5, 1.0, -0.5]])
        G[place] = score
        for norm in (0.0, 1.0, 1e308):
            scratch = np.zeros(3, dtype=np.int64), np.zeros(3)
            arguments = G, 1, norm, 1.0, alpha, 0, np.array([1, 0, 2]), 3, *scratch, 1.3
            assert_twins(svm_loops.project_row, svm_twins.project_row, *arguments)
