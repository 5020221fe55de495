"""The numbers told by the chapter "The toy experiments, reproduced", from the stored tables by another route."""

import re
from statistics import fmean

import numpy as np
import pytest

from coursemachine.labels import label_of
from tests.chapters.stored import figures_of, notebook_of, printed_in, rows_of

CHAPTER = "uma/the-toy-experiments"
FIGURES = figures_of(CHAPTER)


TOY, WRONG = rows_of("uma_toy"), rows_of("uma_wrong")


def means(reading, column):
    """Level -> mean over the runs, in the order of the levels."""
    found = {}
    for row in TOY:
        if row["reading"] == reading:
            found.setdefault(int(row["level"]), []).append(float(row[column]))
    assert {len(v) for v in found.values()} == {10}
    return {level: fmean(found[level]) for level in sorted(found)}


def told_errors(shape, n, true, column="error, UMA"):
    """Told level -> mean over the runs."""
    found = {}
    for row in WRONG:
        if (row["part"], row["case"], int(row["n"]), float(row["true"])) == ("levels", shape, n, true):
            found.setdefault(float(row["fed"]), []).append(float(row[column]))
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
    assert ("faint: as printed" in picture) == (values["reading"] != "as printed")


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Robustness to a wrong C"])
def test_robustness_has_the_stored_means_and_the_boundary(values, numbers, text, picture):
    true = float(values["true"])
    bands = sum(name.startswith("low") for name in numbers)
    assert (picture.count(">better than nothing<"), picture.count(">nowhere better")) == (bands, 2 - bands)
    for n in (300, 30_000):
        errors = told_errors(values["shape"], n, true)
        perceptron = next(iter(told_errors(values["shape"], n, true, "error, perceptron").values()))
        expected = {"truth": errors[true], "nothing": errors[0.0], "perceptron": perceptron}
        assert {name: numbers[f"{name}, {n}"] for name in expected} == pytest.approx(expected, abs=1e-6)
        assert (f"low, {n}" not in numbers) == (errors[true] >= errors[0.0])
        if f"low, {n}" in numbers:
            low, high = numbers[f"low, {n}"], numbers[f"high, {n}"]
            assert low <= true <= high and low > 0
            assert all(errors[level] < errors[0.0] for level in errors if low <= level <= high)
            after = [level for level in errors if level > high]
            before = [level for level in errors if level < low]
            assert not after or errors[after[0]] >= errors[0.0]
            assert errors[before[-1]] >= errors[0.0]


def test_too_little_is_safe_and_too_much_is_not():
    for shape, worst in (("random family", 0.5), ("symmetric", 0.1), ("pair flip", 0.8)):
        less, more = [], []
        for n in (300, 3000, 30_000):
            for true in (0.15, 0.3, 0.45, 0.6, 0.75):
                errors = told_errors(shape, n, true)
                less += [e - errors[0.0] for level, e in errors.items() if 0 < level < true]
                more += [e - errors[0.0] for level, e in errors.items() if level > true]
        assert max(less) < 0.04 and max(more) > worst
        assert np.mean(np.array(less) < 0) > 0.9


def test_printed_tables_hold_what_their_verdicts_say():
    outputs = [one for cell in notebook_of(CHAPTER)["cells"] for one in cell.get("outputs", []) if "data" in one]
    (claims,) = ["".join(one["data"]["text/markdown"]) for one in outputs if label_of(one).get("kind") == "verdicts"]
    for method, level, printed in (
        ("UMA", 1, "0.5"),
        ("UMA", 20, "2.25"),
        ("perceptron", 1, "1.7"),
        ("C = I", 1, "1.7"),
    ):
        values = [float(r[f"norm, {method}"]) for r in TOY if r["reading"] == "as printed" and int(r["level"]) == level]
        cell = f"| {printed} | {np.mean(values):.2f} ± {np.std(values):.2f} ({np.mean(values) / 10**0.5:.2f}) |"
        assert cell in claims, cell
    score = re.search(r"\| score \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", printed_in(CHAPTER))
    assert 0.8 < float(score[1]) < 0.9 and float(score[3]) <= float(score[2]) ** 0.5  # Jensen
