"""The table and the figure of the chapter "The toy and its cliff", by another route."""

import re

import numpy as np
import pytest

from tests.chapters.stored import figures_of, printed_in, rows_of

CHAPTER = "uma/the-toy-experiments"


def test_classes_that_a_margin_empties():
    score = re.search(r"\| score \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", printed_in(CHAPTER))
    assert 0.8 < float(score[1]) < 0.9 and float(score[3]) <= float(score[2]) ** 0.5  # Jensen


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), figures_of(CHAPTER)["The cliff and the sample"])
def test_the_norms_of_each_sample_size(values, numbers, text, picture):
    n = values["sample"].removeprefix("n = ")
    reading = "geometric margin" if n == "1,000" else f"n = {n}"
    rows = [row for row in rows_of("uma_toy") if row["reading"] == reading]
    assert {row["n"] for row in rows} == {n.replace(",", "")}
    for method in ("UMA", "C = I", "perceptron"):
        for place, level in (("first", "1"), ("middle", "10"), ("last", "20")):
            norms = [float(row[f"norm, {method}"]) for row in rows if row["level"] == level]
            assert len(norms) == 10 and numbers[f"{method}, {place}"] == pytest.approx(np.mean(norms), abs=1e-6)
