"""The compiled loops: their arithmetic is that of the source, and long streams keep their digits."""

import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

from confusion._core.compiled import compiled
from confusion.copa import CopaClassifier


@compiled
def total(values):
    result = 0.0
    for value in values:
        result += value
    return result


def test_compiling_does_not_reorder_sums():
    for seed in range(5):
        values = np.random.default_rng(seed).normal(size=1001)
        assert total(values) == total.py_func(values)


def test_a_long_stream_keeps_the_digits_of_its_differences():
    # One point whose label alternates, at infinite C: each step moves the vectors from (1, -1) to (-1, 1) or back, and
    # what both have in common, in the uncentred storage, by one.  Not taken off, it would cost five digits here.
    x, y, calls = np.ones((1000, 1)), np.tile([1, 0], 500), 200
    for data in (x, sparse.csr_array(x)):
        model = CopaClassifier(C=np.inf, average=False)
        for _ in range(calls):
            model.partial_fit(data, y)
        assert model.n_steps_ == 1000 * calls
        assert_allclose(model.coef_, [[1.0], [-1.0]], rtol=0, atol=3e-12)
