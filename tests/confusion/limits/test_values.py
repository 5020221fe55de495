"""Every bound of the room once, with its value by hand: the constants, which tests of coverage cannot see."""

from math import e, log, sqrt

import pytest

from confusion import limits
from tests.theorems import matrix_azuma_tail


@pytest.mark.evaluates("rb-cor-azuma", "rb-thm-azuma")
def test_matrix_azuma_tail():
    assert matrix_azuma_tail(4.0, [1.0, 2.0], (2, 5)) == pytest.approx(7 * e**-1.6)  # 16 / (2 * 5)


@pytest.mark.evaluates("eq-norm-test-bound")
def test_held_out_norm_bound():
    assert limits.held_out_norm_bound(0.25, [50, 8, 20], delta=0.1) == pytest.approx(0.25 + sqrt(log(10) / 16))
    assert limits.held_out_norm_bound(0.0, [2, 3]) == pytest.approx(sqrt(log(20) / 4))  # delta = .05
    assert limits.held_out_norm_bound(0.3, [1], delta=1.0) == 0.3


@pytest.mark.evaluates("rb-free", "rb-thm-one")
def test_online_risk_radius():
    """What is not given; tests/mathematics/test_formulas.py has the three forms."""
    counts, inverse = [10, 40, 50, 20], 0.1 + 0.025 + 0.02 + 0.05
    assert limits.online_risk_radius(counts) == pytest.approx(sqrt(3 / 2 * log(40) * inverse))  # M = 1, delta = .05
    least = limits.online_risk_radius([1, 1], delta=1.0)
    assert least == pytest.approx(sqrt(2 / 2 * log(2)))


def test_minimum_accuracy():
    """Errors of at most .1 sqrt 2, of sum .3 = .1 Q: all for the two largest classes, what is left for the third."""
    priors, most = [0.5, 0.3, 0.2], 0.1 * sqrt(2)
    expected = 1 - 0.8 * most - 0.2 * (0.3 - 2 * most)
    assert limits.minimum_accuracy(0.1, priors) == pytest.approx(expected)
    assert limits.minimum_accuracy(0.9, priors) == pytest.approx(1 - 0.8 - 0.2 * 0.7)  # errors of at most 1, of sum 2.7
    # The exact one for equal shares: sum C <= Q |C|, attained where every class errs alike and evenly.
    assert limits.minimum_accuracy(0.3, [0.25] * 4, method="exact") == pytest.approx(0.7, abs=1e-5)


def test_attainable_norm():
    """Two points that both classes may have: what one error loses the other gains, so the least norm makes them equal.

    Class 0 has masses (.8, .2), class 1 (.4, .6).  Answer 1 at the second point and with probability r at the first:
    errors .2 + .8 r and .4 (1 - r), equal at r = 1/6.
    """
    found = limits.attainable_norm([[0.8, 0.4], [0.2, 0.6]], tol=1e-6)
    assert found.lower - 1e-12 <= 1 / 3 <= found.upper + 1e-12 and found.upper - found.lower <= 1e-6
