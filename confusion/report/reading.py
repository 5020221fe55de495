"""From the bytes of a file to counts; what is wrong with a file is said in one sentence, with its line."""

import csv
import re
from collections import Counter
from math import isfinite
from typing import NamedTuple

import numpy as np

__all__ = ["KINDS", "Reading", "read"]

KINDS = ("matrix", "labels", "probabilities")
#: Bytes of a file, and classes: beyond these it is hardly what was meant, and the bootstrap would take minutes.
LARGEST, MOST_CLASSES = 50_000_000, 100
#: What rounding to two digits may do to the sum of a row of probabilities.
ROUNDED = 0.02
BRACKETS = re.compile(r"\s*[\w.]*\(?\s*\[")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
DECIMAL_COMMA = re.compile(r"([-+]?\d+),(\d+)")
THOUSANDS = re.compile(r"[-+]?\d+[.,]\d{3}")
TITLES = re.compile(r"true|truth|actual|label|target|class|pred|answer|expected|gold|reference|\by\b|^y_", re.I)


class Reading(NamedTuple):
    """What a file holds.

    Attributes
    ----------
    kind : {"matrix", "labels", "probabilities"}
        What it was read as.
    labels : list of str
        The classes, Q of them, in the order of rows and columns.
    counts : ndarray of shape (Q, Q)
        ``counts[p, q]`` examples of class p were answered q; for probabilities the answer is the largest.
    true : ndarray of shape (n,) or None
        Class numbers of the examples, for probabilities only.
    probabilities : ndarray of shape (n, Q) or None
        Rows sum to one.
    """

    kind: str
    labels: list
    counts: np.ndarray
    true: np.ndarray | None = None
    probabilities: np.ndarray | None = None


def read(data, *, kind=None, columns_are_true=False):
    """Read a confusion matrix, labels and predictions, or labels and probabilities.

    Parameters
    ----------
    data : bytes
        Text in UTF-8, UTF-16 or Latin-1; cells are separated by tabs, semicolons, commas or blanks, as the first line
        is.  With tabs, semicolons and blanks ``0,5`` is a half.
    kind : {"matrix", "labels", "probabilities"}, optional
        A square matrix of counts, with or without names of columns and rows, or printed in brackets; two columns, the
        true label first; a column of true labels and a column of probabilities for each class, whose names are in the
        first line.  Default: what it looks like.
    columns_are_true : bool, default False
        The columns of the matrix are the true classes, and not its rows.

    Returns
    -------
    Reading
        Every class has an example.

    Raises
    ------
    ValueError
        If `data` cannot be read so; the sentence says in which line, and what to do.

    Examples
    --------
    >>> read(b"a,b\\n8,2\\n1,9").counts
    array([[8, 2],
           [1, 9]])
    """
    rows = _rows(_text(data))
    if kind is None:
        kind = _kind(rows)
    elif kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    if columns_are_true and kind != "matrix":
        raise ValueError(f"only in a matrix can the columns be true, and this was read as {kind}; put the true labels "
                         "into the first column")  # fmt: skip
    found = {"matrix": _matrix, "labels": _pairs, "probabilities": _probabilities}[kind](rows)
    if columns_are_true:
        found = found._replace(counts=found.counts.T)
    empty = np.flatnonzero(found.counts.sum(axis=1) == 0)
    if empty.size:
        raise ValueError(f"class {found.labels[empty[0]]!r} has no true example, so its error is 0/0; leave the class "
                         "out, or test it" + " (or are the columns true?)" * (kind == "matrix"))  # fmt: skip
    return found


def _text(data):
    if len(data) > LARGEST:
        raise ValueError(f"the file has {len(data):,} bytes, more than {LARGEST:,}; give its confusion matrix instead")
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if CONTROL.search(text):
        raise ValueError("this is a binary file and no text; save the table as CSV")
    if not text.strip(" \t\r\n\f,;\""):
        raise ValueError("the file is empty; give a matrix, or two columns with true and predicted labels")
    return text


def _rows(text):
    """Number of the line and cells, for each line that is not blank."""
    if BRACKETS.match(text):
        found = list(re.finditer(r"\[([^\[\]]*)\]", text))
        if len(found) > MOST_CLASSES:
            raise ValueError(f"there are {len(found)} rows in brackets, and more than {MOST_CLASSES} classes are too "
                             "many; merge classes")  # fmt: skip
        rows = [(text.count("\n", 0, at.start()) + 1, re.split(r"[\s,;]+", at[1].strip(" ,\r\n\t"))) for at in found]
        if not rows:
            raise ValueError("line 1: a bracket is opened but not closed; give the matrix as it was printed, whole")
    else:
        lines = [(at, line) for at, line in enumerate(re.split(r"\r\n|\r|\n", text), 1) if line.strip()]
        while not lines[-1][1].strip(' \t,;"'):  # what a spreadsheet leaves below its table
            lines.pop()
        bare = re.sub(r'"[^"]*"', "", lines[0][1])
        separator = next((mark for mark in "\t;," if mark in bare), " ")
        texts = [" ".join(line.split()) if separator == " " else line for _, line in lines]
        table = ([cell.strip() for cell in next(csv.reader([one], delimiter=separator))] for one in texts)
        rows = [(at, cells) for (at, _), cells in zip(lines, table)]
        if separator != ",":
            rows = [(at, [DECIMAL_COMMA.sub(r"\1.\2", c) if DECIMAL_COMMA.fullmatch(c) else c for c in cells])
                    for at, cells in rows]  # fmt: skip
    if len(rows) == len(rows[-1][1]) == len(rows[0][1]) + 1:  # names of columns, with nothing above those of the rows
        rows[0][1].insert(0, "")
    for at, cells in rows:
        if len(cells) != len(rows[0][1]):
            raise ValueError(f"line {at} has {len(cells)} cells and line {rows[0][0]} has {len(rows[0][1])}; give every "
                             "line as many (quote a name that holds a separator)")  # fmt: skip
    return rows


def _number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def _named(names):
    """Whether a line or column beside a matrix is of names: one is no number, or they count from 0 or 1."""
    Q = len(names)
    counted = [[str(k + first) for k in range(Q)] for first in (0, 1)]
    return None in map(_number, names) or [_label(name) for name in names] in counted


def _square(rows):
    """Names of columns, names of rows, and lines of a square matrix; None if there is no square."""
    first, column = rows[0][1], [cells[0] for _, cells in rows]
    n, w = len(column), len(first)
    without = [(at, cells[1:]) for at, cells in rows]
    if n == w + 1 and _named(first):
        return first, None, rows[1:]
    if n == w - 1 and _named(column):
        return None, column, without
    if n == w > 2 and None in map(_number, first):
        return first[1:], column[1:], without[1:]
    return (None, None, rows) if n == w else None


def _kind(rows):
    first, below = rows[0][1], rows[1:201]
    n, w = len(rows), len(first)
    square = _square(rows)
    inner = [[_number(cell) for cell in cells[1:]] for _, cells in below]
    titled = None in map(_number, first)
    if square:
        columns, names, body = square
        numbers = [_number(cell) for _, cells in body for cell in cells]
        if w == 2 < n and (None in numbers or all(map(TITLES.search, first))):
            return "labels"
        shares = titled and w > 2 and all(None not in one and abs(sum(one) - 1) < ROUNDED for one in inner)
        if shares and (columns is None or columns != names) and not all(float(x).is_integer() for x in sum(inner, [])):
            return "probabilities"
        return "matrix"
    if w == 2:
        return "labels"
    if w > 2 and titled and 2 * sum(one.count(None) for one in inner) < len(inner) * (w - 1):
        return "probabilities"
    raise ValueError(f"there are {n} lines of {w} cells; give a square matrix, two columns (true, predicted), or a column "
                     "of true labels and a named column of probabilities for each class")  # fmt: skip


def _label(cell):
    return re.sub(r"^([-+]?\d+)\.0+$", r"\1", cell)  # 1.0 and 1 are one class


def _classes(cells, at):
    labels = [_label(cell) for cell in cells]
    if len(labels) < 2:
        raise ValueError(f"there is one class, {', '.join(labels)}; a confusion needs two or more")
    if len(labels) > MOST_CLASSES:
        raise ValueError(f"there are {len(labels)} classes, more than {MOST_CLASSES}; merge classes (or are these numbers "
                         "that were to be predicted, and no labels?)")  # fmt: skip
    name, times = Counter(labels).most_common(1)[0]
    if times > 1:
        raise ValueError(f"line {at}: class {name!r} is there twice; give every class a name of its own")
    if "" in labels:
        raise ValueError(f"line {at}: a class has no name; name every column, or none")
    return labels


def _count(cell, at):
    value = _number(cell)
    if value is None:
        raise ValueError(f"line {at}: {cell!r} is no number; give counts of examples")
    if not isfinite(value):
        raise ValueError(f"line {at}: {cell} is no count; write 0 where there is no example")
    if THOUSANDS.fullmatch(cell):
        raise ValueError(f"line {at}: {cell} may be {value:g} or a number of thousands; write counts in digits alone")
    if value < 0:
        raise ValueError(f"line {at}: the count {cell} is negative; give numbers of examples")
    if not value.is_integer():
        raise ValueError(f"line {at}: {cell} is not a whole number; give counts of examples and not shares of them")
    if value > 1e12:
        raise ValueError(f"line {at}: the count {cell} is larger than 1e12; are these counts of examples?")
    return int(value)


def _matrix(rows):
    square = _square(rows)
    if square is None:
        raise ValueError(f"a matrix has as many rows as columns, but here are {len(rows)} lines of {len(rows[0][1])} cells; "
                         "list every class as a row and as a column")  # fmt: skip
    columns, names, body = square
    if columns and names and columns != names:
        raise ValueError(f"line {rows[0][0]} names the columns {', '.join(columns)}, and the rows are named "
                         f"{', '.join(names)}; name both alike, in one order")  # fmt: skip
    labels = _classes(columns or names or [str(k) for k in range(len(body))], rows[0][0])
    counts = np.array([[_count(cell, at) for cell in cells] for at, cells in body])
    inner = counts[:-1, :-1]
    if len(labels) > 2 and (inner.sum(axis=0) == counts[-1, :-1]).all() and (inner.sum(axis=1) == counts[:-1, -1]).all():
        raise ValueError(f"line {body[-1][0]}: the last row and column are the sums of the others; leave totals out")
    return Reading("matrix", labels, counts)


def _sorted(labels):
    numbers = None not in map(_number, labels)
    return sorted(labels, key=lambda label: (float(label), label) if numbers else label)


def _pairs(rows):
    if len(rows[0][1]) != 2:
        raise ValueError(f"labels need two columns, true and predicted, but line {rows[0][0]} has {len(rows[0][1])}; leave "
                         "the others out")  # fmt: skip
    pairs = [(at, *map(_label, cells)) for at, cells in rows]
    (_, *first), below = pairs[0], pairs[1:]
    fresh = not any(title == one[1 + k] for k, title in enumerate(first) for one in below)
    numbers = all(None not in map(_number, one[1:]) for one in below)
    if fresh and below and (all(map(TITLES.search, first)) or (numbers and None in map(_number, first))):
        pairs = below
    for at, true, said in pairs:
        if not true or not said:
            raise ValueError(f"line {at}: a label is missing; leave out examples without a label or a prediction")
    labels = _classes(_sorted({true for _, true, _ in pairs}), pairs[0][0])
    place = {label: k for k, label in enumerate(labels)}
    for at, _, said in pairs:
        if said not in place:
            raise ValueError(f"line {at}: {said!r} is predicted but is nobody's true label; leave such examples out, write "
                             "labels alike, or call the columns true and predicted if this is a title")  # fmt: skip
    counts = np.zeros((len(labels), len(labels)), dtype=int)
    np.add.at(counts, tuple(np.array([(place[true], place[said]) for _, true, said in pairs]).T), 1)
    return Reading("labels", labels, counts)


def _probabilities(rows):
    if len(rows[0][1]) < 3 or len(rows) < 2 or None not in map(_number, rows[0][1]):
        raise ValueError(f"line {rows[0][0]}: probabilities need a title for the true labels and the name of a class for each "
                         "of two or more columns (as in: true,a,b), and lines below")  # fmt: skip
    labels = _classes(rows[0][1][1:], rows[0][0])
    place = {label: k for k, label in enumerate(labels)}
    true, P = [], []
    for at, (label, *cells) in rows[1:]:
        if _label(label) not in place:
            raise ValueError(f"line {at}: the true label {label!r} has no column; the columns are {', '.join(labels)}")
        row = [_number(cell) for cell in cells]
        for cell, value in zip(cells, row):
            if value is None or not isfinite(value):
                raise ValueError(f"line {at}: {cell!r} is no probability; give a number from 0 to 1")
        if min(row) < 0:
            raise ValueError(f"line {at}: the probability {min(row):g} is negative; give numbers from 0 to 1")
        if abs(sum(row) - 100) < 100 * ROUNDED:
            raise ValueError(f"line {at}: the probabilities are per cent; divide them by 100")
        if abs(sum(row) - 1) > ROUNDED:
            raise ValueError(f"line {at}: the probabilities sum to {sum(row):.3g}; give one for every class, so that they "
                             "sum to one")  # fmt: skip
        true.append(place[_label(label)])
        P.append(row)
    true, P = np.array(true), np.array(P)
    P /= P.sum(axis=1, keepdims=True)
    counts = np.zeros((len(labels), len(labels)), dtype=int)
    np.add.at(counts, (true, P.argmax(axis=1)), 1)
    return Reading("probabilities", labels, counts, true, P)
