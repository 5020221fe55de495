"""What is read off the stored runs of CoMBo, on rows made by hand."""

import numpy as np
import pytest

from confusion.metrics import fold_difference
from confusion_studies.combo import reading
from confusion_studies.combo.table import DEPTHS

NOISE = np.array([1, -1, 2, -2, 1, -1, 3, -3, 2, -2]) / 100


def rows(data="car", depth=1, norm=0.5, error=0.1, algorithm="AdaBoost.MM", shift=0, noise=0.0, **more):
    """Ten folds and the pooled row of a model."""
    task = {"data": data, "algorithm": algorithm, "step": "edge", "depth": depth, "shift": shift, **more}
    folds = [{**task, "fold": k, "norm": norm + noise * NOISE[k], "error": error, "stop": "x"} for k in range(10)]
    return [*folds, {**task, "fold": -1, "norm": 9.0, "error": 9.0, "stop": ""}]


def models(combo, plain):
    """Models of car at every depth: CoMBo and AdaBoost.MM with its shifts."""
    found = []
    for depth in DEPTHS:
        found += rows(algorithm="CoMBo", depth=depth, **combo)
        for shift in (0, 0.5, 1):
            found += rows(shift=shift, depth=depth, **plain)
    return reading.table_models(found)


def test_folds_are_read_without_the_pooled_row():
    (model,) = reading.table_models(rows(noise=1)).values()
    assert "stop" not in model and model["norm"] == pytest.approx(0.5 + NOISE)
    assert reading.point(model) == pytest.approx((0.5, 0.1))
    assert list(reading.table_models(rows(shift=0.5))) == [("car", "edge", 1, "shift 1/2")]


def test_a_difference_is_clear_beyond_the_corrected_error_only():
    model, other = {"norm": 0.5 + NOISE}, {"norm": np.full(10, 0.5)}
    error = fold_difference(NOISE, 0 * NOISE, 0.1)[1]
    plain = NOISE.std(ddof=1) / 10**0.5
    assert error == pytest.approx(plain * (19 / 9) ** 0.5)
    for below, clear in ((2.3 * plain, 0), (2.2 * error, 0), (2.3 * error, -1), (-2.3 * error, 1)):
        found = reading.difference({"norm": model["norm"] - below}, other, "norm")
        assert (found.mean, found.error, found.clear) == (pytest.approx(-below), pytest.approx(error), clear)
    assert reading.difference(model, model, "norm") == (0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("norm", "error", "sign"),
    [(0.5, 0.1, -1), (0.4, 0.1, -1), (0.4, 0.2, 0), (0.6, 0.2, 1), (0.6, 0.1, 0)],
)
def test_in_both_measures(norm, error, sign):
    (one,), (other,) = (reading.table_models(r).values() for r in (rows(norm=norm, error=error), rows()))
    assert reading.in_both(one, other) == sign


def test_rivals_stand_beside_their_depth():
    found = models({"norm": 0.2, "error": 0.2}, {"norm": 0.5, "error": 0.1})
    others = [*rows(model="A", norm=0.3, error=0.1, depth=3), *rows(model="B", norm=0.1, error=0.3, depth=3)]
    others += rows(model="A", norm=0.01, error=0.01, depth="")
    rivals = reading.rival_models(others)
    counts = reading.count_in_both(found, rivals, "A", step="edge", sets=("car", "letter"))
    assert counts[2] == (3, 0, 0, 1) and counts[0] == (1, 0, 0, 0)
    counts = reading.count_in_both(found, rivals, "A", step="edge", name="shift 1", sets=("car",))
    assert counts[2] == (3, 0, 0, 1)


def test_ours_beside_what_is_printed():
    runs = [row for run in range(10) for row in rows(data="balance", tree="gini", depth=3, norm=0.5, noise=1, run=run)]
    acml = reading.acml_models(runs)
    printed = {"norm": {"balance": ((0.4, 0.01), (0.45, 0.1)), "car": ((0.1, 0.1),) * 2},
               "accuracy": {"balance": ((0.8, 0.1), (0.95, 0.0))}}  # fmt: skip
    options = {"tree": "gini", "depth": 3, "column": 1, "name": "AdaBoost.MM"}
    (found,) = reading.against_print(acml, printed, "norm", **options)
    assert found[:3] == ("balance", 0.45, 0.1)
    assert found[3:] == pytest.approx((0.5, np.tile(NOISE, 10).std(ddof=1), 0.5))
    (found,) = reading.against_print(acml, printed, "accuracy", **options)
    assert found[3] == pytest.approx(0.9) and found[5] == pytest.approx(-100)
