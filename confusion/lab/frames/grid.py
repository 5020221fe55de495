"""The grid behind a figure with controls: its axes, and the compact form its frames are stored in."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from numbers import Real

from confusion.lab.figures.markup import digest

__all__ = ["Axis", "Steps", "pack", "state_digest", "unpack"]


@dataclass(frozen=True)
class Axis:
    """One control of a figure: the values it takes and how they read.

    Parameters
    ----------
    values : sequence
        Numbers (a slider) or strings (a choice), in the order of the control.
    label : str, optional
        Name shown beside the control; by default the argument's name.
    format : str or callable, optional
        Format specification (``".2f"``, ``".0%"``) or function that turns a value into text.
    kind : {"range", "choice"}, optional
        Slider or choice; by default a choice when the values are strings.
    """

    values: Sequence
    label: str | None = None
    format: str | Callable | None = None
    kind: str | None = None

    def text(self, value):
        """How `value` reads."""
        if callable(self.format):
            return str(self.format(value))
        if self.format is None:
            return value if isinstance(value, str) else f"{value:g}"
        return f"{value:{self.format}}"

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
        if kind not in ("range", "choice", "steps"):
            raise ValueError(f"{name}: kind must be 'range' or 'choice', got {kind!r}")
        return Axis(values, self.label or name.replace("_", " "), self.format, kind)

    def state(self, name):
        """What the front end needs to know of this axis."""
        numeric = self.kind == "range" and all(isinstance(value, Real) for value in self.values)
        texts = [self.text(value) for value in self.values]
        return {"name": name, "label": self.label, "kind": self.kind, "values": texts, "numeric": numeric}


def Steps(values, label=None, format=None):
    """Make an axis that is walked with previous and next buttons.

    Parameters
    ----------
    values : int or sequence
        The steps; a number n stands for 0, 1, ..., n - 1.
    label, format
        As in :class:`Axis`.
    """
    return Axis(range(values) if isinstance(values, int) else values, label, format, "steps")


def pack(pictures, texts):
    """Store every different line of the pictures once.

    Parameters
    ----------
    pictures, texts : list of str
        SVG text and sentence of each frame, in the order of the grid (last axis fastest).

    Returns
    -------
    dict
        ``lines``: the different lines; ``pictures``: each different picture as runs of line numbers such as
        ``"0-14,77,16-40"``; ``texts``: the different sentences; ``grid``: for each frame the numbers of its
        picture and its text.
    """
    lines, shown, said = {}, {}, {}
    grid = []
    for picture, text in zip(pictures, texts, strict=True):
        numbers = [lines.setdefault(line, len(lines)) for line in picture.split("\n")]
        grid.append([shown.setdefault(_runs(numbers), len(shown)), said.setdefault(text, len(said))])
    return {"lines": list(lines), "pictures": list(shown), "texts": list(said), "grid": grid}


def _runs(numbers):
    runs = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def unpack(state):
    """Undo :func:`pack`: the list of (picture, text) of every frame."""

    def picture(runs):
        bounds = ([int(end) for end in run.split("-")] for run in runs.split(","))
        return "\n".join(line for run in bounds for line in state["lines"][run[0] : run[-1] + 1])

    pictures = [picture(runs) for runs in state["pictures"]]
    return [(pictures[shown], state["texts"][said]) for shown, said in state["grid"]]


def state_digest(state):
    """Digest of everything a reader can see or hear of a figure, from its (live or stored) state."""
    told = [state[key] for key in ("title", "alt", "question", "axes", "index")]
    return digest(json.dumps([told, unpack(state)], sort_keys=True))


def positions(axes):
    """All positions of the grid, last axis fastest."""
    return product(*(range(len(axis.values)) for axis in axes.values()))
