"""Formulas are set while the book is built."""

import pytest
from sphinx.errors import SphinxWarning

from tests.coursemachine.site import CONF, build

WITH_FORMULAS = {
    "extensions": [*CONF["extensions"], "coursemachine.site.formulas"],
    "html_math_renderer": "mathjax at build",
}


def test_a_page_holds_its_formulas_and_only_the_styles_of_their_letters(tmp_path):
    text = "# T\n\n$a < b$\n\n$$\\sqrt c \\\\ d$$ (root)\n\nBy {eq}`root`."
    page = build(tmp_path, {"page": text}, **WITH_FORMULAS)["page"]
    assert "<mi>a</mi><mo><</mo><mi>b</mi>" in page and page.count("<mjx-container") == 2
    assert "mathjax/" not in page and r"\sqrt" not in page and 'class="eqno">(1.1)' in page
    styles = (tmp_path / "out" / "_static" / "formulas.css").read_text(encoding="utf-8")
    assert "mjx-c1D44E.TEX-I::before" in styles and "mjx-c1D452" not in styles  # a, and no e


def test_what_mathjax_cannot_set_is_a_warning(tmp_path):
    with pytest.raises(SphinxWarning, match=r"MathJax cannot set x \\nonsense: Undefined control sequence"):
        build(tmp_path, {"page": "# T\n\n$x \\nonsense$"}, **WITH_FORMULAS)
