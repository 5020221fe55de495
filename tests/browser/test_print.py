"""What stands on paper: a chapter's PDF, read as text."""

import io
import re
import unicodedata

import pytest

from coursemachine.site.cards import cards
from tests.browser.conftest import PAPER, some

pypdf = pytest.importorskip("pypdf")
PAGE = "foundations/why-accuracy-lies.html"


#: Tables wider than the text, on a page as wide as that of a sheet.
CUT = """() => {
  const edge = document.querySelector(".bd-article").getBoundingClientRect().right + 1;
  const tables = [...document.querySelectorAll(".bd-article table")];
  return tables.filter((one) => one.getBoundingClientRect().right > edge).map((one) => one.innerText);
}"""


def printed(page):
    """The sheets of a page of the book."""
    return pypdf.PdfReader(io.BytesIO(page.pdf(**PAPER))).pages


def words(sheet):
    """What a sheet says, every white space one space."""
    return " ".join(unicodedata.normalize("NFKC", sheet.extract_text()).split())


def lines(sheet):
    """How many lines and areas are drawn on it."""
    return len(re.findall(rb"\n(?:f|f\*|S|B)\b", sheet.get_contents().get_data()))


@pytest.fixture(scope="module")
def paper(page):
    """Those of the module's page, which are made once."""
    return printed(page)


@pytest.mark.slow
@pytest.mark.parametrize("name", some(list(cards()), 6))
def test_no_sheet_is_nearly_empty_and_no_column_is_cut_off(visit, page, paper, name):
    if f"{name}.html" != PAGE:
        page = visit().open(f"{name}.html")
        paper = printed(page)
    said = {number: words(sheet) for number, sheet in enumerate(paper[:-1], 1) if lines(sheet) < 40}
    assert {number: text for number, text in said.items() if len(text) < 200} == {}
    page.set_viewport_size({"width": 703, "height": 900})
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 900})


def test_the_first_page_says_book_chapter_address_and_date_then_the_title(paper):
    # The number of the page comes first.
    head = r"1 Learning from Confusion · Chapter 1 · \d+ \w+ 20\d\d http\S+-\s?lies\.html CHAPTER 1 Why accuracy lies"
    first = words(paper[0])
    assert re.match(head, first), first[:300]
    assert "Figure 1.1" in first, "a list of sections, or a title, fills the first page"


def test_what_is_folded_on_a_screen_is_open_on_paper(paper, page):
    said = " ".join(map(words, paper))
    hidden = page.locator("details.hide figcaption .caption-words").all_text_contents()
    assert len(hidden) == 1
    for text in hidden:
        assert " ".join(text.split())[:40] in said
