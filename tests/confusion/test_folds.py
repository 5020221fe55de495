"""The standard error of a difference over folds, against hand arithmetic."""

import numpy as np
import pytest

from confusion.metrics import fold_difference


@pytest.mark.evaluates("eq-price-error")
def test_by_hand():
    # differences 1, 3, 5: mean 3, variance (4 + 0 + 4)/2 = 4; a quarter is tested: 1/3 + 1/3
    difference, error = fold_difference([2, 4, 6], [1, 1, 1], test_share=0.25)
    assert difference == pytest.approx(3) and error == pytest.approx(np.sqrt(4 * (1 / 3 + 1 / 3)))


@pytest.mark.parametrize(
    ("a", "b", "share", "words"),
    [([1.0], [2.0], 0.1, "two folds"), ([1.0, 2.0], [1.0], 0.1, "equally long"), ([1, 2], [2, 1], 1, "test_share")],
)
def test_refusals(a, b, share, words):
    with pytest.raises(ValueError, match=words):
        fold_difference(a, b, share)
