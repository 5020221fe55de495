"""The block step against projection, solver and the passive-aggressive step; the compiled loops against plain ones."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.optimize import minimize

from confusion.linear import ultraconservative_step
from confusion.margins import block_step, project_simplex
from confusion.margins.svm_linear import class_lists, linear_gaps, linear_sweep, survey
from confusion.margins.svm_loops import step_row
from confusion.margins.svm_pairs import kernel_gaps, kernel_sweep, pair_step


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


# The projection --------------------------------------------------------------------------------------------------


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


# The step --------------------------------------------------------------------------------------------------------


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


def test_the_step_against_a_solver():
    rng = np.random.default_rng(2)
    for _ in range(25):
        scores, y, norm, price, alpha = random_block(rng, k=4)
        bounds = [(None, price) if z == y else (None, 0.0) for z in range(4)]
        best = minimize(
            lambda a, *block: -rise(a, *block),
            alpha,
            args=(scores, y, norm, alpha),
            jac=lambda a, scores, y, norm, alpha: wrong(4, y) + scores + norm * (a - alpha),
            bounds=bounds,
            constraints={"type": "eq", "fun": lambda a: a.sum(), "jac": np.ones_like},
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        new = block_step(scores, y, norm, price, alpha)
        assert abs(new.sum()) <= 1e-12 * price and new[y] <= price and (np.delete(new, y) <= 0).all()
        reached = rise(new, scores, y, norm, alpha)
        assert reached >= -best.fun - 1e-9 * (1 + abs(best.fun)) and reached <= -best.fun + 1e-5 * (1 + abs(best.fun))


def test_a_first_visit_is_the_max_hinge_passive_aggressive_step():
    """Hard margin: the rule of confusion.linear; slack at the price C: the same until the price is reached."""
    rng = np.random.default_rng(3)
    capped = 0
    for _ in range(300):
        k, d = int(rng.integers(2, 6)), int(rng.integers(1, 4))
        W, x, y = rng.normal(size=(k, d)), rng.normal(size=d), int(rng.integers(k))
        hard = ultraconservative_step(W, x, y, "max-hinge", np.inf)
        alpha = block_step(W @ x, y, x @ x, np.inf, np.zeros(k))
        assert_allclose(W + np.outer(alpha, x), hard, rtol=1e-9, atol=1e-9)
        price = 10 ** rng.uniform(-2, 2)
        soft = block_step(W @ x, y, x @ x, price, np.zeros(k))
        if alpha[y] <= price:
            assert_allclose(soft, alpha, rtol=1e-9, atol=1e-12)
        else:
            capped += 1
            assert soft[y] == price
    assert capped > 50


def test_an_example_of_norm_zero_pays_the_whole_price_to_the_classes_that_tie():
    assert block_step([0.0, 0.0, 0.0], 1, 0.0, 3.0, np.zeros(3)).tolist() == [-1.5, 3.0, -1.5]
    assert block_step([0.5, 0.0, 0.0], 1, 0.0, 3.0, np.zeros(3)).tolist() == [-3.0, 3.0, 0.0]
    assert block_step([0.0, 2.0, 0.0], 1, 0.0, 3.0, [-1.0, 3.0, -2.0]).tolist() == [0.0, 0.0, 0.0]


def test_a_large_price_costs_no_digits_and_a_small_norm_no_sum():
    assert_allclose(block_step([0.3, 0.0], 0, 1.0, 1e15, np.zeros(2)), [0.35, -0.35], rtol=1e-14)
    for norm in (1e-300, 1e-320, 1e300):
        new = block_step([0.0, 0.0, 0.0], 0, norm, 1.0, np.zeros(3))
        assert abs(new.sum()) < 1e-15 and 0 <= new[0] <= 1 and np.isfinite(new).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scores": [1.0, np.inf]}, "scores must be finite"),
        ({"scores": [1.0]}, "same shape"),
        ({"y": 2}, r"y must be a class number in 0\.\.1"),
        ({"y": "a"}, "y must be a class number"),
        *[({"alpha": alpha}, "alpha must sum to zero") for alpha in ([1.0, 0.0], [-1.0, 1.0], [2.0, -2.0])],
        ({"norm": 0.0, "price": np.inf}, "price must be finite where norm is 0"),
    ],
)
def test_steps_refused(change, words):
    given = {"scores": [0.0, 0.0], "y": 0, "norm": 1.0, "price": 1.0, "alpha": [0.0, 0.0]} | change
    with pytest.raises(ValueError, match=words):
        block_step(**given)


def test_a_negative_norm_goes_to_a_corner_or_stays():
    rng = np.random.default_rng(4)
    stays = 0
    for _ in range(200):
        scores, y, norm, price, alpha = random_block(rng, k=3)
        new, moved, move = alpha[None].copy(), np.empty(3, dtype=np.int64), np.empty(3)
        gained, count = step_row(wrong(3, y) + scores, y, -norm, price, new, 0, np.arange(3), 3, moved, move, 1.0)
        corners = price * (np.eye(3)[y] - np.eye(3))
        best = max(rise(corner, scores, y, -norm, alpha) for corner in corners)
        assert_allclose(gained, max(best, 0.0), rtol=1e-9, atol=1e-12)
        assert (new[0] == alpha).all() if count == 0 else np.isclose(new[0], corners).all(axis=1).any()
        stays += count == 0
    assert stays < 200


# The loops -------------------------------------------------------------------------------------------------------


def test_the_step_says_what_it_moved_and_by_how_much_the_dual_rose():
    rng = np.random.default_rng(5)
    for stretch in (1.0, 1.6):
        for _ in range(200):
            scores, y, norm, price, alpha = random_block(rng)
            k, new = len(scores), alpha[None].copy()
            moved, move = np.empty(k, dtype=np.int64), np.empty(k)
            gained, count = step_row(
                wrong(k, y) + scores, y, norm, price, new, 0, np.arange(k), k, moved, move, stretch
            )
            told = np.zeros(k)
            told[moved[:count]] = move[:count]
            assert_allclose(told, new[0] - alpha, atol=1e-12 * price)
            assert_allclose(gained, rise(new[0], scores, y, norm, alpha), rtol=1e-8, atol=1e-9 * price)
            assert gained >= (1 / stretch - 0.5) * norm * told @ told - 1e-9 * price * (1 + norm * price)


def small_problem(seed=6, m=12, d=3, k=4):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(m, d)), 1)
    return sparse.csr_array(X), np.arange(m) % k, rng.uniform(0.5, 2, m), rng.permutation(m), k


def places(X, width):
    return (width * X.indices).astype(np.uint64)


def chances(passes, m=12):
    return np.random.default_rng(9).random((passes, m))


def swept(sweep, gaps_of, passes=4):
    X, y, prices, order, k = small_problem()
    W, alpha, gaps = np.zeros((X.shape[1], 8)), np.zeros((len(y), k)), np.zeros(len(y))
    rows, norms = (X.data, places(X, 8), X.indptr), np.asarray(X.multiply(X).sum(axis=1)).ravel()
    state = W.reshape(-1), 8, alpha, class_lists(y, k), np.full(len(y), k), gaps
    sweeps = [sweep(*rows, y, norms, prices, order.copy(), chance, 1.5, *state) for chance in chances(passes)]
    total = sum(rise for rise, _, _ in sweeps)
    worst = gaps_of(*rows, y, prices, *state)
    return W, alpha, gaps, total, worst


def test_the_sweep_keeps_its_vectors_its_gain_and_its_gap():
    X, y, prices, _, k = small_problem()
    W, alpha, gaps, total, worst = swept(linear_sweep, linear_gaps)
    rows = np.arange(len(y))
    scores = X @ W[:, :k]
    assert_allclose(W[:, :k], X.T @ alpha, atol=1e-12)
    assert not W[:, k:].any()
    dual = alpha[rows, y].sum() - 0.5 * (W**2).sum()
    assert_allclose(total, dual)
    others = scores.copy()
    others[rows, y] = -np.inf
    slack = np.maximum(0, 1 - scores[rows, y] + others.max(axis=1))  # E7: the deficit of the margin
    assert_allclose(gaps.sum(), 0.5 * (W**2).sum() + prices @ slack - dual)
    again = np.empty_like(gaps)
    assert_allclose(kernel_gaps(np.ascontiguousarray((scores + wrong(k, y)).T), y, prices, alpha, again), worst)
    assert_allclose(again, gaps, atol=1e-12)


def test_exact_steps_with_a_kernel_do_as_the_linear_sweeps():
    X, y, prices, _, k = small_problem()
    K, order = (X @ X.T).toarray(), np.arange(len(y))
    W, alpha, gaps = np.zeros((X.shape[1], 8)), np.zeros((len(y), k)), np.zeros(len(y))
    rows, norms = (X.data, places(X, 8), X.indptr), K.diagonal().copy()
    state = W.reshape(-1), 8, alpha, class_lists(y, k), np.full(len(y), k), gaps
    in_turn = np.zeros(len(y))
    total = sum(linear_sweep(*rows, y, norms, prices, order.copy(), in_turn, 1.5, *state)[0] for _ in range(3))
    G, other = np.ascontiguousarray(wrong(k, y).T), np.zeros((len(y), k))
    assert_allclose(sum(kernel_sweep(K, G, y, prices, other, order, 0.0, 1.5, False) for _ in range(3)), total)
    assert_allclose(other, alpha, atol=1e-12)
    assert_allclose(G.T, X @ W[:, :k] + wrong(k, y), atol=1e-12)


@pytest.mark.parametrize("sweep", [kernel_sweep, kernel_sweep.py_func])
def test_sweeps_of_pairs_keep_scores_gain_and_bounds(sweep):
    X, y, prices, order, k = small_problem()
    K, G, alpha, gaps = (
        (X @ X.T).toarray(),
        np.ascontiguousarray(wrong(k, y).T),
        np.zeros((len(y), k)),
        np.zeros(len(y)),
    )
    total = sum(sweep(K, G, y, prices, alpha, order, 0.0, 1.3, True) for _ in range(300))
    scores, rows = K @ alpha, np.arange(len(y))
    assert_allclose(G.T, scores + wrong(k, y), atol=1e-10)
    assert_allclose(total, alpha[rows, y].sum() - 0.5 * np.sum(alpha * scores))
    assert np.abs(alpha.sum(axis=1)).max() < 1e-14
    assert (alpha[rows, y] <= prices).all() and (alpha[rows, y] >= 0).all()
    assert (alpha[np.arange(k) != y[:, None]] <= 0).all()
    kernel_gaps(G, y, prices, alpha, gaps)
    assert gaps.sum() < 1e-3 * total
    before = alpha.copy()
    assert sweep(K, G, y, prices, alpha, order, gaps.max() * (1 + 1e-9), 1.3, True) == 0.0  # nobody is above
    assert_array_equal(alpha, before)


def test_a_pair_step_gains_what_it_says_and_no_pair_gains_more():
    rng = np.random.default_rng(8)
    for _ in range(200):
        scores, y, norm, price, alpha = random_block(rng)
        k, new = len(scores), alpha[None].copy()
        G = wrong(k, y) + scores
        top, low, far, gained = pair_step(G[:, None].copy(), 0, y, norm, price, new, 0.0, 1.0)
        told = far * (np.eye(k)[low] - np.eye(k)[top])
        assert_allclose(told, new[0] - alpha, atol=1e-12 * price)
        assert_allclose(gained, rise(new[0], scores, y, norm, alpha), rtol=1e-8, atol=1e-9 * price)
        carried = price * np.eye(k)[y] - alpha
        t = np.minimum(carried, (G.max() - G) / (2 * norm))
        assert gained >= (t * (G.max() - G) - norm * t * t).max() - 1e-9 * price


def test_a_block_at_its_optimum_stays():
    rng = np.random.default_rng(7)
    for _ in range(100):
        scores, y, norm, price, alpha = random_block(rng)
        new = block_step(scores, y, norm, price, alpha)
        assert_allclose(block_step(scores + norm * (new - alpha), y, norm, price, new), new, atol=1e-9 * price)
    held = np.array([0.0, 0.0])
    assert_array_equal(block_step([3.0, 0.0], 0, 1.0, 1.0, held), held)


# The lists of classes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("looked", [survey, survey.py_func])
def test_a_class_that_leaves_its_list_would_get_nothing(looked):
    rng = np.random.default_rng(10)
    left = 0
    for _ in range(300):
        scores, y, norm, price, alpha = random_block(rng)
        k, G = len(scores), wrong(len(scores), y) + scores
        listed = class_lists(np.array([y]), k)[0].astype(np.int64)
        gap, violation, size = looked(G, y, price, alpha[None], 0, listed, k)
        carried = price * np.eye(k)[y] - alpha
        assert_allclose(gap, carried @ (G.max() - G), atol=1e-12 * price)
        assert violation == G.max() - G[carried > 0].min()
        assert sorted(listed) == list(range(k)) and listed[0] == y
        assert (G[listed[1:size]] >= G[carried > 0].min()).all()
        for stretch in (1.0, 1.5):
            blocks = alpha[None].copy(), alpha[None].copy()
            for new, count in zip(blocks, (size, k)):
                step_row(G, y, norm, price, new, 0, listed, count, np.empty(k, dtype=np.int64), np.empty(k), stretch)
            assert_allclose(*blocks, atol=1e-12 * price)
        left += k - size
    assert left > 100


def listed_state(k=11):
    """A few sweeps over eleven classes, then the lists at that point."""
    rng = np.random.default_rng(11)
    X, y, prices = sparse.csr_array(np.round(rng.normal(size=(33, 3)), 1)), np.arange(33) % k, rng.uniform(0.5, 2, 33)
    norms, W = np.asarray(X.multiply(X).sum(axis=1)).ravel(), np.zeros((3, 16))
    rows, gaps = (X.data, places(X, 16), X.indptr), np.zeros(33)
    state = W.reshape(-1), 16, np.zeros((33, k)), class_lists(y, k), np.full(33, k), gaps
    for chance in chances(4, 33):
        state[-2][:] = k
        linear_sweep(*rows, y, norms, prices, np.arange(33), chance, 1.3, *state)
    linear_gaps(*rows, y, prices, *state)
    return X, rows, y, norms, prices, state


@pytest.mark.parametrize("sweep", [linear_sweep, linear_sweep.py_func])
def test_a_visit_over_the_list_is_the_visit_over_all_classes(sweep):
    _, rows, y, norms, prices, state = listed_state()
    sizes, short = state[-2], 0
    for i in range(len(y)):
        found = []
        for size in (sizes[i], 11):
            W, width, alpha, lists, _, gaps = (np.copy(part) for part in state)
            own = np.full(len(y), size)
            told = sweep(
                *rows, y, norms, prices, np.array([i]), np.zeros(1), 1.3, W, int(width), alpha, lists, own, gaps
            )
            found.append((W, alpha, gaps, told))
        for one, other in zip(*found):
            assert_allclose(one, other, atol=1e-12)
        short += sizes[i] < 8 and found[0][-1][0] > 0
    assert short > 5  # else it says nothing about lists


def test_a_class_that_left_its_list_comes_back():
    X, rows, y, norms, prices, state = listed_state()
    W, width, alpha, lists, sizes, gaps = state
    i = int(np.flatnonzero(sizes < 8)[0])
    away = lists[i, sizes[i]]
    W.reshape(3, width)[:, away] += 100 * X[[i]].toarray()[0]  # now the class of the largest score
    scores = wrong(11, y[i]) + (X[[i]] @ W.reshape(3, width))[0, :11]
    carried = prices[i] * np.eye(11)[y[i]] - alpha[i]
    before = alpha[i].copy()
    linear_sweep(*rows, y, norms, prices, np.array([i]), np.zeros(1), 1.0, *(np.copy(a) for a in state[:1]), *state[1:])
    assert alpha[i, away] == 0.0  # nobody asked for it
    alpha[i] = before
    linear_gaps(*rows, y, prices, *state)
    assert away in lists[i, : sizes[i]] and scores.argmax() == away
    assert_allclose(gaps[i], carried @ (scores.max() - scores))
    linear_sweep(*rows, y, norms, prices, np.array([i]), np.zeros(1), 1.0, *state)
    assert alpha[i, away] < 0.0
