"""What an output of a cell says of itself to the machine: an entry of its metadata in the notebook.

``output.metadata["coursemachine"]`` is a dict with a ``kind`` ("picture", "figure", "table", "verdicts" or "verdict"),
and where the output has a number in the book its ``name`` and its ``caption``; a picture has its ``alt``, a figure with
controls all its data as ``figure``, verdicts their ``source`` and their ``claims``, the cells by claim and column; the
verdict on an exercise is ``right``, ``wrong``, ``error`` or ``empty``, with its ``words``.
"""

import re

#: Name of the entry.
KEY = "coursemachine"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def typeset(text):
    """Numbers as the book writes them: a true minus sign, a no-break space before per cent; formulas, code are left."""
    if re.search("[$`]", text):
        return text
    return re.sub(r"(?<![\w)\]-])-(?=\.?\d)", "−", re.sub(r"(?<=\d)%", "\N{NBSP}%", text))


def label(kind, name=None, caption=None, **more):
    """Make the entry of an output; ValueError if only one of `name` and `caption` is given, or is not fit for it."""
    if name is None and caption is None:
        return {"kind": kind} | more
    for argument, value in (("name", name), ("caption", caption)):
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{argument}: what has a number has a name and a caption, got {value!r}")
    if not _NAME.fullmatch(name):
        raise ValueError(f"name: expected small letters and digits joined by '-', got {name!r}")
    return {"kind": kind, "name": name, "caption": " ".join(caption.split())} | more


def label_of(output):
    """The entry of a stored output, empty where it has none."""
    return output.get("metadata", {}).get(KEY, {})
