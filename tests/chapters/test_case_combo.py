"""The case file of CoMBo: verdicts against the claims, printed pairs by arithmetic, figures by the stored tables."""

import re

import numpy as np
import pytest

from confusion.limits import minimum_error
from confusion_studies.claims import CLAIMS
from confusion_studies.combo import printed
from confusion_studies.combo.printed import REPORT_TABLE_1 as TABLE_1
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, rows_of, scenes_of

CHAPTER = "cases/combo"
TEXT = (BOOK / "_text" / f"{CHAPTER}.md").read_text(encoding="utf-8")
FIGURES = figures_of(CHAPTER)
RULES = ("AdaBoost.MM", "CoMBo")
#: class sizes by the sets' own descriptions
SIZES = {
    "car": [1210, 384, 69, 65],
    "connect-4": [44473, 16635, 6449],
    "pendigits": [1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055],
    "segment": [330] * 7,
}
IMPOSSIBLE = [("car", 0), ("connect-4", 1), ("pendigits", 1), ("segment", 0), ("segment", 1)]


def test_every_verdict_of_the_page_is_that_of_its_claim():
    shown = set(re.findall(r"\{ref\}`([^<`]+) <claim-(combo-acml|combo)-([a-z0-9-]+)>`", TEXT))
    for source in ("combo", "combo-acml"):
        claims = {claim.id.lower(): claim.verdict for claim in CLAIMS.load_claims(source)}
        assert all(claims[name] == verdict for verdict, of, name in shown if of == source)
    assert len(shown) > 20


@pytest.mark.parametrize(("at", "step", "depth"), [(0, "edge", "1"), (5, "edge", "12"), (7, "exact", "1")])
def test_table_1_begins_with_the_letter_and_has_the_stored_means(at, step, depth):
    shown = FIGURES["Report, Table 1, under every reading"]
    assert shown[0].values["reading"].startswith("the letter")
    for data in TABLE_1:
        for rule in RULES:
            key = {"data": data, "algorithm": rule, "step": step, "depth": depth}
            rows = [row for row in rows_of("combo_table") if all(row[k] == v for k, v in key.items())]
            norms = [float(row["norm"]) for row in rows if row["fold"] != "-1" and float(row["shift"]) == 0]
            assert len(norms) == 10 and shown[at].numbers[f"{data}, {rule}"] == pytest.approx(np.mean(norms), abs=1e-6)


def test_the_published_tables_begin_with_trees_of_least_cost():
    rows = [row for row in rows_of("combo_acml") if (row["data"], row["tree"], row["depth"]) == ("yeast", "cost", "2")]
    rows = [row for row in rows if float(row["shift"]) == 0]
    for title, rule, measure in (("2", "CoMBo", "g_mean"), ("3", "AdaBoost.MM", "norm")):
        shown = FIGURES[f"Published, Table {title}, under every reading"][0]
        values = [float(row[measure]) for row in rows if row["algorithm"] == rule]
        assert len(values) == 50 and shown.numbers["yeast"] == pytest.approx(np.mean(values), abs=1e-6)


def test_rivals_of_the_published_table_2_have_the_stored_means_of_the_chosen_runs():
    """Only this sees a circle of the wrong penalty or tree; SmoteBoost has no penalty."""
    for shown in FIGURES["Published, Table 2, under every reading"]:
        tree, penalty = shown.values["rivals"].split(", ")
        for rule, name in (("AdaBoost.NC", f"AdaBoost.NC, {penalty}"), ("SmoteBoost", "SmoteBoost")):
            rows = [row for row in rows_of("combo_resampled") if (row["algorithm"], row["tree"]) == (name, tree)]
            values = [float(row["g_mean"]) for row in rows if row["data"] == "yeast"]
            assert shown.numbers[f"{rule} on yeast"] == pytest.approx(np.mean(values), abs=1e-6)
            assert f"{np.mean(values):.3f}" in shown.text


def test_matrices_of_the_report_come_out_on_connect_4_and_not_on_car():
    """Which entry differs most, by the counts of the stored runs; classes in the order win, draw, loss."""
    orders = {"car": [0, 1, 2, 3], "connect-4": [0, 2, 1]}
    for shown in FIGURES["Report, Table 2, by depth"]:
        data, rule = shown.values["matrix"].split(", ")
        key = (data, rule, "edge", f"{float(shown.values['depth']):g}")
        names = ("data", "algorithm", "step", "depth")
        found = [r for r in rows_of("combo_table") if r["counts"] and float(r["shift"]) == 0]
        (flat,) = [r["counts"] for r in found if tuple(r[n] for n in names) == key]
        N = np.array(flat.split(), dtype=float).reshape(2 * [len(orders[data])])[np.ix_(orders[data], orders[data])]
        C = N * (1 - np.eye(len(N))) / N.sum(axis=1, keepdims=True)
        assert shown.numbers["far"] == pytest.approx(np.abs(C - printed.REPORT_TABLE_2[data, rule]).max(), abs=1e-6)
        if key[2:] == ("edge", "1"):
            assert (shown.numbers["far"] < 0.07) == (data == "connect-4")


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
