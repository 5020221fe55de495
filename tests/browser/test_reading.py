"""What one chapter shows for all: formulas and tables on a phone, solutions unfold, paper is white."""

import re

import pytest

from tests.browser.conftest import SITE, QuietHandler, serving, until, visiting
from tests.browser.controls import drawn

PAGE = "copa/the-update.html"
FORMULAS = True
PHONE = 390


def test_a_formula_is_as_large_as_there_is_room_and_scrolls_where_that_is_too_small(visit):
    """Small where the page is narrow, also when it was wide between; what still scrolls shows it until its end."""
    visited = visit(width=PHONE, formulas=True)
    page = visited.open(PAGE)
    small = page.locator("div.math[style*=font-size]").count()
    assert small > 5 and visited.errors == []
    page.set_viewport_size({"width": 1280, "height": 900})
    until(page, "document.querySelectorAll('div.math[style*=font-size]').length === 0")
    page.set_viewport_size({"width": PHONE, "height": 900})
    until(page, f"document.querySelectorAll('div.math[style*=font-size]').length === {small}")
    page.set_viewport_size({"width": 240, "height": 900})
    wide = page.locator("mjx-container.wide").first
    shadow = "formula => getComputedStyle(formula).boxShadow"
    assert "inset" in wide.evaluate(shadow)
    wide.focus()
    wide.evaluate("formula => { formula.scrollLeft = 10000 }")
    until(page, "formula => formula.classList.contains('end')", arg=wide.element_handle())
    assert wide.evaluate(shadow) == "none"


def test_formulas_are_no_stops_of_the_tab_key(page):
    assert page.locator("mjx-container").count() > 50
    assert page.locator("mjx-container[tabindex]:not(.wide)").count() == 0


def test_controls_wait_for_nothing(page):
    """They are there before the page's other scripts, MathJax among them, have run: an order, not a time."""
    ready, others = page.evaluate(
        "() => [performance.getEntriesByName('figures-ready')[0].startTime,"
        " performance.getEntriesByType('navigation')[0].domContentLoadedEventStart]"
    )
    assert 0 < ready <= others


def test_the_title_of_a_solution_opens_it(page):
    solution = page.locator(".solution.dropdown").first
    words = solution.locator("section p").first
    assert not words.is_visible()
    solution.locator(".admonition-title").click()
    words.wait_for(state="visible")
    assert solution.locator(".admonition-title a").count() == 0
    assert re.match(r"Solution to\s+Exercise \d", solution.locator(".admonition-title").inner_text())


def test_the_button_of_a_solution_is_called_by_it(page):
    buttons = page.locator(".solution .toggle-button")
    names = buttons.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(set(names)) == len(names) > 2
    assert all(re.match(r"Show or hide: Solution to\s*Exercise 13\.\d", name) for name in names)


def test_at_the_top_no_section_is_the_present_one(page):
    active = "document.querySelectorAll('.bd-sidebar-secondary a.active').length"
    # The browser may drop a key that comes while it still scrolls for the one before.
    page.evaluate("() => addEventListener('scrollend', () => { window.rests = true })")
    page.keyboard.press("End")
    until(page, f"window.rests && {active} > 0")
    page.keyboard.press("Home")
    until(page, f"scrollY === 0 && {active} === 0")
    # A jump that cuts a smooth scroll short has no end, and the theme marks what it saw on the way.
    mark = "document.querySelector('.bd-sidebar-secondary a.nav-link').classList.add('active')"
    page.evaluate(f"() => {{ {mark}; dispatchEvent(new Event('scroll')) }}")
    until(page, f"{active} === 0")


def test_a_row_s_name_stays_in_sight_on_a_phone(visit):
    page = visit(width=PHONE).open("combo/the-tables.html")
    box = page.locator(".pst-scrollable-table-container").filter(has_text="AdaBoost.MM").nth(1)
    first, left = box.locator("tbody tr").first.locator("td").first, "cell => cell.getBoundingClientRect().left"
    before = first.evaluate(left)
    assert box.evaluate("box => { box.scrollLeft = 60; return box.scrollLeft }") > 0
    assert first.evaluate(left) == pytest.approx(before, abs=1)


def test_paper_is_white_and_has_nothing_to_click(page):
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


# Words of parameters' names that stand on two lines.
BROKEN = """() => [...document.querySelectorAll("dt > strong, .sig-param > .n")].flatMap((name) => {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/[\\w.]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})"""


def test_no_name_of_a_parameter_is_broken(visit):
    visited = visit()
    page = visited.page
    for path in sorted((SITE / "together" / "reference").glob("*.html")):
        page.goto(f"{visited.address}/together/reference/{path.name}")
        for width in (1280, PHONE):
            page.set_viewport_size({"width": width, "height": 900})
            drawn(page)
            assert page.evaluate(BROKEN) == [], path.name
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path.name


def test_the_bibliography_has_no_raw_formula(visit):
    page = visit(formulas=True).open("together/bibliography.html")
    assert [one for one in page.locator(".citation").all_inner_texts() if "$" in one or "\\" in one] == []


def test_a_wrong_address_of_any_depth_shows_the_book(chromium):
    class Lost(QuietHandler):
        def send_error(self, code, *words):
            self.send_response(code)
            self.end_headers()
            self.wfile.write((SITE / "404.html").read_bytes())

    with serving(Lost) as server, visiting(chromium, server.url) as visited:
        page = visited.page
        page.goto(f"{server.url}/a/b/no-such-page.html")
        assert page.locator("h1").inner_text() == "Page not found"
        assert page.locator("nav.bd-links a").count() > 17 and page.locator(".theme-switch-button").first.is_visible()
        field = page.locator(".bd-article input[type=search]")
        assert field.evaluate("field => parseFloat(getComputedStyle(field).paddingLeft)") > 40
        field.fill("margin")
        field.press("Enter")
        page.wait_for_url(f"{server.url}/search.html?q=margin")
        page.locator("#search-results li").first.wait_for()


def test_an_old_address_leads_to_where_its_place_stands_now(visit):
    """A statement that has moved to another chapter is found from the page that it has left; what is nowhere stays."""
    visited = visit()
    visited.page.goto(f"{visited.address}/copa/the-update.html#rb-thm-one", wait_until="commit")
    visited.page.wait_for_url("**/copa/risk-and-bounds.html#rb-thm-one")
    visited.page.wait_for_load_state()
    assert visited.page.evaluate("document.querySelector(':target').id") == "rb-thm-one"
    visited.page.goto(f"{visited.address}/copa/the-update.html#thm-of-nobody")
    until(visited.page, "window.places !== undefined")
    assert visited.page.url.endswith("copa/the-update.html#thm-of-nobody") and visited.errors == []
