"""The front end with a pretended kernel: what JupyterLab, Colab and VS Code show."""

import json

import pytest

from confusion.lab.frames import Axis, Frame, Frames, Steps, frames

HARNESS = """async ([source, state]) => {
  document.body.innerHTML = '<div id="el"></div>';
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const calls = {};
  window.sent = [];
  window.model = {
    get: (key) => state[key],
    set: (key, value) => { state[key] = value; calls[`change:${key}`]?.(); },
    save_changes: () => {},
    on: (name, call) => (calls[name] = call),
    off: (name) => delete calls[name],
    send: (message) => window.sent.push(message),
    answer: (message) => calls["msg:custom"](message),
  };
  window.calls = calls;
  window.stop = module.default.render({ model: window.model, el: document.querySelector("#el") });
}"""

ANSWER = {"picture": "<svg><text>new</text></svg>", "text": "Off the grid.", "values": {"size": "2.75"}, "request": 1}


def draw(t, size, colour):
    return Frame(f"<svg><text>{t} {size} {colour}</text></svg>", f"t={t}, size={size}, {colour}.")


@pytest.fixture
def page(chromium):
    figure = frames(
        draw,
        title="Front end",
        question="What will happen?",
        t=Steps(3, "step"),
        size=Axis([1, 2, 4], "size of the box"),
        colour=list("abcdefgh"),
    )
    state = {key: value for key, value in figure.get_state().items() if key != "layout"}
    page = chromium.new_page()
    page.evaluate(HARNESS, [Frames._esm, json.loads(json.dumps(state))])
    yield page
    page.close()


def text(page):
    return page.locator(".cf-text").inner_text()


def test_group_and_controls_have_names(page):
    assert page.get_by_role("group", name="Front end").count() == 1
    assert page.get_by_role("slider", name="size of the box").get_attribute("aria-valuetext") == "1"
    assert page.get_by_role("combobox", name="colour").count() == 1
    assert page.get_by_role("group", name="step").get_by_role("button").count() == 2
    assert page.locator(".cf-question").inner_text() == "What will happen?"
    assert page.locator(".cf-text").get_attribute("aria-live") == "polite"


def test_only_numbers_can_be_exact(page):
    assert page.get_by_role("spinbutton").count() == 1
    assert page.get_by_role("spinbutton", name="size of the box, exact value").count() == 1


def test_exact_value_is_asked_for_and_shown(page):
    field = page.get_by_role("spinbutton")
    field.fill("2.75")
    field.press("Enter")
    assert page.evaluate("window.sent") == [{"exact": {"size": 2.75}, "index": [0, 0, 0], "request": 1}]
    assert text(page).startswith("Waiting for the kernel")
    page.evaluate("answer => model.answer(answer)", ANSWER)
    assert text(page) == "Off the grid."
    assert page.locator(".cf-picture").inner_text() == "new"
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "2.75"


def test_another_control_keeps_the_exact_value(page):
    page.get_by_role("spinbutton").fill("2.75")
    page.get_by_role("spinbutton").press("Enter")
    page.evaluate("answer => model.answer(answer)", ANSWER)
    page.get_by_role("button", name="next").click()
    sent = page.evaluate("window.sent")[1]
    assert (sent["exact"], sent["index"]) == ({"size": 2.75}, [1, 0, 0])


def test_late_answer_to_an_older_question_is_dropped(page):
    page.get_by_role("spinbutton").fill("2.75")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("slider").press("End")
    page.evaluate("answer => model.answer(answer)", ANSWER)
    assert text(page) == "t=0, size=4, a."


def test_moving_the_slider_returns_to_the_grid(page):
    page.get_by_role("spinbutton").fill("2.75")
    page.get_by_role("spinbutton").press("Enter")
    page.get_by_role("slider").press("End")
    assert text(page) == "t=0, size=4, a."
    assert page.get_by_role("spinbutton").input_value() == ""
    assert len(page.evaluate("window.sent")) == 1


def test_error_is_read_and_the_old_picture_stays(page):
    picture = page.locator(".cf-picture").inner_html()
    page.get_by_role("spinbutton").fill("-1")
    page.get_by_role("spinbutton").press("Enter")
    page.evaluate("model.answer({error: 'ValueError: size must be positive', request: 1})")
    assert text(page) == "ValueError: size must be positive"
    assert page.locator(".cf-picture").inner_html() == picture
    # The refused value is forgotten: another control works again.
    page.get_by_role("button", name="next").click()
    assert text(page) == "t=1, size=1, a."


def test_python_moves_the_controls(page):
    page.evaluate("model.set('index', [2, 1, 7])")
    assert text(page) == "t=2, size=2, h."
    assert page.get_by_role("slider").input_value() == "1"
    assert page.get_by_role("combobox").input_value() == "7"


def test_a_closed_view_listens_no_more(page):
    page.evaluate("stop()")
    assert page.evaluate("Object.keys(calls)") == []
