"""A chapter as slides: its own statements and figures, one on a screen and one on a page, and nothing else."""

import io

import pytest

from tests.browser.conftest import PAPER, until

pypdf = pytest.importorskip("pypdf")
PAGE = "foundations/why-accuracy-lies.html?slides"
#: How many slides there should be besides the goals.
SLIDES = """() => [...document.querySelectorAll(
  "article :is(h1, .proof.admonition, figure.numbered, .question.admonition, #take-away > ul):not(.numbered-table)")]
  .filter((one) => !one.parentElement.closest("details, .dropdown, .exercise, .solution")).length"""
SEEN = """() => [...document.querySelectorAll(".bd-article *, .bd-header-article, .bd-sidebar, .bd-footer-content")]
  .filter((one) => !one.closest(".slide") && !one.querySelector(".slide") && one.checkVisibility()).length"""
AT = """() => [...document.querySelectorAll(".slide")]
  .findIndex((one) => Math.abs(one.getBoundingClientRect().top) < 3)"""


def test_every_statement_picture_and_question_is_a_slide_and_nothing_else_is_seen(page):
    slides = page.locator(".slide")
    assert slides.count() == page.evaluate(SLIDES) + 1 > 10
    assert page.evaluate(SEEN) == 0
    kinds = ["h1", "ul", ".definition", ".proposition", "figure:has(.cf)", "figure:has(.picture)", ".question"]
    assert [kind for kind in kinds if not page.locator(f"{kind}.slide").count()] == []
    assert page.locator(".slide .slide, .slide .proof-steps, .exercise .slide").count() == 0
    heights = slides.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= page.viewport_size["height"] - 1
    goals = page.locator("ul.slide").first
    assert goals.get_attribute("data-slide") == "After this chapter you can"


def test_a_key_leads_to_the_next_slide(page):
    for number in range(3):
        until(page, f"({AT})() === {number}")
        page.keyboard.press("PageDown")
    until(page, f"({AT})() === 3")
    for key, number in [("ArrowLeft", 2), ("ArrowRight", 3), ("End", page.locator(".slide").count() - 1), ("Home", 0)]:
        page.keyboard.press(key)
        until(page, f"({AT})() === {number}")


def test_escape_leads_to_the_place_in_the_chapter(visit):
    page = visit().open(PAGE)
    name = page.locator("figure.slide:has(.cf)").first.get_attribute("id")
    page.locator("figure.slide:has(.cf)").first.evaluate("one => one.scrollIntoView()")
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/{PAGE.partition('?')[0]}#{name}")
    page.wait_for_load_state()
    assert page.locator(".slide").count() == 0 and page.locator(".bd-footer-content").is_visible()


def test_a_figure_fits_on_the_screen(visit):
    visited = visit()
    for width, height in ((1280, 900), (1024, 768)):
        visited.page.set_viewport_size({"width": width, "height": height})
        figures = visited.open(PAGE).locator("figure.slide")
        boxes = figures.evaluate_all("all => all.map((one) => [one.offsetHeight, one.scrollWidth])")
        assert boxes and all(tall <= height + 1 and wide <= width for tall, wide in boxes)


def test_a_table_that_a_question_asks_about_is_a_slide(visit):
    page = visit().open("foundations/which-measure-when.html?slides")
    assert page.locator("#tab-which-measure.slide").is_visible() and page.locator(".numbered-table.slide").count() == 1


def test_answers_open_and_figures_move(page):
    question = page.locator(".question.slide").first
    answer = question.locator(".dropdown > :not(.admonition-title)").first
    assert answer.bounding_box() is None or not answer.is_visible() or answer.bounding_box()["height"] < 2
    question.locator(".toggle-button, .dropdown > .admonition-title").first.click()
    until(page, "answer => answer.offsetHeight > 10", arg=answer.element_handle())
    assert answer.is_visible()
    figure = page.locator("figure.slide:has(.cf input[type=range])").first
    before = figure.locator(".cf-text").inner_text()
    figure.locator("input[type=range]").first.press("ArrowRight")
    assert figure.locator(".cf-text").inner_text() != before


def test_on_paper_each_is_a_page_and_answers_are_left_out(page):
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(**PAPER | {"prefer_css_page_size": True}))).pages
    assert len(sheets) == page.locator(".slide").count()
    assert all(sheet.mediabox.width > 1.5 * sheet.mediabox.height for sheet in sheets)
    asked = [text for sheet in sheets if "Quick question" in (text := sheet.extract_text())]
    assert len(asked) == page.locator(".question.slide").count() and not any("Answer" in text for text in asked)


def test_without_goals_a_page_is_what_it_was(visit):
    page = visit().open("together/teaching.html?slides")
    assert page.locator(".slide").count() == 0 and page.locator(".bd-footer-content").is_visible()
