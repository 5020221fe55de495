"""Rows of cells from what programs print: matrices in brackets, in frames of lines, in columns of blanks.

There is no list of programs.  Whatever the print, a line of a matrix ends in numbers; names of columns stand above the
first of these lines, and all else above is a title, which may say what rows and columns are.
"""

import re

__all__ = ["blank_rows", "bracketed_rows", "is_bracketed", "number", "only_counts", "titled", "without_frames"]

#: Thousands, and surely so.
GROUPED = re.compile(r"[-+]?\d{1,3}(?:(?:[ '’]\d{3})+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})")
#: A line that is no row of a table, before it, and what R says behind it.
TITLE = re.compile(r'\W*confusion matrix\b.*|\w{1,40} =|\d+[×x]\d+ \S.*|"?sep=.*|\w[\w ]{0,40} = \(?\d[^=]*', re.I)
BEHIND = re.compile(r"\n *(?:Overall Statistics|Accuracy ?:).*", re.I | re.S)
FRAME, DRAWN = re.compile(r"[\s|+:=_\-\u2500-\u257f]+"), re.compile(r"--|==|__|[\u2500-\u257f]{2}")
#: How frames of polars and Julia begin, and their line of types.
FRAMED = re.compile(r"\s*(?:shape: \(|\d+×\d+ DataFrame)")
TYPES = re.compile(r"^(?:[ |]*(?:str|cat|enum|bool|[iuf]\d+|String\d*|U?Int\d+|Float\d+|Bool)(?![^ |\n]))+[ |]*$", re.M)
#: Which side is true, as in: rows: predicted, columns: true.
AXES = re.compile(r"\b(row|col|vertical|across)(?:umn)?s?\b\W*"
                  r"(?:(?:labels?|names?|are|is|the|of|show|hold)\b\W*)*(\w+)", re.I)  # fmt: skip
#: Before the names of the classes, beside a matrix in brackets.
NAMES = r"\b(?:order|classes_?|(?:\w{0,20}_)?(?:labels|names))\b\W{0,9}\["
WEKA = "<-- classified as"
FRACTION = re.compile(r"=?\(?\d+(?:\.0)? ?/ ?\d+(?:\.0)?\)?")
#: What stands before a class in the name of its row or column.
WORDED = re.compile(r"(pred(?:ict(?:ed|ion)?)?|actual|true)[\s.:_=-]+(.+)", re.I)
#: Rows and columns that hold rates, and which of them are those of true classes, and of predictions.
RATES = re.compile(
    r"(?i)(?:(?P<true>(?:producer'?s?'?|p)[ _]?acc(?:uracy)?|pa|(?:class )?recall|sensitivity|class\.error"
    r"|omission(?: error)?|percent correct)|(?P<predicted>(?:user'?s?'?|u)[ _]?acc(?:uracy)?|ua|commission(?: error)?"
    r"|(?:class )?precision)|(?:overall )?(?:error(?: rate)?|rate|accuracy|percentage|kappa|f1(?:[- ]score)?))[\s(%)]*"
)


def number(cell):
    """The number that a cell is, a decimal comma, per cent or grouped thousands allowed, or None."""
    try:
        return float(cell) if "_" not in cell else None
    except ValueError:
        if re.fullmatch(r"[-+]?\d+,\d+", cell):
            return float(cell.replace(",", "."))
        if cell.endswith("%"):
            share = number(cell[:-1].rstrip())
            return None if share is None else share / 100
        return float(re.sub(r"[ '’.,]", "", cell)) if GROUPED.fullmatch(cell) else None


def titled(line, table):
    """What a title says of the sides goes to `table`; whether it says something."""
    sides = AXES.findall(line[:1_000])
    for side, word in sides:
        setattr(table, "beside" if side.lower() in ("row", "vertical") else "above", word)
    return bool(sides)


def without_frames(text, table):
    """The lines of a text, frames and titles blank, bars between cells as in Markdown."""
    text = re.sub(r"(?<=\d)[^\S\n]+%", "%", BEHIND.sub("", text))
    for bar in "│┃┆║":
        text = text.replace(bar, "|")
    if FRAMED.match(text):
        text = TYPES.sub("", text, 1)
    order = re.search(r"\n *order =(.*)", text, re.S)  # MATLAB's names of the classes
    if order and (names := re.findall(r"'([^'\n]*?) *'", order[1])):
        text = re.sub(r"\A\s*\w+ =", lambda _: " ".join(f'"{name}"' for name in names), text[: order.start()])
    lines = ["" if FRAME.fullmatch(line) and DRAWN.search(line) else line for line in text.split("\n")]
    for k in [k for k, line in enumerate(lines) if line.strip()][:4]:
        if TITLE.fullmatch(lines[k].strip()):
            titled(lines[k], table)
            lines[k] = ""
    return lines


def is_bracketed(text):
    """Whether a matrix in brackets begins here, and no other JSON."""
    if re.match(r'\s*\{.*"columns"', text, re.S):
        return False
    return bool(re.match(r"\s*(?:[\w.]{1,60}(?: ?= ?[\w.]{0,60})?\(?\s*|\(\s*)?\[(?!\s*\{)|[^\[]{0,300}(?:"
                         + NAMES + r"[^\[\]]*\][^\[]{0,300})?\[\s*\[", text))  # fmt: skip


def bracketed_rows(text, table):
    """Rows of a matrix in brackets, below the names of its classes if these stand before or behind it."""
    begin = first.start() if (first := re.search(r"\[\s*\[", text)) else 0
    end = re.compile(r"\]\s*\]").search(text, begin)
    stop = end.start() + 1 if end else len(text)
    if re.match(r"\[\s*\[\s*\[", text[begin:]) or re.search(r"\[\s*\[", text[stop:]):
        raise ValueError("these are several matrices; give one of them, a matrix in two brackets")
    titled(text[: text.index("[")], table)
    rows = re.findall(r"\[([^\[\]]*)\]", text[begin:stop])
    if not rows:
        raise ValueError("line 1: a bracket is opened but not closed; give the whole matrix as it was printed")
    rows = [_cells(row) for row in (rows[0].split(";") if len(rows) == 1 else rows)]
    columns = re.findall(r"\b(\w{1,60}) ?= ?[\w.]{0,60}\(?\[", text) if len(rows) < 4 else []
    if len(columns) == len(rows) and len({*map(len, rows)}) == 1 and "pred" in "".join(columns).lower():
        return [columns, *zip(*rows)]
    order = re.search(NAMES + r"([^\[\]]*)\]", text[:begin] + text[stop:])
    order = _cells(order[1]) if order else []
    if len(order) == len(rows):
        return [order, *rows]
    if order:
        table.notes.append(f"The order names {len(order)} of {len(rows)} classes and is not used.")
    return rows


def _cells(row):
    return [cell.strip("\"'") for cell in re.findall(r"\"[^\"]*\"|'[^']*'|[^\s,;\"']+", row)]


def blank_rows(lines, table):
    """Rows of cells between which there are blanks, and their lines; titles go to `table`."""
    if any(WEKA in line for line in lines):
        return _of_weka(lines, table)
    rows = [(k, _parts(line)) for k, line in enumerate(lines, 1) if line.strip()]
    ends = [_numbers_behind(cells) for _, cells in rows]
    first = next((k for k, count in enumerate(ends) if count > 1), None)
    if first is None:
        return rows
    if first + 2 < len(rows) and len(rows[first][1]) == ends[first] == len(rows[first + 1][1]) - 1:
        first += 1  # what seems the first row are names of columns, which are numbers
    # The title of the rows may have a line of its own, as pandas prints it.
    axis = first > 1 and len(rows[first - 1][1]) == 1 < len(rows[first - 2][1])
    top, body = first - 1 - axis, rows[first:]
    head = rows[top][1] if top >= 0 else []
    if len({len(cells) for _, cells in body}) > 1:  # names may have blanks, if those of the columns are the same
        least = min(ends[first:]) or None
        names = [" ".join(cells[: -least]) for _, cells in body] if least else []
        for corner in (head[:0], head[:1]):
            if least and "".join(head[len(corner) :]) == "".join(names).replace(" ", ""):
                head, body = [*corner, *names], [(k, [name, *cells[-least:]]) for name, (k, cells) in zip(names, body)]
                break
    if head[-2:] == ["Error", "Rate"] and len(head) == len(body[0][1]) == len(body) + 1:  # H2O names no rows
        body = [(k, [name, *cells]) for name, (k, cells) in zip([*head[:-2], "Totals"], body)]
    width = len(body[0][1])
    if len(head) not in (width - 1, width) or width < 2:
        axis, top, head = False, first, []
    titles = [" ".join(cells) for _, cells in rows[:top]]
    named = [titled(title, table) for title in titles]
    table.above = table.above or (titles[-1] if titles and not named[-1] else "")
    if not head:
        return body
    if len(head) < width:
        head = ["", *head]
    if axis:
        table.beside, table.above, head = rows[first - 1][1][0], head[0] or table.above, ["", *head[1:]]
    return [(rows[top][0], head), *body]


def _parts(line):
    """What blanks separate, fractions as H2O prints them and what is in quotation marks whole."""
    line = re.sub(r"= +(?=\d+/)", "=", re.sub(r"(?<=\d) */ *(?=\d)", "/", line)) if "/" in line else line
    if "ccuracy" in line or "otal" in line:
        line = re.sub(r"\b(user'?s?'?|producer'?s?'?|row|column|grand) (?=accuracy|total)", r"\1_", line, flags=re.I)
    return [cell.strip('"') or '""' for cell in re.findall(r'"[^"]*"|\S+', line)] if '"' in line else line.split()


def _numbers_behind(cells):
    """How many numbers, or fractions as H2O prints them, a line ends with."""
    words = [number(cell) is None and not FRACTION.fullmatch(cell) for cell in reversed(cells)]
    return [*words, True].index(True)


def _of_weka(lines, table):
    """A matrix whose rows end in a bar and the name that a letter stands for."""
    table.above = "classified as"
    parts = [(k, line.partition("|")) for k, line in enumerate(lines, 1) if "|" in line and WEKA not in line]
    rows = [(k, [name.partition("=")[2], *counts.split()]) for k, (counts, _, name) in parts]
    head = next(k for k, line in enumerate(lines, 1) if WEKA in line)
    return [(head, ["", *(cells[0] for _, cells in rows)]), *rows]


def only_counts(table):
    """Leave out the rates beside a matrix: errors of classes, accuracies of users and producers, kappa."""
    titles, names = table.rows[0], table.column(0, 0)
    rows, columns = ({WORDED.sub(r"\2", name) for name in side} for side in (names, titles[1:]))
    if None not in map(number, titles) or len(names) < 3 or len(rows & columns) < 2:
        return
    columns = [name for j, name in enumerate(titles) if j and _are_rates(name, table.column(j), name in names)]
    rows = [row[0] for row in table.rows[1:] if _are_rates(row[0], row[1:], row[0] in titles)]
    if not columns + rows or len({*names}) < len(names):
        return
    kept = [j for j, title in enumerate(titles) if title not in columns]
    whole = [(row, k) for row, k in zip(table.rows, table.lines) if row[0] not in rows]
    table.rows, table.lines = [[row[j] for j in kept] for row, _ in whole], [k for _, k in whole]
    table.notes.append(f"Left out, for they are no counts: {', '.join(dict.fromkeys(map(repr, columns + rows)))}.")
    sides = {(RATES.fullmatch(name).lastgroup == "predicted") == (name in columns): name
             for name in (columns + rows)[::-1] if RATES.fullmatch(name).lastgroup}  # fmt: skip
    if len(sides) == 1:
        ((turned, name),) = sides.items()
        table.rates = (name, turned)


def _are_rates(name, cells, both):
    """Whether a row or column holds rates; if a row and a column are called so it may be a class."""
    found = RATES.fullmatch(name)
    values = [number(cell) for cell in cells if cell and not FRACTION.fullmatch(cell)]
    if not found or None in values or not all(0 <= value <= 100 for value in values):
        return False
    sure = max(values, default=0) <= 1 or found.lastgroup or "%" in name  # else whole numbers may be counts
    return any(value % 1 for value in values) or bool(sure and not both)
