"""Outputs that have a name become numbered figures and tables, pictures stand in the page as SVG, folds are named."""

import re

import pytest

pytest.importorskip("sphinx", reason="extra book")

from tests.coursemachine.site import build, shown

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M 0 0 L 1 1" /></svg>'
PNG = "iVBORw0KGgo="
MARKDOWN = "| a | b |\n|:--|--:|\n| x | 1 |"
TABLE = {"text/markdown": MARKDOWN, "text/plain": "Table"}


def picture(**label):
    data = {"image/svg+xml": SVG, "image/png": PNG, "text/plain": "Picture: what a person reads"}
    return shown(data, tags=["hide-input"], kind="picture", alt="Dots & lines.", **label)


HIDDEN, TEXT = {"tags": ["hide-input"]}, {"text/plain": "3"}
#: Each with the name of its fold, if it has one.
FOLDS = [
    (picture(), "Code"),
    (picture(), "Code"),
    (shown(TABLE, kind="table", name="tab-folded", caption="One.", **HIDDEN), "Code of Table 4.1"),
    (shown(TEXT, "f(1)", **HIDDEN), "Code"),
    (shown(TEXT, "# how sharp it is\nf(2)", **HIDDEN), "Code: how sharp it is"),
    (shown(TABLE, kind="table", name="tab-out", caption="Two.", tags=["remove-input", "hide-output"]), "Table 4.2"),
    (shown(TEXT, "not_folded()"), None),
]
FOLDED = ["# Folded", *(cell for cell, _ in FOLDS)]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    dial = {"kind": "figure", "figure": {"title": "The dial"}, "name": "dial", "caption": "Turn the *dial*."}
    drawn = {"image/svg+xml": SVG, "text/plain": "Figure"}
    first = [
        "# First\n\nSee {numref}`fig-dots`, {numref}`dial` and {numref}`tab-two`.\n\n## Dial",
        picture(name="fig-dots", caption="The norm $\\lVert C \\rVert$, by [name](#first)."),
        shown(drawn, **dial),
        shown(TABLE, kind="table", name="tab-one", caption="One."),
    ]
    second = [
        "# Second",
        shown(TABLE),
        shown(TABLE, kind="verdicts", name="tab-two", caption="Two."),
        shown({"text/html": '<figure class="picture">old</figure>', "text/plain": "old"}),
    ]
    last = "# Last\n\n```{list-of-figures}\n```\n\n```{list-of-tables}\n```\n"
    chapters = {"first": first, "second": second, "last": last, "folded": FOLDED}
    return build(tmp_path_factory.mktemp("captions"), chapters)


def numbered(page):
    return re.findall(r'<figure class="numbered [^"]*" id="([^"]*)">(.*?)</figure>', page, re.DOTALL)


@pytest.mark.slow
def test_figures_and_tables_count_by_themselves_in_each_chapter(pages):
    def numbers(page):
        return {name: re.search(r'caption-number">(.*?) </span>', inside)[1] for name, inside in numbered(page)}

    assert numbers(pages["first"]) == {"fig-dots": "Figure 1.1", "dial": "Figure 1.2", "tab-one": "Table 1.1"}
    assert numbers(pages["second"]) == {"tab-two": "Table 2.1"}


def test_the_text_refers_to_them(pages):
    assert re.search(r'href="#fig-dots"><span class="std std-numref">Figure 1.1<', pages["first"])
    assert re.search(r'href="second.html#tab-two"><span class="std std-numref">Table 2.1<', pages["first"])


def test_a_caption_is_markdown_and_stands_under_a_figure_but_over_a_table(pages):
    inside = dict(numbered(pages["first"]))
    assert r"\(\lVert C \rVert\)" in inside["fig-dots"] and "Turn the <em>dial</em>." in inside["dial"]
    assert inside["fig-dots"].index("<svg") < inside["fig-dots"].index("<figcaption")
    assert inside["dial"].index("<svg") < inside["dial"].index("<figcaption")
    assert inside["tab-one"].index("<figcaption") < inside["tab-one"].index("<table")
    assert all(f'href="#{name}"' in within for name, within in inside.items())


def test_pictures_stand_in_the_page_with_their_words(pages):
    assert pages["first"].count('<div class="picture" role="img" aria-label="Dots & lines."><svg') == 1
    assert "<img" not in pages["first"] and "what a person reads" not in pages["first"]


def test_a_figure_with_controls_keeps_its_view_behind_a_first_state(pages):
    inside = dict(numbered(pages["first"]))["dial"]
    first = inside.index('<div class="cf-first" role="img" aria-label="The dial"')
    assert first < inside.index("<noscript>") < inside.index("<script")


def test_a_heading_of_the_same_words_gives_way(pages):
    assert pages["first"].count('id="dial"') == 1
    assert '<section id="section-dial">' in pages["first"] and 'href="#section-dial"' in pages["first"]


def test_what_has_no_name_stays_as_it_was(pages):
    assert pages["second"].count("<table") == 2 and '<figure class="picture">old</figure>' in pages["second"]


def test_a_table_of_verdicts_is_known_by_its_kind(pages):
    assert "verdict-table" not in pages["first"]
    (table,) = re.findall(r'<table role="table" class="[^"]*verdict-table.*?</table>', pages["second"], re.DOTALL)
    assert table in dict(numbered(pages["second"]))["tab-two"]


def test_the_lists_have_all_in_the_order_of_the_book(pages):
    items = re.findall(r'<li><p><a class="reference internal" href="([^"]*)">([^<]*)</a> (.*?)</p>', pages["last"])
    assert [item[:2] for item in items] == [
        ("first.html#fig-dots", "Figure 1.1"),
        ("first.html#dial", "Figure 1.2"),
        ("first.html#tab-one", "Table 1.1"),
        ("second.html#tab-two", "Table 2.1"),
        ("folded.html#tab-folded", "Table 4.1"),
        ("folded.html#tab-out", "Table 4.2"),
    ]
    assert r"\(\lVert C \rVert\)" in items[0][2] and items[0][2].endswith("name</span>.")
    chapters = re.findall(r'<strong><a [^>]*href="([^"]*)">([^<]*)</a></strong>', pages["last"])
    of_tables = [("first.html", "1. First"), ("second.html", "2. Second"), ("folded.html", "4. Folded")]
    assert chapters == [("first.html", "1. First"), *of_tables]


def test_folds_are_called_by_what_they_hold(pages):
    folds = [
        re.findall(rf'<p class="{state} admonition-title">(.*?)</p>', pages["folded"])
        for state in ("collapsed", "expanded")
    ]
    assert folds[0] == folds[1] == [name for _, name in FOLDS if name]
    assert '<p class="collapsed admonition-title">Code of Figure 1.1</p>' in pages["first"]
