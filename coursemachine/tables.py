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
    """Show rows as a Markdown table.

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

    Returns
    -------
    Table
        A text/markdown output, which nbval compares: a changed number is a changed output.

    Raises
    ------
    ValueError
        If a row has another length than the header, or holds NaN: a number nobody computed is not printed.
    """
    header, formats = [str(name) for name in header], dict(formats or {})
    lines = ["| " + " | ".join(map(_text, header)) + " |"]
    numeric = None
    for row in rows:
        row = list(row)
        if len(row) != len(header):
            raise ValueError(f"rows: {row} has {len(row)} cells, the header has {len(header)}")
        if numeric is None:
            numeric = [not isinstance(cell, str) for cell in row]
            lines.append("|" + "|".join("--:" if right else ":--" for right in numeric) + "|")
        lines.append("| " + " | ".join(_cell(cell, formats.get(name)) for name, cell in zip(header, row)) + " |")
    if numeric is None:
        raise ValueError("rows: a table needs at least one row")
    return Table("\n".join(lines), label("table", name, caption))


def _text(cell):
    """Text that stays in its cell: neither a bar nor a line break ends it.  A bar already escaped is left alone."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", typeset(" ".join(cell.splitlines())))


def _cell(value, spec):
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple):
        number, low, high = (re.sub(r"\b0\.", ".", _cell(float(one), spec or ".2f")) for one in value)
        return f"{number} ({low}–{high})"
    if value != value:
        raise ValueError("rows: a cell is NaN")
    if spec is None:
        spec = "d" if isinstance(value, Integral) else ".3f"
    return typeset(f"{value:{spec}}")
