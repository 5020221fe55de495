"""Formulas, folds and tables of every page, on a phone and by key; paper is white."""

import re

import pytest

from tests.browser.conftest import ready

PHONE = 390

#: Of each visible formula outside of tables: whether it can be read whole, at once or by scrolling what is marked so.
FORMULAS = """() => [...document.querySelectorAll(".bd-article .math")].filter((formula) => {
  const math = formula.querySelector("mjx-math");
  if (!math?.getClientRects().length || formula.closest("table")) return false;
  const scroller = formula.tagName === "DIV" ? formula.querySelector("mjx-container") : formula;
  const [inner, outer] = [math.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const fits = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && outer.right <= innerWidth;
  const scrolls = /auto|scroll/.test(getComputedStyle(scroller).overflowX) && scroller.tabIndex === 0;
  return !(fits || (scroller.classList.contains("wide") && scrolls && outer.right <= innerWidth));
}).map((formula) => formula.outerHTML.slice(0, 200))"""


def test_page_fits_a_phone(phone):
    page = phone.page
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    # A figure wider than its column is cut off even where the page itself does not scroll.
    cut = "figure => figure.getBoundingClientRect().right > innerWidth + 0.5"
    for selector in (".cf", ".picture", "figure.numbered", "table > caption"):
        assert page.locator(selector).evaluate_all(f"figures => figures.filter({cut}).length") == 0


def test_no_formula_is_cut_off_on_a_phone(phone):
    page = ready(phone.page)
    assert page.evaluate(FORMULAS) == []
    # The same, once a solution that was folded shows its own.
    for button in page.locator(".solution .toggle-button").all():
        button.click()
    page.locator("details.proof-fold").evaluate_all("folds => folds.forEach((fold) => { fold.open = true })")
    page.wait_for_timeout(200)
    assert page.evaluate(FORMULAS) == []


def test_a_formula_is_as_large_as_there_is_room(visit):
    """Small where the page is narrow, and as it was when the page is wide again."""
    page = ready(visit(width=PHONE).open("copa/the-update.html"))
    small = page.locator("div.math[style*=font-size]").count()
    assert small > 5
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function("document.querySelectorAll('div.math[style*=font-size]').length === 0")
    page.set_viewport_size({"width": PHONE, "height": 900})
    page.wait_for_function(f"document.querySelectorAll('div.math[style*=font-size]').length === {small}")


def test_what_still_scrolls_shows_it_until_its_end(visit):
    page = ready(visit(width=240).open("copa/the-update.html"))
    wide = page.locator("mjx-container.wide").first
    shadow = "formula => getComputedStyle(formula).boxShadow"
    assert "inset" in wide.evaluate(shadow)
    wide.focus()
    wide.evaluate("formula => { formula.scrollLeft = 10000 }")
    page.wait_for_function("formula => formula.classList.contains('end')", arg=wide.element_handle())
    assert wide.evaluate(shadow) == "none"


@pytest.mark.parametrize("path", ["copa/the-update.html", "foundations/why-accuracy-lies.html"])
def test_the_title_of_a_solution_opens_it(visit, path):
    page = visit().open(path)
    solution = page.locator(".solution.dropdown").first
    words = solution.locator("section p").first
    assert not words.is_visible()
    solution.locator(".admonition-title").click()
    words.wait_for(state="visible")
    assert solution.locator(".admonition-title a").count() == 0
    assert re.match(r"Solution to\s+Exercise \d", solution.locator(".admonition-title").inner_text())


def test_a_row_s_name_stays_in_sight_on_a_phone(visit):
    page = visit(width=PHONE).open("combo/the-tables.html")
    box = page.locator(".pst-scrollable-table-container").filter(has_text="AdaBoost.MM").nth(1)
    first, left = box.locator("tbody tr").first.locator("td").first, "cell => cell.getBoundingClientRect().left"
    before = first.evaluate(left)
    assert box.evaluate("box => { box.scrollLeft = 60; return box.scrollLeft }") > 0
    assert first.evaluate(left) == pytest.approx(before, abs=1)


def test_paper_is_white_and_has_nothing_to_click(visit):
    page = visit().open("copa/the-update.html")
    page.evaluate("Object.assign(document.documentElement.dataset, { mode: 'dark', theme: 'dark' })")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    for selector in ("details.hide > summary", ".toggle-button", ".cf-controls"):
        shown = "all => all.filter((one) => one.getClientRects().length).length"
        assert page.locator(selector).count() and page.locator(selector).evaluate_all(shown) == 0
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_verdicts_come_first_on_a_phone_and_no_card_is_wider_than_it(visit):
    page = visit(width=PHONE).open("together/record-lecture.html")
    row = page.locator("table.verdict-table").first.get_by_role("row").nth(1)
    cells = row.get_by_role("cell")
    claim, verdict = (cells.nth(place).bounding_box() for place in (0, cells.count() - 1))
    assert verdict["y"] < claim["y"] and claim["x"] + claim["width"] <= PHONE
