"""The home page: a figure that works, one place to start, four doors, the parts, and a map."""

import re

import pytest

from coursemachine.site.cards import cards, parts
from tests.browser.conftest import SITE, until

PAGE = HOME = "index.html"
MAP, CARDS = "together/map.html", cards()


@pytest.fixture
def home(page, site):
    """The page, loaded anew where the test before has left it or moved its figure."""
    if page.url != f"{site}/{HOME}":
        page.goto(f"{site}/{HOME}")
    return page


def test_the_figure_works_where_no_notebook_is(home):
    words = home.locator(".live-figure .cf-text")
    before = words.inner_text()
    home.locator(".live-figure input[type=range]").focus()
    home.keyboard.press("ArrowRight")
    until(home, "before => document.querySelector('.live-figure .cf-text').innerText !== before", arg=before)
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


def test_there_are_four_doors_of_a_dozen_words(home):
    doors = ["Learn", "Use", "Teach", "Check"]
    assert [one.inner_text() for one in home.locator(".doors .sd-card-title").all()] == doors
    assert all(len(one.split()) <= 12 for one in home.locator(".doors .sd-card-text").all_inner_texts())


def linked(page, selector):
    return [one.get_attribute("href") for one in page.locator(f"{selector} a").all()]


def test_every_part_has_a_question_and_its_chapters_with_their_pictures(home):
    chapters = {path.with_suffix(".html").relative_to(SITE).as_posix() for path in SITE.glob("*/*.html")}
    parts = home.locator(".chapter-part")
    for part in parts.all():
        pictures = part.locator("li img").evaluate_all("all => all.map((one) => (one.loading = 'eager', one.decode()))")
        assert len(pictures) == part.locator("li").count()
        assert part.locator(".question-of-part").inner_text().endswith("?") and part.locator("h3").count() == 1
        assert all("min" in line for line in part.locator("li").all_inner_texts())
    assert len(linked(home, ".chapter-part")) >= 10 and set(linked(home, ".chapter-part")) <= chapters


def test_a_tool_is_shown_in_its_part_and_is_no_chapter(home):
    tools = home.locator(".chapter-part .tool")
    assert linked(home, ".chapter-part .tool") == ["decisions/your-own-matrix.html", "decisions/recipes.html"]
    assert all("no lecture" in tool and "min" not in tool.split() for tool in tools.all_inner_texts())
    assert len(set(linked(home, ".recipes"))) == 6
    home.locator(".doors").get_by_role("link", name="Bring your own matrix").click()
    home.wait_for_url("**/decisions/your-own-matrix.html")


def test_the_map_leads_to_every_chapter_and_says_what_each_builds_on(home):
    chapters = linked(home, ".chapter-part li")
    home.goto(home.url.replace(HOME, MAP))
    assert linked(home, ".chapter-map") == [f"../{chapter}" for chapter in chapters]
    svm = home.locator(".chapter-map a[href$='the-multiclass-svm.html']")
    before = " and ".join(str(CARDS[file].number) for file in CARDS["foundations/the-multiclass-svm"].needs)
    assert svm.get_attribute("aria-label").endswith(f", after chapters {before}")
    svm.focus()
    home.keyboard.press("Enter")
    home.wait_for_url("**/the-multiclass-svm.html")


def test_no_word_of_the_map_leaves_its_box(visit):
    outside = """all => all.filter((one) => {
      const [box, text] = ["rect", "text"].map((part) => one.querySelector(part).getBoundingClientRect());
      return text.left < box.left || text.right > box.right || text.top < box.top || text.bottom > box.bottom;
    }).map((one) => one.textContent)"""
    page = visit().open(MAP)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".chapter-map a").evaluate_all(outside) == []
        assert page.locator(".chapter-map").bounding_box()["height"] < 700


def test_the_side_bar_folds_the_other_parts_and_a_page_keeps_its_title(visit):
    page = visit().open("copa/the-update.html")
    bar = page.locator(".bd-sidebar-primary nav.bd-links")
    assert bar.locator("details.side-part[open] > summary").all_inner_texts() == ["COPA: learning online"]
    assert seen(page, ".bd-sidebar-primary details.side-part:last-of-type") <= 900
    assert not bar.locator("a[href$='lower-norm.html']").is_visible()
    bar.locator("summary", has_text="CoMBo").click()
    assert bar.locator("a[href$='lower-norm.html']").is_visible()
    assert bar.locator("a[href='#']").inner_text() == "13. COPA: the step"
    assert re.match(r"13\s+COPA: one step", page.locator(".bd-article h1").inner_text())
    right = "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    edge = bar.evaluate("bar => bar.getBoundingClientRect().right")
    assert bar.locator("summary").evaluate_all(right) <= edge
    # The chapter says what it needs.
    head = page.locator(".chapter-head")
    (needed,) = CARDS["copa/the-update"].needs
    assert head.locator(f"a[href='{needed.removeprefix('copa/')}.html']").count() == 1
    assert head.locator("a[href*='glossary']").count() >= 1 and "minutes" in head.inner_text()


@pytest.mark.parametrize("part", list(parts()), ids=lambda part: part.folder)
def test_the_page_of_a_part_is_one_screen(visit, part):
    article = visit().open(f"{part.about}.html").locator(".bd-article").bounding_box()
    assert article["y"] + article["height"] <= 900


def test_breadcrumbs_lead_up_to_the_part(visit):
    page = visit(width=390).open("copa/the-update.html")
    crumbs = page.locator(".bd-breadcrumbs li")
    assert crumbs.all_inner_texts()[1:2] == ["COPA: learning online"] and crumbs.count() == 3
    # In one line, beside the buttons.
    line, buttons = (page.locator(one).bounding_box() for one in (".bd-breadcrumbs", ".article-header-buttons"))
    assert line["height"] < 45 and line["x"] + line["width"] <= buttons["x"] + 1
    crumbs.nth(1).locator("a").click()
    page.wait_for_url("**/copa/about.html")
    assert page.locator(".chapter-part li").count() == 5
    page = visit().open("together/reference/copa.html")
    assert page.locator(".bd-breadcrumbs").bounding_box()["height"] < 45
    assert page.locator(".bd-breadcrumbs li").all_inner_texts()[1:] == ["Together", "Reference", "COPA"]


def test_a_chapter_that_is_done_is_marked_until_it_is_forgotten(visit):
    visited = visit()
    page = visited.open("copa/the-update.html")
    switch = page.get_by_role("button", name="Done with this chapter")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.focus()
    page.keyboard.press("Enter")
    assert switch.get_attribute("aria-pressed") == "true"
    assert page.locator("nav.bd-links .done").count() == 1
    assert page.evaluate("Object.keys(localStorage).includes(`done ${location.origin}/`)")
    page = visited.open(HOME)
    done = page.get_by_role("link", name="COPA: one step is one threshold done")
    assert done.count() == 1 and page.locator("nav.bd-links .done").count() == 1
    assert f"1 of {len(CARDS)} chapters" in page.locator(".progress-line").inner_text()
    following = CARDS["copa/from-a-step-to-a-stream"]
    assert page.locator("a.start-here").inner_text() == f"Go on with chapter {following.number}"
    assert page.locator("a.start-here").get_attribute("href").endswith("copa/from-a-step-to-a-stream.html")
    page.emulate_media(media="print")
    assert not page.locator(".progress-line").is_visible() and not page.locator(".done").first.is_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Forget").click()
    assert page.locator(".done, .progress-line").count() == 0
    assert page.locator("a.start-here").inner_text().strip() == "Start here"
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('done')).length") == 0


def test_a_damaged_store_is_an_empty_one(visit):
    visited = visit()
    page = visited.open(HOME)
    for text in ("{", "null", "3", '{"a": 1}', '[["x"], 7, null]'):
        page.evaluate("text => localStorage.setItem(`done ${location.origin}/`, text)", text)
        assert visited.open(HOME).locator(".done, .progress-line").count() == 0, text
    assert visited.errors == []


def test_without_a_store_nothing_fails(visit):
    visited = visit()
    visited.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    visited.open("copa/the-update.html").get_by_role("button", name="Done with this chapter").click()
    assert [one for one in visited.errors if "progress.js" in one] == [] and visited.page.locator(".done").count() == 0
