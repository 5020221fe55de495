"""Terms, statements, formulas and sources are shown beside the links to them, by mouse and by key."""

import pytest

PAGE = "copa/the-update.html"
FORMULAS = True
TERM = ".bd-article a[href*='glossary.html#term-']"
FORMULA = ".bd-article a[href^='#equation-']:not(.headerlink):visible"
SOURCE = ".bd-article a[href*='bibliography.html#']"


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


@pytest.mark.parametrize("what", [FORMULA, SOURCE])
def test_keys_show_it_and_escape_closes_it(page, what):
    link = page.locator(what).first
    link.scroll_into_view_if_needed()
    page.keyboard.press("Tab")  # a key was used last: the focus is visible
    link.focus()
    box = page.get_by_role("tooltip")
    box.wait_for()
    edges = box.bounding_box()
    assert edges["x"] >= 0 and edges["x"] + edges["width"] <= 1280 and edges["y"] >= 0
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    assert link.get_attribute("aria-describedby") is None


def test_the_formula_shown_is_set(page):
    page.keyboard.press("Tab")
    page.locator(FORMULA).first.focus()
    page.get_by_role("tooltip").wait_for()
    assert page.get_by_role("tooltip").locator("mjx-container").count() == 1
