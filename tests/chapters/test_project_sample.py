"""The finished project: its first cell reads files as students have them, and its grade is one by the rubric."""

import re

import numpy as np
import pytest

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import code_cells, parse

TEXT = (BOOK / "_text" / "together" / "project-sample.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def read():
    """The function of the page's first cell, which reads a file."""
    space = {}
    exec(next(cell.source for cell in code_cells(parse(TEXT)) if "def read(" in cell.source), space)
    return space["read"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_numbers_words_and_quoted_names_are_read(read, separator):
    lines = [['"a name"', "colour", "class", "size"], ["1", "red", "yes", "2.5"], ["-3", "blue", "no", "1e3"]]
    text = "\ufeff" + "\r\n".join(separator.join(line) for line in lines) + "\r\n\r\n"
    X, names, y = read(text, "class")
    assert names == ["a name", "colour=blue", "colour=red", "size"] and y.tolist() == ["yes", "no"]
    assert np.array_equal(X, [[1, 0, 1, 2.5], [-3, 1, 0, 1000]])


@pytest.mark.parametrize(
    ("text", "label", "told"),
    [
        ("a,b\n1,x\n", "class", r"no column is called 'class'; there are \['a', 'b'\]"),
        ("a,class\n1,x\n,y\n", "class", "line 3 has an empty cell"),
        ("a,class\n1,x\n2\n", "class", "line 3 has an empty cell, or one more or less"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(read, text, label, told):
    with pytest.raises(ValueError, match=told):
        read(text, label)


def test_the_grade_is_one_by_the_rubric_and_loses_points():
    sheet = (BOOK / "together" / "project.md").read_text(encoding="utf-8")
    rubric = {row: int(most) for row, most in re.findall(r"^\| (\w+) \| (\d+) \|", sheet, re.M)}
    plain = re.sub(r"\{given\}`(\d+)`", r"\1", TEXT.partition("## The grade")[2])
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (.+) \|", plain, re.M)
    given = {row: (int(got), int(most), why) for row, got, most, why in rows}
    assert {row: most for row, (_, most, _) in given.items()} == rubric and all(why for *_, why in given.values())
    assert all(0 < got < most for got, most, _ in given.values())
    got, most = re.search(r"\*\*together\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\*", plain).groups()
    assert (int(got), int(most)) == (sum(one for one, *_ in given.values()), sum(rubric.values()))
