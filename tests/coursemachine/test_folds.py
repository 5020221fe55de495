"""Folds of code say what they hold, each in its own words."""

import re

import pytest

pytest.importorskip("sphinx", reason="extra book")

from tests.coursemachine.site import build, shown
from tests.coursemachine.test_captions import SVG, TABLE, VIEW


def test_folds_are_called_by_what_they_hold(tmp_path):
    hidden = {"tags": ["hide-input"]}
    dial = {"kind": "figure", "title": "Dial", "name": "dial", "caption": "Dial."} | hidden
    svg = {"image/svg+xml": SVG, "text/plain": "Dots"}
    dots = [shown(svg, kind="picture", alt="Dots.", **hidden) for _ in range(2)]
    text = {"text/plain": "3"}
    cells = [
        "# Page",
        shown(VIEW | svg, **dial),
        *dots,
        shown(TABLE, kind="table", name="tab-one", caption="One.", **hidden),
        shown(text, "f(1)", **hidden),
        shown(text, "# how sharp it is\nf(2)", **hidden),
        shown(TABLE, kind="table", name="tab-two", caption="Two.", tags=["remove-input", "hide-output"]),
        shown(text, "not_folded()"),
    ]
    page = build(tmp_path, {"page": cells})["page"]
    names = re.findall(r'<p class="collapsed admonition-title">(.*?)</p>', page)
    assert names == [
        "Code of Figure 1.1",
        "Code",
        "Code",
        "Code of Table 1.1",
        "Code",
        "Code: how sharp it is",
        "Table 1.2",
    ]
    assert re.findall(r'<p class="expanded admonition-title">(.*?)</p>', page) == names
