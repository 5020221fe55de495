"""The numbers told by the chapter "Scores, margins and surrogates", by other routes."""

import json
import re

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.book.stored import BOOK, figures_of

CHAPTER = "foundations/scores-and-margins"
TERNARY = figures_of(CHAPTER)["What each loss answers"]
DOT = np.array([0.45, 0.40, 0.15])
HINGES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge")


@pytest.fixture(scope="module")
def printed():
    """Everything the chapter's cells print or tabulate, one text."""
    notebook = json.loads((BOOK / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    texts = [output.get("text") or output["data"].get("text/markdown", "") for output in outputs]
    return "\n".join("".join(text) for text in texts)


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


@pytest.mark.parametrize(("values", "text", "picture"), TERNARY, ids=lambda _: "")
def test_ternary_plot(values, text, picture):
    kind, weight = values["kind"], int(values["weight"])
    f = minimiser(weighted(DOT, weight), kind)
    told = [float(number) for number in re.findall(r"-?\d+\.\d\d\b", text.rpartition("the scores are ")[2])]
    np.testing.assert_allclose(told, f, atol=0.00501)
    best = [name for name, score in zip("abc", f) if score > f.max() - 1e-9]
    answer = re.search(r"its answer is ([^;]*);", text)[1]
    assert re.findall(r"\b[abc]\b", answer) == best and ("undecided" in answer) == (len(best) > 1)
    area = re.search(r"undecided on ([\d.]+)% of the triangle", text)
    assert ("undecided nowhere" in text) == (area is None) == (kind not in ("max-hinge", "sum-hinge"))
    if area:
        assert float(area[1]) / 100 == pytest.approx(undecided_share(kind, weight), abs=0.004)
    assert ("All errors cost the same" in text) == (weight == 1)
    for number in told:
        assert f"{abs(number):.2f}" in picture


def test_ternary_plot_has_every_position():
    assert len(TERNARY) == 24 and len({text for _, text, _ in TERNARY}) == 24
    assert len({picture for *_, picture in TERNARY}) == 24
    assert {values["weight"] for values, *_ in TERNARY} == {"1", "2", "4", "8"}


def test_numbers_are_away_from_rounding_edges():
    for values, *_ in TERNARY:
        scores = 100 * minimiser(weighted(DOT, int(values["weight"])), values["kind"])
        assert np.abs(np.abs(scores - np.floor(scores)) - 0.5).min() > 1e-3


def test_margin_chain_table(printed):
    rows = re.findall(r"^\| (0\.1|1|10) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", printed, re.M)
    table = {scale: [float(value) for value in values] for scale, *values in rows}
    assert list(table) == ["0.1", "1", "10"]
    for errors, not_positive, loss, small in table.values():
        assert errors == not_positive == table["1"][0] and errors <= loss <= small
    # Three times out of ten the label is not the likely one.
    assert table["1"][0] == pytest.approx(0.3, abs=0.02)


def test_two_learners_table(printed):
    rows = re.findall(r"^\| (0\.4|0\.7) \| (logistic regression|max-hinge SVM) \| (\d+)% \| (\d+)% \|$", printed, re.M)
    told = {(likely, name): (int(right), int(undecided)) for likely, name, right, undecided in rows}
    assert told["0.4", "max-hinge SVM"] == (0, 100)
    assert told["0.4", "logistic regression"][0] > 90
    assert min(told["0.7", name][0] for name in ("logistic regression", "max-hinge SVM")) >= 97


def test_shares_without_a_majority(printed):
    accuracy, balanced = (float(x) for x in re.findall(r"without a majority ([\d.]+)%", printed))
    rng = np.random.default_rng(5)
    centers, shares = np.array([[0, 1], [1, 0], [-1, 0]]), np.array([0.9, 0.05, 0.05])
    y = rng.choice(3, size=200_000, p=shares)
    Z = centers[y] + 0.5 * rng.normal(size=(len(y), 2))
    density = np.exp(-((Z[:, None] - centers) ** 2).sum(axis=2) / 0.5)
    for told, weights in ((accuracy, shares), (balanced, np.ones(3))):
        p = density * weights
        share = np.mean(p.max(axis=1) < 0.5 * p.sum(axis=1))
        assert told == pytest.approx(100 * share, abs=0.05 + 400 * np.sqrt(share / 100_000))
