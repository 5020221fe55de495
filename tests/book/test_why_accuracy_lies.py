"""The numbers told by the chapter "Why accuracy lies"."""

import re

import pytest
from stored import figures_of

FRAMES = figures_of("foundations/why-accuracy-lies")["The imbalance dial"]


@pytest.mark.parametrize(("values", "text", "picture"), FRAMES)
def test_imbalance_dial_tells_the_accuracy(values, text, picture):
    share = float(values["share"].rstrip("%")) / 100
    # One class is always right and the others never, or every class is right four times out of five.
    expected = share if values["classifier"] == "names the majority" else 0.8
    accuracy, norm = map(float, re.search(r"accuracy of ([\d.]+); .* ([\d.]+)\.$", text).groups())
    assert accuracy == pytest.approx(expected, abs=5e-4)
    assert norm == pytest.approx(2**0.5 if values["classifier"] == "names the majority" else 0.211, abs=5e-4)
    assert picture.startswith("<svg ")
