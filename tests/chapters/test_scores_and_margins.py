"""The numbers of the chapter "Scores, margins and surrogates", by other routes."""

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.chapters.stored import figures_of, scenes_of

CHAPTER = "foundations/scores-and-margins"
HINGES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge")


def test_losses_of_the_marked_example():
    """Ramp and hinge see the margin alone, and only the ramp sees the threshold."""
    shown = figures_of(CHAPTER)["Losses against the margin"]
    assert len(shown) == 10
    for frame in shown:
        rho, rivals = float(frame.values["rho"]), 2 if frame.values["rivals"] == "level" else 1
        wanted = [0, max(0, 1 - 0.5 / rho), 0.5, np.log1p(rivals * np.exp(-0.5)), rivals * np.exp(-0.5)]
        assert list(frame.numbers.values()) == pytest.approx(wanted, abs=1e-7)


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


def test_the_triangle_starts_where_two_losses_are_undecided():
    """By the definition of each loss: two do not answer the most probable class, and a cost of 4 turns all but one."""
    _, at = scenes_of(CHAPTER)["triangle"]
    assert at == {"p": [0.45, 0.40, 0.15], "cost": 1, "loss": "max-hinge"}
    found = {}
    for cost in (1, 2, 4):
        p = np.array(at["p"]) * [1, 1, cost]
        scores = {
            kind: minimiser(p / p.sum(), kind) for kind in (*HINGES, "softmax", "exponential", "one-vs-all-exponential")
        }
        found[cost] = ["".join("abc"[q] for q in range(3) if f[q] > f.max() - 1e-6) for f in scores.values()]
    assert found == {1: ["abc", "ab", *"aaaa"], 2: ["abc", "ab", *"aaaa"], 4: ["abc", *"ccccc"]}
