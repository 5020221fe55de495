"""What the two versions of the CoMBo paper print, held against itself."""

import pytest

from confusion_studies.combo import printed
from confusion_studies.combo.acml import DATA


@pytest.mark.decides("combo-acml/table-1", "true")
def test_table_1_of_the_published_paper_says_its_own_ratios():
    ratios = [5.00, 5.88, 18.62, 6.90, 13.17, 8.44, 7.15, 92.60, 2.45]
    assert [round(max(n) / min(n), 2) for n in printed.SIZES.values()] == ratios
    assert [sum(n) for n in printed.SIZES.values()] == [215, 625, 1728, 67557, 12958, 214, 327, 1484, 6435]
    assert list(printed.SIZES) == list(DATA)


def test_tables_2_and_3_agree_where_both_have_combo():
    for measure, lines in printed.PUBLISHED_TABLE_2.items():
        for data, (combo, *_) in lines.items():
            assert printed.PUBLISHED_TABLE_3[measure].get(data, [combo])[0] == combo
    assert all(list(lines) == list(printed.PUBLISHED_TABLE_3["norm"]) for lines in printed.PUBLISHED_TABLE_3.values())


@pytest.mark.decides("combo-acml/table-4-and-table-3", "false")
def test_table_4_is_not_the_mean_of_table_3():
    """Half a unit of the last digit of six entries moves a norm by .0005 times the root of 6, the others by .002."""
    found = {(name, measure): (value, mean) for name, measure, value, mean, _ in printed.table_4_against_table_3()}
    value, mean = found["AdaBoost.MM", "norm"]
    assert value == pytest.approx(0.721, abs=5e-4) and value > mean + 0.0005 + 0.0013
    value, mean = found["AdaBoost.MM", "g_mean"]
    assert value == pytest.approx(0.477, abs=5e-4) and value < mean - 0.0005 - 0.002
    value, mean = found["CoMBo", "accuracy"]
    assert value == pytest.approx(0.765, abs=5e-4) and value > mean + 0.03
    combo = [found["CoMBo", measure][0] for measure in ("norm", "g_mean")]
    assert combo == pytest.approx([0.272, 0.736], abs=5e-4)
    assert found["AdaBoost.MM", "accuracy"][0] == pytest.approx(0.805, abs=0.002), "the order of the classes is right"


@pytest.mark.decides("combo-acml/norm-always-smaller", "false")
@pytest.mark.decides("combo-acml/class-errors-of-table-4", "partly")
@pytest.mark.decides("combo-acml/norm-and-gain", "partly")
def test_sentences_against_tables():
    assert printed.row_errors() == [("CoMBo", 1, 20.2, 21.5)]
    assert printed.norm_not_smaller() == ["new-thyroid"]
    assert printed.imbalance_and_lead("g_mean")[-1] == ("yeast", pytest.approx(92.6), -0.13)
    assert len(printed.reversed_pairs(printed.imbalance_and_lead("g_mean"))) == 13
    assert printed.reversed_pairs(printed.norm_and_gain("g_mean")) == [("balance", "yeast")]
    gain = {data: change for data, _, change in printed.norm_and_gain("g_mean")}
    assert gain["balance"] - gain["yeast"] == pytest.approx(0.002), "four numbers were rounded"
    mauc = printed.reversed_pairs(printed.norm_and_gain("mauc"))
    assert mauc == [("balance", "yeast"), ("balance", "connect-4"), ("yeast", "connect-4")]


def test_reversed_pairs_by_hand():
    rows = [("a", 1, 3), ("b", 2, 2), ("c", 2, 3), ("d", 3, 3)]
    assert printed.reversed_pairs(rows) == [("a", "b")]


def test_corrected_errors_are_several_times_those_of_the_report():
    rows = printed.corrected_errors()
    assert [(data, name) for data, name, *_ in rows[:2]] == [("car", "CoMBo"), ("car", "AdaBoost.MM")]
    assert [row[2:] for row in rows] == [(0.005, 0.026), (0.002, 0.023), (0.036, 0.272), (0.024, 0.195)]
