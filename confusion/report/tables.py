"""From a file to a table of cells, which are strings; what cannot be read is refused in one sentence.

Text goes through :mod:`csv`, which keeps each cell as it is written, knows its line, and is always there, in a page
too: pandas takes names for missing values, fills short lines, and renames what is there twice.  It reads the rest.
"""

import csv
import io
import json
import os
import re
import warnings
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from confusion.report.prints import WEKA, blank_rows, bracketed_rows, is_bracketed, number, titled, without_frames

__all__ = ["Table", "table_of"]

#: Bytes of a file, also when unpacked, lines, cells, characters of a cell: more is hardly what was meant.
MAX_BYTES, MAX_LINES, MAX_CELLS, MAX_CELL_LENGTH = 50_000_000, 4_000_000, 20_000_000, 200
SEPARATORS = ("\t", ";", "|", ",")
BINARY = {".xlsx": "Excel", ".xlsm": "Excel", ".parquet": "parquet", ".npy": "npy"}
#: No text has them, or they turn the direction of writing, in a terminal too.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: What holds no matrix that could be read, by words that no table has: what it is, and what to do.
REFUSED = {
    r'"confused_with"': "Rasa's report, with the most frequent confusions only: save all true and predicted intents",
    r"\bprecision\b.{0,80}\brecall\b.{0,80}\bf1": "a printed classification report; it has no matrix: save the matrix",
    r"percentual average cell": "a print of R's caret in per cent: save the counts",
    r"\A\s*<(?:!|html|div|style|table)|\A.{0,300}\\begin\{|&[^\n]{0,80}\\\\ *\n": "a table in HTML or LaTeX: save it",
    r"\A\s*(?:<sklearn|Axes\w*\()": "the name of a figure: save its numbers",
}


@dataclass
class Table:
    """Rows of cells, the number that each has in its file, titles of rows and columns, and what is to be said.

    If rates were left out, `rates` has the title of one, and whether rows are predictions then.
    """

    rows: list
    lines: list
    word: str = "line"
    beside: str = ""
    above: str = ""
    rates: tuple = ()
    notes: list = field(default_factory=list)

    def at(self, k):
        """Where row k is."""
        return f"{self.word} {self.lines[k]}"

    def column(self, k, start=1):
        """The cells of a column, below its title."""
        return [row[k] for row in self.rows[start:]]


def table_of(source, separator=None):
    """The table in a path, a binary file or bytes; these are text unless the name ends as in `BINARY`."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return table_of(file, separator)
    ending, table = "", Table([], [])
    if hasattr(source, "read"):
        name, source = getattr(source, "name", ""), source.read(MAX_BYTES + 1)  # a device has no end
        ending = Path(name).suffix.lower() if isinstance(name, str) else ""
    if not isinstance(source, (bytes, bytearray)):
        raise TypeError(f"source must be a path, a binary file or bytes, got {type(source).__name__}")
    at_most(len(source), MAX_BYTES, "bytes")
    if ending in BINARY:
        rows = _by_library(bytes(source), ending, table)
    else:
        at_most(max(map(source.count, (b"\n", b"\r", b"[", b"{"))), MAX_LINES, "lines")
        text = _text(bytes(source), table)
        if is_bracketed(text):
            rows, table.word = bracketed_rows(text, table), "row"
            table.lines = range(1, len(rows) + 1)
        elif refused := next((name for words, name in REFUSED.items() if re.search(words, text[:20_000], re.S)), None):
            raise ValueError(f"this is {refused} as CSV; only a table of cells is read here")
        elif text.lstrip()[:1] in ("[", "{"):
            rows = _by_library(text, "JSON", table)
        else:
            rows = _separated(text, separator, table)
    at_most(sum(map(len, rows)), MAX_CELLS, "cells")
    table.rows = [[" ".join(_cell(value).split()) for value in row] for row in rows]
    _tidy(table)
    return table


def at_most(size, most, what):
    if size > most:
        raise ValueError(f"the file has more than {most:,} {what}; give its confusion matrix instead")


def _cell(value):
    if isinstance(value, (list, dict)):
        raise ValueError("a cell holds a list; if a matrix or a table is a part of this file, give that part alone")
    return "" if value is None or value != value else str(value)


def _by_library(data, kind, table):
    """Rows by pandas or NumPy, and the titles of a frame above them."""
    table.word = "row"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and validations in a workbook
            frame = _npy(data) if kind == ".npy" else _frame(data, kind, table)
    except ImportError as error:
        raise ImportError(f"{kind} needs {error.name}; install the extra files of this package, as in pip install "
                          "'.[files]', or save the table as CSV") from None  # fmt: skip
    except Exception as error:  # of three libraries, and of all that they build on
        raise ValueError(f"this cannot be read as {BINARY.get(kind, kind)} ({' '.join(str(error).split())[:100]}); "
                         "save it again, or as CSV") from None  # fmt: skip
    if isinstance(frame, list):
        table.lines = range(1, len(frame) + 1)
        return frame
    rows, titles = frame.to_numpy(dtype=object).tolist(), [*frame.columns]
    if titles != [*range(len(titles))]:
        rows, table.above = [titles, *rows], str(frame.columns.name or "")
        if [*frame.index] != [*range(len(frame))]:
            rows = [[name, *row] for name, row in zip([frame.index.name or "", *frame.index], rows)]
    table.lines = range(len(frame) + 1 - len(rows), len(frame) + 1) if kind in BINARY else range(1, len(rows) + 1)
    return rows


def _npy(data):
    array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    if array.ndim != 2 or array.size > MAX_CELLS:
        raise ValueError(f"its shape is {array.shape}")
    return array.tolist()


def _frame(data, kind, table):
    import pandas

    if kind == "JSON":
        lines = re.sub(r"\}[^\S\n]*\n\s*\{", "},{", data)  # an object on each line
        found = json.loads(data if lines == data else f"[{lines}]", object_pairs_hook=_once)
        if isinstance(found, list) and found and all(isinstance(one, dict) for one in found):
            return pandas.json_normalize(found, max_level=1)
        if isinstance(found, dict) and isinstance(found.get("data"), list):  # as pandas splits a frame, and as wandb
            return pandas.DataFrame(found["data"], found.get("index"), found.get("columns"))
        if isinstance(found, dict) and any(isinstance(part, dict) for part in found.values()):
            table.notes.append("The outer names are taken for columns, as pandas writes JSON.")
        return pandas.DataFrame(found)
    if kind == ".parquet":
        from pyarrow.parquet import ParquetFile

        known = ParquetFile(io.BytesIO(data)).metadata
        at_most(known.num_rows * known.num_columns, MAX_CELLS, "cells")
        return pandas.read_parquet(io.BytesIO(data), engine="pyarrow")
    import openpyxl  # noqa: F401  pandas says that it is missing in many words

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        at_most(sum(member.file_size for member in archive.infolist()), MAX_BYTES, "bytes")
    book = pandas.ExcelFile(io.BytesIO(data), engine="openpyxl")
    if len(book.sheet_names) > 1:
        table.notes.append(f"Of {len(book.sheet_names)} sheets only the first, '{book.sheet_names[0]}', is read.")
    return book.parse(0, header=None, dtype=object, keep_default_na=False)


def _once(pairs):
    names = Counter(name for name, _ in pairs)
    if len(names) < len(pairs):
        raise ValueError(f"the name {max(names, key=names.get)!r} is there twice")
    return dict(pairs)


def _text(data, table):
    # Latin-1 knows letters where Windows-1252 has none, which then are control characters.
    wide = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    for k, name in enumerate(("utf-16-be", "utf-16-le")):  # without its mark every other byte of a few letters is 0
        wide = name if len(data) > 7 and not data[k:40:2].strip(b"\0") else wide
    for encoding in (wide or "utf-8-sig", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    if encoding == "cp1252":
        table.notes.append("This is no UTF-8 and was read as Windows-1252; save it in UTF-8 if names look wrong.")
    if found := CONTROL.search(text):
        if found[0] > "\x9f":
            line = 1 + text.count("\n", 0, found.start())
            raise ValueError(f"line {line}: the invisible character U+{ord(found[0]):04X} turns the direction of "
                             "writing; leave it out")  # fmt: skip
        raise ValueError("this is a binary file and no text; save the table as CSV in UTF-8, or give the path of an "
                         "Excel, parquet or npy file")  # fmt: skip
    if re.fullmatch(r'[\s,;|"]*', text):
        raise ValueError("the file is empty; give a matrix, or two columns with true and predicted labels")
    text = re.sub(r"\A\s*Out ?\[\d*\]:", "", text)  # as a notebook numbers it
    return re.sub(r"\r\n?", "\n", text).replace("\u2212", "-")


def _separated(text, separator, table):
    lines = without_frames(text, table)
    first = [line[:2_000] for line in islice((line for line in lines if line.strip()), 20)]

    def fits(mark):
        """How many of the first lines are equally wide."""
        widths = Counter(len(row) for row in csv.reader(first, delimiter=mark) if len(row) > 1)
        return max(widths.values(), default=0)

    having = {mark: sum(mark in line for line in first) for mark in SEPARATORS}
    mark = separator or max(SEPARATORS, key=lambda mark: (fits(mark), having[mark]))
    inferred = separator is None and (2 * having[mark] < len(first) or WEKA in text)
    if mark == "|" and not inferred and any(re.search(r"\d {2,}\d", line) for line in first):  # Stata has both
        lines, inferred = [line.replace("|", " ") for line in lines], True
    if inferred:
        table.notes.append("Cells are taken to be separated by blanks.")
    if inferred or mark == " ":
        rows = blank_rows(lines, table)
        table.lines = [k for k, _ in rows]
        return [cells for _, cells in rows]
    if mark == "|":  # a line of dashes below its titles makes it Markdown
        lines = [line.strip("| ").replace("*", "") for line in lines]
    rows, reader = [], csv.reader((f"{line}\n" for line in lines), delimiter=mark, strict=True)
    try:
        for row in reader:
            rows.append(row)
            table.lines.append(reader.line_num)
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num}: {error}; close quotation marks, and give a table") from None
    return rows


def _tidy(table):
    """Leave out blank rows and columns, comments and titles of rows and columns; all rows are equally wide then."""
    filled = [k for k, row in enumerate(table.rows) if any(row)]
    width = len(table.rows[filled[-1]]) if filled else 0
    marked = [k for k in filled if table.rows[k][0].startswith("#")]
    first = next((k for k in filled if k not in marked[:9]), 0)  # those before it may be as wide
    comments = {k for k in marked if len(table.rows[k]) != width or k < first and ":" in table.rows[k][0]}
    if comments:
        table.notes.append(f"Passed over, for they begin with #: {len(comments)} {table.word}s, as "
                           f"'{', '.join(table.rows[min(comments)])[:60]}'.")  # fmt: skip
    filled = [k for k in filled if k not in comments]
    rows, lines = [table.rows[k] for k in filled], [table.lines[k] for k in filled]
    if not rows:
        raise ValueError("the file is empty but for comments; give a matrix, or columns of labels")
    rows[0][0] = re.sub(r"^#\s*", "", rows[0][0])  # as NumPy writes titles
    for _ in range(min(len(rows) - 2, 4)):
        first = [*filter(None, rows[0])]
        if max(len(rows[1]), len(rows[2])) < 2 or len(rows[0]) == width == 2 or len({*first}) != 1:
            break
        if len(first) > 1 and rows[0][0] or number(first[0]) is not None:
            break
        rows, lines = rows[1:], lines[1:]
        if not titled(first[0], table):
            table.above = first[0]
    if {len(row) - 1 for row in rows[1:]} == {len(rows[0])} and {*map(number, rows[0])} == {None}:
        rows[0].insert(0, "")  # names of columns, with nothing above those of the rows
    table.rows, table.lines, width = rows, lines, len(rows[0])
    for k, row in enumerate(rows):
        if "..." in row or "…" in row:
            raise ValueError(f"{table.at(k)}: '...' stands where lines or cells were left out of a print; give all")
        if len(row) != width:
            raise ValueError(f"{table.word}s {lines[0]} and {lines[k]} have {width} and {len(row)} cells; give all as "
                             "many, leave comments out, and quote what holds a separator")  # fmt: skip
        if max(map(len, row)) > MAX_CELL_LENGTH:
            raise ValueError(f"{table.at(k)}: a cell has more than {MAX_CELL_LENGTH} characters; give short names")
    beside = [row[0] for row in rows if row[0]]
    alike = len(beside) == 1 or len({*beside}) == 1 and not rows[0][0]
    spread = len(rows) > 2 and width > 3 and alike and number(beside[0]) is None  # as a spreadsheet has it
    table.beside = beside[0] if spread else table.beside
    kept = [k for k in range(spread, width) if any(row[k] for row in rows)]
    table.rows = [[row[k] for k in kept] for row in rows]
    if len(kept) < 2:
        raise ValueError(f"{table.at(0)} is one cell; give two or more, separated by commas, semicolons, tabs or bars")
    if len(rows) < 2:
        raise ValueError(f"there is nothing but {table.at(0)}; give one for each class, or for each example"
                         + ", as in [[tn, fp], [fn, tp]]" * (width == 4))  # fmt: skip
