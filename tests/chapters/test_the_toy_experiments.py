"""The numbers told by the chapter "The toy and its cliff", from the stored table by another route."""

import re
from statistics import fmean

import numpy as np
import pytest

from coursemachine.labels import label_of
from tests.chapters.stored import figures_of, notebook_of, printed_in, rows_of

CHAPTER = "uma/the-toy-experiments"
FIGURES = figures_of(CHAPTER)


TOY = rows_of("uma_toy")
BASE = TOY[0]["reading"]


def means(reading, column):
    """Level -> mean over the runs, in the order of the levels."""
    found = {}
    for row in TOY:
        if row["reading"] == reading:
            found.setdefault(int(row["level"]), []).append(float(row[column]))
    assert {len(v) for v in found.values()} == {10}
    return {level: fmean(found[level]) for level in sorted(found)}


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Figure 1a under every reading"])
def test_every_reading_has_the_stored_means(values, numbers, text, picture):
    curves = {m: means(values["reading"], f"norm, {m}") for m in ("UMA", "C = I", "perceptron")}
    for method, curve in curves.items():
        first, *_, last = curve.values()
        assert [numbers[f"{method}, first"], numbers[f"{method}, last"]] == pytest.approx([first, last])
    below = sum(a < b for a, b in zip(curves["UMA"].values(), curves["perceptron"].values()))
    assert (numbers["below"], numbers["levels"]) == (below, len(curves["UMA"]))
    assert (f"faint: {BASE}" in picture) == (values["reading"] != BASE)


def test_printed_tables_hold_what_their_verdicts_say():
    outputs = [one for cell in notebook_of(CHAPTER)["cells"] for one in cell.get("outputs", []) if "data" in one]
    (claims,) = ["".join(one["data"]["text/markdown"]) for one in outputs if label_of(one).get("kind") == "verdicts"]
    for method, level, printed in (
        ("UMA", 1, "0.5"),
        ("UMA", 20, "2.25"),
        ("perceptron", 1, "1.7"),
        ("C = I", 1, "1.7"),
    ):
        values = [float(r[f"norm, {method}"]) for r in TOY if r["reading"] == BASE and int(r["level"]) == level]
        cell = f"| {printed} | {np.mean(values):.2f} ± {np.std(values):.2f} ({np.mean(values) / 10**0.5:.2f}) |"
        assert cell in claims, cell
    score = re.search(r"\| score \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", printed_in(CHAPTER))
    assert 0.8 < float(score[1]) < 0.9 and float(score[3]) <= float(score[2]) ** 0.5  # Jensen
