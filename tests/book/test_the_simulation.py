"""The numbers told by the chapter "The simulation, reproduced", from the stored tables by another route."""

import csv
import json
import re
from functools import cache
from statistics import fmean

import pytest

from confusion.datasets import ThreeGaussians
from confusion.lab.experiments import RESULTS
from confusion.limits import attainable_norm
from tests.book.stored import BOOK, figures_of

CHAPTER = "copa/the-simulation"


@cache
def stored(name):
    with (RESULTS / f"{name}.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


@cache
def floor_of(sigma):
    return attainable_norm(ThreeGaussians(sigma=sigma)).lower


def numbers(text):
    return [float(found) for found in re.findall(r"\d+\.\d+(?![\d%])", text)]


@pytest.mark.parametrize(("values", "text", "picture"), figures_of(CHAPTER)["Imbalance and noise"])
def test_the_sweep_tells_the_stored_means(values, text, picture):
    noise = float(values["noise"].rstrip("%")) / 100
    rows = {
        row["model"]: row
        for row in stored("copa_sweep")
        if f"{float(row['share']):.2f}" == values["share"]
        and f"{float(row['sigma']):.2f}" == values["sigma"]
        and float(row["noise"]) == noise
    }
    assert len(rows) == 8
    norms = {model: float(row["norm"]) for model, row in rows.items()}
    floor = floor_of(float(values["sigma"]))
    share, sigma, smallest, told_floor, accurate, plain, scaled = numbers(text)
    assert (share, sigma) == (float(values["share"]), float(values["sigma"]))
    assert min(norms, key=norms.get) in text
    assert smallest == pytest.approx(min(norms.values()), abs=6e-4)
    assert told_floor == pytest.approx(floor, abs=2e-3)  # another weight, another grid
    assert accurate == pytest.approx(max(float(row["accuracy"]) for row in rows.values()), abs=6e-4)
    assert (plain, scaled) == (pytest.approx(norms["COPA"], abs=6e-4), pytest.approx(norms["COPA, C/T"], abs=6e-4))
    # Nothing is below what is attainable, and every bar carries its number.
    assert min(norms.values()) > floor
    for row in rows.values():
        assert f">{float(row['norm']):.2f}<" in picture


@pytest.mark.parametrize(("values", "text", "picture"), figures_of(CHAPTER)["Eight algorithms on three real sets"])
def test_the_real_sets_tell_the_stored_means(values, text, picture):
    found = {}
    for row in stored("copa_real"):
        if row["data"] == values["data"] and row["criterion"] == values["criterion"]:
            found.setdefault(row["model"], []).append(row)
    assert {len(rows) for rows in found.values()} == {10}
    norms = {model: fmean(float(row["norm"]) for row in rows) for model, rows in found.items()}
    first = min(norms, key=norms.get)
    assert f"Smallest mean norm: {first}," in text
    order = (first, "COPA", "COPA, C/T", "perceptron")
    expected = [fmean(float(row[key]) for row in found[m]) for m in order for key in ("norm", "accuracy")]
    assert numbers(text) == pytest.approx(expected, abs=6e-4)


def test_balanced_logistic_regression_beats_copa_on_every_real_set():
    means = {}
    for row in stored("copa_real"):
        if row["criterion"] == "norm":
            key = (row["data"], row["model"])
            means.setdefault(key, []).append((float(row["norm"]), float(row["accuracy"])))
    for data in ("car", "nursery", "optdigits, cut"):
        logistic, scaled, plain = (
            [fmean(column) for column in zip(*means[data, model])]
            for model in ("logistic, balanced", "COPA, C/T", "COPA")
        )
        assert scaled[0] < plain[0]
        assert logistic[0] < min(scaled[0], plain[0])
        assert logistic[1] > max(scaled[1], plain[1])


def test_the_verdicts_follow_from_the_numbers_beside_them():
    notebook = json.loads((BOOK / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    text = "".join(
        "".join(output["data"].get("text/markdown", ""))
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
        for output in cell["outputs"]
        if "data" in output
    )
    floor = attainable_norm(ThreeGaussians(), tol=1e-4).lower
    assert floor > 0.105 and f"nobody below {floor:.3f}" in text
    # Arithmetic of the page: e_1 <= sqrt(2) v and e_1 + e_2 + e_3 <= 3 v at the weights .9, .05, .05.
    forced = 1 - 0.9 * 2**0.5 * 0.105 - 0.05 * (3 - 2**0.5) * 0.105
    assert forced > 0.855 and f"forces {forced:.3f}" in text
