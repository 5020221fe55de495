"""Folds of code say what they hold, each in its own words."""

import re

import pytest

pytest.importorskip("sphinx", reason="extra book")

from tests.book.site import build, shown
from tests.book.test_captions import MARKDOWN, SVG, VIEW


def test_folds_are_called_by_what_they_hold(tmp_path):
    hidden = {"tags": ["hide-input"]}
    dial = "<figure 0123456789ab: Dial; controls: a (2); name: dial; caption: Dial.>"
    dots = {"image/svg+xml": SVG, "text/plain": "<picture 0123456789ab: Dots.>"}
    text = {"text/plain": "3"}
    cells = [
        "# Page",
        shown(text, "import os\nfrom a import (\n    b,\n)", **hidden),
        shown(text, "import os\nx = 1", **hidden),
        shown(VIEW | {"text/plain": dial}, **hidden),
        shown(dots, **hidden),
        shown(dots, **hidden),
        shown({"text/markdown": MARKDOWN, "text/plain": "<Markdown>"}, **hidden),
        shown({"text/markdown": MARKDOWN, "text/plain": "<table: name: tab-one; caption: One.>"}, **hidden),
        shown(text, "f(1)", **hidden),
        shown(text, "%pip install x", **hidden),
        shown(text, "# how sharp it is\nf(2)", **hidden),
        shown(
            {"text/markdown": MARKDOWN, "text/plain": "<table: name: tab-two; caption: Two.>"},
            tags=["remove-input", "hide-output"],
        ),
        shown(text, "not_folded()"),
    ]
    cells[8]["metadata"]["mystnb"] = {"code_prompt_show": "The function"}
    page = build(tmp_path, {"page": cells})["page"]
    names = re.findall(r'<p class="collapsed admonition-title">(.*?)</p>', page)
    assert names == [
        "Imports",
        "Imports and settings",
        "Code of Figure 1.1",
        "Code of this figure",
        "Code of this figure (2)",
        "Code of this table",
        "Code of Table 1.1",
        "The function",
        "Installation",
        "Code: how sharp it is",
        "Table 1.2",
    ]
    assert re.findall(r'<p class="expanded admonition-title">(.*?)</p>', page) == names
