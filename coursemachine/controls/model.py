"""What a figure with controls is built on: anywidget's widget, or where that is missing a plain object of its kind.

The page that runs Python in the reader's browser has neither anywidget nor traitlets.  There the figures stand on
:class:`PlainModel`, which holds a state and nothing else; :mod:`coursemachine.live.kernel` carries it to the page.
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


Model = anywidget.AnyWidget if WIDGETS else PlainModel


def _part(trait):
    return getattr(traitlets, trait)().tag(sync=True) if WIDGETS else None


#: Parts of the state that are text, a list, a dict; each call makes one.
words, sequence, mapping = (partial(_part, trait) for trait in ("Unicode", "List", "Dict"))
