"""Every control of every page is in sight with its figure, at rest, and changes it and the sentence under it."""

import pytest

from tests.browser.conftest import SITE, pages, visiting

FIGURE = ".cf"
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


def with_figures():
    return [page for page in pages() if 'jupyter.widget-view+json"' in (SITE / page).read_text(encoding="utf-8")]


def shown(figure):
    """What a reader sees and hears of a figure."""
    return figure.locator(".cf-picture").inner_html(), figure.locator(".cf-text").inner_text()


def assert_told(before, after):
    assert before[0] != after[0], "the picture did not change"
    assert before[1] != after[1], "the sentence did not change"


def drag(page, slider, start, end):
    """Press at a share of the slider's width and drag to another; beyond 0 and 1 is the way to its ends."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    height = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * start, height)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * end, height, steps=6)
    page.mouse.up()


def try_slider(page, figure, slider):
    slider.focus()
    page.keyboard.press("Home")
    first, value = shown(figure), slider.get_attribute("aria-valuetext")
    for _ in range(int(slider.get_attribute("max"))):
        page.keyboard.press("ArrowRight")
    assert_told(first, shown(figure))
    assert slider.get_attribute("aria-valuetext") != value
    last = shown(figure)
    drag(page, slider, 0.98, -0.05)
    assert shown(figure) == first
    drag(page, slider, 0.02, 1.05)
    assert shown(figure) == last


def try_choice(page, figure, options):
    states = []
    for option in options.all():
        option.check()
        states.append(shown(figure))
    assert len(set(states)) == len(states), "two options look the same"
    page.keyboard.press("ArrowLeft")
    assert shown(figure) == states[-2]


def try_steps(page, figure, group):
    back, following = group.locator("button").all()
    first = shown(figure)
    following.click()
    second = shown(figure)
    assert_told(first, second)
    back.click()
    assert shown(figure) == first
    # Unavailable, so Playwright has to be told to press it all the same.
    back.click(force=True)
    assert shown(figure) == first, "there is nothing before the first step"
    page.keyboard.press("ArrowRight")
    assert shown(figure) == second
    following.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert shown(figure) == second


def try_select(page, figure, select):
    select.focus()
    page.keyboard.press("Home")
    first = shown(figure)
    page.keyboard.press("End")
    assert_told(first, shown(figure))
    select.select_option("0")
    assert shown(figure) == first


def try_presets(figure, group):
    states = []
    for one in group.locator("button").all():
        one.click()
        states.append(shown(figure))
    assert len(set(states)) == len(states) > 1, "two presets look the same"


def try_everything(page):
    for figure in page.locator(FIGURE).all():
        tried = 0
        for slider in figure.locator("input[type=range]").all():
            try_slider(page, figure, slider)
            tried += 1
        for group in figure.locator("fieldset").all():
            try_choice(page, figure, group.locator("input[type=radio]"))
            tried += 1
        for group in figure.locator(".cf-steps").all():
            try_steps(page, figure, group)
            tried += 1
        for select in figure.locator("select").all():
            try_select(page, figure, select)
            tried += 1
        # A scene's handles and cells are tried by test_scenes.py.
        for group in figure.locator(".cf-presets").all():
            try_presets(figure, group)
            tried += 1
        assert tried == figure.locator(".cf-control").count() > 0


def resize(page, size):
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(150)


def at_rest(seen):
    """Whether places differ by no more than a pixel, which rounding is."""
    places = [list(map(int, one.split())) for one in seen]
    return len({*map(len, places)}) == 1 and all(max(one) - min(one) <= 1 for one in zip(*places))


@pytest.fixture(scope="module", params=with_figures() or [None])
def seen(chromium, site, request):
    """A visit of a page without its formulas, which are of no account here and take most of the time."""
    with visiting(chromium, site) as visit:
        visit.page.route("**/mathjax/**", lambda route: route.abort())
        visit.page.goto(f"{site}/{request.param}", wait_until="load")
        visit.page.wait_for_selector("html[data-figures=ready]", state="attached")
        yield visit


def test_picture_and_controls_are_in_sight_together(seen):
    for size in SIZES:
        resize(seen.page, size)
        assert seen.page.evaluate(TOGETHER, size == "phone") == [], size


def test_every_control_tells_something(seen):
    page = seen.page
    resize(page, "desktop")
    seen.errors.clear()  # of the formulas that were not let through
    views = page.locator('script[type="application/vnd.jupyter.widget-view+json"]').count()
    assert page.locator(FIGURE).count() == views > 0
    try_everything(page)
    # A static page must not offer what only a kernel could do.
    assert page.locator(f"{FIGURE} input[type=text]").count() == 0
    assert seen.errors == [] and seen.outside == []


def test_nothing_moves_when_the_state_changes(seen):
    for size in ("laptop", "phone"):
        resize(seen.page, size)
        # Controls that stick to the top of the window would move with it.
        seen.page.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")
        for figure in seen.page.locator(FIGURE).all():
            assert at_rest(figure.evaluate(EVERY_STATE)), (size, figure.locator(".cf-title").inner_text())


def test_controls_by_touch(visit):
    if not with_figures():
        pytest.skip("no page has controls")
    page = visit(width=390).open(with_figures()[0])
    figure = page.locator(FIGURE).first
    slider = figure.locator("input[type=range]").first
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    states = []
    for place in (0.1, 0.9):
        page.touchscreen.tap(box["x"] + place * box["width"], box["y"] + box["height"] / 2)
        states.append(shown(figure))
    assert_told(*states)


def test_controls_of_a_file(chromium):
    """A page opened from the disk, with no server at all."""
    if not with_figures():
        pytest.skip("no page has controls")
    page = chromium.new_page()
    page.goto((SITE / with_figures()[0]).as_uri())
    page.wait_for_selector("html[data-figures=ready]", state="attached")
    try_everything(page)
    page.close()
