"""From the bytes of a file to counts; what is wrong with a file is said in one sentence, with its line."""

import csv
import re
from dataclasses import dataclass, field
from math import isfinite
from textwrap import shorten
from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_flag
from confusion._core.labels import pair_counts

__all__ = ["KINDS", "MAX_BYTES", "Reading", "read"]

KINDS = ("matrix", "labels", "probabilities")
#: Bytes and lines of a file, characters of a cell, classes, examples in a cell: more is hardly what was meant.
MAX_BYTES, MAX_LINES, MAX_CELL, MAX_CLASSES, MAX_EXAMPLES = 50_000_000, 4_000_000, 200, 100, 1e12
SEPARATORS = {"|": "bars", "\t": "tabs", ";": "semicolons", ",": "commas", " ": "blanks"}
ABRIDGED = re.compile(r"(?:^|[\s,|])(?:\.{3}|…)(?:[\s,|\]]|$)")
BLANK = re.compile(r'[\s,;|"]*')
BRACKETS = re.compile(r"\s*(?:(?a:[\w.]+)\(?\s*|\(\s*)?\[|[^\[]{0,200}\[\s*\[")
CELLS = re.compile(r"""[^\s,;"']+""")
#: No text has them, or they turn the direction of writing, in a terminal too.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: Letters of UTF-8 that were read as Windows-1252.
AFTER = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MOJIBAKE = re.compile(f"[\u00c2-\u00df]{AFTER}|[\u00e0-\u00ef]{AFTER}{{2}}|[\u00f0-\u00f4]{AFTER}{{3}}")
DECIMAL_COMMA = re.compile(r"^([-+]?\d+),(\d+)$")
MISSING = {"", "nan", "NaN"}  # as R, NumPy and pandas write nothing
THOUSANDS = re.compile(r"[-+]?\d+[.,]\d{3}")
GROUPED = re.compile(r"[-+]?\d{1,3}(?:(?:[ '’]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})")  # thousands, and surely so
#: What stands around a table: a prompt or title before it, R's statistics behind it, lines of a frame.  No blank can be
#: taken by two parts: a long run of them would be tried in all divisions.
AROUND = re.compile(r"\A(?:\s*Out ?\[\d*\]:|\s*\w+ =(?=\n)|\W*confusion matrix[^\n\[]*)"
                    r"|(?<=\n) *(?:Overall Statistics|Accuracy ?:).*\Z|^(?=[^\n]*(?:--|==))[ \t|+:=-]+$",
                    re.I | re.M | re.S)  # fmt: skip
NUMBERED = re.compile(r"|#|id|idx|index|nr|no|row|name|file(name)?|image|unnamed: 0", re.I)
TOTALS = re.compile(r"all|sum|totals?|summe|gesamt|somme|suma|totale", re.I)
SAID = re.compile(r"pr[eé]d(?!a)|answer|output|guess|y_?hat|estimate|classified|vorherg|prognos|previs|voorspel|^col_0",
                  re.I)  # fmt: skip
TRUTH = re.compile(r"true|truth|actual|label|target|class|expected|gold|reference|\by\b|^y_|^row_0"
                   r"|wahr|tatsächlich|klasse|vrai|réel|verdader|real|clase|vero|waar|werkelijk", re.I)  # fmt: skip
#: A title that can name nothing but an axis: one is enough to say which side of a matrix is true.
AXIS = re.compile(
    r"\W*(?:y_)?(?:(?P<said>pred(?:s|ict(?:ed|ions?)?)?|prédi\w*|estimated?|classified(?: as)?|answers?|outputs?|y_?hat"
    r"|vorhergesagt\w*|prognose\w*|prévi\w*|previs\w*|voorspel\w*)|true|truth|ground.?truth|actual|gold|reference"
    r"|observed|expected|target|wahr\w*|tatsächlich\w*|vrai\w*|réel\w*|verdader\w*|reale?s?|ver[oi]|waar|werkelijk\w*)"
    r"(?:[\s_-]*(?:class|label|value|categor|condition|klasse)\w*)?\W*", re.I)  # fmt: skip
#: As in "rows: predicted, columns: true", and as in "Actual cat".
AXES = re.compile(r"\b(row|col)(?:umn)?s?\b\W*(?:(?:labels?|names?|are|is|the|of|show|hold)\b\W*)*(\w+)", re.I | re.A)
WORDED = re.compile(r"[*\s]*(pred(?:ict(?:ed|ion)?)?|actual|true)[\s:_=-]+(.+?)[*\s]*", re.I)
UNSAID = "Rows are taken as true, for nothing says which side is; if the columns are, swap them (--columns-are-true)."


class Reading(NamedTuple):
    """What a file holds.

    Attributes
    ----------
    kind : {"matrix", "labels", "probabilities"}
        What it was read as.
    labels : list of str
        The classes, Q of them, in the order of rows and columns.
    counts : ndarray of shape (Q, Q)
        ``counts[p, q]`` examples of class p were predicted as q; for probabilities that is the largest.  A class that
        is predicted but never a true label has a row of zeros.
    true : ndarray of shape (n,) or None
        Class numbers of the examples, for probabilities only.
    probabilities : ndarray of shape (n, Q) or None
        Rows sum to one.
    notes : tuple of str
        What was inferred or not used, a sentence each.
    """

    kind: str
    labels: list
    counts: np.ndarray
    true: np.ndarray | None = None
    probabilities: np.ndarray | None = None
    notes: tuple = ()


@dataclass
class _Beside:
    """What stands beside the cells: titles of rows and columns, names in an order; and what is to be said of it all."""

    rows: str = ""
    columns: str = ""
    order: list = field(default_factory=list)
    notes: list = field(default_factory=list)


def read(data, *, kind=None, columns_are_true=False):
    """Read a confusion matrix, labels and predictions, or labels and probabilities.

    Parameters
    ----------
    data : bytes
        Text in UTF-8, UTF-16 or Windows-1252; cells are separated by bars, tabs, semicolons, commas or blanks, as the
        first line is.  With tabs, semicolons and blanks ``0,5`` is a half.  What NumPy, pandas and R print can be read.
    kind : {"matrix", "labels", "probabilities"}, optional
        A square matrix of counts, with or without names of columns and rows, or printed in brackets; two columns, the
        true label first; a column of true labels and a column of probabilities for each class, whose names are in the
        first line.  Columns whose titles say which is true and which predicted may stand in any order, beside others.
        Default: what it looks like.
    columns_are_true : bool, default False
        The columns of the matrix are the true classes, and not its rows; also if a title of rows or columns says so, as
        R prints them.

    Returns
    -------
    Reading
        Every class has an example or is predicted; for probabilities, is at least a column.

    Raises
    ------
    ValueError
        If `data` cannot be read so; the sentence says in which line, and what to do.
    TypeError
        If `data` are not bytes, or `columns_are_true` is neither True nor False.

    Examples
    --------
    >>> read(b"a,b\\n8,2\\n1,9").counts
    array([[8, 2],
           [1, 9]])
    """
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"data must be bytes, got {type(data).__name__}; open files with mode 'rb', encode text")
    if kind is not None and not (isinstance(kind, str) and kind in KINDS):
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, or None, got {kind!r}")
    columns_are_true = check_flag(columns_are_true, "columns_are_true")
    beside = _Beside()
    rows = _rows(_text(data, beside), beside)
    kind = kind or _kind(rows)
    if columns_are_true and kind != "matrix":
        raise ValueError(f"only a matrix can have true columns, and this was read as {kind}; put the true labels first")
    found = {"matrix": _matrix, "labels": _pairs, "probabilities": _probabilities}[kind](rows, beside)
    if kind == "matrix":
        turn, note = _axis_note(beside, columns_are_true)
        found = found._replace(counts=found.counts.T if turn else found.counts)
        beside.notes.append(note)
    found = _with_examples(found, beside)
    if odd := next((label for label in found.labels if MOJIBAKE.search(label)), None):
        beside.notes.append(f"The name '{odd}' may be UTF-8 that was read as Windows-1252; save the file in UTF-8.")
    return found._replace(notes=tuple(filter(None, beside.notes)))


def _axis_note(beside, columns_are_true):
    """Whether the columns are true and the rows predictions, and the sentence that says why."""
    axes = [(found.lastgroup or "true") if (found := AXIS.fullmatch(title)) else None
            for title in (beside.rows, beside.columns)]  # fmt: skip
    sides = [*map(_side, (beside.rows, beside.columns))]
    if columns_are_true:
        return True, "Turned: the columns are true, as columns_are_true says."
    if axes[0] == "said" != axes[1] or sides == ["said", "true"]:
        return True, f"Turned, because the rows are called '{beside.rows}': here, rows are true."
    if axes[1] == "true" != axes[0]:
        return True, f"Turned, because the columns are called '{beside.columns}': here, rows are true."
    known = axes[0] == "true" != axes[1] or axes[1] == "said" != axes[0] or sides == ["true", "said"]
    return False, "" if known else UNSAID


def _with_examples(found, beside):
    """Without the classes that a matrix does not need; those that have no example are said."""
    N, matrix = found.counts, found.kind == "matrix"
    if not N.any():
        raise ValueError("there is no example at all; give counts of examples")
    has, said = N.any(axis=1), N.any(axis=0)
    empty, absent = ([label for label, one in zip(found.labels, some) if one] for some in (~has & ~said, ~has & said))
    if empty:
        beside.notes.append(f"Without example and prediction{', and left out' if matrix else ''}: {_listed(empty)}.")
    if absent:
        beside.notes.append(f"Predicted but never a true label: {_listed(absent)} ({int(N[:, ~has].sum())} of "
                            f"{int(N.sum())} examples). These predictions are errors of the other classes; class "
                            "errors and norms are over the classes with examples.")  # fmt: skip
    if found.probabilities is not None and not has.all():
        beside.notes.append("No rule divides by the shares here, since a class has no example.")
    if matrix:
        kept = has | said
        labels = _classes([label for label, one in zip(found.labels, kept) if one], 1)
        found = found._replace(labels=labels, counts=N[np.ix_(kept, kept)])
        for axis, what in ((1, "row"), (0, "column")):
            if (abs(N.sum(axis=axis) - 100) <= 1).all():
                beside.notes.append(f"Each {what} sums to 100: if these are per cent and no counts, all intervals are "
                                    "wrong; give counts.")  # fmt: skip
                break
    elif sum(has | said) < 2:
        raise ValueError(f"there is one class, {found.labels[int(has.argmax())]}; a confusion needs two or more")
    return found


def _listed(names):
    return ", ".join(f"'{name}'" for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _text(data, beside):
    n_lines = max(map(data.count, (b"\n", b"\r", b"[")))
    for size, most, what in ((len(data), MAX_BYTES, "bytes"), (n_lines, MAX_LINES, "lines")):
        if size > most:
            raise ValueError(f"the file has more than {most:,} {what}; give its confusion matrix instead")
    # Latin-1 knows letters where Windows-1252 has none, which then are control characters.
    for encoding in ("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    if encoding == "cp1252":
        beside.notes.append("This is no UTF-8 and was read as Windows-1252; save it in UTF-8 if names look wrong.")
    if found := CONTROL.search(text):
        if found[0] > "\x9f":
            line = 1 + text.count("\n", 0, found.start())
            raise ValueError(f"line {line}: the invisible character U+{ord(found[0]):04X} turns the direction of "
                             "writing; leave it out")  # fmt: skip
        raise ValueError("this is a binary file and no text; save the table as CSV in UTF-8")
    if BLANK.fullmatch(text):
        raise ValueError("the file is empty; give a matrix, or two columns with true and predicted labels")
    return re.sub(r"\r\n?", "\n", text)


def _rows(text, beside):
    """Number and cells of each line that is not blank and no title."""
    if ABRIDGED.search(text):
        raise ValueError("'...' stands where lines or cells were left out of a print; print all of them, as with "
                         "numpy.set_printoptions(threshold=10**9), or save the table as CSV")  # fmt: skip

    def blanked(part):
        _look_for_axes(part[0], beside)
        return "\n" * part[0].count("\n")

    text = re.sub(r"(?<=\d)[^\S\n]+%", "%", AROUND.sub(blanked, text.replace("\u2212", "-")))
    rows, mark = _bracketed(text, beside) if BRACKETS.match(text) else _separated(text)
    if not rows:
        raise ValueError("there is nothing but a title or a frame; give the lines of the table below it")
    while all(len(cells) > 1 and not cells[-1] for _, cells in rows):  # each line ends with a separator
        rows = [(at, cells[:-1]) for at, cells in rows]
    rows = _untitled(rows, beside)
    first, w = rows[0][0], len(rows[0][1])
    for at, cells in rows:
        if len(cells) != w:
            raise ValueError(f"lines {first} and {at} have {w} and {len(cells)} cells, separated by {mark}; give all "
                             "lines as many, leave comments out, and quote what holds a separator")  # fmt: skip
        if max(map(len, cells), default=0) > MAX_CELL:
            raise ValueError(f"line {at}: a cell has more than {MAX_CELL} characters; give short names and numbers")
    if w < 2:
        raise ValueError(f"line {first} is one cell; give two or more, separated by commas, semicolons, tabs or blanks")
    if len(rows) == 1:
        raise ValueError(f"there is nothing but line {first}; give a line for each class, or for each example")
    return _wanted(_without_totals(rows, beside), beside)


def _look_for_axes(words, beside):
    for axis in AXES.finditer(words):
        if AXIS.fullmatch(axis[2]):
            setattr(beside, "rows" if axis[1].lower() == "row" else "columns", axis[2])


def _untitled(rows, beside):
    """Lines without titles and without names of axes, which go to `beside`."""
    first, second = ([cell for cell in cells if cell] for _, cells in (rows * 2)[:2])
    titled = len(rows) > 2 and len(first) == 1 < len(second) and len(rows[0][1]) != 2 and _number(first[0]) is None
    if titled:  # a title, or what R calls the columns
        _look_for_axes(first[0], beside)
        beside.columns, rows = beside.columns or first[0], rows[1:]
    cells = rows[0][1]
    if not titled and len(rows) > 3 and len(rows[2][1]) > 2 and len(second) == 1 and _side(second[0]):  # as in pandas
        beside.columns = cells[0] if len(cells) == len(rows[2][1]) else ""
        beside.rows, rows = second[0], [rows[0], *rows[2:]]
    one_less = {len(cells) + 1} == {len(row) for _, row in rows[1:]} and {None} == {*map(_number, cells)}
    if len(rows) == len(rows[-1][1]) == len(cells) + 1 or one_less:
        cells.insert(0, "")  # names of columns, with nothing above those of the rows
    beside_rows = [row[0] for _, row in rows if row[:1] > [""]]
    if len(rows) > 2 and len(cells) > 3 and len(beside_rows) == 1 and _number(beside_rows[0]) is None:
        beside.rows, rows = beside_rows[0], [(at, row[1:]) for at, row in rows]  # as a spreadsheet has it
    return rows


def _side(title):
    """Whether a title is that of predictions or of true labels."""
    return "said" if SAID.search(title) else "true" if TRUTH.search(title) else None


def _slack(Q):
    """What rounding to two digits may do to the sum of Q probabilities."""
    return max(0.02, 0.005 * Q) + 1e-9


def _are_shares(rows):
    """Whether all numbers behind the first column, of some hundred lines, sum to one in each line."""
    inner = [[_number(cell) for cell in cells[1:]] for _, cells in rows[1:201]]
    return all(None not in one and abs(sum(one) - 1) < _slack(len(one)) for one in inner)


def _without_totals(rows, beside):
    """The lines without the sums of lines and columns, where these are named as such and are such."""
    fits = {}  # the name, and how many of the sums are right; the others may have a line of names
    for name, lines in (("row", [cells for _, cells in rows]), ("column", [*zip(*(cells for _, cells in rows))])):
        last, values = lines[-1], [_number(cell) for cell in lines[-1][1:]]
        if len(last) > 2 and TOTALS.fullmatch(last[0]) and None not in values:
            others = [[_number(cell) or 0 for cell in cells[1:]] for cells in lines[:-1]]
            sums = [[*map(sum, zip(*others[k:]))] or [0] for k in (0, 1)]
            fits[name] = last[0], max(np.mean([x == y for x, y in zip(one, values)]) for one in sums)
    # A class may be called so, too: a column of probabilities, or one of a matrix that has it twice.
    alike = len(fits) == 2 and fits["row"][0] == fits["column"][0] and max(share for _, share in fits.values()) < 0.5
    shares = bool(fits) and _are_shares(rows)
    if alike or shares:
        if not shares:
            beside.notes.append(f"'{fits['row'][0]}' is taken for a class, since it is not the sum of the others.")
        return rows
    for name, (last, share) in fits.items():
        if share < 1:
            raise ValueError(f"the {name} {last!r} is not the sum of the others; leave it out, or mend the counts")
        rows = rows[:-1] if name == "row" else [(at, cells[:-1]) for at, cells in rows]
    return rows


def _wanted(rows, beside):
    """Of columns whose titles say so the true labels and the predictions; no numbers of the examples."""
    titles, sides = rows[0][1], [_side(title) for title in rows[0][1]]
    if sides.count("true") == sides.count("said") == 1:
        p, q = sides.index("true"), sides.index("said")
        true, said = ({cells[k] for _, cells in rows[1:]} for k in (p, q))
        if len(titles) == 2 or true & said:
            rest = [title for k, title in enumerate(titles) if k not in (p, q) and not NUMBERED.fullmatch(title)]
            if rest:
                beside.notes.append(f"Columns that are not used: {_listed(rest)}. Each line counts as one example.")
            return [(at, [cells[p], cells[q]]) for at, cells in rows]
    numbered = len(titles) > 3 and NUMBERED.fullmatch(titles[0]) and sides[1] == "true"
    if numbered and titles[1] not in {cells[0] for _, cells in rows}:
        return [(at, cells[1:]) for at, cells in rows]
    return rows


def _bracketed(text, beside):
    # Numbered by rows: one line may hold them all, and NumPy prints a long row in several.
    if re.match(r"[^\[]*\[\s*\[\s*\[", text):
        raise ValueError("these are several matrices; give one of them, a matrix in two brackets")
    _look_for_axes(text.partition("[")[0], beside)
    end = re.search(r"\]\s*\]", text)
    # As Earth Engine has it: the names of the classes.
    if end and (order := re.search(r"\border\b\W*\[([^\[\]]*)\]", text[end.end() :], re.A)):
        beside.order = CELLS.findall(order[1])
    text = text[: end.start() + 1] if end else text
    rows = [(at, CELLS.findall(row)) for at, row in enumerate(re.findall(r"\[([^\[\]]*)\]", text), 1)]
    if not rows:
        raise ValueError("line 1: a bracket is opened but not closed; give the whole matrix as it was printed")
    return rows, "commas or blanks"


def _separated(text):
    # A spreadsheet leaves lines of separators alone.
    lines = ["" if BLANK.fullmatch(line) else line for line in text.split("\n")]
    bare = re.sub(r'"[^"]*"', "x", text.lstrip("\n")[:10_000]).split("\n")
    bare = [line for line in bare if not BLANK.fullmatch(line)][:2] or [""]
    marks = [next((mark for mark in SEPARATORS if mark in line.strip(" ")), " ") for line in bare]
    # A title above the table has marks of its own.
    ranks = [*map([*SEPARATORS].index, marks)]
    widths = {len(line.split(marks[0].strip() or None)) for line in bare}
    titled = len(widths) > 1 or widths == {1}
    separator = marks[-1] if titled and ranks[-1] < ranks[0] else marks[0]
    if separator == "|":
        lines = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
    if separator == " ":
        lines = [" ".join(line.split()) for line in lines]
    table, rows = csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True), []
    try:
        for cells in table:
            if cells:
                cells = [" ".join(cell.split()) for cell in cells]  # a name in quotation marks may have two lines
                cells = [DECIMAL_COMMA.sub(r"\1.\2", cell) if "," in cell else cell for cell in cells]
                rows.append((table.line_num, cells))
    except csv.Error as error:
        raise ValueError(f"line {table.line_num}: {error}; close quotation marks, and give a table") from None
    return rows, SEPARATORS[separator]


def _number(cell):
    try:
        return float(cell) if "_" not in cell else None
    except ValueError:
        if cell.endswith("%"):
            share = _number(cell[:-1])
            return share and share / 100
        return float(re.sub(r"[ '’.,]", "", cell)) if GROUPED.fullmatch(cell) else None


def _named(names):
    """Whether a line or column beside a matrix is of names: one is no number, or they count from 0 or 1."""
    counted = [[str(k + first) for k in range(len(names))] for first in (0, 1)]
    return None in map(_number, names) or [_label(name) for name in names] in counted


def _square(rows):
    """Names of columns, names of rows, and lines of a square matrix; None if there is no square."""
    first, n, w = rows[0][1], len(rows), len(rows[0][1])
    if abs(n - w) > 1:
        return None
    column, inner = [cells[0] for _, cells in rows], [(at, cells[1:]) for at, cells in rows]
    if n == w + 1 and _named(first):
        return first, None, rows[1:]
    if n == w - 1 and _named(column):
        return None, column, inner
    if n == w > 2 and None in map(_number, first) and None in map(_number, column):  # else a slip in the first line
        return first[1:], column[1:], inner[1:]
    return (None, None, rows) if n == w else None


def _kind(rows):
    first, n, w = rows[0][1], len(rows), len(rows[0][1])
    titled, inner = None in map(_number, first), [[_number(cell) for cell in cells[1:]] for _, cells in rows[1:201]]
    if [*map(_side, first)] == ["true", "said"]:
        return "labels"
    if square := _square(rows):
        columns, names, body = square
        words = None in (_number(cell) for _, cells in body for cell in cells)
        if w == 2 < n and words:
            return "labels"
        shares = _are_shares(rows) and any(value % 1 for one in inner for value in one)
        lettered = names is None and all(_number(cells[0]) is None for _, cells in body)
        named = columns is not None and columns == names
        if named and shares and _side(first[0]) == "true":
            raise ValueError("this may be a matrix of shares, or probabilities of one example of each class; give "
                             "counts for a matrix, and more examples for probabilities")  # fmt: skip
        return "probabilities" if w > 2 and titled and not named and (shares or lettered) else "matrix"
    if w == 2:
        return "labels"
    if w > 2 and titled and 2 * sum(one.count(None) for one in inner) < len(inner) * (w - 1):
        return "probabilities"
    raise ValueError(f"there are {n} lines of {w} cells; give a square matrix, two columns called true and "
                     "predicted, or true labels and a named column of probabilities for each class")  # fmt: skip


def _label(cell):
    return re.sub(r"^([-+]?\d+)\.0+$", r"\1", cell)  # 1.0 and 1 are one class


def _classes(cells, at):
    labels = [_label(cell) for cell in cells]
    if len(labels) < 2:
        raise ValueError(f"there is one class, {', '.join(labels)}; a confusion needs two or more")
    if len(labels) > MAX_CLASSES:
        raise ValueError(f"there are {len(labels)} classes, more than {MAX_CLASSES}; merge some (are these labels?)")
    if "" in labels:
        raise ValueError(f"line {at}: a class has no name; name every column, or none")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise ValueError(f"line {at}: class {twice!r} is there twice; give every class a name of its own")
    return labels


def _count(cell, at):
    value = _number(cell)
    if value is None:
        wrong = f"{cell!r} is no number; give counts of examples"
    elif "%" in cell:
        wrong = f"{cell} is a share; give counts of examples"
    elif not isfinite(value):
        wrong = f"{cell} is no count; write 0 where there is no example"
    elif THOUSANDS.fullmatch(cell):
        wrong = f"{cell} may be {value:g} or a number of thousands; write counts in digits alone"
    elif value < 0:
        wrong = f"the count {cell} is negative; give numbers of examples"
    elif not value.is_integer():
        wrong = f"{cell} is not a whole number; give counts of examples, and no shares"
    elif value > MAX_EXAMPLES:
        wrong = f"the count {cell} is larger than {MAX_EXAMPLES:g}; are these counts of examples?"
    else:
        return int(value)
    raise ValueError(f"line {at}: {wrong}")


def _unworded(names):
    """The word of an axis that all names begin with, as in 'Actual cat', 'Actual dog', and the names without it."""
    parts = [WORDED.fullmatch(name) for name in names or ()]
    if all(parts) and len({_side(part[1]) for part in parts}) == 1:
        return parts[0][1], [part[2] for part in parts]
    return "", names


def _matrix(rows, beside):
    if (square := _square(rows)) is None:
        raise ValueError(f"a matrix has as many rows as columns, but here are {len(rows)} lines of {len(rows[0][1])} "
                         "cells; list every class as a row and as a column")  # fmt: skip
    columns, names, body = square
    if columns and names:
        _look_for_axes(rows[0][1][0], beside)
    if columns and names and not beside.rows:
        sides = re.split(r"[\\/]", rows[0][1][0])
        beside.rows, beside.columns = sides if len(sides) == 2 else (rows[0][1][0], beside.columns)
    (of_rows, short), (of_columns, brief) = _unworded(names), _unworded(columns)
    if _side(of_rows) != _side(of_columns):
        names, columns, beside.rows, beside.columns = short, brief, of_rows or beside.rows, of_columns or beside.columns
    for column, name in zip(columns or (), names or ()):
        if column != name:
            raise ValueError(f"line {rows[0][0]} names a column {column!r} where the row is named {name!r}; name rows "
                             "and columns alike, in one order")  # fmt: skip
    if beside.order and len(beside.order) != len(body):
        beside.notes.append(f"The order names {len(beside.order)} of {len(body)} classes and is not used.")
        beside.order = []
    labels = _classes(columns or names or beside.order or map(str, range(len(body))), rows[0][0])
    counts = np.array([[_count(cell, at) for cell in cells] for at, cells in body])
    if len(labels) > 2 and all((M[:-1].sum(axis=0) == M[-1]).all() for M in (counts, counts.T)):
        raise ValueError(f"line {body[-1][0]}: the last row and column are the sums of the others; leave totals out")
    return Reading("matrix", labels, counts)


def _pairs(rows, beside):
    if len(rows[0][1]) != 2:
        raise ValueError(f"labels need two columns, true and predicted, and here are {len(rows[0][1])}; leave some out")
    name = {cell: _label(cell) for cell in {cell for _, cells in rows for cell in cells}}
    lines, true, said = ([at for at, _ in rows], *([name[cells[k]] for _, cells in rows] for k in (0, 1)))
    if _titled((true[0], said[0]), (set(true[1:]), set(said[1:])), beside):
        lines, true, said = lines[1:], true[1:], said[1:]
    for at, *pair in zip(lines, true, said):
        if not MISSING.isdisjoint(pair):
            raise ValueError(f"line {at}: a label is missing; leave out examples without a label or a prediction")
    known, predicted = set(true), set(said)
    values = {label: _number(label) for label in known | predicted}
    numbers = all(value is not None and isfinite(value) for value in values.values())
    whole = all(values[label] is not None and values[label] % 1 == 0 for label in known)
    if whole and (score := next((label for label in said if values[label] is not None and values[label] % 1), None)):
        raise ValueError(f"line {lines[said.index(score)]}: {score!r} is a score and no label; give a column of "
                         "probabilities for each class, named in the first line")  # fmt: skip
    labels = _classes(sorted(values, key=lambda label: (values[label], label) if numbers else label), lines[0])
    if known.isdisjoint(predicted):
        raise ValueError(f"line {lines[0]}: no prediction is a true label, as {said[0]!r} for {true[0]!r}; name the "
                         "classes in both columns alike")  # fmt: skip
    place = {label: k for k, label in enumerate(labels)}
    true, said = (np.array([place[label] for label in column]) for column in (true, said))
    return Reading("labels", labels, pair_counts(true, said, len(labels)))


def _titled(first, below, beside):
    """Whether the first line of labels is a title: words that are no classes."""
    strange = [cell not in below[0] | below[1] for cell in first]
    sides, words = [*map(_side, first)], None in map(_number, below[0] | below[1])
    if sides == ["true", "said"] and any(strange):
        return True
    if not any(map(set.__contains__, below, first)) and (all(sides) or not words and None in map(_number, first)):
        return True
    if all(strange) and None in map(_number, first):
        beside.notes.append(f"The first line, '{first[0]}' and '{first[1]}', is taken for a title.")
        return True
    return False


def _probabilities(rows, beside):
    first, titles = rows[0]
    if len(titles) < 3 or len(rows) < 2 or None not in map(_number, titles):
        raise ValueError(f"line {first}: probabilities need a line of titles and lines below; name the column of the "
                         "true labels and each class, as in: true,a,b")  # fmt: skip
    labels, true, P = _classes(titles[1:], first), [], []
    slack = _slack(len(labels))
    for at, (label, *cells) in rows[1:]:
        row = [_number(cell) for cell in cells]
        total = sum(value for value in row if value is not None)
        odd = next((cell for cell, value in zip(cells, row) if value is None or not 0 <= value <= 101), None)
        if _label(label) not in labels:
            wrong = f"the true label {label!r} has no column; the columns are {shorten(', '.join(labels), 60)}"
        elif odd is not None:
            wrong = f"{odd!r} is no probability; give numbers from 0 to 1"
        elif abs(total - 100) < 100 * slack:
            wrong = "the probabilities are per cent; divide them by 100"
        elif abs(total - 1) > slack:
            wrong = f"the probabilities sum to {total:.3g}; give one for every class, so that they sum to one"
        else:
            true.append(labels.index(_label(label)))
            P.append(row)
            continue
        raise ValueError(f"line {at}: {wrong}")
    true, P = np.array(true), np.array(P)
    P /= P.sum(axis=1, keepdims=True)
    return Reading("probabilities", labels, pair_counts(true, P.argmax(axis=1), len(labels)), true, P)
