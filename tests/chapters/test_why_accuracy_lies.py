"""The figures of the chapter "Why accuracy lies", by quadrature and closed forms."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import dblquad, trapezoid
from scipy.stats import norm

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import scenes_of

CHAPTER = "foundations/why-accuracy-lies"
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0]]), 0.5


@cache
def bayes_errors(share):
    """Errors of the rule of highest accuracy, by quadrature over the first coordinate.

    Classes b and c mirror each other, so b is preferred to c where x > 0; there b beats a where
    y < x + sigma^2 log(small / share), since (b - a) = (1, -1).
    """
    small = (1 - share) / 2
    threshold = SIGMA**2 * np.log(small / share)
    C = np.zeros((3, 3))
    x = np.linspace(-7, 7, 40_001)
    for p, (cx, cy) in enumerate(CENTERS):
        density = norm.pdf(x, cx, SIGMA)
        below = norm.cdf(np.abs(x) + threshold, cy, SIGMA)
        for q, side in ((1, np.heaviside(x, 0.5)), (2, np.heaviside(-x, 0.5))):
            C[p, q] = trapezoid(density * below * side, x)
        C[p, 0] = trapezoid(density * (1 - below), x)
    return C * (1 - np.eye(3))


@pytest.mark.slow
def test_quadrature_by_a_second_quadrature():
    C = bayes_errors(0.9)
    threshold = SIGMA**2 * np.log(0.05 / 0.9)

    def density(y, x):
        return norm.pdf(x, 1, SIGMA) * norm.pdf(y, 0, SIGMA)

    # A true b that is answered a: above both lines.
    value, _ = dblquad(density, -5, 5, lambda x: abs(x) + threshold, 6, epsabs=1e-6)
    assert C[1, 0] == pytest.approx(value, abs=1e-5)
    for share in (0.9, 1 / 3):
        law = ThreeGaussians(weights=[share, (1 - share) / 2, (1 - share) / 2])
        np.testing.assert_allclose(bayes_errors(share), law.confusion(law.bayes_predict), atol=5e-5)


def test_imbalance_dial():
    told, at = scenes_of(CHAPTER)["dial"]
    assert set(told["stops"]) < set(told["shares"]) and at["share"] == 0.95 in told["stops"]
    assert (np.diff(told["stops"]) > 0).all()
    rules = {name: rule["matrices"] for name, rule in told["rules"].items()}
    for share, C in zip(told["shares"], rules["best accuracy"], strict=True):
        np.testing.assert_allclose(C, bayes_errors(share), atol=2e-5)
    np.testing.assert_allclose(rules["best at equal shares"], [bayes_errors(1 / 3)], atol=2e-5)
    assert rules["majority rule"] == [[[0, 0, 0], [1, 0, 0], [1, 0, 0]]]
    # The regions are those of the rules: by the densities, on a grid.
    grid = np.stack(np.meshgrid(np.linspace(-2.3, 2.3, 24), np.linspace(-1.3, 2.3, 20)), axis=-1).reshape(-1, 2)
    density = norm.pdf(grid[:, None], CENTERS, SIGMA).prod(axis=-1)
    for name, rule in told["rules"].items():
        for share, meeting in zip(told["shares"] if len(rule["meets"]) > 1 else [1 / 3], rule["meets"]):
            answers = ((grid - meeting) @ np.transpose(told["vectors"])).argmax(axis=1)
            best = (density * [share, (1 - share) / 2, (1 - share) / 2]).argmax(axis=1)
            assert (answers == (0 if name == "majority rule" else best)).mean() > 0.99  # but for ties


def svd_norm(C):
    return np.linalg.svd(C)[1].max()


def test_the_norm_prefers_to_lose_a_class_where_there_are_many():
    """The sentence about 22 classes, and the pair that the norm alone orders as it does."""
    for Q in range(3, 40):
        lost, received = np.zeros((2, Q, Q))
        lost[0, 1:], received[1:, 0] = 1 / (Q - 1), 0.05
        assert (svd_norm(lost) < svd_norm(received) - 1e-12) == (Q >= 22)
        even = 0.2 / (Q - 1) * (1 - np.eye(Q))
        for other in (np.mean, np.max):
            assert other(received.sum(axis=1)) < other(even.sum(axis=1))
