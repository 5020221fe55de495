"""Figures that are handled directly: points are dragged, cells of a matrix clicked, and the page computes.

A scene has no frames drawn beforehand.  It stores what it is made of (points, labels, ...) and where its handles stand;
a script of the book draws it and computes, in a page and in a notebook alike.
"""

import json

import numpy as np

from coursemachine import figures
from coursemachine.controls.base import Interactive, checked_words, part
from coursemachine.controls.front import SCENES
from coursemachine.figures.markup import digest
from coursemachine.figures.pictures import drawn


class Scene(Interactive):
    """The model behind :func:`scene`; make it with that function."""

    kind, parameters, at = part("Unicode"), part("Dict"), part("Dict")
    parts = ("kind", "parameters", "at")

    def _controls(self):
        return f"by hand ({', '.join(self.at)})"


def scene(kind, *, title, alt, question, picture, at, caption=None, guess=None, **parameters):
    """Make a figure that a reader handles directly, with no kernel.

    `kind` is one of :data:`SCENES`, and `parameters` are what the scene is made of: numbers, words, arrays, lists and
    dicts of them; the words of the figure are as for :func:`~coursemachine.controls.frames`.  `picture` (a matplotlib
    figure, SVG text or a list of them) shows the first state to whoever runs no script; `at` says where its handles
    stand and what is chosen, by name: numbers with at most two decimals, lists of them, or words.  It is what an
    address tells, and in a live notebook it follows the reader's hand.
    """
    if kind not in SCENES:
        raise ValueError(f"kind: there is no scene {kind!r}, only {', '.join(SCENES)}")
    state = checked_words(title, alt=alt, question=question, caption=caption, guess=guess)
    if not (alt and question):
        raise ValueError("alt, question: a scene says what is seen, and asks before it is touched")
    if set(parameters) != SCENES[kind]:
        wrong = ", ".join(sorted(set(parameters) ^ SCENES[kind]))
        raise ValueError(f"{kind}: takes {', '.join(sorted(SCENES[kind]))}; missing or unknown: {wrong}")
    state |= {"kind": kind, "alt": " ".join(alt.split())}
    state |= {"parameters": _jsonable(parameters, "parameters"), "at": _jsonable(at, "at")}
    _short(state["at"])
    with figures.style():
        first = drawn(picture, prefix=f"s{digest(state['name'])}")
    return Scene(first, **state)


def _jsonable(value, argument):
    def plain(one):
        if isinstance(one, np.ndarray | np.generic):
            return one.tolist()
        raise TypeError(f"{type(one).__name__} is no number, word, list or dict")

    try:
        return json.loads(json.dumps(value, default=plain, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{argument}: {error}") from None


def _short(at):
    """An address must tell every first position exactly."""
    for name, value in at.items():
        for number in value if isinstance(value, list) else [value]:
            if not isinstance(number, str) and round(number, 2) != number:
                raise ValueError(f"at[{name!r}]: {number!r} has more than two decimals")
