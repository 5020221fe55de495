"""What surrounds a figure: in sight together with its controls, at rest, addressable, enlarged, saved, embedded."""

import pytest

from tests.browser.conftest import SITE
from tests.browser.test_controls import FIGURE, shown, with_figures

DIAL = "foundations/why-accuracy-lies.html"
SIZES = {"desktop": (1366, 768), "laptop": (1280, 640), "phone": (390, 664)}

#: Of each figure, and on a phone of each panel: what of picture and controls is out of sight when one scrolls to it.
TOGETHER = """(each) => {
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
  const found = [];
  for (const figure of document.querySelectorAll(".cf")) {
    const [controls, stage] = [".cf-controls", ".cf-picture"].map((part) => figure.querySelector(part));
    for (const seen of each ? stage.querySelectorAll(".cf-panel") : [stage]) {
      const bottom = seen.getBoundingClientRect().bottom;
      scrollBy({ top: bottom - innerHeight + 1, behavior: "instant" });
      const [box, panel] = [controls.getBoundingClientRect(), seen.getBoundingClientRect()];
      const top = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
      const whole = panel.top >= box.bottom - 1 && panel.bottom <= innerHeight + 1 && box.top >= Math.min(top, bar) - 1;
      const name = figure.querySelector(".cf-title").textContent;
      if (!whole) found.push([name, box.top, box.bottom, panel.top, panel.bottom].join(" "));
    }
  }
  return found;
}"""

#: Places of everything one might have a finger on, relative to the figure, after each change of each control.
EVERY_STATE = """(figure) => {
  const places = () => {
    const top = figure.getBoundingClientRect().top;
    const parts = [...figure.querySelectorAll("input, select, button, .cf-panel, .cf-tools")];
    return parts.map((one) => Math.round(one.getBoundingClientRect().top - top)).join(" ");
  };
  const seen = [places()];
  const set = (input, value, event) => {
    input.value = value;
    input.dispatchEvent(new Event(event));
    seen.push(places());
  };
  for (const slider of figure.querySelectorAll("input[type=range]"))
    for (let at = 0; at <= slider.max; at += 1) set(slider, at, "input");
  for (const button of figure.querySelectorAll("input[type=radio], .cf-steps button:last-child"))
    for (let k = 0; k < (button.type === "radio" ? 1 : 12); k += 1) {
      button.click();
      seen.push(places());
    }
  for (const select of figure.querySelectorAll("select"))
    for (const option of select.options) set(select, option.value, "change");
  return seen;
}"""


@pytest.fixture
def still(visit, site):
    """Open a page without its formulas, which are of no account here and take most of the time."""

    def open(path, **options):
        page = visit(**options).page
        page.route("**/mathjax/**", lambda route: route.abort())
        page.goto(f"{site}/{path}", wait_until="load")
        page.wait_for_selector("html[data-figures=ready]", state="attached")
        return page

    return open


def resize(page, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(150)


@pytest.mark.parametrize("path", with_figures() or [None])
def test_picture_and_controls_are_in_sight_together(still, path):
    page = still(path)
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(TOGETHER, size == "phone") == [], size


def at_rest(seen):
    """Whether places differ by no more than a pixel, which rounding is."""
    places = [list(map(int, one.split())) for one in seen]
    return len({*map(len, places)}) == 1 and all(max(one) - min(one) <= 1 for one in zip(*places))


@pytest.mark.parametrize("path", with_figures() or [None])
def test_nothing_moves_when_the_state_changes(still, path):
    page = still(path)
    for size in ("laptop", "phone"):
        resize(page, size)
        for figure in page.locator(FIGURE).all():
            assert at_rest(figure.evaluate(EVERY_STATE)), (size, figure.locator(".cf-title").inner_text())


@pytest.fixture
def dial(visit):
    page = visit().open(DIAL)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def figure_of(page, title="The imbalance dial"):
    return page.get_by_role("group", name=title, exact=True)


def test_a_state_has_an_address(dial):
    figure = figure_of(dial)
    figure.get_by_role("slider").press("ArrowRight")
    figure.get_by_role("radio", name="majority rule").check()
    dial.wait_for_function("location.hash.length > 1")
    dial.wait_for_timeout(300)
    assert dial.url.endswith("#imbalance-dial?share=0.4&classifier=majority+rule")
    told = shown(figure)
    figure.get_by_role("button", name="Copy link").click()
    assert dial.evaluate("navigator.clipboard.readText()") == dial.url
    dial.reload()
    dial.wait_for_selector("html[data-figures=ready]", state="attached")
    assert shown(figure_of(dial)) == told
    assert figure_of(dial).evaluate("figure => figure.getBoundingClientRect().top < innerHeight / 2")
    figure_of(dial).get_by_role("button", name="Reset").click()
    assert dial.url.endswith("#imbalance-dial")
    assert shown(figure_of(dial)) != told


def test_an_address_that_says_nonsense_changes_nothing(dial):
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
    dial.wait_for_function("document.fullscreenElement !== null")
    dial.wait_for_timeout(200)
    assert panel.bounding_box()["width"] > 1.15 * small
    before = shown(figure)
    dial.keyboard.press("ArrowRight")
    assert figure.get_by_role("slider").get_attribute("aria-valuetext") == "40%" and shown(figure) != before
    dial.keyboard.press("3")
    assert figure.get_by_role("radio", name="majority rule").is_checked()
    figure.get_by_role("button", name="Leave").click()
    dial.wait_for_function("document.fullscreenElement === null")
    dial.wait_for_timeout(200)
    assert panel.bounding_box()["width"] == pytest.approx(small, abs=1)


def test_the_wide_mode_uses_the_margin(visit):
    page = visit(width=1600).open(DIAL)
    figure = figure_of(page)
    before = figure.bounding_box()["width"]
    figure.get_by_role("button", name="Wide").click()
    assert figure.bounding_box()["width"] > before + 100
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_picture_can_be_saved(dial):
    figure = figure_of(dial)
    with dial.expect_download() as download:
        figure.get_by_role("button", name="SVG").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == "imbalance-dial.svg"
    assert text.count("<svg") == 1 + figure.locator(".cf-panel").count() and "best accuracy" in text
    with dial.expect_download() as download:
        figure.get_by_role("button", name="PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_figure_in_slides(dial, visit):
    figure = figure_of(dial)
    figure.get_by_role("button", name="Embed").click()
    code = dial.evaluate("navigator.clipboard.readText()")
    assert code.startswith("<iframe src=") and "embed/foundations/why-accuracy-lies/imbalance-dial.html" in code
    seen = visit()
    slides = seen.page
    path = code.split('src="')[1].split('"')[0].replace("share=0.35&", "share=0.95&")
    slides.goto(path)
    frame = figure_of(slides)
    assert frame.get_by_role("slider").get_attribute("aria-valuetext") == "95%"
    before = shown(frame)
    frame.get_by_role("slider").press("Home")
    assert shown(frame) != before
    assert seen.outside == [] and seen.errors == []


def test_every_figure_stands_alone_in_a_page(visit, site):
    """Each shows its picture and says its sentence, and asks for nothing else."""
    seen = visit()
    alone = sorted((SITE / "embed").rglob("*.html"))
    assert len(alone) == sum((SITE / path).read_text(encoding="utf-8").count('rel="embed"') for path in with_figures())
    for path in alone:
        seen.page.goto(f"{site}/{path.relative_to(SITE).as_posix()}")
        picture, sentence = shown(seen.page.locator(FIGURE))
        assert "<svg" in picture and sentence, path.name
        assert seen.page.locator(".cf-tools button").count() >= 4
    assert seen.errors == [] and len(alone) > 20
