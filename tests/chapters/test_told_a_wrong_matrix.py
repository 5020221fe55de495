"""The numbers told by the chapter "A wrong matrix, or none", from the stored table by another route."""

import re
from statistics import fmean

import numpy as np
import pytest

from tests.chapters.stored import figures_of, rows_of, table

CHAPTER = "uma/told-a-wrong-matrix"
FIGURES = figures_of(CHAPTER)
WRONG = rows_of("uma_wrong")


def told_errors(shape, n, true, column="error, UMA"):
    """Told level -> mean over the runs."""
    found = {}
    for row in WRONG:
        if (row["case"], int(row["n"]), float(row["true"])) == (shape, n, true):
            found.setdefault(float(row["fed"]), []).append(float(row[column]))
    assert {len(v) for v in found.values()} == {10}
    return {level: fmean(found[level]) for level in sorted(found)}


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Robustness to a wrong C"])
def test_robustness_has_the_stored_means_and_the_boundary(values, numbers, text, picture):
    true = float(values["true"])
    bands = sum(name.startswith("low") for name in numbers)
    assert (picture.count(">better than nothing<"), picture.count(">nowhere better")) == (bands, 2 - bands)
    for n in (300, 3000):
        errors = told_errors(values["shape"], n, true)
        perceptron = next(iter(told_errors(values["shape"], n, true, "error, perceptron").values()))
        expected = {"truth": errors[true], "nothing": errors[0.0], "perceptron": perceptron}
        assert {name: numbers[f"{name}, {n}"] for name in expected} == pytest.approx(expected, abs=1e-6)
        for name, level in (("less", true - 0.15), ("more", true + 0.15)):
            assert (f"{name}, {n}" in numbers) == (0 <= level < 0.83)
            if 0.01 < level < 0.83:
                asked = errors[min(errors, key=lambda one: abs(one - level))]
                assert numbers[f"{name}, {n}"] == pytest.approx(asked, abs=1e-6)
                assert f"{level:g} assumed {numbers[f'{name}, {n}']:.3f}" in text
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
        for n in (300, 3000):
            for true in (0.15, 0.3, 0.45, 0.6, 0.75):
                errors = told_errors(shape, n, true)
                less += [e - errors[0.0] for level, e in errors.items() if 0 < level < true]
                more += [e - errors[0.0] for level, e in errors.items() if level > true]
        assert max(less) < 0.05 and max(more) > worst
        assert np.mean(np.array(less) < 0) > 0.8


def test_what_the_page_says_in_words_of_its_printed_lines(printed):
    # "The three matrices of the smallest likelihood are those of the largest errors, in the same order"
    lines = re.findall(r"^ *(\S.*): likelihood (\S+), error (\S+)$", printed, re.M)
    assert len(lines) == 7
    fitted = sorted(lines, key=lambda line: float(line[1]))[:3]
    assert fitted == sorted(lines, key=lambda line: -float(line[2]))[:3]
    # Forward correction suffers less from the worse matrices; with that of EM UMA errs less than with the truth
    got = {row[0]: [float(one) for one in row[1:]] for row in table(printed, "matrix | largest error of C")}
    for name in ("anchors, the surest", "anchors, 97th percentile", "confident joint"):
        assert got[name][2] < got[name][1]
    assert got["EM, softmax"][1] < got["the truth"][1]
