"""The grid behind a figure with controls: its axes, and the compact form its frames are stored in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import inf, isfinite
from numbers import Real

import numpy as np

from coursemachine.figures.markup import joined, panels_of
from coursemachine.labels import typeset


@dataclass(frozen=True)
class Axis:
    """One control of a figure: the values it takes, in order, and how they read.

    It is a slider ("range") where the values are numbers, a "choice" where they are strings; see :func:`Steps`.  The
    `label` is by default the argument's name, the `format` a specification (``".2f"``, ``".0%"``) or a function that
    turns a value into text.  With `exact` a live notebook also offers numbers between the marks; only where the figure
    is computed, not read from a table.  Infinity may be a mark, but not an end of what can be typed.
    """

    values: Sequence
    label: str | None = None
    format: str | Callable | None = None
    kind: str | None = None
    exact: bool = False

    def text(self, value):
        """How `value` reads."""
        if callable(self.format):
            return typeset(str(self.format(value)))
        if self.format is None:
            return value if isinstance(value, str) else typeset(f"{value:g}")
        return typeset(f"{value:{self.format}}")

    def checked(self, name):
        """This axis with every default filled in, or a ValueError that names the argument."""
        values = list(self.values)
        if not values:
            raise ValueError(f"{name}: the axis has no values")
        if len(set(values)) < len(values):
            raise ValueError(f"{name}: the axis repeats a value")
        words = all(isinstance(value, str) for value in values)
        if not words and not all(isinstance(value, Real) for value in values):
            raise ValueError(f"{name}: the values must be all numbers or all strings")
        if any(value != value for value in values):
            raise ValueError(f"{name}: NaN is no position of a control")
        if self.label is not None and not isinstance(self.label, str):
            raise ValueError(f"{name}: label must be text, got {self.label!r}")
        kind = self.kind or ("choice" if words else "range")
        if self.exact and kind != "range":
            raise ValueError(f"{name}: only a slider has values between its marks, kind is {kind!r}")
        return Axis(values, self.label or name.replace("_", " "), self.format, kind, self.exact)

    @property
    def limits(self):
        """Smallest and largest number that may be typed, or None."""
        finite = [float(value) for value in self.values if value not in (inf, -inf)] if self.exact else []
        return [min(finite), max(finite)] if finite else None

    def between(self):
        """A value off the grid, to try the figure with."""
        low, high = sorted(float(value) for value in self.values if value not in (inf, -inf))[:2]
        return low + 0.37 * (high - low)

    def state(self, name):
        """What the front end needs to know of this axis."""
        texts = [self.text(value) for value in self.values]
        # How a position reads in an address.
        keys = [value if isinstance(value, str) else f"{value:.10g}" for value in self.values]
        words = {"name": name, "label": self.label, "kind": self.kind, "values": texts, "keys": keys}
        return words | {"limits": self.limits}


def Steps(values, label=None, format=None):
    """Make an axis that is walked with previous and next buttons; `values`, `label`, `format` as in :class:`Axis`."""
    return Axis(values, label, format, "steps")


def pack(pictures, texts):
    """Store every different line of the pictures once.

    `pictures` and `texts` are SVG text and sentence of each frame, in the order of the grid (last axis fastest), None
    for one that is not drawn yet.  Back come ``lines``, the different ones; ``pictures``, each different panel as runs
    of line numbers such as ``"0-14,77,16-40"``; ``texts``, the different sentences; ``grid``, for each frame the
    numbers of its panels and the number of its text.
    """
    lines, shown, said = {}, {}, {}
    grid = []
    for picture, text in zip(pictures, texts, strict=True):
        if picture is None:
            grid.append(None)
            continue
        numbers = []
        for panel in panels_of(picture):
            runs = _runs([lines.setdefault(line, len(lines)) for line in panel.split("\n")])
            numbers.append(shown.setdefault(runs, len(shown)))
        grid.append([numbers, said.setdefault(text, len(said))])
    return {"lines": list(lines), "pictures": list(shown), "texts": list(said), "grid": grid}


def _runs(numbers):
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in (list(group) for _, group in groups)]
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in ends)


def unpack(state):
    """Undo :func:`pack`: the list of (picture, text) of every frame, None for one that is not drawn yet."""

    def panel(runs):
        bounds = ([int(end) for end in run.split("-")] for run in runs.split(","))
        return "\n".join(line for run in bounds for line in state["lines"][run[0] : run[-1] + 1])

    panels = [panel(runs) for runs in state["pictures"]]
    drawn = (frame and (frame[0], state["texts"][frame[1]]) for frame in state["grid"])
    return [frame and (joined([panels[one] for one in frame[0]]), frame[1]) for frame in drawn]


def pack_numbers(frames):
    """Store the numbers of all frames as JSON can tell them: eight digits, by frame; None for one not drawn yet."""
    names = list(dict.fromkeys(name for numbers in frames for name in numbers or ()))
    rows = [None if one is None else [_stored(one.get(name)) for name in names] for one in frames]
    return {"names": names, "rows": rows}


def _stored(value):
    value = np.asarray(value).tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(value, list | tuple):
        return [_stored(one) for one in value]
    if isinstance(value, float):
        return float(f"{value:.8g}") if isfinite(value) else str(value)  # no word of JSON
    return value


def unpack_numbers(packed):
    """Undo :func:`pack_numbers`: a dict for each frame, or None."""

    def value(stored):
        if isinstance(stored, list):
            return [value(one) for one in stored]
        return float(stored) if stored in ("inf", "-inf", "nan") else stored

    rows = (row and map(value, row) for row in packed["rows"])
    return [row and {name: one for name, one in zip(packed["names"], row) if one is not None} for row in rows]


def positions(axes):
    """All positions of the grid, last axis fastest."""
    return product(*(range(len(axis.values)) for axis in axes.values()))
