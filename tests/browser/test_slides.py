"""A chapter as slides: its own story, statements and figures, one on a screen and one on a page, and nothing else."""

import io

import pytest

from coursemachine.site.cards import cards
from tests.browser.conftest import PAPER, some, until

pypdf = pytest.importorskip("pypdf")
PAGE = "foundations/why-accuracy-lies.html?slides"
#: What is a slide as it stands, besides the goals and the exercise for groups.
SLIDES = """() => [...document.querySelectorAll(
  "article :is(.proof.admonition, figure.numbered, .question.admonition, .quiz > li, #take-away > ul)")]
  .filter((one) => !one.parentElement.closest("details, .dropdown, .exercise, .solution")).length"""
#: What does not fit on the screen, or is set so small that nobody reads it.
OVER = """() => [...document.querySelectorAll(".slide")].filter((one) => one.offsetHeight > innerHeight + 1
  || one.scrollWidth > one.clientWidth + 1 || Number(one.style.getPropertyValue("--fit") || 1) < 0.65
  || [...one.querySelectorAll("div.math, .pst-scrollable-table-container, pre")]
    .some((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1))
  .map((one) => one.innerText.slice(0, 60))"""
#: Statements and tables of which a slide does not say what one takes from them.
UNSAID = """() => [...document.querySelectorAll(
  ".slide:is(.theorem, .proposition, .lemma, .corollary, .numbered-table)")]
  .filter((one) => !one.querySelector(":scope > p:not(.admonition-title)") && !one.dataset.slide.includes("naive"))
  .map((one) => one.innerText.slice(0, 60))"""
SEEN = """() => [...document.querySelectorAll(".bd-article *, .bd-header-article, .bd-sidebar, .bd-footer-content")]
  .filter((one) => !one.closest(".slide") && !one.querySelector(".slide") && one.checkVisibility()).length"""
AT = """() => [...document.querySelectorAll(".slide")]
  .findIndex((one) => Math.abs(one.getBoundingClientRect().top) < 3)"""


def test_the_story_is_slides_and_nothing_else_is_seen(page):
    slides = page.locator(".slide")
    assert page.locator(".slide:not(.told)").count() == page.evaluate(SLIDES) + 2 > 20
    assert page.evaluate(SEEN) == 0
    kinds = [".told h1", "ul.slide", ".definition.slide", ".proposition.slide > .so", "figure.slide .cf"]
    kinds += ["figure.slide .picture", ".question.slide", ".exercise.slide", "li.slide", ".numbered-table.slide > .so"]
    assert [kind for kind in kinds if not page.locator(kind).count()] == []
    assert page.locator(".slide .slide, .slide .proof-steps, .exercise .slide").count() == 0
    heights = slides.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= page.viewport_size["height"] - 1
    goals = page.locator("ul.slide").first
    assert goals.get_attribute("data-slide") == "After this chapter you can"


@pytest.mark.slow
@pytest.mark.parametrize("file", some(list(cards()), 6))
def test_a_deck_carries_its_lecture_and_fits_on_the_screen(visit, file):
    visited = visit()
    for width, height in ((1920, 1080), (1280, 720)):
        visited.page.set_viewport_size({"width": width, "height": height})
        page = visited.open(f"{file}.html?slides")
        until(page, f"() => !({OVER})().length")
        # An answer that is opened fits as well.
        page.evaluate("document.querySelectorAll('.slide .toggle-button').forEach((button) => button.click())")
        page.evaluate("document.querySelectorAll('.slide > .quiz-choice').forEach((choice) => (choice.open = true))")
        until(page, f"() => !({OVER})().length")
    assert page.evaluate(UNSAID) == []
    names = page.locator(".slide").evaluate_all("all => all.map((one) => one.dataset.slide.replace(/^[\\d.]+ /, ''))")
    story = ["", "After this chapter you can", "A naive attempt that fails", "In groups", "Quiz", "Take-away"]
    assert sorted(story, key=names.index) == story and names[-1] == "Take-away"
    assert visited.errors == []


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


def test_a_page_that_has_no_slides_says_so(visit):
    page = visit().open("together/teaching.html?slides")
    assert page.locator(".slide").count() == 0 and page.locator(".bd-footer-content").is_visible()
    assert page.get_by_role("status").inner_text().startswith("This page has no slides.")
    assert visit().open("together/teaching.html").locator(".no-slides").count() == 0
