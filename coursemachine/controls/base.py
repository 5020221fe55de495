"""What every figure with controls is: a widget with a name, a caption and a picture of its first state.

The page that runs Python in the reader's browser has neither anywidget nor traitlets.  There the figures stand on
:class:`PlainModel`, which holds a state and nothing else; :mod:`coursemachine.live.kernel` carries it to the page.
"""

import math
import uuid
import warnings

from coursemachine import HOW_TO_GET
from coursemachine.controls.front import front_end
from coursemachine.figures.markup import slug
from coursemachine.figures.pictures import images
from coursemachine.labels import KEY, label, typeset

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    anywidget = traitlets = None

#: Names of the words of a figure.
WORDS = ("title", "name", "caption", "alt", "question", "guess")


class PlainModel:
    """Holds the state of a figure where no widget can be made."""

    def __init__(self, **state):
        self.model_id = uuid.uuid4().hex
        vars(self).update(state)

    def on_msg(self, answer):
        """Take no messages: :mod:`coursemachine.live.kernel` asks the figure itself."""

    def _repr_mimebundle_(self, **options):
        warnings.warn(f"without anywidget the figure stands still; for its controls {HOW_TO_GET}", stacklevel=2)
        return {}, {}


Model = anywidget.AnyWidget if anywidget else PlainModel


def part(kind):
    """A part of the state, "Unicode", "List" or "Dict" as traitlets calls them; each call makes one."""
    return getattr(traitlets, kind)().tag(sync=True) if traitlets else None


class Interactive(Model):
    """A figure with controls, as ``frames`` and ``scene`` make it."""

    # Read once: a path would make anywidget watch the files from a thread.
    _esm, _css = front_end().values()
    name, caption, title, alt, question = (part("Unicode") for _ in range(5))
    guess = part("Dict")
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
