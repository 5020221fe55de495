"""Figures with controls: what they store, what they refuse, what they answer live."""

import json

import numpy as np
import pytest

from coursemachine import figures
from coursemachine.controls import MAX_FRAMES, Axis, Frame, Steps, frames
from coursemachine.controls.front import standalone
from coursemachine.controls.grid import pack, pack_numbers, unpack, unpack_numbers
from coursemachine.figures.markup import panels_of


def content(figure):
    """What a reader sees, hears or moves, and the numbers behind it."""
    return figure.metadata()["coursemachine"]["figure"]


def box(width, word="x"):
    return f'<svg viewBox="0 0 9 9">\n<rect width="{width}"/>\n<text>{word}</text>\n</svg>'


def draw(size, word):
    return Frame(box(size, word), f"{word} is {size:.1f}.", {"size": size / 3})


@pytest.fixture
def figure():
    return frames(
        draw, title="Boxes", start={"word": "b"}, size=Axis([1, 2.5, 4], format=".1f", exact=True), word=["a", "b"]
    )


def test_pack_is_undone_by_unpack():
    pictures = ["a\nb\nc", "a\nx\nc", "a\nb\nc", "c"]
    texts = ["one", "two", "one", "two"]
    packed = pack(pictures, texts)
    assert unpack(packed) == list(zip(pictures, texts))
    assert packed == {"lines": ["a", "b", "c", "x"], "pictures": ["0-2", "0,3,2", "2"], "texts": ["one", "two"]} | {
        "grid": [[[0], 0], [[1], 1], [[0], 0], [[2], 1]]
    }


def test_numbers_are_stored_as_json_tells_them():
    frames = [{"norm": 1 / 3, "C": float("inf")}, None, {"norm": np.float64(2), "rows": np.eye(2), "words": ("a",)}]
    packed = pack_numbers(frames)
    assert packed["names"] == ["norm", "C", "rows", "words"]
    assert packed["rows"][:2] == [[0.33333333, "inf", None, None], None]
    assert json.loads(json.dumps(packed, allow_nan=False)) == packed
    back = unpack_numbers(packed)
    assert back[0] == {"norm": 0.33333333, "C": float("inf")} and back[1] is None
    assert back[2] == {"norm": 2.0, "rows": [[1.0, 0.0], [0.0, 1.0]], "words": ["a"]}


def test_every_position_of_the_grid_is_drawn_once_and_found(figure):
    for size in (1, 2.5, 4):
        for word in "ab":
            frame = figure.frame(size=size, word=word)
            assert frame == Frame(box(size, word), f"{word} is {size:.1f}.", {"size": size / 3})
            assert figure.numbers(size=size, word=word) == {"size": size / 3}


@pytest.fixture
def lazy(monkeypatch):
    """The figure as the page's own Python makes it, and the positions that were drawn."""
    asked = []
    monkeypatch.setattr("coursemachine.controls.widgets.ON_DEMAND", True)

    def counted(size, word):
        asked.append((size, word))
        return draw(size, word)

    axis = Axis([1, 2.5, 4], format=".1f", exact=True)
    return frames(counted, title="Boxes", start={"word": "b"}, size=axis, word=["a", "b"]), asked


def test_in_the_page_the_first_position_alone_is_drawn_beforehand(figure, lazy):
    late, asked = lazy
    assert asked == [(1, "b")]
    assert [frame is None for frame in late.grid] == [True, False, True, True, True, True]
    assert late.static_data()["image/svg+xml"].count('width="1"') == 1
    for size in (4, 1, 2.5):
        for word in "ba":
            assert late.frame(size=size, word=word) == figure.frame(size=size, word=word)
            assert late.numbers(size=size, word=word) == {"size": size / 3}
    assert len(asked) == 6


def test_in_the_page_a_position_is_drawn_for_the_front_end(lazy):
    late, asked = lazy
    answer = {"panels": [box(4, "a")], "text": "a is 4.0.", "values": {}, "request": 3}
    assert late.reply({"exact": {}, "index": [2, 0], "request": 3}) == answer
    assert late.reply({"exact": {}, "index": [2, 0], "request": 3}) == answer
    assert asked == [(1, "b"), (4, "a")]


def test_controls_not_named_stay_where_they_are(figure):
    assert figure.index == [0, 1]
    assert figure.frame(size=4).text == "b is 4.0."


def test_axes_tell_the_front_end_their_kind(figure):
    sizes = {"values": ["1.0", "2.5", "4.0"], "keys": ["1", "2.5", "4"], "limits": [1, 4]}
    assert figure.axes == [
        {"name": "size", "label": "size", "kind": "range"} | sizes,
        {"name": "word", "label": "word", "kind": "choice", "values": ["a", "b"], "keys": ["a", "b"], "limits": None},
    ]
    steps = frames(lambda t: Frame(box(t), "t"), title="S", t=Steps(range(3), "step")).axes[0]
    assert (steps["kind"], steps["values"], steps["limits"]) == ("steps", ["0", "1", "2"], None)
    words = frames(lambda t: Frame(box(t), "t"), title="S", t=Axis(["low", "high"], kind="range")).axes[0]
    assert (words["kind"], words["limits"]) == ("range", None)
    assert Axis([1], format=lambda v: f"T = {v}").text(1) == "T = 1"


def test_matplotlib_frames_share_their_lines():
    def curve(height):
        fig, ax = figures.subplots(width=3, height=2)
        ax.plot([0, 1], [0, height])
        ax.set_ylim(0, 1)
        return Frame(fig, f"Up to {height:.2f}.")

    figure = frames(curve, title="Curve", height=[0.2, 0.4, 0.6, 0.8])
    total = sum(len(picture.split("\n")) for picture, _ in unpack(content(figure)))
    assert len(figure.lines) < total / 3
    assert "FRAME-ID" not in "".join(figure.lines)


def ok(**values):
    return Frame(box(1), "text")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "^grid: give at least one"),
        ({"a": []}, "^a: the axis has no values"),
        ({"a": [1, 1]}, "^a: the axis repeats"),
        ({"a": [1, "x"]}, "^a: the values must be all numbers"),
        ({"a": [1.0, float("nan")]}, "^a: NaN is no position"),
        ({"a": Axis([1], label=3)}, "^a: label must be text, got 3"),
        ({"a": [1], "alt": 3}, "^alt: expected text, got 3"),
        ({"a": [1], "question": 3}, "^question: expected text, got 3"),
        ({"a": range(30), "b": range(30)}, rf"^grid: a \(30\) x b \(30\) is 900 frames, more than {MAX_FRAMES}"),
        ({"a": [1], "start": {"a": 2}}, r"^start\['a'\]: 2 is not on the grid \(1\)"),
        ({"a": [1], "start": {"b": 2}}, "^start: no control is called b"),
        ({"a": [1], "title": " "}, "^title: "),
    ],
)
def test_frames_name_the_wrong_argument(options, message):
    with pytest.raises(ValueError, match=message):
        frames(ok, **{"title": "T"} | options)


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (box(1), "expected a Frame, got str at a=1"),
        (Frame(box(1), ""), "at a=1 has no text"),
        (Frame("<p>", "text"), "at a=1 is neither"),
        (Frame(3, "text"), "expected a matplotlib Figure, got int"),
    ],
)
def test_draw_must_return_a_frame(result, message):
    with pytest.raises(ValueError, match=message):
        frames(lambda a: result, title="T", a=[1])


def test_figure_too_heavy_for_a_page_is_refused():
    def noisy(kilobytes):
        # Digits that do not compress well: a digit of hexadecimal carries four bits, half a byte.
        digits = np.random.default_rng(0).bytes(1000 * kilobytes).hex()
        return frames(lambda a: Frame(box(digits), f"{a}"), title="Noise", a=[1, 2])

    with pytest.raises(ValueError, match=r"^grid: 2 frames weigh (2[6-9]|30)\d kB compressed, more than 250 kB"):
        noisy(260)
    assert len(noisy(200).frame(a=1).picture) > 400_000


def test_accessors_name_what_is_off_the_grid(figure):
    with pytest.raises(ValueError, match=r"^size: 3 is not on the grid \(1.0, 2.5, 4.0\)"):
        figure.frame(size=3)
    with pytest.raises(ValueError, match="^colour: not a control of this figure"):
        figure.numbers(colour=3)


@pytest.mark.parametrize(
    ("exact", "answer"),
    [
        ({"size": 3.25}, {"panels": [box(3.25, "a")], "text": "a is 3.2.", "values": {"size": "3.2"}}),
        ({"size": 4.5}, {"error": "size must lie between 1 and 4"}),
        ({"size": float("nan")}, {"error": "size must lie between 1 and 4"}),
        ({"size": "much"}, {"error": "The figure cannot be drawn there (TypeError)."}),
        ({"word": 2}, {"error": "word takes the values of its control only"}),
    ],
)
def test_off_the_grid_it_answers_live_and_an_error_comes_back_as_a_sentence(figure, monkeypatch, exact, answer):
    sent = []
    monkeypatch.setattr(figure, "send", sent.append)
    figure._answer(figure, {"exact": exact, "index": [0, 0], "request": 7}, [])
    assert sent == [answer | {"request": 7}]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (lambda size: {1: "one.", 2: "two."}[size], KeyError),
        (lambda size: f"{size if size in (1, 2) else float('nan'):g} is seen.", ValueError),
        (lambda size: "seen." if size in (1, 2) else "", ValueError),
    ],
)
def test_who_offers_numbers_between_the_marks_must_have_them(text, error):
    """A figure over a table cannot promise what a reader might type; every execution of a chapter tries it."""

    def drawn(size):
        return Frame(box(size), text(size))

    assert frames(drawn, title="T", size=[1, 2]).axes[0]["limits"] is None
    with pytest.raises(error):
        frames(drawn, title="T", size=Axis([1, 2], exact=True))


def test_infinity_is_a_mark_and_no_end():
    axis = Axis([0.25, 4.0, float("inf")], exact=True).checked("C")
    assert axis.limits == [0.25, 4.0] and 0.25 < axis.between() < 4
    with pytest.raises(ValueError, match="^C: only a slider has values between"):
        frames(ok, title="T", C=Axis(["a", "b"], exact=True))


def test_panels_are_stored_once_each():
    def two(left, right):
        return Frame([wide(left, "l"), wide(right, "r")], f"{left} and {right}.")

    def wide(width, word):
        return box(width, word).replace("0 0 9 9", "0 0 90 60")

    figure = frames(two, title="Two", left=[1, 2, 3], right=[1, 2])
    assert len(figure.pictures) == 5 and figure.grid[3] == [[3, 2], 3]
    picture = figure.frame(left=2, right=2).picture
    assert [panel.split("\n")[1:] for panel in panels_of(picture)] == [wide(2, word).split("\n")[1:] for word in "lr"]
    assert 'viewBox="0 0 180 60"' in picture


def test_a_figure_alone_in_a_page(figure):
    text = standalone(content(figure))
    assert "<title>Boxes</title>" in text and text.count("</script>") == 2
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
