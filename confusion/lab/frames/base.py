"""What every figure with controls is: a widget with a name, a caption and a picture of its first state."""

from pathlib import Path

from confusion.lab.figures.markup import labelled, slug
from confusion.lab.figures.pictures import images
from confusion.lab.frames.front import standalone
from confusion.lab.frames.grid import state_digest, told
from confusion.lab.frames.model import Model, words

__all__ = ["Interactive", "words_of"]


class Interactive(Model):
    """A figure with controls; :func:`~confusion.lab.frames.frames` and :func:`~confusion.lab.frames.scene` make it."""

    name = words()
    caption = words()
    title = words()
    alt = words()
    question = words()

    def __init__(self, first, **state):
        super().__init__(**state)
        self._first = first
        # Fixed at birth: the digest tells what was made, wherever a reader has moved the controls since.
        self._digest = state_digest(state)

    def _controls(self):
        """What a reader can move, for the line that stands for this figure."""
        raise NotImplementedError

    def __repr__(self):
        # The digest ties the stored state to its output; book/_tools/pictures.py says whether a fresh one is equal.
        label = labelled(self.name, self.caption)
        return f"<figure {self._digest}: {self.title}; controls: {self._controls()}{label}>"

    def still(self):
        """What of this figure needs no widget, by mime type: its line, and the first state as a picture."""
        return {"text/plain": repr(self)} | images(*self._first)

    def reply(self, content):
        """Answer a message of the front end.

        Parameters
        ----------
        content : dict
            What the front end sends.

        Returns
        -------
        dict or None
            What it is sent back; None where the figure has nothing to say.
        """
        return None

    def _complete(self):
        """Make what was left for later, before the figure goes where there is no Python."""

    def _repr_mimebundle_(self, **options):
        data, metadata = super()._repr_mimebundle_(**options)
        # anywidget would cut the line short, and with it what nbval compares.
        return data | self.still(), metadata

    def to_html(self, path):
        """Write a page that holds this figure alone and needs nothing else, for slides or a site of one's own.

        Parameters
        ----------
        path : str or path-like
            File to write.
        """
        self._complete()
        state = self.get_state()
        Path(path).write_text(standalone({key: state[key] for key in told(state)}), encoding="utf-8")


def words_of(title, *, alt, question, caption, name):
    """The part of a figure's state that is words: as it is given, or made of the title.

    Raises
    ------
    ValueError
        If a title is missing, another word is no text, or `name` cannot be an address.
    """
    if not isinstance(title, str) or not title.strip():
        raise ValueError("title: every figure needs a name")
    for argument, value in (("alt", alt), ("question", question), ("caption", caption)):
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{argument}: expected text, got {value!r}")
    name, caption = slug(title) if name is None else name, " ".join((caption or title).split())
    labelled(name, caption)
    return {"title": title, "alt": alt or title, "question": question or "", "name": name, "caption": caption}
