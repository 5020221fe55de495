"""What every figure with controls is: a widget with a name, a caption and a picture of its first state."""

import math

from coursemachine.controls.front import front_end
from coursemachine.controls.model import Model, mapping, words
from coursemachine.figures.markup import slug
from coursemachine.figures.pictures import images
from coursemachine.labels import KEY, label, typeset

#: Names of the words of a figure.
WORDS = ("title", "name", "caption", "alt", "question", "guess")


class Interactive(Model):
    """A figure with controls, as ``frames`` and ``scene`` make it."""

    # Read once: a path would make anywidget watch the files from a thread.
    _esm, _css = front_end().values()
    name = words()
    caption = words()
    title = words()
    alt = words()
    question = words()
    guess = mapping()
    #: Names of what a reader can see, hear or move, besides the words.
    parts = ()

    def __init__(self, first, **state):
        super().__init__(**state)
        self._first = first

    def __repr__(self):
        return f"Figure: {self.title} (controls: {self._controls()})"

    def static_data(self):
        """What of this figure needs no widget, by mime type: its line, and the first state as a picture."""
        return {"text/plain": repr(self)} | images(*self._first)

    def metadata(self):
        """What the output says of itself: the figure's data, which is all that a page, a download or a test reads."""
        data = {name: getattr(self, name) for name in (*WORDS, *self.parts)}
        return {KEY: label("figure", self.name, self.caption, figure=data)}

    def reply(self, content):
        """Answer what the front end sends; None where the figure has nothing to say."""

    def _repr_mimebundle_(self, **options):
        data, metadata = super()._repr_mimebundle_(**options)
        # anywidget would cut the line short, and with it what nbval compares.
        return data | self.static_data(), metadata | self.metadata()


def checked_words(title, *, alt, question, caption, guess=None):
    """The part of a figure's state that is words: as it is given, or made of the title; checked, with a ValueError.

    `guess` is (what to guess, its value, how it is written, such as ".2f"): asked above the controls.
    """
    if not isinstance(title, str) or not title.strip():
        raise ValueError("title: every figure needs a name")
    for argument, value in (("alt", alt), ("question", question), ("caption", caption)):
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{argument}: expected text, got {value!r}")
    numbered = label("figure", slug(title), caption or title)
    words = {key: numbered[key] for key in ("name", "caption")}
    return {"title": title, "alt": alt or title, "question": question or "", "guess": _asked(guess)} | words


def _asked(guess):
    if guess is None:
        return {}
    try:
        ask, value, form = guess
        shown = typeset(format(value, form))
    except (TypeError, ValueError):
        raise ValueError(f"guess: expected (question, number, format), got {guess!r}") from None
    if not isinstance(ask, str) or not ask.endswith("?") or not math.isfinite(value):
        raise ValueError(f"guess: expected a question and a finite number, got {guess!r}")
    return {"ask": ask, "shown": shown}
