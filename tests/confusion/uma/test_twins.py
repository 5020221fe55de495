"""The twins of UMA's loops give what the loops give, bit by bit."""

import numpy as np
import pytest
from scipy import sparse

from confusion.uma import loops, loops_twins
from confusion.uma.arrays import NOWHERE, Examples, Regions
from tests.twins import as_written, assert_twins

#: (examples, classes, features): with and without ties, two classes and many, one feature
SIZES = [(300, 3, 2), (200, 2, 1), (250, 12, 5), (1, 3, 2)]
each_size = pytest.mark.parametrize("size", SIZES)


def state(seed, n, Q, d, alpha, decimals):
    """A sample in the middle of a run; no example has the last label."""
    rng = np.random.default_rng(seed)
    X, W, y = np.round(rng.normal(size=(n, d)), decimals), np.round(rng.normal(size=(Q, d)), decimals), None
    y = rng.integers(0, Q - 1, n) if Q > 2 else rng.integers(0, Q, n)
    scores = np.ascontiguousarray((X @ W.T).T)
    predicted, region = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    as_written(loops.assign)(scores, alpha, predicted, region)
    examples = Examples(y, predicted, region, scores.max(axis=0), np.zeros(n))
    return rng, X, W, scores, examples


@each_size
@pytest.mark.parametrize("alpha", [0.0, 0.4])
@pytest.mark.parametrize("decimals", [0, 12])
def test_assign(size, alpha, decimals):
    for seed in range(5):
        _, _, _, scores, examples = state(seed, *size, alpha, decimals)
        assert_twins(loops.assign, loops_twins.assign, scores, alpha, examples.predicted * 0, examples.region * 0)
    assert alpha == 0 or size[0] == 1 or (examples.region == NOWHERE).any()


def test_a_lead_of_alpha_is_enough():
    scores, predicted, region = np.array([[0.5, 0.5], [1.0, 0.75]]), np.zeros(2, dtype=int), np.zeros(2, dtype=int)
    arguments = scores, 0.5, predicted, region
    assert_twins(loops.assign, loops_twins.assign, *arguments)
    as_written(loops.assign)(*arguments)
    assert region.tolist() == [1, NOWHERE]


@pytest.mark.slow
@each_size
@pytest.mark.parametrize("alpha", [0.0, 0.4])
@pytest.mark.parametrize("decimals", [0, 12])
def test_updates(size, alpha, decimals):
    """Several in a row, so that the bounds on the leads are old ones."""
    n, Q, d = size
    rng, X, W, scores, examples = state(3, n, Q, d, alpha, decimals)
    gamma, moves = rng.normal(size=(Q, Q, d)), 0
    regions = Regions(gamma, rng.permutation(Q), np.ones((Q, Q)), np.zeros((Q, Q, Q)), np.zeros(Q, dtype=bool))
    hits = np.ones((Q, Q))
    inverse, lengths = rng.normal(size=(Q, Q)), np.zeros((Q, Q))
    for turn in range(6):
        tau = np.zeros(Q)
        tau[rng.permutation(Q)[:2]] = 1.0, -1.0
        if turn == 3:
            tau[:] = -1 / (Q - 1)
            tau[0] = 1.0
        z = np.round(rng.normal(size=d), decimals) * (0.0 if turn == 4 else 0.3 if d > 1 else 3.0)
        moved, old = np.full(n, 5), np.full(n, 6)
        lists = examples, hits, moved, old
        arguments = W, z, tau, scores, X @ z, alpha, *lists
        n_moved = assert_twins(loops.advance, loops_twins.advance, *arguments)
        as_written(loops.advance)(*arguments)
        moved, old, moves = moved[:n_moved], old[:n_moved], moves + n_moved
        assert_twins(loops.move_dense, loops_twins.move_dense, X, examples, moved, old, regions)
        turned = regions._replace(gamma=np.asfortranarray(gamma))
        loops_twins.move_dense(X, examples, moved, old, turned)
        as_written(loops.move_dense)(X, examples, moved, old, regions)
        np.testing.assert_array_equal(turned.gamma, gamma)
        rows = sparse.csr_array(np.where(rng.random(X.shape) < 0.6, X, 0.0))  # some rows are empty
        tall = regions._replace(gamma=np.ascontiguousarray(gamma.transpose(0, 2, 1)), gram=rng.normal(size=(Q, Q, Q)))
        lists = examples, moved, old, tall
        assert_twins(loops.move_sparse, loops_twins.move_sparse, rows.data, rows.indices, rows.indptr, *lists)
        as_written(loops.renew_grams)(regions)
        assert_twins(loops.renew_lengths, loops_twins.renew_lengths, regions, inverse, n, lengths)
        regions.touched[:] = rng.random(Q) < 0.5
    assert n == 1 or moves > 0


def test_a_square_that_rounding_made_negative_is_zero():
    gram, lengths = np.array([[[-1.0, 0.0], [0.0, 4.0]], np.eye(2)]), np.ones((2, 2))
    regions = Regions(None, None, None, gram, np.array([True, False]))
    assert_twins(loops.renew_lengths, loops_twins.renew_lengths, regions, np.eye(2), 2, lengths)
    as_written(loops.renew_lengths)(regions, np.eye(2), 2, lengths)
    assert lengths.tolist() == [[0.0, 1.0], [1.0, 1.0]]
