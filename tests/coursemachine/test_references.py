"""The bibliography is labelled as the text cites, tells years apart and leads back."""

import re

import pytest

pytest.importorskip("sphinx", reason="extra book")

from tests.coursemachine.site import build

BIB = """
@article{one, author = {Ko{\\c c}o, Sokol and Capponi, C}, title = {Zebra}, journal={J}, year = {2013}, doi = {10.1/x}}
@article{two, author = {Ko{\\c c}o, Sokol and Capponi, C}, title = {Ape}, journal = {J}, year = {2013}}
@article{three, author = {Aa, A and Bb, B and Cc, C}, title = {Cat}, journal = {J}, year = {2000}}
"""


def test_text_and_list_use_the_same_labels(tmp_path):
    bib = tmp_path / "all.bib"
    bib.write_text(BIB, encoding="utf-8")
    conf = {"bibtex_bibfiles": [str(bib)], "bibtex_reference_style": "author_year", "bibtex_default_style": "book"}
    text = "# Text\n\nSee {cite}`one` and {cite}`two` and {cite}`three`.\n"
    pages = build(tmp_path, {"text": text, "list": "# List\n\n```{bibliography}\n```\n"}, **conf)
    links = re.findall(r'href="list.html#id\d+" title="[^"]*">(.*?)</a>\]', pages["text"])
    cited = [re.sub(r"<[^>]*>", "", link) for link in links]
    assert cited == ["Koço and Capponi, 2013b", "Koço and Capponi, 2013a", "Aa et al., 2000"]
    listed = re.findall(r'class="label">.*?</span>(.*?)<span', pages["list"])
    assert listed == sorted(cited)
    assert "https://doi.org/10.1/x" in pages["list"]
    back = re.findall(r'Cited in: <a class="reference internal" href="text.html#(id\d)">Text</a>', pages["list"])
    assert len(back) == 3 and all(f'id="{name}"' in pages["text"] for name in back)
