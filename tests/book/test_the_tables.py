"""The figures of CoMBo's tables say what the stored runs say, by another route; printed pairs by arithmetic."""

import ast
import csv
import re

import numpy as np
import pytest

from confusion.lab.experiments import RESULTS
from confusion.limits import minimum_error
from tests.book.stored import BOOK, figures_of

FIGURES = figures_of("combo/the-tables")
with (RESULTS / "combo_table.csv").open() as lines:
    ROWS = list(csv.DictReader(lines))
DEPTHS = ("1", "2", "3", "5", "8", "12")


def mean(data, algorithm, step, depth, measure):
    key = (data, algorithm, step, depth)
    values = [
        float(r[measure])
        for r in ROWS
        if (r["data"], r["algorithm"], r["step"], r["depth"]) == key and r["fold"] != "-1"
    ]
    assert len(values) == 10
    return f"{np.mean(values):.3f}"


def test_the_figures_are_there_and_differ():
    assert {title: len(frames) for title, frames in FIGURES.items()} == {
        "Lower norm, at what cost?": 8 * 6,
        "Confusion matrices side by side": 4 * 6,
    }
    for frames in FIGURES.values():
        assert len({text for _, text, _ in frames}) == len({svg for *_, svg in frames}) == len(frames)


@pytest.mark.parametrize("data", ["abalone", "car", "connect-4", "nursery", "poker", "pendigits", "segment", "letter"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_trade_off(data, depth):
    texts = [
        text
        for values, text, _ in FIGURES["Lower norm, at what cost?"]
        if values["data"] == data and float(values["depth"]) == int(depth)
    ]
    (text,) = texts
    both = ("AdaBoost.MM", "CoMBo")
    (a, c), (b, d) = ([mean(data, rule, "exact", depth, m) for rule in both] for m in ("norm", "error"))
    assert f"exact step: norm {a} for AdaBoost.MM and {c} for CoMBo, error {b} and {d}." in text
    (a, c), (b, d) = ([mean(data, rule, "edge", depth, m) for rule in both] for m in ("norm", "error"))
    assert f"Printed step: norm {a} and {c}, error {b} and {d}." in text


@pytest.mark.parametrize("data", ["car", "connect-4", "nursery", "segment"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_matrices(data, depth):
    (text,) = [
        text
        for values, text, _ in FIGURES["Confusion matrices side by side"]
        if values["data"] == data and float(values["depth"]) == int(depth)
    ]
    for name in ("AdaBoost.MM", "CoMBo"):
        (flat,) = [
            r["counts"]
            for r in ROWS
            if (r["data"], r["algorithm"], r["step"], r["depth"]) == (data, name, "edge", depth) and r["counts"]
        ]
        counts = np.array(flat.split(), dtype=float)
        counts = counts.reshape(2 * [int(len(counts) ** 0.5)])
        errors = 1 - counts.diagonal() / counts.sum(axis=1)
        assert f"{errors.min():.3f} to {errors.max():.3f} with {name}" in text
        C = (counts - np.diag(counts.diagonal())) / counts.sum(axis=1)[:, None]
        assert f"{np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]):.3f}" in text


def literal(name):
    """A table that the chapter's code writes down."""
    text = (BOOK / "_text" / "combo" / "the-tables.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```\{code-cell\} ipython3\n(.*?)```", text, re.S))
    (value,) = re.findall(rf"^{name} = (\{{.*?^\}})", code, re.S | re.M)
    return ast.literal_eval(value)


TABLE_1, TABLE_2 = literal("TABLE_1"), literal("TABLE_2")
RULES = ("AdaBoost.MM", "CoMBo")
#: class sizes by the sets' own descriptions
SIZES = {
    "car": [1210, 384, 69, 65],
    "connect-4": [44473, 16635, 6449],
    "pendigits": [1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055],
    "segment": [330] * 7,
}
IMPOSSIBLE = [("car", 0), ("connect-4", 1), ("pendigits", 1), ("segment", 0), ("segment", 1)]


@pytest.mark.parametrize(("data", "rule"), IMPOSSIBLE)
def test_printed_pairs_that_cannot_be(data, rule):
    """For a norm up to 1 the least error is the smallest share times the norm."""
    norm, error = TABLE_1[data][rule], TABLE_1[data][rule + 2]
    shares = np.divide(SIZES[data], sum(SIZES[data]))
    least = minimum_error(norm - 0.0005, shares, averaged=True)
    assert least == pytest.approx(min(SIZES[data]) / sum(SIZES[data]) * (norm - 0.0005)) and least > error + 0.0005
    assert minimum_error(norm, shares, averaged=True) < 10 * error + 0.005


def test_connect_4_has_a_norm_above_one_only_with_all_draws_wrong():
    """Frobenius: 1.066² ≤ Σ e² needs Σ e ≥ 1.066² with e ≤ 1, so the error is at least the draws' share and more."""
    norm, _, error, _ = TABLE_1["connect-4"]
    sizes = SIZES["connect-4"]
    assert norm > 1 and (sizes[2] + ((norm - 0.0005) ** 2 - 1) * sizes[1]) / sum(sizes) > error + 0.0005
    assert minimum_error(norm - 0.0005, np.divide(sizes, sum(sizes))) > error + 0.0005


@pytest.mark.parametrize("row", [2, 3])
def test_an_entry_of_table_2_needs_a_fold_that_is_not_stratified(row):
    """Both small classes of car have an entry .013: no share of the whole class, nor of folds of nearly equal size."""
    size = SIZES["car"][row]
    entries = {f"{value:.3f}" for rule in RULES for value in TABLE_2["car", rule][row]}
    printed = {f"{errors / size:.3f}" for errors in range(size + 1)}
    stratified = {f"{(a / (size // 10) + b / (size // 10 + 1)) / 10:.3f}" for a in range(9) for b in range(9)}
    assert "0.013" in entries and "0.013" not in printed | stratified
    assert f"{1 / 8 / 10:.3f}" == "0.013"
