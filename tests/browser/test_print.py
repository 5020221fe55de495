"""What stands on paper: a chapter's PDF, read as text."""

import io
import re
import unicodedata

import pytest

from tests.browser.conftest import PAPER

pypdf = pytest.importorskip("pypdf")
PAGE = "foundations/why-accuracy-lies.html"


@pytest.fixture(scope="module")
def paper(page):
    """The words of each page of a printed chapter, every white space one space."""
    page.evaluate("() => window.MathJax.startup.promise.then(() => {})")
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(**PAPER))).pages
    return [" ".join(unicodedata.normalize("NFKC", sheet.extract_text()).split()) for sheet in sheets]


def test_the_first_page_says_book_chapter_address_and_date_then_the_title(paper):
    # The number of the page comes first.
    head = r"1 Learning from Confusion · Chapter 1 · \d+ \w+ 20\d\d http\S+-\s?lies\.html CHAPTER 1 Why accuracy lies"
    assert re.match(head, paper[0]), paper[0][:300]
    assert "Figure 1.1" in paper[0], "a list of sections, or a title, fills the first page"


def test_what_is_folded_on_a_screen_is_open_on_paper(paper, page):
    words = " ".join(paper)
    hidden = page.locator("details.hide figcaption .caption-words").all_text_contents()
    assert len(hidden) == 2
    for text in hidden:
        assert " ".join(text.split())[:40] in words
