"""What each chapter asks of its reader, counted on its page: within the budget, but for what is listed."""

import re
import tomllib

import pytest
from bs4 import BeautifulSoup

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, name_of
from tests.browser.conftest import SITE

#: (least, most) of what a reader sees of a lecture without opening a fold.
BUDGET = {
    "words": (0, 2000), "tables": (0, 3), "formulas": (0, 120), "theorems": (0, 2), "open code": (0, 10),
    "questions": (3, 99), "tried stubs": (1, 99), "figures": (1, 99), "quiz": (3, 5),
}  # fmt: skip
#: By how much a chapter may exceed it; write there what has become less.
LISTED = tomllib.loads((BOOK / "budget.toml").read_text(encoding="utf-8"))
#: Lectures, by their text; an appendix nobody reads in one go.
LECTURES = [name_of(BOOK, text) for text in chapters(BOOK) if "{chapter-head}" in text.read_text(encoding="utf-8")]
#: What a page shows only when its reader asks, and what is not prose.
CLOSED = "details > :not(summary), .dropdown > :not(.admonition-title)"
NO_PROSE = ".cell, figure.numbered, table, .math, pre, .headerlink, script, style"


def measured(html):
    """Count what a page shows: name of a measure -> how many."""
    article = BeautifulSoup(html, "html.parser").select_one("article.bd-article")
    hints = [stub.find_parent("section").select(".admonition.hint") for stub in article.select(".cell.tag_stub")]
    counts = {"tried stubs": sum(map(bool, hints))}
    shown = {
        "tables": "table", "formulas": "span.math", "theorems": ".proof.theorem", "open code": ".cell_input .highlight",
        "questions": ".admonition.question", "quiz": "ol.quiz > li", "figures": "figure.numbered-figure",
    }  # fmt: skip
    for node in article.select(CLOSED):
        node.decompose()
    counts |= {name: len(article.select(query)) for name, query in shown.items()}
    for node in article.select(NO_PROSE):
        node.decompose()
    return counts | {"words": len(re.findall(r"\w[\w'’.,-]*", article.get_text(" ")))}


def test_what_a_reader_sees_is_counted():
    counts = measured("""<article class="bd-article"><p>Two words.</p><div class="proof theorem">three</div>
        <table><tr><td>no</td></table>
        <details><summary>four</summary><p>folded <span class="math">x</span></p></details>
        <div class="dropdown admonition"><p class="admonition-title">five</p><p>folded</p></div></article>""")
    assert {name for name, count in counts.items() if count} == {"words", "tables", "theorems"}
    assert (counts["words"], counts["tables"], counts["theorems"]) == (5, 1, 1)


@pytest.mark.parametrize("name", LECTURES)
def test_a_chapter_exceeds_its_budget_by_no_more_than_the_list_says(site, name):
    counts = measured((SITE / f"{name}.html").read_text(encoding="utf-8"))
    excess = {what: max(least - counts[what], counts[what] - most, 0) for what, (least, most) in BUDGET.items()}
    allowed = LISTED.get(name, {})
    assert {what: more for what, more in excess.items() if more > allowed.get(what, 0)} == {}, counts


@pytest.mark.parametrize("name", [name_of(BOOK, text) for text in chapters(BOOK, ["cases/"])])
def test_a_case_file_is_one_page(site, name):
    assert measured((SITE / f"{name}.html").read_text(encoding="utf-8"))["words"] <= 2500
