"""The front end with a pretended kernel: what JupyterLab, Colab and VS Code show."""

import numpy as np
import pytest

from coursemachine.controls import Axis, Frame, Frames, Steps, frames
from coursemachine.controls.front import module

#: A model as a notebook's, for a front end and a state; what it sends and saves is counted.
HARNESS = """async ([source, state]) => {
  document.body.innerHTML = '<div id="el"></div>';
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const calls = {};
  window.sent = [];
  window.saved = 0;
  window.model = {
    get: (key) => state[key],
    set: (key, value) => { state[key] = value; calls[`change:${key}`]?.(); },
    save_changes: () => (window.saved += 1),
    on: (name, call) => (calls[name] = call),
    off: (name) => delete calls[name],
    send: (message) => window.sent.push(message),
    answer: (message) => calls["msg:custom"](message),
  };
  window.calls = calls;
  window.stop = module.default.render({ model: window.model, el: document.querySelector("#el") });
}"""

#: The front end, of its source.
FRONT = "(await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))).default"
ANSWER = {"panels": ["<svg><text>new</text></svg>"], "text": "Off the grid.", "values": {"size": "2.75"}, "request": 1}


def draw(t, size, colour):
    return Frame(f"<svg><text>{t} {size} {colour}</text></svg>", f"t={t}, size={size}, {colour}.")


@pytest.fixture(scope="module")
def empty(chromium):
    """A page for one figure after the other."""
    page = chromium.new_page()
    yield page
    page.close()


def pretended(page, figure):
    """The page with a figure of which a kernel knows."""
    page.evaluate(HARNESS, [Frames._esm, {key: one for key, one in figure.get_state().items() if key != "layout"}])
    return page


@pytest.fixture
def page(empty):
    yield pretended(
        empty,
        frames(
            draw,
            title="Front end",
            question="What will happen?",
            t=Steps(range(3), "step"),
            size=Axis([1, 2, 4], "size of the box", exact=True),
            colour=list("abcdefgh"),
        ),
    )
    empty.evaluate("stop()")


def text(page):
    return page.locator(".cf-text").inner_text()


def test_group_and_controls_have_names(page):
    assert page.get_by_role("group", name="Front end", exact=True).count() == 1
    assert page.get_by_role("slider", name="size of the box").get_attribute("aria-valuetext") == "1"
    assert page.get_by_role("combobox", name="colour").count() == 1
    assert page.get_by_role("group", name="step").get_by_role("button").count() == 2
    assert page.locator(".cf-question").inner_text() == "What will happen?"
    assert page.locator(".cf-live").get_attribute("aria-live") == "polite"
    # Only what is computed can be exact.
    assert page.get_by_role("textbox").count() == exact(page).count() == 1
    assert exact(page).get_attribute("placeholder") == "1 … 4"


def exact(page):
    return page.get_by_role("textbox", name="size of the box, exact value")


def ask(page, value):
    exact(page).fill(value)
    exact(page).press("Enter")


def test_keys_stay_with_the_controls(page):
    """JupyterLab's shortcuts leave alone what bears this mark; on the box around them it does not count."""
    every = page.locator(".cf :is(input, select, button)")
    assert every.count() > 6
    assert every.evaluate_all("all => all.every((one) => one.dataset.lmSuppressShortcuts === 'true')")


def test_what_changed_is_spoken_after_a_pause(page):
    live = page.locator(".cf-live")
    page.get_by_role("button", name="next").click()
    page.get_by_role("button", name="next").click()
    assert live.inner_text() == ""
    page.wait_for_function("document.querySelector('.cf-live').textContent !== ''")
    assert live.inner_text() == text(page)


def test_only_sentences_that_changed_are_news(page):
    before, after = (f"At .5 the error is 0.31. The norm is {norm}!" for norm in (1.2, 1.5))
    news = page.evaluate(f"async (source) => {FRONT}.news('{before}', '{after}')", module())
    assert news == "The norm is 1.5!"


@pytest.mark.parametrize(
    ("value", "form", "typed", "words"),
    [
        (0.437, ".2f", "0.44", "You said 0.44; it is 0.44. Just right."),
        (0.437, ".2f", ".4", "it is 0.44. 0.04 too low."),
        (0.437, ".0%", "50", "You said 50%; it is 44\N{NO-BREAK SPACE}%. 6 points too high."),
        (27, "d", "30", "it is 27. 3 too high."),
    ],
)
def test_a_guess_locks_nothing_and_is_compared(empty, value, form, typed, words):
    figure = frames(lambda t: Frame("<svg></svg>", f"t={t}."), title="G", guess=("How much?", value, form), t=range(3))
    page = pretended(empty, figure)
    page.get_by_role("slider").press("ArrowRight")
    assert text(page) == "t=1."
    page.get_by_label("How much?").press_sequentially("much")
    page.keyboard.press("Enter")
    assert page.locator(".cf-guessed").inner_text() == "A number, please."
    page.get_by_label("How much?").fill(typed)
    page.keyboard.press("Enter")
    assert words in page.locator(".cf-guessed").inner_text() and not page.locator(".cf-guess").is_visible()


@pytest.mark.parametrize(
    "guess", ["How much?", ("How much?", 1), ("How much", 1, "d"), ("How much?", np.nan, ".1f"), ("How?", 1, "q")]
)
def test_a_guess_needs_a_question_and_a_number(guess):
    with pytest.raises(ValueError, match="^guess: expected"):
        frames(lambda t: draw(t, 1, "red"), title="Guess", guess=guess, t=[0, 1])


@pytest.mark.parametrize("typed", ["9", "0.5", "much"])
def test_what_lies_beyond_the_ends_is_not_asked(page, typed):
    ask(page, typed)
    assert text(page) == "size of the box: a number from 1 to 4, please."
    assert page.evaluate("window.sent") == []


def test_a_share_may_be_typed_as_it_is_shown(page):
    ask(page, "250%")
    assert page.evaluate("window.sent[0].exact") == {"size": 2.5}


def test_reset_and_play(page):
    page.get_by_role("button", name="next").click()
    exact(page).fill("2.75")
    page.get_by_role("button", name="Reset").click()
    assert text(page) == "t=0, size=1, a." and exact(page).input_value() == ""
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("document.querySelector('.cf-text').innerText === 't=2, size=1, a.'")
    # At the end it stops by itself, and begins anew when pressed again.
    page.get_by_role("button", name="Play").wait_for()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Stop").click()
    assert text(page) == "t=0, size=1, a."


def test_play_begins_at_the_first_step_unless_a_reader_chose_another(page):
    play = page.get_by_role("button", name="Play")
    page.evaluate("model.set('index', [1, 0, 0])")  # as a figure that opens in the middle
    play.click()
    assert text(page) == "t=0, size=1, a."
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="next").click()
    play.click()
    assert text(page) == "t=1, size=1, a."


def test_places_move_for_a_moment_but_not_where_motion_is_unwanted(page):
    follow = """at => {
      const picture = (id, x) => `<svg id="${id}"><rect x="${x}"/><text>${x}</text></svg>`;
      document.body.innerHTML = picture("old", 0) + picture("new", at);
      const [old, fresh] = ["old", "new"].map((id) => document.getElementById(id));
      window.front.follow(old, fresh);
      return fresh.firstChild.getAttribute("x");
    }"""
    page.evaluate(f"async (source) => {{ window.front = {FRONT} }}", module())
    assert page.evaluate(follow, 100) == "100"
    page.emulate_media(reduced_motion="no-preference")
    assert float(page.evaluate(follow, 100)) < 50
    page.wait_for_function("document.querySelector('#new rect').getAttribute('x') === '100'")
    # A hand that takes it meanwhile keeps it.
    page.evaluate(follow, 100)
    page.evaluate("document.querySelector('#new rect').setAttribute('x', '7')")
    page.wait_for_timeout(300)
    assert page.locator("#new rect").get_attribute("x") == "7"
    page.emulate_media(reduced_motion="reduce")


def test_exact_value_is_asked_for_and_shown_and_another_control_keeps_it(page):
    ask(page, "2.75")
    assert page.evaluate("window.sent") == [{"exact": {"size": 2.75}, "index": [0, 0, 0], "request": 1}]
    assert text(page).startswith("Waiting for Python")
    page.evaluate("answer => model.answer(answer)", ANSWER)
    assert text(page) == "Off the grid."
    assert page.locator(".cf-picture").text_content() == "new"
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "2.75"
    page.get_by_role("button", name="next").click()
    sent = page.evaluate("window.sent")[1]
    assert (sent["exact"], sent["index"]) == ({"size": 2.75}, [1, 0, 0])


def test_the_slider_returns_to_the_grid_and_a_late_answer_is_dropped(page):
    ask(page, "2.75")
    page.get_by_role("slider").press("End")
    for _ in range(2):
        assert text(page) == "t=0, size=4, a."
        assert exact(page).input_value() == ""
        page.evaluate("answer => model.answer(answer)", ANSWER)
    assert len(page.evaluate("window.sent")) == 1


def test_error_is_read_and_the_old_picture_stays(page):
    picture = page.locator(".cf-picture").inner_html()
    ask(page, "3")
    page.evaluate("model.answer({error: 'size must be odd', request: 1})")
    assert text(page) == "size must be odd"
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
