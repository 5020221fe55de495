"""What one chapter shows for all: formulas and tables on a phone, solutions unfold, paper is white."""

import re

import pytest

from tests.browser.conftest import SITE, QuietHandler, serving, until, visiting

PAGE = "copa/the-update.html"
PHONE = 390
TERM = ".bd-article a[href*='glossary.html#term-']"
FORMULA = ".bd-article a[href^='#equation-']:not(.headerlink):visible"
SOURCE = ".bd-article a[href*='bibliography.html#']"


def test_a_formula_is_as_large_as_there_is_room_and_scrolls_where_that_is_too_small(visit):
    """Small where the page is narrow, also when it was wide between; what still scrolls shows it until its end."""
    visited = visit(width=PHONE)
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
    """Those of the first figure are there before the page's other scripts have run: an order, not a time."""
    ready, others = page.evaluate(
        "() => [performance.getEntriesByName('figure-ready')[0].startTime,"
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


def test_the_address_of_a_page_that_is_no_more_leads_on(visit):
    """To the page that has taken it up, or to where the place that it names stands now."""
    visited = visit()
    for old, new in (
        ("uma/the-toy-experiments.html", "uma/how-long-and-how-many.html"),
        ("uma/learners-that-trust-labels.html#def-noise-ultra", "uma/uma.html#def-noise-ultra"),
    ):
        visited.page.goto(f"{visited.address}/{old}", wait_until="commit")
        visited.page.wait_for_url(f"**/{new}")
        visited.page.wait_for_load_state()
    assert visited.errors == []


# Terms, formulas and sources are shown beside the links to them, by mouse and by key.


def test_a_term_shows_its_definition_under_the_mouse(page):
    link = page.locator(TERM).first
    link.scroll_into_view_if_needed()
    link.hover()
    box = page.get_by_role("tooltip")
    box.wait_for()
    assert len(box.inner_text()) > 20 and box.locator("a[tabindex='0'], [id]").count() == 0
    assert link.get_attribute("aria-describedby") == box.get_attribute("id")
    # The mouse may go and read it; elsewhere it closes.
    box.hover()
    page.wait_for_timeout(600)
    assert box.is_visible()
    page.mouse.move(2, 2)
    box.wait_for(state="detached")


@pytest.mark.parametrize(("what", "formulas"), [(FORMULA, 1), (SOURCE, 0)])
def test_keys_show_what_is_linked_with_its_formula_set_and_escape_closes_it(page, what, formulas):
    link = page.locator(what).first
    link.scroll_into_view_if_needed()
    page.keyboard.press("Tab")  # a key was used last: the focus is visible
    link.focus()
    box = page.get_by_role("tooltip")
    box.wait_for()
    assert box.locator("mjx-container").count() == formulas
    edges = box.bounding_box()
    assert edges["x"] >= 0 and edges["x"] + edges["width"] <= 1280 and edges["y"] >= 0
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    assert link.get_attribute("aria-describedby") is None
