"""The figures of the chapter "Why accuracy lies", by integrals over regions and closed forms."""

from functools import cache

import numpy as np
from scipy.stats import norm

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import scenes_of

CHAPTER = "foundations/why-accuracy-lies"
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0]]), 0.5
LAW = ThreeGaussians()


@cache
def bayes_errors(share):
    """Errors of the rule of highest accuracy: linear scores, since the centers are equally long."""
    shares = [share, (1 - share) / 2, (1 - share) / 2]
    return LAW.confusion(CENTERS, intercept=SIGMA**2 * np.log(shares))


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
