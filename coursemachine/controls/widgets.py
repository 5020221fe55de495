"""Figures with controls that also work in a page without a kernel.

:func:`frames` draws every position of a small grid beforehand and returns one model: its front end
(``static/``) is the same in JupyterLab, Colab, VS Code and, read from the notebook's stored state, in
the book's static pages.  Where Python itself runs in the page, which takes its time, the other positions are
drawn when they are asked for.
"""

import gzip
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod

from coursemachine import figures
from coursemachine.controls.base import Interactive, checked_words, part
from coursemachine.controls.grid import Axis, pack, pack_numbers, positions
from coursemachine.figures.markup import digest, panels_of
from coursemachine.figures.pictures import drawn
from coursemachine.labels import typeset

#: Most positions a grid may have, and most bytes (compressed) its pictures may weigh in a page.
MAX_FRAMES, MAX_BYTES = 512, 250_000
#: Whether only the first position is drawn beforehand: a minute's work for a browser would else stand before each run.
ON_DEMAND = sys.platform == "emscripten"
_PREFIX = "FRAME-ID"


@dataclass(frozen=True)
class Frame:
    """One state of a figure: what `draw` returns.

    Its `picture` is as for :func:`coursemachine.figures.show`; its `text`, one or two sentences with rounded numbers,
    says what is seen, under the picture and to screen readers; the unrounded `numbers` behind it, also arrays of them,
    are stored with the figure, for tests.
    """

    picture: object
    text: str
    numbers: Mapping[str, float] = field(default_factory=dict)


class Frames(Interactive):
    """The model behind :func:`frames`; make it with that function."""

    axes, index, lines, pictures, texts, grid = (part("List") for _ in range(6))
    frame_numbers = part("Dict")
    parts = ("axes", "index", "lines", "pictures", "texts", "grid", "frame_numbers")

    def __init__(self, draw, controls, made, first, **state):
        self._draw, self._axes, self._made = draw, controls, made
        super().__init__(first, **state)
        self.on_msg(self._answer)

    def _controls(self):
        return ", ".join(f"{name} ({len(axis.values)})" for name, axis in self._axes.items())

    def frame(self, **values):
        """Return the :class:`Frame` at a grid position; controls not named stay where they are."""
        if unknown := set(values) - set(self._axes):
            names = ", ".join(sorted(unknown))
            raise ValueError(f"{names}: not a control of this figure ({', '.join(self._axes)})")
        axes = zip(self._axes.items(), self.index)
        return self._at(tuple(_place(name, axis, values[name]) if name in values else at for (name, axis), at in axes))

    def _at(self, place):
        """The frame at a position; one that was left for later is drawn once."""
        if place not in self._made:
            values = _values(self._axes, place)
            self._made[place], _ = draw_frame(self._draw, values, prefix=f"x{digest(repr(values))}")
        return self._made[place]

    def numbers(self, **values):
        """Return the unrounded numbers of the frame at a grid position."""
        return dict(self.frame(**values).numbers)

    def _answer(self, _, content, buffers):
        self.send(self.reply(content))

    def reply(self, content):
        """Draw a frame off the grid, or one left for later, for a live front end; an error comes back as a sentence.

        `content` has ``exact``, the typed number by control; ``index``, where the controls stand; ``request``, any
        number.  Back come ``panels``, ``text`` and ``values`` of the frame, or ``error``; and ``request`` as it was.
        """
        exact, request = content["exact"], content["request"]
        try:
            place = tuple(content["index"])
            answer = self._off_grid(_values(self._axes, place), exact) if exact else _message(self._at(place))
        except Exception as error:  # whatever draw raises is for the reader, who may have typed anything
            # The words of a ValueError say what to do.
            words = str(error).strip() if isinstance(error, ValueError) else ""
            answer = {"error": words or f"The figure cannot be drawn there ({type(error).__name__})."}
        return answer | {"request": request}

    def _off_grid(self, values, exact):
        for name, value in exact.items():
            limits = self._axes[name].limits
            if limits is None:
                raise ValueError(f"{self._axes[name].label} takes the values of its control only")
            if not limits[0] <= value <= limits[1]:
                raise ValueError(f"{self._axes[name].label} must lie between {limits[0]:g} and {limits[1]:g}")
        frame, _ = draw_frame(self._draw, values | exact, prefix=f"x{digest(repr(values | exact))}")
        texts = {name: self._axes[name].text(value) for name, value in exact.items()}
        return _message(frame) | {"values": texts}


def _values(axes, place):
    return {name: axis.values[at] for at, (name, axis) in zip(place, axes.items())}


def _message(frame):
    return {"panels": panels_of(frame.picture), "text": frame.text, "values": {}}


def _place(name, axis, value):
    try:
        return list(axis.values).index(value)
    except ValueError:
        known = ", ".join(map(axis.text, axis.values))
        raise ValueError(f"{name}: {value!r} is not on the grid ({known})") from None


def draw_frame(draw, values, prefix, raster=False):
    """Call `draw` and turn its picture into text: the frame, and its PNG if asked for."""
    with figures.style():
        frame = draw(**values)
    at = ", ".join(f"{name}={value!r}" for name, value in values.items())
    if not isinstance(frame, Frame):
        raise ValueError(f"draw: expected a Frame, got {type(frame).__name__} at {at}")
    if not isinstance(frame.text, str) or not frame.text.strip():
        raise ValueError(f"draw: the frame at {at} has no text")
    if re.search(r"\bnan\b", frame.text):
        raise ValueError(f"draw: the text at {at} tells a number that nobody computed")
    try:
        picture, pixels = drawn(frame.picture, prefix=prefix, raster=raster, where=f" at {at}")
    except ValueError as error:
        raise ValueError(f"draw: the picture at {at} is neither a matplotlib Figure nor SVG text ({error})") from None
    return Frame(picture, typeset(" ".join(frame.text.split())), dict(frame.numbers)), pixels


def frames(draw, *, title, alt=None, question=None, guess=None, start=None, caption=None, **grid):
    """Draw a figure at every position of a grid and give it controls.

    Parameters
    ----------
    draw : callable
        ``draw(**values)`` returns the :class:`Frame` at one position; it runs in the book's style.
    title : str
        Name of the figure, also the name of its group of controls.
    alt : str, optional
        What the picture shows, for a reader who cannot see it; by default the title.
    question : str, optional
        What to find out with the controls.
    guess : tuple of (str, float, str), optional
        A question with a number for an answer, the number, and its format, such as ".2f" or ".0%".  It is asked above
        the controls, which it does not lock, and says how far off the reader was.
    start : dict, optional
        Position shown first, by control; the first value of each axis by default.
    caption : str, optional
        What stands above the figure beside its number, by default the title.  Its address in the book is made of the
        title: small letters joined by "-".
    **grid : sequence, Axis or Steps
        One control each: numbers make a slider, strings a choice, :func:`Steps` two buttons.
    """
    words = checked_words(title, alt=alt, question=question, caption=caption, guess=guess)
    if not grid:
        raise ValueError("grid: give at least one control, as name=values")
    axes = {name: axis if isinstance(axis, Axis) else Axis(axis) for name, axis in grid.items()}
    axes = {name: axis.checked(name) for name, axis in axes.items()}
    count = prod(len(axis.values) for axis in axes.values())
    if count > MAX_FRAMES:
        shape = " x ".join(f"{name} ({len(axis.values)})" for name, axis in axes.items())
        raise ValueError(f"grid: {shape} is {count} frames, more than {MAX_FRAMES}; thin an axis")
    start = dict(start or {})
    if unknown := set(start) - set(axes):
        raise ValueError(f"start: no control is called {', '.join(sorted(unknown))}")
    index = [_place(f"start[{name!r}]", axis, start.get(name, axis.values[0])) for name, axis in axes.items()]
    places, made, pixels, shown_first = list(positions(axes)), {}, None, tuple(index)
    for place in [shown_first] if ON_DEMAND else places:
        frame, raster = draw_frame(draw, _values(axes, place), _PREFIX, raster=place == shown_first)
        made[place] = frame
        pixels = raster or pixels
    # One prefix for all frames keeps their common lines equal; only one frame is in the page at a time.
    prefix = "f" + digest(title + "".join(frame.picture for frame in made.values()))
    first = made[shown_first].picture.replace(_PREFIX, prefix + "s"), pixels
    made = {place: replace(frame, picture=frame.picture.replace(_PREFIX, prefix)) for place, frame in made.items()}
    drawn_now = [made.get(place) for place in places]  # None for one left for later
    packed = pack([one and one.picture for one in drawn_now], [one and one.text for one in drawn_now])
    weight = len(gzip.compress(json.dumps(packed).encode(), mtime=0))
    if weight > MAX_BYTES:
        raise ValueError(
            f"grid: {count} frames weigh {weight / 1000:.0f} kB compressed, more than {MAX_BYTES / 1000:.0f} kB; "
            "thin an axis or the picture"
        )
    for control, axis in axes.items():
        if axis.exact and not ON_DEMAND:  # tried here, so that no reader finds out
            draw_frame(draw, _values(axes, shown_first) | {control: axis.between()}, "x")
    state = words | packed | {"index": index, "axes": [axis.state(name) for name, axis in axes.items()]}
    state["frame_numbers"] = pack_numbers([one and one.numbers for one in drawn_now])
    return Frames(draw, axes, made, first, **state)
