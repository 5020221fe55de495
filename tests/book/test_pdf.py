"""The one file that is printed: every page in order, links that stay inside, nothing folded."""

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("bs4", reason="extra book")

TOOL = Path(__file__).resolve().parents[2] / "book" / "_tools" / "pdf.py"
PAGE = """<html><head></head><body>
<nav class="bd-links"><a class="reference internal" href="{up}part/one.html">1</a></nav>
<article class="bd-article">{text}</article></body></html>"""


def test_pages_become_one_with_links_inside(tmp_path):
    spec = importlib.util.spec_from_file_location("pdf", TOOL)
    pdf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pdf)
    cover = (
        '<section id="top"><h1>Cover</h1><a href="part/one.html#it">go</a> <a href="https://a.org">out</a></section>'
    )
    one = '<section id="top"><h1>One</h1><details id="it"><p>proof</p></details>'
    one += '<a href="#it">it</a><script>1</script></section>'
    (tmp_path / "part").mkdir()
    (tmp_path / "index.html").write_text(PAGE.format(up="", text=cover), encoding="utf-8")
    (tmp_path / "part" / "one.html").write_text(PAGE.format(up="../", text=one), encoding="utf-8")
    text = pdf.whole(tmp_path)
    ids, targets = re.findall(r' id="([^"]+)"', text), re.findall(r'href="#([^"]+)"', text)
    assert len(set(ids)) == len(ids) and set(targets) <= set(ids) and 'href="https://a.org"' in text
    assert re.search(r'<details id="p-part-one--it" open', text) and "<script>1" not in text
    assert text.index("Contents") < text.rindex("Cover") < text.rindex("proof")
