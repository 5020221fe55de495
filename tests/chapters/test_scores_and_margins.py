"""The numbers of the chapter "Scores, margins and surrogates", by other routes."""

import re

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.chapters.stored import figures_of

CHAPTER = "foundations/scores-and-margins"
TERNARY = figures_of(CHAPTER)["What each loss answers"]
DOT = np.array([0.45, 0.40, 0.15])
HINGES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge")


def hinge_minimiser(p, kind):
    """A minimiser of a hinge by a linear program: a slack t for each term, or for each class."""
    rows, limits, cost = [], [], np.zeros(9)
    for i, (y, z) in enumerate([(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]):
        row = np.zeros(9)
        row[z] += 1
        row[y] -= kind != "sum-to-zero-hinge"
        slack = 3 + (y if kind == "max-hinge" else i)
        row[slack] = -1
        cost[slack] = p[y]
        rows.append(row)
        limits.append(-0.5 if kind == "sum-to-zero-hinge" else -1)
    free = [(None, None)] * 3 + [(0, None)] * 6
    return linprog(cost, rows, limits, [[1] * 3 + [0] * 6], [0], free).x[:3]


def minimiser(p, kind):
    if kind in HINGES:
        return hinge_minimiser(p, kind)
    odds = {"softmax": np.log(p), "exponential": np.log(p) / 2, "one-vs-all-exponential": np.log(p / (1 - p)) / 2}[kind]
    return odds if kind == "one-vs-all-exponential" else odds - odds.mean()


def weighted(p, weight):
    p = p * [1, 1, weight]
    return p / p.sum(axis=-1, keepdims=True)


def undecided_share(kind, weight):
    """Share of the triangle, on a fine grid: where no class, or no single one of two above a third, has the half."""
    n = 600
    i, j = np.mgrid[0:n, 0:n]
    inside = i + j < n
    a, b = (i[inside] + 1 / 3) / n, (j[inside] + 1 / 3) / n
    p = weighted(np.column_stack([a, b, 1 - a - b]), weight)
    if kind == "max-hinge":
        return (p.max(axis=1) < 0.5).mean()
    return ((p > 1 / 3).sum(axis=1) == 2)[p.max(axis=1) < 0.5].sum() / len(p) if kind == "sum-hinge" else 0.0


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), TERNARY, ids=lambda _: "")
def test_ternary_plot(values, numbers, text, picture):
    kind, weight = values["kind"], int(values["weight"])
    f = minimiser(weighted(DOT, weight), kind)
    np.testing.assert_allclose(numbers["scores"], f, atol=1e-6)
    assert numbers["answers"] == [q for q in range(3) if f[q] > f.max() - 1e-9]
    assert numbers["undecided"] == pytest.approx(undecided_share(kind, weight), abs=0.004)
    assert ("undecided nowhere" in text) == (kind not in ("max-hinge", "sum-hinge"))
    assert ("All errors cost the same" in text) == (weight == 1)
    for number in numbers["scores"]:
        assert f"{abs(number):.2f}" in picture


def test_shares_without_a_majority(printed):
    accuracy, balanced = (float(x) for x in re.findall(r"without a majority ([\d.]+)%", printed))
    rng = np.random.default_rng(5)
    centers, shares = np.array([[0, 1], [1, 0], [-1, 0]]), np.array([0.9, 0.05, 0.05])
    y = rng.choice(3, size=200_000, p=shares)
    Z = centers[y] + 0.5 * rng.normal(size=(len(y), 2))
    density = np.exp(-((Z[:, None] - centers) ** 2).sum(axis=2) / 0.5)
    for stated, weights in ((accuracy, shares), (balanced, np.ones(3))):
        p = density * weights
        share = np.mean(p.max(axis=1) < 0.5 * p.sum(axis=1))
        assert stated == pytest.approx(100 * share, abs=0.05 + 400 * np.sqrt(share / 100_000))
