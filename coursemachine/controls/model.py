"""What a figure with controls is built on: anywidget's widget, or where that is missing a plain object of its kind.

The page that runs Python in the reader's browser has neither anywidget nor traitlets.  There the figures stand on
:class:`Model`, which holds a state and nothing else; :mod:`coursemachine.live.kernel` carries it to the page.
"""

import uuid
import warnings
from functools import partial

from coursemachine import HOW_TO_GET

try:
    import anywidget
    import traitlets
except ModuleNotFoundError:
    anywidget = None

#: Whether a notebook can show the controls.
WIDGETS = anywidget is not None


class Part:
    """One name of a plain model's state; a value of another type is refused, as a trait refuses it."""

    def __init__(self, kind):
        self._kind = kind

    def __set_name__(self, owner, name):
        self._name = name

    def __get__(self, model, owner=None):
        return self if model is None else model.__dict__.setdefault(self._name, self._kind())

    def __set__(self, model, value):
        if not isinstance(value, self._kind):
            raise TypeError(f"{self._name}: expected {self._kind.__name__}, got {value!r}")
        model.__dict__[self._name] = value


class PlainModel:
    """Holds the state of a figure where no widget can be made."""

    def __init__(self, **state):
        self.model_id = uuid.uuid4().hex
        for name, value in state.items():
            setattr(self, name, value)

    def on_msg(self, answer):
        """Take no messages: :mod:`coursemachine.live.kernel` asks the figure itself."""

    def _repr_mimebundle_(self, **options):
        warnings.warn(f"without anywidget the figure stands still; for its controls {HOW_TO_GET}", stacklevel=2)
        return {}, {}


Model = anywidget.AnyWidget if WIDGETS else PlainModel


def _part(trait, kind):
    return getattr(traitlets, trait)().tag(sync=True) if WIDGETS else Part(kind)


#: Parts of the state that are text, a list, a dict; each call makes one.
words, sequence, mapping = partial(_part, "Unicode", str), partial(_part, "List", list), partial(_part, "Dict", dict)
