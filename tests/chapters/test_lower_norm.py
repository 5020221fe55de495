"""The figures and tables of "Lower norm, at what price" say what the stored runs say, by another route."""

import re

import numpy as np
import pytest
from scipy.stats import t as student

from tests.chapters.stored import figures_of, numbers_in, rows_of

CHAPTER = "combo/lower-norm"
FIGURES = figures_of(CHAPTER)
ROWS = [row for row in rows_of("combo_table") if float(row.get("shift") or 0) == 0]
DATA = ["abalone", "car", "connect-4", "nursery", "poker", "pendigits", "segment", "letter"]
DEPTHS = ("1", "2", "3", "5", "8", "12")
BOTH = ("AdaBoost.MM", "CoMBo")


def folds(data, algorithm, step, depth, measure):
    key = (data, algorithm, step, depth)
    values = [
        float(r[measure])
        for r in ROWS
        if (r["data"], r["algorithm"], r["step"], r["depth"]) == key and r["fold"] != "-1"
    ]
    assert len(values) == 10
    return np.array(values)


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("depth", DEPTHS)
def test_trade_off(data, depth):
    (shown,) = [
        shown
        for shown in FIGURES["Lower norm, at what cost?"]
        if shown.values["data"] == data and float(shown.values["depth"]) == int(depth)
    ]
    for rule in BOTH:
        norm, error = (folds(data, rule, "edge", depth, m).mean() for m in ("norm", "error"))
        assert f"{rule}: norm {norm:.3f}, error {error:.3f}" in shown.text
        assert [shown.numbers[f"{m}, {rule}"] for m in ("norm", "error")] == pytest.approx([norm, error], abs=1e-6)
    told = re.search(r"Of the others (.+) has the smallest norm, (\S+), with the error (\S+);", shown.text)
    best, norm, error = told.groups()
    known = [
        r for r in rows_of("combo_rivals") if r["data"] == data and r["fold"] != "-1" and r["depth"] in ("", depth)
    ]
    models = {}
    for r in known:
        models.setdefault((r["model"], r["depth"]), []).append((float(r["norm"]), float(r["error"])))
    means = {key: np.mean(values, axis=0) for key, values in models.items()}
    # Where a model has a depth, the one of the chosen depth stands for it.
    means = {key: one for key, one in means.items() if key[1] or (key[0], depth) not in means}
    smallest = min(means, key=lambda key: means[key][0])
    assert [float(norm), float(error)] == pytest.approx(means[smallest], abs=6e-4)
    words = smallest[0].replace("random ", "").replace(" regression", "").replace(",", "").split()
    assert sorted(best.split()) == sorted(words)


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


def test_ratios(printed):
    for depth in DEPTHS:
        (line,) = re.findall(rf"^\| depth {depth} \| (.*) \|$", printed, re.M)
        for data, cell in zip(DATA[:5], line.split(" | "), strict=True):
            for measure, text in zip(("norm", "error"), cell.split(" / "), strict=True):
                a, b = (folds(data, rule, "edge", depth, measure).mean() for rule in BOTH)
                assert text == "–" if min(a, b) < 0.0005 else float(text) == pytest.approx(b / a, abs=0.0051)


def test_rounds_made(printed):
    lines = re.findall(r"^\| (\S+),\s(\d+),\s(printed|exact) \| (\d+) \| (\d+) \| (\S+) \| (\S+) \|$", printed, re.M)
    told = {line[:3] for line in lines}
    for data, depth, step, *numbers in lines:
        code = {"printed": "edge", "exact": "exact"}[step]
        made, errors = ([folds(data, rule, code, depth, m).mean() for rule in BOTH] for m in ("made", "error"))
        assert [float(one) for one in numbers[:2]] == pytest.approx(made, abs=0.51) and min(made) < 200
        assert [float(one) for one in numbers[2:]] == pytest.approx(errors, abs=6e-5)
    for row in ROWS:
        if row["fold"] != "-1" and row["made"] != "200":
            assert (row["data"], row["depth"], {"edge": "printed"}.get(row["step"], "exact")) in told
            assert row["stop"] != "n_estimators"


def test_the_hand_exercise(printed):
    one, two = (numbers_in(line) for line in re.findall(r"^error \S+, mean \S+, norm \S+$", printed, re.M))
    e, f = np.array([0.02, 0.5, 0.5]), np.array([0.2, 0.2, 0.2])
    for told, errors in ((one, e), (two, f)):
        norm = max(errors[0], np.hypot(*errors[1:]))
        assert told == pytest.approx([0.8 * errors[0] + 0.1 * errors[1:].sum(), errors.mean(), norm], abs=0.0051)
    cost = lambda errors, r: 0.8 * errors[0] + r * 0.1 * errors[1:].sum()  # noqa: E731
    assert cost(e, 2.39) < cost(f, 2.39) and cost(e, 2.41) > cost(f, 2.41)


def test_the_published_protocol(printed):
    """Means over fifty folds, by the rows."""
    found = {}
    for r in rows_of("combo_acml"):
        if float(r["shift"]) == 0:
            measured = float(r["norm"]), 1 - float(r["error"]), float(r["g_mean"]), float(r["mauc"])
            found.setdefault((r["data"], r["tree"], r["depth"], r["algorithm"]), []).append(measured)
    assert {len(folds) for folds in found.values()} == {50}
    found = {key: np.mean(folds, axis=0) for key, folds in found.items()}

    def cells_of(line):
        """One row of numbers for each of the two rules."""
        return np.array([cell.split(" / ") for cell in line.strip(" |").split(" | ")], dtype=float).T

    printed = printed.replace("\u00a0", " ")
    four = r"((?: \d\.\d{3} / \d\.\d{3} \|){4})$"
    lines = re.findall(rf"^\| (\S+) \|{four}", printed, re.M)
    assert len(lines) == 6
    for data, line in lines:
        for rule, told in zip(BOTH, cells_of(line), strict=True):
            assert told[[1, 3]] == pytest.approx(found[data, "cost", "3", rule][:2], abs=6e-4)
    lines = re.findall(rf"^\| (\S+), (cost|gini), (\d) \|{four}", printed, re.M)
    assert 2 * len(lines) == len(found)
    for *reading, line in lines:
        for rule, told in zip(BOTH, cells_of(line), strict=True):
            assert told == pytest.approx(found[*reading, rule], abs=6e-4)
