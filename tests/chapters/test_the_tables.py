"""The figures of CoMBo's tables say what the stored runs say, by another route; printed pairs by arithmetic."""

import ast
import re

import numpy as np
import pytest

from confusion.limits import minimum_error
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, rows_of

FIGURES = figures_of("combo/the-tables")
ROWS = rows_of("combo_table")
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


@pytest.mark.parametrize("data", ["abalone", "car", "connect-4", "nursery", "poker", "pendigits", "segment", "letter"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_trade_off(data, depth):
    (text,) = [
        text
        for values, _, text, _ in FIGURES["Lower norm, at what cost?"]
        if values["data"] == data and float(values["depth"]) == int(depth)
    ]
    both = ("AdaBoost.MM", "CoMBo")
    (a, c), (b, d) = ([mean(data, rule, "exact", depth, m) for rule in both] for m in ("norm", "error"))
    assert f"exact step: norm {a} for AdaBoost.MM and {c} for CoMBo, error {b} and {d}." in text
    (a, c), (b, d) = ([mean(data, rule, "edge", depth, m) for rule in both] for m in ("norm", "error"))
    assert f"Printed step: norm {a} and {c}, error {b} and {d}." in text


@pytest.mark.parametrize("data", ["car", "connect-4", "nursery", "segment"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_matrices(data, depth):
    ((numbers, text),) = [
        (numbers, text)
        for values, numbers, text, _ in FIGURES["Confusion matrices side by side"]
        if values["data"] == data and float(values["depth"]) == int(depth)
    ]
    for name, short in (("AdaBoost.MM", "MM"), ("CoMBo", "CoMBo")):
        (flat,) = [
            r["counts"]
            for r in ROWS
            if (r["data"], r["algorithm"], r["step"], r["depth"]) == (data, name, "edge", depth) and r["counts"]
        ]
        counts = np.array(flat.split(), dtype=float)
        counts = counts.reshape(2 * [int(len(counts) ** 0.5)])
        errors = 1 - counts.diagonal() / counts.sum(axis=1)
        assert [numbers[f"low, {short}"], numbers[f"high, {short}"]] == pytest.approx([errors.min(), errors.max()])
        C = (counts - np.diag(counts.diagonal())) / counts.sum(axis=1)[:, None]
        assert f"{np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]):.3f}" in text


def literal(name):
    """A table that the chapter's code writes down."""
    text = (BOOK / "_text" / "combo" / "the-tables.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```\{code-cell\} ipython3\n(.*?)```", text, re.S))
    (value,) = re.findall(rf"^{name} = (\{{.*?^\}})", code, re.S | re.M)
    return ast.literal_eval(value)


TABLE_1 = literal("TABLE_1")
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
