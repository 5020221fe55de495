"""What the chapter "Label noise has a matrix" says of singular matrices."""

import numpy as np
import pytest

from confusion.noise import check_noise_matrix, dominance

CHAPTER = "uma/label-noise"


def test_a_singular_matrix_still_names_the_concept():
    likely = np.array([[0.4, 0.0, 0.2, 0.2], [0.0, 0.4, 0.2, 0.2], [0.3, 0.3, 0.35, 0.25], [0.3, 0.3, 0.25, 0.35]])
    with pytest.raises(ValueError, match="singular"):
        check_noise_matrix(likely)
    gap = dominance(likely).likeliest.min()
    assert gap == pytest.approx(0.1)
    rng = np.random.default_rng(0)
    for _ in range(100):
        t, f, mass = rng.integers(4, size=9), rng.integers(4, size=9), rng.dirichlet(np.ones(9))
        assert mass @ (likely[t, t] - likely[f, t]) >= gap * (mass @ (f != t)) - 1e-12
