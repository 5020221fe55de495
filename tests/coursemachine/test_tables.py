"""Tables that a cell prints as Markdown."""

import re

import numpy as np
import pytest
from markdown_it import MarkdownIt

from coursemachine.labels import typeset
from coursemachine.tables import table


def test_strings_are_kept_and_numbers_formatted():
    shown = table(
        ["name", "n", "value", "rough"],
        [("a", 3, 1 / 3, 0.25), ("b", 12, np.float64(2), 1.0)],
        formats={"rough": ".1f"},
    )
    assert shown.data.splitlines() == [
        "| name | n | value | rough |",
        "|:--|--:|--:|--:|",
        "| a | 3 | 0.333 | 0.2 |",
        "| b | 12 | 2.000 | 1.0 |",
    ]


@pytest.mark.parametrize("name, caption", [("tab-a", None), (None, "A."), ("tab-a", " "), ("Tab a", "A."), (3, "A.")])
def test_what_has_a_number_has_a_name_and_a_caption(name, caption):
    with pytest.raises(ValueError, match="^(name|caption): "):
        table(["n"], [[5]], name=name, caption=caption)


def test_a_table_refuses_what_it_cannot_print():
    with pytest.raises(ValueError, match="2 cells, the header has 1"):
        table(["one"], [(1, 2)])
    for cell in (float("nan"), (0.5, float("nan"), 0.6)):
        with pytest.raises(ValueError, match="NaN"):
            table(["one"], [(cell,)])
    with pytest.raises(ValueError, match="at least one row"):
        table(["one"], [])


def test_neither_a_bar_nor_a_line_break_ends_a_cell():
    shown = table(["|S|", "two\nlines"], [("a|b", "c\r\nd"), (r"kept \| once", r"path\\|x")])
    assert shown.data.splitlines() == [
        r"| \|S\| | two lines |",
        "|:--|:--|",
        r"| a\|b | c d |",
        r"| kept \| once | path\\\|x |",
    ]
    html = MarkdownIt("js-default").render(shown.data)
    cells = ["|S|", "two lines", "a|b", "c d", "kept | once", r"path\|x"]
    assert re.findall("<t[hd][^>]*>(.*?)</t[hd]>", html) == cells


def test_a_table_prints_whole_numbers_of_any_type_whole():
    assert table(["n"], [[np.int64(5)], [7]]).data.splitlines()[2:] == ["| 5 |", "| 7 |"]


def test_a_number_has_one_way_to_be_written():
    told = typeset("-0.5 and 90% of a, -3%, (-.5), 2017-08, x-1, 1e-05, p[-1]")
    assert told == "−0.5 and 90\N{NBSP}% of a, −3\N{NBSP}%, (−.5), 2017-08, x-1, 1e-05, p[−1]"
    assert typeset("`p[-1]` of 90%") == "`p[-1]` of 90%" and typeset("$-1$") == "$-1$"
    assert "| −0.250 | 12\N{NBSP}% |" in table(["a", "b"], [[-0.25, "12%"]])._repr_markdown_()
    assert "| −.20 (−.30 to −.10) |" in table(["a"], [[(-0.2, -0.3, -0.1)]]).data
