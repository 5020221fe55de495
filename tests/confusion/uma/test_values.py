"""Every bound of the room once, with its value by hand: the constants, which tests of coverage cannot see.

The noise matrix has the inverse [[9, -1, 0], [-2, 8, 0], [0, 0, 7]] / 7: largest entry 9/7, range 11/7.
"""

from math import ceil, inf, log, sqrt

import pytest

from confusion import uma

C = [[0.8, 0.1, 0.0], [0.2, 0.9, 0.0], [0.0, 0.0, 1.0]]


@pytest.mark.evaluates("eq-noise-progress", "thm-noise-mistakes")
def test_mistake_bound():
    assert uma.mistake_bound(0.5, input_norm=3.0, concept_norm=2.0) == pytest.approx(2 * 144)
    assert uma.mistake_bound(0.5) == 8


def test_direction_radius_of_one_W():
    expected = 18 / 7 * (1 + sqrt(2 * log(9 / 0.2))) / sqrt(50)
    assert uma.direction_radius(50, C, delta=0.2, input_norm=2.0) == pytest.approx(expected)
    assert uma.direction_radius(50, C) == pytest.approx(9 / 7 * (1 + sqrt(2 * log(180))) / sqrt(50))


@pytest.mark.parametrize(
    ("n", "growth"),  # d + 1 = 4; two half-spaces a region; n points have no more than 2^n subsets, with any two
    [(1000, 2 * 4 * (1 + log(250))), (40, 2 * 4 * (1 + log(10))), (30, 30 * log(2)), (1, log(2))],
)
def test_direction_radius_of_all_W(n, growth):
    expected = 18 / 7 * (2 * sqrt(2 * (log(2) + growth)) + sqrt(2 * log(3 / 0.2))) / sqrt(n)
    assert uma.direction_radius(n, C, delta=0.2, n_features=3, input_norm=2.0) == pytest.approx(expected)


def test_sample_size():
    target = 0.25 * 0.4 * 0.1 / (sqrt(2) * 2)
    n = ceil((27 / 7 * (1 + sqrt(2 * log(9 / 0.2))) / target) ** 2)
    assert uma.sample_size(0.4, 0.1, C, delta=0.2, precision=0.25, input_norm=3.0, concept_norm=2.0) == n
    half = ceil((9 / 7 * (1 + sqrt(2 * log(180))) / (0.5 * 0.4 * 0.1 / sqrt(2))) ** 2)
    assert uma.sample_size(0.4, 0.1, C) == half
    uniform = uma.sample_size(0.4, 0.1, C, n_features=3)
    assert uma.direction_radius(uniform, C, n_features=3) <= 0.5 * 0.4 * 0.1 / sqrt(2)
    assert uma.direction_radius(uniform - 1, C, n_features=3) > 0.5 * 0.4 * 0.1 / sqrt(2)


def test_sample_size_lower_bound():
    """Half the sum of both divergences: .25 (ln 4 + ln 4) and so on; the closest pair of classes decides."""
    assert uma.sample_size_lower_bound([[0.8, 0.2], [0.2, 0.8]], delta=0.1) == pytest.approx(log(2.5) / (0.6 * log(4)))
    near = [[0.6, 0.4, 0.1], [0.3, 0.4, 0.1], [0.1, 0.2, 0.8]]
    closest = 0.5 * (0.2 * log(1.5) + 0.1 * log(4 / 3) + 0.1 * log(2))
    assert uma.sample_size_lower_bound(near) == pytest.approx(log(5) / closest)  # delta = .05
    assert uma.sample_size_lower_bound(C) == pytest.approx(log(5) / (0.5 * (0.7 * log(8) + 0.7 * log(4.5))))
    assert uma.sample_size_lower_bound([[0.5, 0.5], [0.5, 0.5]]) == inf
    assert uma.sample_size_lower_bound([[0.5, 0.0], [0.5, 1.0]]) == 0  # a label 0 decides, now and then


def test_update_bound():
    kappa = 2 * 36 / 0.25 * ((1 + 0.25 * 0.5 / (sqrt(2) * 6)) / 0.75) ** 2
    told = {"precision": 0.25, "input_norm": 2.0, "concept_norm": 3.0}
    assert uma.update_bound(0.5, 0.1, largest_mass=0.4, **told) == pytest.approx(4 * kappa)
    assert uma.update_bound(0.5, 0.1, largest_mass=0.4, vector="unit", **told) == pytest.approx(kappa)
    assert uma.update_bound(0.5, 0.1) == pytest.approx(80)


@pytest.mark.evaluates("prop-uma-stop")
def test_error_radius_held_out():
    assert uma.error_radius(200, C, delta=0.1) == pytest.approx(11 / 7 * sqrt(log(10) / 400))
    assert uma.error_radius(200, C) == pytest.approx(11 / 7 * sqrt(log(20) / 400))


@pytest.mark.parametrize(
    ("n", "labellings"),  # D = 3 (d + 1) = 12, 3 n planes; few points have no more than 3^n labellings
    [(200, 12 * (1 + log(50))), (8, 8 * log(3)), (1, log(3))],
)
def test_error_radius_of_any_W(n, labellings):
    expected = 11 / 7 * (sqrt(2 * labellings / n) + sqrt(log(10) / (2 * n)))
    assert uma.error_radius(n, C, delta=0.1, n_features=3) == pytest.approx(expected)
