"""Every bound of the room once, with its value by hand: the constants, which tests of coverage cannot see."""

from math import log, sqrt

import numpy as np
import pytest

from confusion import copa


@pytest.mark.evaluates("rb-thm-block")
def test_block_average_radius():
    assert copa.block_average_radius(30, 3, loss_bound=2.5, delta=0.2) == pytest.approx(
        2.5 * sqrt(3 * 2 * log(10) / (2 * 30))
    )
    assert copa.block_average_radius(7, 5) == pytest.approx(sqrt(5 * 4 * log(40) / (2 * 7)))  # M = 1, delta = .05


@pytest.mark.evaluates("rb-thm-weights", "rb-weighted", "rb-weights")
def test_importance_weighted_radius():
    """Variance 2 (2 + 4 + 4) / 60 = 1/3, largest increment sqrt(4/3) sqrt 2 / 15, both before the factor M = 3."""
    expected = 3 * (sqrt(2 / 3 * log(20)) + sqrt(8 / 3) / 15 * log(20) / 3)
    assert copa.importance_weighted_radius(60, [0.5, 0.25, 0.25], loss_bound=3, delta=0.1) == pytest.approx(expected)
    default = sqrt(2 * 4 / 10 * log(40)) + sqrt(1.5) / 5 * log(40) / 3
    assert copa.importance_weighted_radius(10, [0.5, 0.5]) == pytest.approx(default)


@pytest.mark.evaluates("cor-stream-confusion", "eq-stream-confusion")
@pytest.mark.parametrize(
    ("scaling", "first", "weights"),
    [(None, 1.0, [1, 1, 1]), ("inverse-count", 1.0, [0.5, 0.5, 1]), ("inverse-count-squared", 2.0, [0.25, 0.25, 1])],
)
def test_stream_confusion_bound(scaling, first, weights):
    """Two classes, T = (2, 1), |x|^2 = 1, 4, 9, |U|^2 = 2, C = 4: losses 0, 3 and 4 of U; 1/C = 1/4, (Q-1)/Q = 1/2."""
    U, X, y = [[1.0], [-1.0]], [[1.0], [-2.0], [3.0]], [0, 0, 1]
    ahead = first / 4 + 9 / 2
    loss = weights[1] * 3**2 + weights[2] * 4**2
    expected = sqrt(ahead * (2 + 4 * loss))
    assert copa.stream_confusion_bound(U, X, y, 4, scaling=scaling) == pytest.approx(expected)
    # Without a loss of U the bound holds at C = inf, and is the same for the three scalings.
    fits = copa.stream_confusion_bound(U, [[1.0], [2.0], [-3.0]], y, float("inf"), scaling=scaling)
    assert fits == pytest.approx(sqrt(9 / 2 * 2))
    assert copa.stream_confusion_bound(U, X, y, float("inf"), scaling=scaling) == float("inf")
    # The mean of U is taken off.
    assert copa.stream_confusion_bound([[3.0], [1.0]], X, y, 4, scaling=scaling) == pytest.approx(expected)


@pytest.mark.parametrize(("Q", "constant"), [(2, 1.0), (3, sqrt(8 / 3)), (6, 2.5), (13, 48 / 13)])
def test_surrogate_constant(Q, constant):
    assert copa.surrogate_constant(Q) == pytest.approx(constant)


def test_surrogate_extremal_scores():
    """Q = 3: class 0 without a loss, the others tied with it, where the loss on both wrong classes is 1/2 and 1/4."""
    scores = copa.surrogate_extremal_scores(3, slack=1e-3)
    expected = [[1, -0.5, -0.5], [1e-3, -1e-3, 0], [1e-3, 0, -1e-3]]
    np.testing.assert_allclose(scores, expected, atol=1e-15)
    # Q = 5: the tie is at 2 / (4 * 8), the rest at 5 / 24 - 1/4.
    np.testing.assert_allclose(
        copa.surrogate_extremal_scores(5)[2], [1 / 16, -1 / 24, 1 / 16, -1 / 24, -1 / 24], atol=2e-9
    )


def test_block_average():
    """The mean of the hypotheses of the blocks: (1 + 5 + 0) / 3, neither the last one nor the first."""
    h = np.repeat([1.0, 5.0, 0.0], 2)[:, None, None] * np.array([[1.0], [-1.0]])
    np.testing.assert_allclose(copa.block_average(h, [0, 1, 1, 0, 0, 1]), [[2], [-2]])
