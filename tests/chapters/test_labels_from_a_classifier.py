"""The figure of "Labels from a classifier" says what the stored table of the long run says."""

import numpy as np
import pytest

from confusion_studies import load_results
from tests.chapters.stored import figures_of

FIGURES = figures_of("uma/labels-from-a-classifier")
PATHS = load_results("uma_selection")


def mean(column, **values):
    found = [row[column] for row in PATHS if all(row[key] == value for key, value in values.items())]
    assert found
    return pytest.approx(np.mean(found))


@pytest.mark.parametrize("labels", ["of g", "redrawn"])
@pytest.mark.parametrize(("measure", "column"), [("error", "error"), ("confusion rate", "confusion")])
def test_selections(labels, measure, column):
    place = {"labels": labels, "measure": measure}
    (numbers,) = [shown.numbers for shown in FIGURES["Four ways to choose the pair"] if shown.values == place]
    for selection in ("error", "confusion", "random", "mass"):
        where = {"labels": labels.removeprefix("of "), "selection": selection}
        for updates in (30, 300):
            assert numbers[f"{selection}, {updates}"] == mean(column, **where, iteration=updates)
