"""Tables of the book: Markdown that Jupyter shows and nbval compares."""

import re
from numbers import Integral

from confusion.lab import needs_extra

with needs_extra("confusion.lab.tables"):
    from IPython.display import Markdown

__all__ = ["table"]


def table(header, rows, *, formats=None):
    """Show rows as a Markdown table.

    Parameters
    ----------
    header : sequence of str
        Column names; they and the cells are Markdown.  In both a ``|`` is text and a line break a space.
    rows : iterable of sequences
        Cells; strings are kept, numbers are formatted.
    formats : mapping of str to str, optional
        Format specification by column name, for numbers; ``.3f`` by default, whole numbers as they are.

    Returns
    -------
    IPython.display.Markdown
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
    return Markdown("\n".join(lines))


def _text(cell):
    """Text that stays in its cell: neither a bar nor a line break ends it.  A bar already escaped is left alone."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\|", r"\1\\|", " ".join(cell.splitlines()))


def _cell(value, spec):
    if isinstance(value, str):
        return _text(value)
    if value != value:
        raise ValueError("rows: a cell is NaN")
    if spec is None:
        spec = "d" if isinstance(value, Integral) else ".3f"
    return f"{value:{spec}}"
