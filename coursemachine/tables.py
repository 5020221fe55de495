"""Tables of the book: Markdown that Jupyter shows and nbval compares."""

import re
from numbers import Integral

from coursemachine.labels import KEY, label, typeset


class Markdown:
    """Text that a notebook shows as Markdown; in it IPython's own class of that name would need IPython."""

    def __init__(self, data):
        self.data = data

    def __repr__(self):
        # The line that IPython's class leaves in a notebook.
        return "<IPython.core.display.Markdown object>"

    def _repr_markdown_(self):
        return self.data


class Table(Markdown):
    """A Markdown table with a label, for those who number it or read it again."""

    def __init__(self, data, label):
        super().__init__(data)
        self.label = label

    def __repr__(self):
        return f"Table: {self.label.get('caption', 'without a caption')}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self), "text/markdown": self.data}, {KEY: self.label}


def table(header, rows, *, formats=None, caption=None, name=None):
    """Show rows as a Markdown table; a number that nobody computed, NaN, is a ValueError.

    Parameters
    ----------
    header : sequence of str
        Column names; they and the cells are Markdown.  In both a ``|`` is text and a line break a space.
    rows : iterable of sequences
        Cells; strings are kept, numbers are formatted.  A tuple (value, low, high) is a number with its interval.
    formats : mapping of str to str, optional
        Format specification by column name, for numbers; ``.3f`` by default, whole numbers as they are, ``.2f`` where
        an interval follows: ``.95 (.94–.96)``, without zeros before the point, so that a column of them stays narrow.
    caption, name : str, optional
        What stands above it, inline Markdown; and its address in the book, such as ``"tab-three-norms"``.
    """
    header, rows, formats = [str(name) for name in header], [list(row) for row in rows], formats or {}
    if not rows:
        raise ValueError("rows: a table needs at least one row")
    if wrong := next((row for row in rows if len(row) != len(header)), None):
        raise ValueError(f"rows: {wrong} has {len(wrong)} cells, the header has {len(header)}")
    lines = [map(_text, header), *([_cell(cell, formats.get(name)) for name, cell in zip(header, row)] for row in rows)]
    lines = ["| " + " | ".join(cells) + " |" for cells in lines]
    lines.insert(1, "|" + "|".join(":--" if isinstance(cell, str) else "--:" for cell in rows[0]) + "|")
    return Table("\n".join(lines), label("table", name, caption))


def _text(cell):
    """Text that stays in its cell: neither a bar nor a line break ends it.  A bar already escaped is left alone."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", typeset(" ".join(cell.splitlines())))


def _cell(value, spec):
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple):
        number, low, high = (re.sub(r"\b0\.", ".", _cell(float(one), spec or ".2f")) for one in value)
        return f"{number} ({low}{'–' if value[2] >= 0 else ' to '}{high})"
    if value != value:
        raise ValueError("rows: a cell is NaN")
    if spec is None:
        spec = "d" if isinstance(value, Integral) else ".3f"
    return typeset(f"{value:{spec}}")
