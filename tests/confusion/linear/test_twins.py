"""The twins of the online loops give what the loops give, bit by bit."""

import numpy as np
import pytest
from scipy import sparse

from confusion.linear import loops, loops_twins
from confusion.linear.streams import BLOCK, RULES, Price, Stream
from tests.twins import as_written, assert_twins

#: (examples, classes, features): more than a block, two classes and many, one feature
SIZES = [(BLOCK + 40, 3, 2), (60, 2, 1), (60, 15, 6)]
NAMES = [f"{rule.replace('-', '_')}_rule" for rule in RULES]


@pytest.mark.parametrize("name", NAMES)
def test_rules(name):
    loop, twin = getattr(loops, name), getattr(loops_twins, name)
    rng = np.random.default_rng(0)
    moves = 0
    for _ in range(300):
        Q = int(rng.integers(2, 14))
        scores = np.round(rng.normal(size=Q) * 3, rng.integers(0, 3))  # ties, when rounded
        C, sqnorm = rng.choice([1e-3, 1.0, 1e6, np.inf]), rng.choice([0.0, 1e-300, 0.5, 40.0])
        alpha = np.full(Q, 5.0)
        moves += assert_twins(loop, twin, scores, int(rng.integers(Q)), np.float64(sqnorm), np.float64(C), alpha)
    assert moves > 50


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")  # of the loop
@pytest.mark.parametrize("name", NAMES)
def test_a_price_that_became_zero(name):
    scores = np.array([1.0, 2.0, 0.5])
    arguments = scores, 0, np.float64(1.0), np.float64(0.0), np.zeros(3)
    assert_twins(getattr(loops, name), getattr(loops_twins, name), *arguments)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rule", range(len(RULES)))
@pytest.mark.parametrize("growing", [False, True])
def test_passes(size, rule, growing):
    n, Q, d = size
    rng = np.random.default_rng(rule)
    X = np.where(rng.random((n, d)) < 0.7, np.round(rng.normal(size=(n, d)), 1), 0.0)
    y = rng.integers(0, max(2, Q - 1), n)  # the last of many classes has no example
    stream = Stream(y, (X * X).sum(axis=1) + 0.25 * (rng.random() < 0.5), rng.permutation(n)[: n - 3])
    price = Price(0.7, np.ones(Q), 0.5, growing)
    V, U = rng.normal(size=(d + 1, Q)), rng.normal(size=(d + 1, Q))
    start = V.copy()
    for bias in (0.0, 0.5):
        arguments = rule, X, stream, price, bias, V, U, 17.0
        assert_twins(loops.dense_pass, loops_twins.dense_pass, *arguments)
        rows = sparse.csr_array(X)
        arguments = rule, rows.data, rows.indices, rows.indptr, stream, price, bias, V, np.zeros((n, Q)), 17.0
        assert_twins(loops.sparse_pass, loops_twins.sparse_pass, *arguments)
        as_written(loops.sparse_pass)(*arguments)
    assert not np.array_equal(V, start)


def test_a_score_that_is_not_finite_is_told():
    stream = Stream(np.array([0, 1]), np.ones(2), np.arange(2))
    price, V = Price(1.0, np.ones(2), 0.0, False), np.array([[np.inf, 0.0], [0.0, 0.0]])
    with np.errstate(invalid="ignore"):
        arguments = 1, np.ones((2, 1)), stream, price, 0.0, V, V.copy(), 0.0
        assert np.isnan(assert_twins(loops.dense_pass, loops_twins.dense_pass, *arguments))
        rows = sparse.csr_array(np.ones((2, 1)))
        arguments = 1, rows.data, rows.indices, rows.indptr, stream, price, 0.0, V, np.zeros((2, 2)), 0.0
        assert np.isnan(assert_twins(loops.sparse_pass, loops_twins.sparse_pass, *arguments))
