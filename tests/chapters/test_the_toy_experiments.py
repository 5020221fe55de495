"""The verdicts of the chapter "The toy and its cliff", from the stored table by another route."""

import re

import numpy as np

from coursemachine.labels import label_of
from tests.chapters.stored import notebook_of, printed_in, rows_of

CHAPTER = "uma/the-toy-experiments"
TOY = rows_of("uma_toy")
BASE = TOY[0]["reading"]


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
