"""The numbers of the chapter "The simulation, reproduced", from the stored tables by another route."""

from functools import cache
from statistics import fmean

import pytest

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm
from tests.chapters.stored import figures_of, rows_of

CHAPTER = "copa/the-simulation"
FIGURES = figures_of(CHAPTER)


@cache
def floor_of(sigma):
    return attainable_norm(ThreeGaussians(sigma=sigma)).lower


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Imbalance and noise"])
def test_the_sweep_tells_the_stored_means(values, numbers, text, picture):
    noise = float(values["noise"].rstrip("%")) / 100
    rows = {
        row["model"]: row
        for row in rows_of("copa_sweep")
        if f"{float(row['share']):.2f}" == values["share"]
        and f"{float(row['sigma']):.2f}" == values["sigma"]
        and float(row["noise"]) == noise
    }
    assert len(rows) == 8
    norms = {model: float(row["norm"]) for model, row in rows.items()}
    floor = floor_of(float(values["sigma"]))
    assert numbers["floor"] == pytest.approx(floor, abs=2e-3)  # another weight, another grid
    kinds = ("norm", "accuracy")
    expected = {f"{m}, {kind}": float(row[kind]) for m, row in rows.items() for kind in kinds}
    assert numbers == pytest.approx(expected | {"floor": numbers["floor"]})
    assert f"Smallest norm: {min(norms, key=norms.get)}, {min(norms.values()):.3f}" in text
    # Nothing is below what is attainable, and every name carries its number.
    assert min(norms.values()) > floor
    for model, row in rows.items():
        assert f">{model} {float(row['norm']):.2f}<" in picture


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Eight algorithms on three real sets"])
def test_the_real_sets_have_the_stored_means(values, numbers, text, picture):
    found = {}
    for row in rows_of("copa_real"):
        if row["data"] == values["data"] and row["criterion"] == values["criterion"]:
            found.setdefault(row["model"], []).append(row)
    assert {len(rows) for rows in found.values()} == {10}
    kinds = ("norm", "accuracy", "balanced_error")
    assert numbers == pytest.approx(
        {f"{m}, {kind}": fmean(float(row[kind]) for row in rows) for m, rows in found.items() for kind in kinds}
    )
    first = min(found, key=lambda m: numbers[f"{m}, norm"])
    assert f"Smallest mean norm: {first}, {numbers[f'{first}, norm']:.3f}" in text
