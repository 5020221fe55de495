"""What the chapter "The confusion frontier" says of its curve and of two printed pairs."""

import re

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import figures_of

CHAPTER = "decisions/the-frontier"
LAW = ThreeGaussians()


@pytest.fixture(scope="module")
def walk():
    """Price, error, norm, height of the line and class errors of the frames."""
    shown = figures_of(CHAPTER)["Along the frontier"]
    return [np.array(one) for one in zip(*(
        (float(frame.values["price"]), *(frame.numbers[name] for name in ("error", "norm", "lower"))) for frame in shown
    ))], np.array([frame.numbers["classes"] for frame in shown])  # fmt: skip


def test_along_the_walk_errors_fall_and_the_norm_rises(walk):
    (price, error, norm, lower), classes = walk
    assert price[0] == 0 and (np.diff(error) < 0).all() and (np.diff(norm) > -1e-4).all()
    assert (np.diff(classes[:, 0]) < 0).all() and (np.diff(classes[:, 1:], axis=0) > -1e-3).all()
    np.testing.assert_allclose(classes @ LAW.weights, error, atol=1e-9)


def test_each_point_is_on_its_line_and_above_all_others(walk):
    (price, error, norm, lower), _ = walk
    slack = norm[:, None] + error[:, None] * price - lower
    assert slack.min() > -1e-9 and slack.diagonal().max() < 2e-4
    slopes = np.diff(norm) / np.diff(error)
    assert (slopes[1:] < slopes[:-1] + 0.2).all()  # steeper with the price, up to the gaps
    assert (-slopes[2:] > price[2:-1] - 0.2).all() and (-slopes[2:] < price[3:] + 0.2).all()


def test_the_printed_pair_is_below_and_the_other_is_not(walk):
    (price, _, _, lower), _ = walk
    for name, (error, norm) in {"COPA": (0.15, 0.10), "perceptron": (0.14, 0.18)}.items():
        short = (lower - (norm + 0.005) - price * (error + 0.005)).max()
        assert (short > 0) == (name == "COPA")
    assert lower[0] > 0.11  # nor do cut digits help


def test_with_equal_shares_the_frontier_is_almost_a_point(printed):
    told = re.findall(r"^ ?(\d+): error (\d\.\d+), norm (\d\.\d+)$", printed, re.M)
    assert len(told) == 3 and np.ptp(np.array(told, dtype=float)[:, 1:], axis=0).max() < 0.003
