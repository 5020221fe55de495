"""The home page: a figure that works, one place to start, three doors, and a card for each chapter."""

import pytest

from tests.browser.conftest import SITE

HOME = "index.html"


@pytest.fixture
def home(visit):
    return visit().open(HOME)


def test_the_figure_works_where_no_notebook_is(home):
    words = home.locator(".live-figure .cf-text")
    before = words.inner_text()
    home.locator(".live-figure input[type=range]").focus()
    home.keyboard.press("ArrowRight")
    home.wait_for_function("before => document.querySelector('.live-figure .cf-text').innerText !== before", arg=before)
    assert home.locator(".live-figure .cf-first").count() == 0


def seen(page, selector):
    """How far down a page an element ends that is seen without scrolling."""
    box = page.locator(selector).first.bounding_box()
    return box["y"] + box["height"]


def test_the_figure_tells_its_story_before_a_reader_scrolls(visit):
    desktop = visit(width=1280, height=900).open(HOME)
    assert seen(desktop, ".live-figure .cf-text") < 900
    assert "accuracy 95" in desktop.locator(".live-figure .cf-text").inner_text()
    assert seen(visit(width=390, height=844).open(HOME), ".live-figure input[type=range]") < 844


def test_the_colours_follow_the_system_and_the_button_says_them(visit):
    page = visit().page
    page.emulate_media(color_scheme="dark")
    page.goto(f"{visit().address}/{HOME}")
    root = page.locator("html")
    assert root.get_attribute("data-theme") == "dark"
    button = page.locator(".theme-switch-button").first
    assert button.get_attribute("aria-label") == "Colours: auto"
    button.click()
    assert button.get_attribute("aria-label") == f"Colours: {root.get_attribute('data-mode')}" != "Colours: auto"


def test_there_is_one_place_to_start(home):
    start = home.locator(".start-here")
    assert start.count() == 1 and start.inner_text().strip() == "Start here"
    start.click()
    home.wait_for_url("**/foundations/why-accuracy-lies.html")


def test_there_are_three_doors(home):
    assert [one.inner_text() for one in home.locator(".doors .sd-card-title").all()] == ["Learn", "Teach", "Check"]


def test_a_card_shows_a_picture_and_is_one_link(home):
    chapters = {path.with_suffix(".html").relative_to(SITE).as_posix() for path in SITE.glob("*/*.html")}
    cards = home.locator("ul.chapter-cards > li")
    assert cards.count() >= 10
    for card in cards.all():
        card.scroll_into_view_if_needed()
        picture = card.locator("img.thumbnail")
        home.wait_for_function("image => image.complete && image.naturalWidth > 50", arg=picture.element_handle())
        assert card.locator("a").count() == 1
        assert card.locator("a").get_attribute("href") in chapters
        assert "minutes" in card.locator(".needs").inner_text()
    # Anywhere on it.
    card.click(position={"x": 8, "y": 8})
    home.wait_for_url("**/the-tables.html")


def test_the_map_leads_to_every_chapter(home):
    linked = [one.get_attribute("href") for one in home.locator(".chapter-map a").all()]
    shown = [one.get_attribute("href") for one in home.locator("ul.chapter-cards a").all()]
    assert sorted(linked) == sorted(shown)


def test_a_chapter_says_what_it_needs(visit):
    head = visit().open("uma/uma.html").locator(".chapter-head")
    assert head.locator("a[href$='label-noise.html']").count() == 1
    assert head.locator("a[href*='glossary']").count() >= 1 and "minutes" in head.inner_text()
