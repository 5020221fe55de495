"""The figures of "Who pays for which labels" say what the stored tables of the long runs say."""

import numpy as np
import pytest

from confusion_studies import load_results
from coursemachine.labels import typeset
from tests.chapters.stored import figures_of

FIGURES = figures_of("uma/the-real-data-experiments")
WIDTHS, SIZE = (load_results(f"uma_{name}") for name in ("widths", "size"))


def mean(rows, column="error", **values):
    found = [row[column] for row in rows if all(row[key] == value for key, value in values.items())]
    assert found
    return pytest.approx(np.mean(found))


@pytest.mark.parametrize("factor", [0.0625, 1, 32])
def test_widths(factor):
    frames = FIGURES["The digits at every kernel width"]
    (numbers,) = [shown.numbers for shown in frames if float(shown.values["width"]) == factor]
    shown = (("f_y", "perceptron", "g"), ("UMA", "UMA, error", "g"), ("f_full", "perceptron", "all"))
    for name, model, labels in shown:
        assert numbers[name] == mean(WIDTHS, data="digits", factor=factor, model=model, labels=labels)


@pytest.mark.parametrize(("data", "m"), [("digits", 10), ("stand-in", 20), ("stand-in", 70), ("letter", 50)])
@pytest.mark.parametrize("share", [0.005, 0.1, 0.5])
def test_sizes(data, m, share):
    place = {"case": f"{data}, m = {m}", "share": typeset(f"{share:.1%}")}
    (numbers,) = [shown.numbers for shown in FIGURES["What more labels buy"] if shown.values == place]
    shown = [("UMA", "UMA, error", "g"), ("f_conf", "perceptron", "S_conf"), ("S3VM", "S3VM", "S_conf")]
    for name, model, labels in shown[: 2 if m == 70 else 3]:
        assert numbers[name] == mean(SIZE, data=data, m=m, share=share, model=model, labels=labels)
