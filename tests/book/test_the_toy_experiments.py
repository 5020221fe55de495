"""The numbers told by the chapter "The toy experiments, reproduced", from the stored tables by another route."""

import csv
import json
import re
from statistics import fmean

import numpy as np
import pytest

from confusion.lab.experiments import RESULTS
from tests.book.stored import BOOK, figures_of

CHAPTER = "uma/the-toy-experiments"
FIGURES = figures_of(CHAPTER)


def rows_of(name):
    with (RESULTS / f"{name}.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


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


def test_the_figures_are_complete():
    assert {title: len(frames) for title, frames in FIGURES.items()} == {
        "Figure 1a under every reading": 11,
        "Robustness to a wrong C": 15,
    }
    for frames in FIGURES.values():
        assert len({text for _, text, _ in frames}) == len({picture for *_, picture in frames}) == len(frames)


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["Figure 1a under every reading"])
def test_every_reading_tells_the_stored_means(values, text, picture):
    curves = {m: means(values["reading"], f"norm, {m}") for m in ("UMA", "C = I", "perceptron")}
    told = re.search(
        r"UMA from ([\d.]+) to ([\d.]+), C = I from ([\d.]+) to ([\d.]+), "
        r"averaged perceptron from ([\d.]+) to ([\d.]+)\. "
        r"UMA is below the averaged perceptron at (\d+) of (\d+) levels\.$",
        text,
    )
    expected = [list(curve.values())[end] for curve in curves.values() for end in (0, -1)]
    assert [float(v) for v in told.groups()[:6]] == pytest.approx(expected, abs=5.1e-3)
    below = sum(a < b for a, b in zip(curves["UMA"].values(), curves["perceptron"].values()))
    assert (int(told[7]), int(told[8])) == (below, len(curves["UMA"]))


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["Robustness to a wrong C"])
def test_robustness_tells_the_stored_means_and_the_boundary(values, text, picture):
    true, parts = float(values["true"]), re.split(r"n = (?=[\d,]+: told)", text)[1:]
    assert [part.split(":")[0] for part in parts] == ["300", "30,000"]
    for n, part in zip((300, 30_000), parts):
        errors = told_errors(values["shape"], n, true)
        expected = [
            errors[true],
            errors[0.0],
            next(iter(told_errors(values["shape"], n, true, "error, perceptron").values())),
        ]
        told = re.search(r"told the truth ([\d.]+), nothing ([\d.]+), averaged perceptron ([\d.]+); ", part)
        assert [float(v) for v in told.groups()] == pytest.approx(expected, abs=5.1e-4)
        span = re.search(r"when told ([\d.]+) to ([\d.]+)\.", part)
        assert (span is None) == (errors[true] >= errors[0.0]) == ("no better than nothing" in part)
        if span:
            low, high = map(float, span.groups())
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


def test_the_spike_of_figure_1b():
    depth = []
    for n in ("300", "1000", "3000", "10000", "100000"):
        found = {}
        for row in WRONG:
            if (row["part"], row["case"], row["n"]) == ("figure 1b", "as printed", n):
                found.setdefault(float(row["fed"]), []).append(float(row["norm, UMA"]))
        curve = {level: fmean(v) for level, v in found.items()}
        assert min(curve, key=curve.get) == 1.0
        assert curve[0.9] > curve[1.0] < curve[1.1]
        little, much = (
            fmean(v for k, v in curve.items() if side(k)) for side in (lambda k: 0 < k < 1, lambda k: k > 1)
        )
        assert much < little + 0.01  # the order of the printed 2.15 and 2.6
        depth.append(curve[1.0])
    assert depth == sorted(depth, reverse=True) and abs(depth[2] - 1.8) < 0.15 and depth[0] > 2.2 and depth[-1] < 1.1


def test_printed_tables_hold_what_their_verdicts_say():
    notebook = json.loads((BOOK / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    tables = ["".join(o["data"]["text/markdown"]) for cell in notebook["cells"] for o in cell.get("outputs", [])
              if "text/markdown" in o.get("data", {})]  # fmt: skip
    (claims,) = [text for text in tables if text.startswith("| claim |")]
    for method, level, printed in (
        ("UMA", 1, "0.5"),
        ("UMA", 20, "2.25"),
        ("perceptron", 1, "1.7"),
        ("C = I", 1, "1.7"),
    ):
        values = [float(r[f"norm, {method}"]) for r in TOY if r["reading"] == "as printed" and int(r["level"]) == level]
        cell = f"| {printed} | {np.mean(values):.2f} ± {np.std(values):.2f} ({np.mean(values) / 10**0.5:.2f}) |"
        assert cell in claims, cell
    (scale,) = [text for text in tables if text.startswith("| margin |")]
    score = re.search(r"\| score \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", scale)
    assert 0.8 < float(score[1]) < 0.9 and float(score[3]) <= float(score[2]) ** 0.5  # Jensen


def test_at_weak_noise_uma_beats_criterion_20_and_forward_correction():
    for reading in ("as printed", "geometric margin", "no class empty"):
        error, conf = (means(reading, f"norm, {m}") for m in ("UMA", "confusion"))
        assert all(conf[level] > error[level] for level in (1, 5))
    error, forward = (means("as printed", f"norm, {m}") for m in ("UMA", "forward"))
    assert all((error[level] < forward[level]) == (level < 6) for level in (1, 5, 10, 20))
