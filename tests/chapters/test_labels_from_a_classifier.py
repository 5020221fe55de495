"""The figure of "Labels from a classifier" says what the stored table of the long run says."""

import numpy as np
import pytest

from confusion_studies import load_results
from tests.chapters.stored import figures_of

FIGURES = figures_of("uma/labels-from-a-classifier")
PATHS = load_results("uma_selection")


def mean(column, updates, **values):
    """Over the runs, after so many updates or, where a run ended before, after its last."""
    found = {}
    for row in PATHS:  # in the order of the updates
        if all(row[key] == value for key, value in values.items()) and row["iteration"] <= updates:
            found[row["run"]] = row[column]
    assert len(found) == 10
    return pytest.approx(np.mean(list(found.values())))


@pytest.mark.parametrize(("texts", "data"), [("one topic a class", "stand-in"), ("four", "stand-in, 4 topics")])
@pytest.mark.parametrize("labels", ["of g", "redrawn"])
@pytest.mark.parametrize(("measure", "column"), [("error", "error"), ("confusion rate", "confusion")])
def test_selections(texts, data, labels, measure, column):
    place = {"texts": texts, "labels": labels, "measure": measure}
    (numbers,) = [shown.numbers for shown in FIGURES["Four ways to choose the pair"] if shown.values == place]
    for selection in ("error", "confusion", "random", "mass"):
        where = {"data": data, "labels": labels.removeprefix("of "), "selection": selection}
        for updates in (30, 300):
            assert numbers[f"{selection}, {updates}"] == mean(column, updates, **where)
