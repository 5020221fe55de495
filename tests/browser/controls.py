"""What the tests do with the controls of figures: try each by key and mouse; look where everything stands meanwhile."""

from tests.browser.conftest import until

FIGURE = ".cf"

#: Of each figure, and on a phone of each panel: what of picture and controls is out of sight when one scrolls to it.
TOGETHER = """(each) => {
  const bar = document.querySelector(".bd-header-article").getBoundingClientRect().bottom;
  const found = [];
  for (const figure of document.querySelectorAll(".cf")) {
    const stage = figure.querySelector(".cf-picture");
    // On a phone the control that was touched last stays in sight, and it alone.
    const parts = [...figure.querySelectorAll(each ? ".cf-control" : ".cf-controls")];
    const panels = each ? [...stage.querySelectorAll(".cf-panel")] : [stage];
    const pairs = parts.flatMap((one) => panels.map((two) => [one, two]));
    for (const [controls, seen] of pairs) {
      controls.dispatchEvent(new Event("focusin", { bubbles: true }));
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


def shown(figure):
    """What a reader sees and hears of a figure."""
    return figure.locator(".cf-picture").inner_html(), figure.locator(".cf-text").inner_text()


def assert_changed(before, after):
    assert before[0] != after[0], "the picture did not change"
    assert before[1] != after[1], "the sentence did not change"


def drag(page, slider, start, end):
    """Press at a share of the slider's width and drag to another; beyond 0 and 1 is the way to its ends."""
    slider.scroll_into_view_if_needed()
    page.mouse.move(*centre(slider, start))
    page.mouse.down()
    page.mouse.move(*centre(slider, end), steps=2)
    page.mouse.up()
    drawn(page)  # a busy machine hears of the last place a frame later


def centre(node, at=0.5):
    """The middle of a node, or a share of its width from its left."""
    box = node.bounding_box()
    return box["x"] + at * box["width"], box["y"] + box["height"] / 2


def swipe(page, node, by=(0, 0), at=0.5):
    """Put a finger on a node, and take it so far."""
    node.scroll_into_view_if_needed()
    x, y = centre(node, at)
    client = page.context.new_cdp_session(page)
    touch = lambda kind, *points: client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})  # noqa: E731
    touch("touchStart", {"x": x, "y": y})
    for k in range(1, 6) if any(by) else ():
        touch("touchMove", {"x": x + by[0] * k / 5, "y": y + by[1] * k / 5})
    touch("touchEnd")


#: As pressing the key once for each step that is left, but in one call; where that led.
STEP_UP = """(slider) => {
  for (let at = Number(slider.value); at < slider.max; at += 1) {
    slider.stepUp();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return slider.value;
}"""


def try_slider(page, figure, slider):
    slider.focus()
    # To the end and back: a figure may show only as much as was seen.
    page.keyboard.press("End")
    page.keyboard.press("Home")
    first, value = shown(figure), slider.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "1"
    assert slider.evaluate(STEP_UP) == slider.get_attribute("max")
    assert_changed(first, shown(figure))
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
    # A figure may begin in the middle of its story.
    while back.get_attribute("aria-disabled") == "false":
        back.click()
    first = shown(figure)
    following.click()
    second = shown(figure)
    assert_changed(first, second)
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
    assert_changed(first, shown(figure))
    select.select_option("0")
    assert shown(figure) == first


def try_presets(figure, group):
    states = []
    for one in group.locator("button").all():
        one.click()
        states.append(shown(figure))
    assert len(set(states)) == len(states) > 1, "two presets look the same"


def drawn(page):
    """Wait until what has changed is laid out, and what watches sizes has heard of it."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def unfold(page):
    """Open the folds that hold figures, and wait for a drawing: a closed one has neither places nor room kept."""
    page.locator(f"details:has({FIGURE})").evaluate_all("folds => folds.forEach((fold) => { fold.open = true })")
    drawn(page)


def copied(page, button):
    """What a button copies, some time after it is pressed."""
    page.evaluate("navigator.clipboard.writeText('')")
    button.click()
    return until(page, "navigator.clipboard.readText()")


def try_everything(page):
    unfold(page)
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
        assert tried == figure.locator(".cf-control").count() and (tried or figure.locator(".cf-handle").count())


def every_state(page):
    """Places in each state of each figure of a page, see EVERY_STATE; controls that stick to the top would move."""
    page.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")
    return {one.locator(".cf-title").text_content(): one.evaluate(EVERY_STATE) for one in page.locator(FIGURE).all()}


def at_rest(figures):
    """Refuse places of a figure that differ by more than a pixel, which rounding is."""
    for name, seen in figures.items():
        places = [list(map(int, one.split())) for one in seen]
        assert len({*map(len, places)}) == 1 and all(max(one) - min(one) <= 1 for one in zip(*places)), name
    return True
