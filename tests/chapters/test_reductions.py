"""The statements of the chapter "Reductions", by brute force, and the states of its figure, by other routes."""

import re
from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split

from confusion.datasets import ThreeGaussians
from confusion.metrics import measure_interval
from confusion_studies.data import load_car
from tests.chapters.stored import figures_of

CHAPTER = "foundations/reductions"
FIGURES = figures_of(CHAPTER)
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0], [0, -1]]), 0.6
#: all ways to cut four classes in two
CUTS = [{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}]


# the figure


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


# the theorems


# the numbers


def test_codes_drawn_at_random(printed):
    """Shares of useless codes against their exact probabilities, with 1000 draws."""
    twins = 1 - 127 * 126 * 125 / 128**3
    idle = 1 - (7 / 8) ** 7
    shares = [
        float(re.search(rf"{words}: ([\d.]+)%", printed)[1]) / 100 for words in ("share a codeword", "on one side")
    ]
    for share, probability in zip(shares, (twins, idle)):
        assert abs(share - probability) < 3 * np.sqrt(probability * (1 - probability) / 1000) + 0.005


def test_the_table_of_car(printed):
    """One row by hand: duels with the weights of the whole sample, which differ from balanced sides by a factor."""
    car = load_car()
    measured = []
    for seed in range(10):
        A, B, y_a, y_b = train_test_split(car.data, car.target, test_size=0.5, stratify=car.target, random_state=seed)
        S = np.zeros((len(B), 4))
        for y, z in combinations(range(4), 2):
            here = np.isin(y_a, (y, z))
            w = len(y_a) / 4 / np.bincount(y_a)[y_a[here]]
            s = LogisticRegression(solver="newton-cholesky").fit(A[here], y_a[here] == z, sample_weight=w)
            s = s.decision_function(B)
            S[:, z] += (s > 0) + 1e-6 * s
            S[:, y] += (s <= 0) - 1e-6 * s
        N = confusion_matrix(y_b, S.argmax(axis=1), normalize="true")
        C = N - np.diag(np.diag(N))
        measured.append([np.mean(S.argmax(axis=1) == y_b), C.sum(axis=1).mean(), np.linalg.norm(C, 2)])
        if seed == 0:
            interval = measure_interval(y_b, S.argmax(axis=1))
    norms = np.array(measured)[:, 2]
    row = re.search(r"\| one-vs-one \| classes \| (.*) \|", printed)[1]
    found = [float(number) for number in re.findall(r"\d\.\d+", row)]
    assert found == pytest.approx([*np.mean(measured, axis=0), norms.min(), norms.max()], abs=0.0051)
    row = re.search(r"\| one-vs-one (?:\| \d\.\d+ \([\d.–]+\) )+\|", printed)[0]
    *_, norm, low, high = (float(number) for number in re.findall(r"\d\.\d+", row))
    assert norm == pytest.approx(norms[0], abs=0.0051)
    assert [low, high] == pytest.approx(interval, abs=0.0051)
