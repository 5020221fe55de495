"""The states of the figure of the chapter "Reductions", by ratios of densities."""

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import figures_of

CHAPTER = "foundations/reductions"
FIGURES = figures_of(CHAPTER)
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0], [0, -1]]), 0.6
#: all ways to cut four classes in two
CUTS = [{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}]


@pytest.fixture(scope="module")
def plane():
    """Densities of the classes in cells of the plane, at both sides of their middles, and the mass of each class."""
    law = ThreeGaussians(np.full(4, 0.25), SIGMA, CENTERS)
    points, mass = law.quadrature(24)
    sides = []
    for step in (1, -1):  # on the diagonals two classes tie: each gets them once
        squares = ((points[:, None] + step * np.array([1e-3, 2e-3]) - CENTERS) ** 2).sum(axis=2)
        sides.append(np.exp(-squares / (2 * SIGMA**2)))
    return sides, mass / 2


def answers_of(reduction, weights, p, pi):
    """Exact learners, by the ratios of their densities instead of posteriors."""
    if weights == "none":
        return (p * pi).argmax(axis=1)
    if weights == "classes" or reduction == "OVO":
        return p.argmax(axis=1)
    if reduction == "OVA":
        rest = [(p @ pi - pi[y] * p[:, y]) / (1 - pi[y]) for y in range(4)]
        return np.column_stack([p[:, y] / rest[y] for y in range(4)]).argmax(axis=1)
    agreement = np.zeros_like(p)
    for cut in map(list, CUTS):
        other = [y for y in range(4) if y not in cut]
        ratio = (p[:, cut] @ pi[cut] / pi[cut].sum()) / (p[:, other] @ pi[other] / pi[other].sum())
        agreement[:, cut] += (ratio / (1 + ratio))[:, None]
        agreement[:, other] += (1 / (1 + ratio))[:, None]
    return agreement.argmax(axis=1)


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Weights inside reductions"])
def test_weights_inside_reductions(values, numbers, text, picture, plane):
    sides, mass = plane
    share = float(values["share"].rstrip("%")) / 100
    pi = np.array([share, *[(1 - share) / 3] * 3])
    assert text.startswith(f"Class a has {values['share']} of the examples")
    for reduction in ("OVA", "OVO", "code"):
        C = np.zeros((4, 4))
        for p in sides:
            answers = answers_of(reduction, values["weights"], p, pi)
            C += [[mass[answers == z, y].sum() * (y != z) for z in range(4)] for y in range(4)]
        if values["weights"] != "sides" or reduction == "OVO":  # a linear rule, whose matrix is an integral
            intercept = SIGMA**2 * np.log(pi) if values["weights"] == "none" else None
            exact = ThreeGaussians(np.full(4, 0.25), SIGMA, CENTERS).confusion(CENTERS, intercept=intercept)
            np.testing.assert_allclose(C, exact, atol=0.006)  # cells on a border
            C = exact
        expected = {"norm": np.linalg.norm(C, 2), "mean": C.sum() / 4}
        expected |= {name: C["abcd".index(name)].sum() for name in ("a", "b", "d")}
        assert {name: numbers[f"{reduction}, {name}"] for name in expected} == pytest.approx(expected, abs=0.0015)
