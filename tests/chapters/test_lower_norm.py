"""What "Lower norm, at what price" says of its stored runs, by another route."""

import re

import numpy as np
import pytest
from scipy.stats import t as student

from tests.chapters.stored import figures_of, rows_of

CHAPTER = "combo/lower-norm"
FIGURES = figures_of(CHAPTER)
ROWS = [row for row in rows_of("combo_table") if float(row.get("shift") or 0) == 0]
DATA = ["abalone", "car", "connect-4", "nursery", "poker", "pendigits", "segment", "letter"]
DEPTHS = ("1", "2", "3", "5", "8", "12")
BOTH = ("AdaBoost.MM", "CoMBo")


def folds(data, algorithm, step, depth, measure):
    key = (data, algorithm, step, depth)
    found = [r for r in ROWS if (r["data"], r["algorithm"], r["step"], r["depth"]) == key and r["fold"] != "-1"]
    assert len(found) == 10
    return np.array([float(r[measure]) for r in found])


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Lower norm, at what cost?"])
def test_the_rival_of_smallest_norm_is_named(values, numbers, text, picture):
    """Of a model with depths the one of the chosen depth is looked at."""
    models, depth = {}, f"{float(values['depth']):g}"
    for r in rows_of("combo_rivals"):
        if r["data"] == values["data"] and r["fold"] != "-1" and r["depth"] in ("", depth):
            models.setdefault((r["model"], r["depth"]), []).append((float(r["norm"]), float(r["error"])))
    means = {key: np.mean(rows, axis=0) for key, rows in models.items() if key[1] or (key[0], depth) not in models}
    smallest = min(means, key=lambda key: means[key][0])
    best, *told = re.search(r"Of the others (.+) has the smallest norm, (\S+), with the error (\S+);", text).groups()
    assert [float(one) for one in told] == pytest.approx(means[smallest], abs=6e-4)
    words = smallest[0].replace("random ", "").replace(" regression", "").replace(",", "").split()
    assert sorted(best.split()) == sorted(words)


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Confusion matrices side by side"])
def test_norms_of_the_matrices_side_by_side(values, numbers, text, picture):
    for algorithm in BOTH:
        key = (values["data"], algorithm, "edge", f"{float(values['depth']):g}")
        (flat,) = [
            r["counts"] for r in ROWS if (r["data"], r["algorithm"], r["step"], r["depth"]) == key and r["counts"]
        ]
        counts = np.array(flat.split(), dtype=float).reshape(2 * [round(len(flat.split()) ** 0.5)])
        C = (counts - np.diag(counts.diagonal())) / counts.sum(axis=1)[:, None]
        assert f"{np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]):.3f}" in text


def sign(data, step, depth, measure):
    """Of CoMBo less AdaBoost.MM; 0 within 2.262 corrected standard errors."""
    gap = folds(data, "CoMBo", step, depth, measure) - folds(data, "AdaBoost.MM", step, depth, measure)
    squares = np.sum((gap - gap.mean()) ** 2) / 9 * (1 / 10 + 1 / 9)
    return int(np.sign(gap.mean())) if gap.mean() ** 2 > student.ppf(0.975, 9) ** 2 * squares else 0


@pytest.mark.parametrize("depth", DEPTHS)
def test_clear_differences(printed, depth):
    two = r"(\d) / (\d)"
    (row,) = re.findall(rf"^\| {depth} \| {two} \| {two} \| {two} \| {two} \| {two} \|$", printed, re.M)
    for k, code in enumerate(("edge", "exact")):
        norm, error = ([sign(data, code, depth, m) for data in DATA[:5]] for m in ("norm", "error"))
        ties = sum(not sign(d, code, depth, "norm") and not sign(d, code, depth, "error") for d in DATA[5:])
        wanted = [norm.count(-1), norm.count(1), error.count(-1), error.count(1), ties]
        assert [int(one) for one in row[k::2]] == wanted


def test_whoever_stopped_early_is_in_the_table_of_rounds(printed):
    told = set(re.findall(r"^\| (\S+),\s(\d+),\s(printed|exact) \| \d", printed, re.M))
    early = {
        (row["data"], row["depth"], {"edge": "printed"}.get(row["step"], "exact"))
        for row in ROWS
        if row["fold"] != "-1" and row["made"] != "200"
    }
    assert early == told
