"""Printed pairs of the chapter "What a table can mean" by arithmetic, and its scene by the published tables."""

import numpy as np
import pytest

from confusion.limits import minimum_error
from confusion_studies.combo import printed
from confusion_studies.combo.printed import REPORT_TABLE_1 as TABLE_1
from tests.chapters.stored import scenes_of

CHAPTER = "combo/the-tables"
RULES = ("AdaBoost.MM", "CoMBo")
#: class sizes by the sets' own descriptions
SIZES = {
    "car": [1210, 384, 69, 65],
    "connect-4": [44473, 16635, 6449],
    "pendigits": [1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055],
    "segment": [330] * 7,
}
IMPOSSIBLE = [("car", 0), ("connect-4", 1), ("pendigits", 1), ("segment", 0), ("segment", 1)]


@pytest.mark.parametrize(("data", "rule"), IMPOSSIBLE)
def test_printed_pairs_that_cannot_be(data, rule):
    """For a norm up to 1 the least error is the smallest share times the norm."""
    norm, error = TABLE_1[data][rule], TABLE_1[data][rule + 2]
    shares = np.divide(SIZES[data], sum(SIZES[data]))
    least = minimum_error(norm - 0.0005, shares, averaged=True)
    assert least == pytest.approx(min(SIZES[data]) / sum(SIZES[data]) * (norm - 0.0005)) and least > error + 0.0005
    assert minimum_error(norm, shares, averaged=True) < 10 * error + 0.005


def test_connect_4_has_a_norm_above_one_only_with_all_draws_wrong():
    """Frobenius: 1.066² ≤ Σ e² needs Σ e ≥ 1.066² with e ≤ 1, so the error is at least the draws' share and more."""
    norm, _, error, _ = TABLE_1["connect-4"]
    sizes = SIZES["connect-4"]
    assert norm > 1 and (sizes[2] + ((norm - 0.0005) ** 2 - 1) * sizes[1]) / sum(sizes) > error + 0.0005
    assert minimum_error(norm - 0.0005, np.divide(sizes, sum(sizes))) > error + 0.0005


def test_the_scene_has_the_printed_tables():
    told, at = scenes_of(CHAPTER)["printed"]
    assert at == {"table": "report", "line": 3, "times": 1} and told["rules"] == list(RULES) and told["half"] == 0.0005
    assert [one["name"] for one in told["tables"]] == ["report", "published"]
    report, later = ({one["name"]: one for one in table["sets"]} for table in told["tables"])
    assert {data: (*one["norms"], *one["errors"]) for data, one in report.items()} == TABLE_1
    assert all(sorted(report[data]["counts"]) == sorted(sizes) for data, sizes in SIZES.items())
    assert list(later) == list(printed.PUBLISHED_TABLE_3["norm"])
    for data, one in later.items():
        assert tuple(one["counts"]) == printed.SIZES[data]
        norms, accuracies = (
            printed.PUBLISHED_TABLE_3[measure][data] for measure in ("norm", "accuracy")
        )  # CoMBo first
        assert one["norms"] == [norms[1][0], norms[0][0]]
        assert one["errors"] == pytest.approx([1 - accuracies[1][0], 1 - accuracies[0][0]])
