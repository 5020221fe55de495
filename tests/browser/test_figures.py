"""What surrounds a figure: it is addressable, enlarged, saved, embedded."""

import pytest

from tests.browser.conftest import SITE, some, until, visiting
from tests.browser.controls import FIGURE, assert_changed, copied, shown
from tests.browser.test_pages import with_figures

DIAL = "foundations/why-accuracy-lies.html"


@pytest.fixture(scope="module")
def opened(chromium, site):
    with visiting(chromium, site) as visit:
        page = visit.open(DIAL)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield page


@pytest.fixture
def dial(opened):
    """The page, and its figure as at first."""
    figure_of(opened).get_by_role("button", name="Reset").click()
    return opened


def figure_of(page, title="The imbalance dial"):
    return page.get_by_role("group", name=title, exact=True)


def slider_of(figure):
    return figure.locator("input[type=range]")


def test_a_state_has_an_address(dial):
    figure = figure_of(dial)
    slider_of(figure).press("ArrowRight")
    figure.get_by_role("radio", name="majority rule").check()
    until(dial, "location.hash === '#imbalance-dial?classifier=majority+rule&share=0.98'")
    told = shown(figure)
    assert copied(dial, figure.get_by_role("button", name="Copy link")) == dial.evaluate("location.href")
    dial.reload()
    dial.wait_for_selector("html[data-figures=ready]", state="attached")
    assert shown(figure_of(dial)) == told
    assert figure_of(dial).evaluate("figure => figure.getBoundingClientRect().top < innerHeight / 2")
    figure_of(dial).get_by_role("button", name="Reset").click()
    assert dial.evaluate("location.hash") == "#imbalance-dial"
    assert shown(figure_of(dial)) != told


def test_a_link_keeps_the_address_that_it_gives(dial):
    """Also right after another figure was moved, whose own address was still to be written."""
    address = """() => new Promise((done) => {
      const link = document.querySelector("a.sets");
      const [name] = link.hash.slice(1).split("?");
      const slider = [...document.querySelectorAll(".cf input[type=range]")].find((one) => !one.closest(`#${name}`));
      slider.value = slider.value === slider.max ? slider.min : slider.max;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      link.click();
      setTimeout(() => done(location.hash.startsWith(`#${name}?`)), 600); // more than it takes to write
    })"""
    assert dial.evaluate(address)


def test_an_address_that_says_nonsense_changes_nothing(dial):
    dial.goto(dial.url.split("#")[0])
    dial.reload()  # the dial keeps how far it was turned
    dial.wait_for_selector("html[data-figures=ready]", state="attached")
    told = shown(figure_of(dial))
    dial.goto(dial.url.split("#")[0] + "#imbalance-dial?share=12&colour=%F0%9F%90%B1")
    dial.reload()
    dial.wait_for_selector("html[data-figures=ready]", state="attached")
    assert shown(figure_of(dial)) == told


def test_full_screen_is_for_a_class(dial):
    figure = figure_of(dial)
    panel = figure.locator(".cf-panel").first
    small = panel.bounding_box()["width"]
    figure.get_by_role("button", name="Full screen").click()
    until(dial, "document.fullscreenElement !== null")
    until(dial, "([panel, small]) => panel.offsetWidth > 1.15 * small", arg=[panel.element_handle(), small])
    assert figure.locator(".cf-title").inner_text() == "Figure 1.2 The imbalance dial"
    before = shown(figure)
    dial.keyboard.press("ArrowRight")
    assert slider_of(figure).get_attribute("aria-valuetext") == "98\N{NBSP}%" and shown(figure) != before
    dial.keyboard.press("3")
    assert figure.get_by_role("radio", name="majority rule").is_checked()
    figure.get_by_role("button", name="Leave").click()
    until(dial, "document.fullscreenElement === null")
    back = "([panel, small]) => Math.abs(panel.offsetWidth - small) <= 1"
    until(dial, back, arg=[panel.element_handle(), small])


def test_the_wide_mode_uses_the_margin(dial):
    dial.set_viewport_size({"width": 1600, "height": 900})
    figure = figure_of(dial)
    before = figure.bounding_box()["width"]
    figure.get_by_role("button", name="Wide").click()
    assert figure.bounding_box()["width"] > before + 100
    assert dial.evaluate("document.documentElement.scrollWidth <= innerWidth")
    figure.get_by_role("button", name="Wide").click()
    dial.set_viewport_size({"width": 1280, "height": 900})


def test_controls_of_a_file(chromium, site):
    """A page opened from the disk, with no server at all."""
    page = chromium.new_page()
    page.goto((SITE / DIAL).as_uri())
    page.wait_for_selector("html[data-figures=ready]", state="attached")
    before = shown(figure_of(page))
    slider_of(figure_of(page)).press("ArrowRight")
    assert_changed(before, shown(figure_of(page)))
    page.close()


def test_a_picture_can_be_saved(dial):
    figure = figure_of(dial)
    with dial.expect_download() as download:
        figure.get_by_role("button", name="SVG").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == "imbalance-dial.svg"
    assert text.count("<svg") == 1 + figure.locator(".cf-picture svg").count() and "best accuracy" in text
    assert "var(" not in text
    with dial.expect_download() as download:
        figure.get_by_role("button", name="PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_figure_in_slides(dial, visit):
    figure = figure_of(dial)
    code = copied(dial, figure.get_by_role("button", name="Embed"))
    assert code.startswith("<iframe src=") and "embed/foundations/why-accuracy-lies/imbalance-dial.html" in code
    seen = visit()
    slides = seen.page
    path = code.split('src="')[1].split('"')[0].replace("share=0.95", "share=0.7")
    slides.goto(path)
    frame = figure_of(slides)
    assert slider_of(frame).get_attribute("aria-valuetext") == "70\N{NBSP}%"
    before = shown(frame)
    slider_of(frame).press("Home")
    assert shown(frame) != before
    assert seen.outside == [] and seen.errors == []


def test_every_figure_stands_alone_in_a_page(visit):
    """Those whose turn it is show their picture and say their sentence, and ask for nothing else."""
    seen = visit()
    alone = sorted((SITE / "embed").rglob("*.html"))
    assert len(alone) == sum((SITE / path).read_text(encoding="utf-8").count('rel="embed"') for path in with_figures())
    for path in some(alone, 25):
        seen.page.goto(f"{seen.address}/{path.relative_to(SITE).as_posix()}")
        picture, sentence = shown(seen.page.locator(FIGURE))
        assert "<svg" in picture and sentence, path.name
        assert seen.page.locator(".cf-tools button").count() >= 4
    assert seen.errors == [] and len(alone) > 20
