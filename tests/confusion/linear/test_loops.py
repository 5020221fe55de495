"""Long streams keep their digits."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from confusion.copa import CopaClassifier


@pytest.mark.slow
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
