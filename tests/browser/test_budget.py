"""What each chapter asks of its reader, counted on its page: within the budget."""

import re

import pytest
from bs4 import BeautifulSoup

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, name_of
from tests.browser.conftest import SITE

#: (least, most) of what a reader sees of a lecture without opening a fold.
BUDGET = {
    "words": (0, 2000), "tables": (0, 3), "formulas": (0, 120), "theorems": (0, 2), "open code": (0, 10),
    "questions": (3, 99), "tried stubs": (1, 99), "figures": (1, 99), "quiz": (3, 5), "papers": (0, 0),
}  # fmt: skip
#: Lectures, by their text; an appendix nobody reads in one go.
LECTURES = [name_of(BOOK, text) for text in chapters(BOOK) if "{chapter-head}" in text.read_text(encoding="utf-8")]
#: A case file is one page.
CASES = dict.fromkeys((name_of(BOOK, text) for text in chapters(BOOK, ["cases/"])), {"words": (0, 2500)})
#: What a page shows only when its reader asks, and what is not prose.
CLOSED = "details > :not(summary), .dropdown > :not(.admonition-title)"
NO_PROSE = ".cell, figure.numbered, table, .math, pre, .headerlink, script, style"
#: A lesson speaks of its sources in one place alone, at its end; who checks them has the case files.
SOURCES = ", ".join(f"{box}:has(> {title}:-soup-contains('Where this comes from'))"
                    for box, title in ((".admonition", ".admonition-title"), ("p", "strong")))  # fmt: skip
PAPERS = re.compile(r"\bprinted\b|\bpapers?\b|\bSection \d", re.IGNORECASE)


def measured(html):
    """Count what a page shows: name of a measure -> how many."""
    # Pictures and data, most of a page, are taken out before it is read.
    html = re.sub(r"<(svg|script)\b.*?</\1>", "", html, flags=re.S)
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
    counts["words"] = len(re.findall(r"\w[\w'’.,-]*", article.get_text(" ")))
    for node in article.select(SOURCES):
        node.decompose()
    return counts | {"papers": len(PAPERS.findall(article.get_text(" ")))}


def test_what_a_reader_sees_is_counted():
    counts = measured("""<article class="bd-article"><p>Two words.</p><div class="proof theorem">three</div>
        <table><tr><td>no</td></table>
        <details><summary>four</summary><p>folded <span class="math">x</span></p></details>
        <div class="dropdown admonition"><p class="admonition-title">five</p><p>folded</p></div>
        <p>As printed in Section 4.</p><p><strong>Where this comes from.</strong> A paper.</p></article>""")
    counts = {name: count for name, count in counts.items() if count}
    assert counts == {"words": 16, "tables": 1, "theorems": 1, "papers": 2}


@pytest.mark.parametrize("name", [*LECTURES, *CASES])
def test_a_chapter_is_within_its_budget(site, name):
    counts, budget = measured((SITE / f"{name}.html").read_text(encoding="utf-8")), CASES.get(name, BUDGET)
    assert {what: counts[what] for what, (least, most) in budget.items() if not least <= counts[what] <= most} == {}
