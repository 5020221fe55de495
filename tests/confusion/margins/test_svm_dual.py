"""The block step against projection, solver and the passive-aggressive step; the sweeps against the block step."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from confusion.margins import block_step, project_simplex
from confusion.margins.svm_dual import Progress, best_row, kernel_sweep, linear_sweep


def random_block(rng, k=None):
    """(scores, y, norm, price, alpha) with an alpha that is allowed, often at a bound."""
    k = k or int(rng.integers(2, 7))
    y, norm, price = int(rng.integers(k)), 10 ** rng.uniform(-2, 2), 10 ** rng.uniform(-2, 2)
    alpha = -rng.dirichlet(np.ones(k)) * price * rng.choice([0.0, rng.uniform(), 1.0])
    alpha[rng.random(k) < 0.4] = 0.0
    alpha[y] = 0.0
    alpha[y] = -alpha.sum()
    return rng.normal(size=k) * 2, y, norm, price, alpha


def wrong(k, y):
    return 1.0 - np.eye(k)[y]


def rise(new, scores, y, norm, alpha):
    """By how much the dual objective rises from alpha to new."""
    move = new - alpha
    return -(wrong(len(scores), y) + scores) @ move - 0.5 * norm * move @ move


def test_the_projection_is_the_nearest_point_of_the_simplex():
    rng = np.random.default_rng(0)
    for _ in range(300):
        k, total = int(rng.integers(1, 7)), 10 ** rng.uniform(-3, 3)
        point = rng.normal(size=k) * 10 ** rng.uniform(-2, 2)
        near = project_simplex(point, total)
        assert (near >= 0).all() and np.isclose(near.sum(), total)
        corners = total * np.eye(k)  # (corner - near) makes no acute angle with (point - near)
        assert ((corners - near) @ (point - near) <= 1e-9 * (1 + total) * (total + np.abs(point).max())).all()


@pytest.mark.parametrize(
    ("point", "total", "near"),
    [([5.0], 2.0, [2.0]), ([1.0, 1.0, -9.0], 1.0, [0.5, 0.5, 0.0]), ([0.0, 1e300], 1.0, [0.0, 1.0])],
)
def test_projections_by_hand(point, total, near):
    assert project_simplex(point, total).tolist() == near


@pytest.mark.evaluates("eq-svm-step", "prop-simplex-step")
def test_the_step_is_a_projection_on_the_simplex():
    rng = np.random.default_rng(1)
    sizes = set()
    for _ in range(500):
        scores, y, norm, price, alpha = random_block(rng)
        top = price * np.eye(len(scores))[y]
        new = top - project_simplex(top - alpha + (wrong(len(scores), y) + scores) / norm, price)
        assert_allclose(block_step(scores, y, norm, price, alpha), new, atol=1e-10 * price, rtol=1e-8)
        sizes.add(int((new < 0).sum()))
    assert {0, 1, 2, 3} <= sizes


def test_an_example_of_norm_zero_pays_the_whole_price_to_the_classes_that_tie():
    assert block_step([0.0, 0.0, 0.0], 1, 0.0, 3.0, np.zeros(3)).tolist() == [-1.5, 3.0, -1.5]
    assert_allclose(block_step([0.0, 0.0, 0.0], 1, 0.0, 1e-300, np.zeros(3)), [-5e-301, 1e-300, -5e-301])
    for price in (1e150, 1e307):  # what is tiny beside its inverse is no float, and was a division by zero
        assert_allclose(block_step([0.0, 0.0, 0.0], 1, 0.0, price, np.zeros(3)), np.array([-0.5, 1, -0.5]) * price)
    assert block_step([0.5, 0.0, 0.0], 1, 0.0, 3.0, np.zeros(3)).tolist() == [-3.0, 3.0, 0.0]
    assert block_step([0.0, 2.0, 0.0], 1, 0.0, 3.0, [-1.0, 3.0, -2.0]).tolist() == [0.0, 0.0, 0.0]


def test_a_large_price_costs_no_digits_and_a_small_norm_no_sum():
    assert_allclose(block_step([0.3, 0.0], 0, 1.0, 1e15, np.zeros(2)), [0.35, -0.35], rtol=1e-14)
    for norm in (1e-300, 1e-320, 1e300):
        new = block_step([0.0, 0.0, 0.0], 0, norm, 1.0, np.zeros(3))
        assert abs(new.sum()) < 1e-15 and 0 <= new[0] <= 1 and np.isfinite(new).all()


def test_a_negative_norm_gives_the_whole_price_to_the_largest_and_the_dual_rises():
    """Where K(x, x) < 0, which a kernel that is not positive semidefinite may have."""
    rng = np.random.default_rng(4)
    for _ in range(100):
        scores, y, norm, price, alpha = random_block(rng, k=3)
        new, top = np.empty(3), (wrong(3, y) + scores).argmax()
        best_row(wrong(3, y) + scores, 3, y, -norm, price, alpha, new, np.empty(3))
        assert_allclose(new, price * (np.eye(3)[y] - np.eye(3)[top]), atol=1e-12 * price)
        assert rise(new, scores, y, -norm, alpha) >= -1e-12 * price


def small_problem(m=33, d=3, k=11):
    """Sparse features, some of them equal rows, and prices; eleven classes leave lists early."""
    rng = np.random.default_rng(6)
    X = np.round(rng.normal(size=(m, d)), 1)
    X[:3] = X[3]
    return sparse.csr_array(X), np.arange(m) % k, rng.uniform(0.5, 2, m), k


class Linear:
    """What a linear sweep reads and writes."""

    def __init__(self):
        self.X, self.y, self.prices, k = small_problem()
        m, rows = len(self.y), np.arange(len(self.y))
        self.data = self.X.data, self.X.indices.astype(np.uint64), self.X.indptr.astype(np.intp)
        self.norms, self.rounding = np.asarray(self.X.multiply(self.X).sum(axis=1)).ravel(), np.full(m, 1e-15)
        self.W, self.alpha = np.zeros((self.X.shape[1], k)), np.zeros((m, k))
        self.lists, self.sizes = np.tile(np.arange(k), (m, 1)), np.full(m, k)
        self.lists[rows, self.y], self.lists[:, 0] = 0, self.y

    def sweep(self, order, forget=False):
        if forget:
            self.sizes[:] = self.alpha.shape[1]
        order = np.array(order)
        found = linear_sweep(
            *self.data, self.norms, self.prices, self.rounding, order, self.W, self.alpha, self.lists, self.sizes
        )
        return *found, order

    def G(self):
        return self.X @ self.W + wrong(self.alpha.shape[1], self.y)


def gaps(G, y, prices, alpha):
    """gap_i by its definition."""
    carried = prices[:, None] * np.eye(G.shape[1])[y] - alpha
    return np.sum(carried * (G.max(axis=1, keepdims=True) - G), axis=1)


def test_a_sweep_visits_by_the_step_and_keeps_its_vectors():
    """Each visit is `block_step` of 1 / 1.3 times the norm; what is told is the sum of the gaps met, and whose."""
    state = Linear()
    m, k = state.alpha.shape
    rng, met = np.random.default_rng(9), set()
    for _ in range(4):
        for i in rng.permutation(m):
            G, before = state.G(), state.alpha.copy()
            gap = gaps(G, state.y, state.prices, before)[i]
            left, kept, order = state.sweep([i], forget=True)
            assert_allclose(left, gap if kept else 0.0, atol=1e-12)
            assert kept == (gap > 1e-12) and order[0] == i
            met.add(kept)
            scores = G[i] - wrong(k, state.y[i])
            new = block_step(scores, state.y[i], state.norms[i] / 1.3, state.prices[i], before[i])
            assert_allclose(state.alpha[i], new if kept else before[i], atol=1e-12)
            assert_array_equal(np.delete(state.alpha, i, axis=0), np.delete(before, i, axis=0))
            assert_allclose(state.W, state.X.T @ state.alpha, atol=1e-12)
    assert met == {0, 1}


def test_a_class_that_leaves_its_list_gets_nothing_in_this_step_and_is_asked_again():
    state, left = Linear(), 0
    for _ in range(3):
        state.sweep(np.arange(len(state.y)), forget=True)
    for i in range(len(state.y)):
        state.sweep([i], forget=True)
        away = state.lists[i, state.sizes[i] :]
        assert (state.alpha[i, away] == 0.0).all() and state.lists[i, 0] == state.y[i]
        assert sorted(state.lists[i]) == list(range(11))
        left += len(away)
    assert left > 100
    i = int(np.flatnonzero(state.sizes < 8)[0])
    away = state.lists[i, state.sizes[i]]
    state.W[:, away] += 100 * state.X[[i]].toarray()[0]  # now the class of the largest score
    kept = state.alpha.copy(), state.W.copy()
    state.sweep([i])
    assert state.alpha[i, away] == 0.0  # nobody asked for it
    state.alpha[:], state.W[:] = kept
    state.sweep([i], forget=True)
    assert state.alpha[i, away] < 0.0


def test_gaps_that_may_be_rounding_are_left_alone():
    state = Linear()
    state.rounding[:] = 1.0  # at the start all depths are 1
    assert state.sweep(np.arange(33))[:2] == (0.0, 0) and not state.alpha.any()
    K, G = (state.X @ state.X.T).toarray(), np.ascontiguousarray(wrong(11, state.y).T)
    assert kernel_sweep(K, G, state.y, state.prices, state.rounding, state.alpha, np.arange(33)) == 0.0
    assert not state.alpha.any()
    state.rounding[:] = 1.0 - 1e-9
    left, kept, order = state.sweep([5])
    assert kept == 1 and left == pytest.approx(1e-9 * state.prices[5], rel=1e-6)


def test_sweeps_with_a_kernel_do_as_the_linear_ones():
    state, order = Linear(), np.random.default_rng(3).permutation(33)
    K, y = (state.X @ state.X.T).toarray(), state.y
    G, alpha = np.ascontiguousarray(wrong(11, y).T), np.zeros((33, 11))
    for _ in range(3):
        left = kernel_sweep(K, G, y, state.prices, state.rounding, alpha, order)
        assert_allclose(left, state.sweep(order, forget=True)[0], rtol=1e-9)
        assert_allclose(alpha, state.alpha, atol=1e-12)
        assert_allclose(G.T, state.G(), atol=1e-12)


def test_progress_says_why_a_fit_ends_and_keeps_the_lowest_objective():
    y, prices, rounding = np.array([0, 1]), np.ones(2), np.zeros(2)
    G, alpha = wrong(2, y), np.zeros((2, 2))  # objective 2, dual 0
    worse = np.array([[0.0, 9.0], [9.0, 0.0]])
    for most, patience, n_iter, why in (
        (3, 5, 3, "max_iter"),
        (None, 5, 6, "patience"),
        (9, 5, 8, ""),
        (None, 9, 8, ""),
    ):
        progress = Progress(y, prices, 1e-3, most, patience)
        assert not progress.ended(alpha, G, rounding)
        progress.n_iter = n_iter
        assert progress.ended(alpha + 0.5, worse, rounding) == bool(why) and progress.end == why
        assert progress.primal == 2.0 and progress.gap == 2.0 and not progress.alpha.any()
    progress = Progress(y, prices, 1e-3, None, 5)
    assert progress.ended(alpha, G, rounding + 1.0) and progress.end == "rounding"  # which is no convergence
    assert progress.ended(alpha, np.full((2, 2), np.nan), rounding) and progress.end == "overflow"
    progress = Progress(y, prices, 1.0, None, 5)
    assert progress.ended(alpha, G, rounding) and progress.end == "converged"
