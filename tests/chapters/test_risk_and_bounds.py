"""The figure and the ball of the chapter "Test before you learn", by their formulas."""

import math

import numpy as np
import pytest

from coursemachine.labels import typeset
from tests.chapters.stored import figures_of, rows_of

CHAPTER = "copa/risk-and-bounds"


def test_frames_hold_the_table_and_the_formula():
    rows = {(typeset(f"{float(row['share']):.1%}"), row["T"]): row for row in rows_of("concentration")}
    frames = figures_of(CHAPTER)["The bound beside the runs"]
    assert len(frames) == len(rows) == 20
    for values, numbers, text, _ in frames:
        T, row = int(values["T"]), rows[values["share"], values["T"]]
        small = round(T * float(row["share"]))
        total = 2 / small + 1 / (T - 2 * small)
        free = math.sqrt(2 / 2 * total * math.log(2 / 0.05))
        seen = float(row["operator_q95"])
        assert numbers == pytest.approx({"bound": free, "observed": seen, "factor": free / seen}, rel=1e-6)
        assert ("grey zone" in text) == (free > math.sqrt(2))


def test_the_ball_of_the_zero_one_loss():
    """rb-ex-hand (c): no ball around zero and the unit vectors is smaller, wherever its centre."""
    rng = np.random.default_rng(0)
    for n in (2, 5, 25):
        points = np.vstack([np.zeros(n), np.eye(n)])
        best = math.sqrt((n - 1) / n)
        centre = np.full(n, 1 / n)
        assert np.linalg.norm(points - centre, axis=1).max() == pytest.approx(best)
        for _ in range(200):
            other = centre + rng.normal(size=n) * 10 ** rng.uniform(-3, 0)
            assert np.linalg.norm(points - other, axis=1).max() >= best - 1e-12
