"""The figures of "The real-data experiments" say what the stored tables of the long runs say."""

import numpy as np
import pytest

from confusion.lab.experiments import load_results
from tests.book.stored import figures_of

FIGURES = figures_of("uma/the-real-data-experiments")
WIDTHS, SIZE, PATHS = (load_results(f"uma_{name}") for name in ("widths", "size", "selection"))


def mean(rows, column="error", **values):
    found = [row[column] for row in rows if all(row[key] == value for key, value in values.items())]
    assert found
    return f"{np.mean(found):.3f}"


def test_the_figures_are_there_and_differ():
    assert [len(frames) for frames in FIGURES.values()] == [10, 7 * len({(r["data"], r["m"]) for r in SIZE}), 4]
    for frames in FIGURES.values():
        assert len({text for _, text, _ in frames}) == len({svg for *_, svg in frames}) == len(frames)


@pytest.mark.parametrize("factor", [0.0625, 1, 32])
def test_widths(factor):
    frames = FIGURES["The digits at every kernel width"]
    (text,) = [text for values, text, _ in frames if float(values["width"]) == factor]
    shown = (("f_y", "perceptron", "g"), ("UMA", "UMA, error", "g"), ("f_full", "perceptron", "all"))
    for name, model, labels in shown:
        assert f"{name} {mean(WIDTHS, data='digits', factor=factor, model=model, labels=labels)}" in text


@pytest.mark.parametrize(("data", "m"), [("digits", 10), ("stand-in", 20), ("stand-in", 70)])
@pytest.mark.parametrize("share", [0.005, 0.05, 0.5])
def test_sizes(data, m, share):
    (text,) = [
        text for values, text, _ in FIGURES["What more labels buy"]
        if values["case"] == f"{data}, m = {m}" and values["share"] == f"{share:.1%}"
    ]  # fmt: skip
    for name, model, labels in (("UMA", "UMA, error", "g"), ("f_conf", "perceptron", "S_conf")):
        assert f"{name} {mean(SIZE, data=data, m=m, share=share, model=model, labels=labels)}" in text


@pytest.mark.parametrize("labels", ["of g", "redrawn"])
@pytest.mark.parametrize(("measure", "column"), [("error", "error"), ("confusion rate", "confusion")])
def test_selections(labels, measure, column):
    place = {"labels": labels, "measure": measure}
    (text,) = [text for values, text, _ in FIGURES["Four ways to choose the pair"] if values == place]
    for selection in ("error", "confusion", "random", "mass"):
        where = {"labels": labels.removeprefix("of "), "selection": selection}
        thirty = mean(PATHS, column, **where, iteration=30)
        assert f"{selection} {thirty} and {mean(PATHS, column, **where, iteration=300)}" in text
