"""From a table of cells to counts of true class and prediction; what is inferred is a note."""

import re
from collections import Counter
from itertools import islice
from math import isfinite
from operator import gt, lt
from textwrap import shorten
from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_flag
from confusion._core.labels import pair_counts
from confusion.report.prints import WORDED, number, only_counts, titled
from confusion.report.tables import MAX_CELLS, at_most, table_of

__all__ = ["KINDS", "Reading", "read"]

KINDS = ("matrix", "labels", "probabilities")
#: Classes, and examples of a cell: more is hardly what was meant.
MAX_CLASSES, MAX_EXAMPLES = 2_000, 1e12
#: Words of titles: of predictions, of true labels, of either where nothing else is said, of what is neither.
SAID = re.compile(r"y?preds?|predict(?:s|ed|ions?)?|y?hat|estimated?|classified|answers?|outputs?|guess|voorspel\w*"
                  r"|vorher(?:ge)?sag\w*|prognosen?|prédi\w*|pr[ée]vis\w*|predich\w*|predett\w*")  # fmt: skip
TRUE = re.compile(r"y?true|truth|actual|gold|reference|observed|expected|target"
                  r"|wahr\w*|tatsächlich\w*|vrai\w*|réel\w*|verdader\w*|reale?s?|vero|waar|werkelijk\w*")  # fmt: skip
WEAK = re.compile(r"y|labels?|class(?:es)?|klassen?|category|values?|intent|condition|ground|rows?|as|the")
NEITHER = re.compile(r"prob(?:a|s|ability|abilities)?|scores?|confidence|correct|error|loss|id")
TOTAL = re.compile(r"[\W_]*(?:(?:row|col(?:umn)?|grand)[ _]?)?"
                   r"(?:all|sums?|totals?|summe|gesamt|somme|suma|totale|\u03a3|\u2211)[\W_]*", re.I)  # fmt: skip
COUNTED = re.compile(r"n|counts?|freq(?:uency)?|(?:(?:sample|case)[ _]?)?weights?|n_?predictions", re.I)
#: Counts only where no two lines say the same.
PERHAPS = re.compile(r"0|size|support|total", re.I)
NUMBERED = re.compile(r"|#|o?id|idx|index|nr|no|row|name|file(name)?|image|unnamed: 0", re.I)
#: What stands before a class in the title of its probability, as in prob_cat.
PREFIX = re.compile(r"(\.?pred|(?:y_)?prob(?:s|a|ability|abilities)?|p|scores?)[\s_.:(=-]+(.+?)\)?", re.I)
MISSING = {"", "nan", "NaN"}  # as R, NumPy and pandas write nothing
THOUSANDS = re.compile(r"[-+]?\d+[.,]\d{3}")
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
        is predicted and never a true label has a row of zeros.  Floats are sums of weights.
    true : ndarray of shape (n,) or None
        Class numbers of the examples, for probabilities and for two predictions.
    probabilities : ndarray of shape (n, Q) or None
        Rows sum to one.
    predicted, against : tuple of str and ndarray of shape (n,), or None
        For two predictions, the title and the class numbers of that which `counts` has, and of the other.
    notes : tuple of str
        What was inferred or not used, a sentence each.
    """

    kind: str
    labels: list
    counts: np.ndarray
    true: np.ndarray | None = None
    probabilities: np.ndarray | None = None
    predicted: tuple | None = None
    against: tuple | None = None
    notes: tuple = ()


def read(source, *, kind=None, columns_are_true=False, rows_are_true=False, true=None, predicted=None, against=None,
         count=None, separator=None, weighted=False):  # fmt: skip
    """Read a confusion matrix, labels and predictions, or labels and probabilities.

    Parameters
    ----------
    source : path, binary file or bytes
        By the ending of its name Excel (.xlsx), parquet or npy.  All else, and bytes, are text: JSON, or JSON lines,
        if it begins with a bracket or brace, or cells separated by commas, semicolons, tabs, bars or blanks, in UTF-8,
        UTF-16 or Windows-1252.
    kind : {"matrix", "labels", "probabilities"}, optional
        A matrix of counts, with or without names of rows and columns; a column of true labels and one of predictions,
        or two, perhaps with a count of the examples that a line stands for; true labels and a column of probabilities
        for each class, or for one of two.  Default: what it looks like; then labels of which none is right are refused.
    columns_are_true, rows_are_true : bool, default False
        Which side of a matrix is true, whatever its titles say.  Default: the rows, unless a title says otherwise.
    true, predicted, against, count : str, optional
        Titles of the columns of true labels, predictions, those of another classifier to compare with, and counts;
        ``count=""``: each line is one example.  Default: what they are called; of two columns that hold true classes
        only, the first is `predicted` and the second `against`.
    separator : str, optional
        One character.  Default: what divides most lines into equally many cells.
    weighted : bool, default False
        Whether counts may be sums of weights, or areas, with decimals: then there are measures and no intervals.

    Returns
    -------
    Reading
        Every class has an example or is predicted; for probabilities, is at least a column.

    Raises
    ------
    ValueError
        If the file cannot be read so; the sentence says where, and what to do.
    ImportError
        If pandas or what it needs, of the extra ``files``, is not there: for all but text and npy.

    Examples
    --------
    >>> read(b"a,b\\n8,2\\n1,9").counts
    array([[8, 2],
           [1, 9]])
    """
    if kind is not None and not (isinstance(kind, str) and kind in KINDS):
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, or None, got {kind!r}")
    named = {"true": true, "predicted": predicted, "against": against, "count": count}
    for name, value in (named | {"separator": separator}).items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} must be a string or None, got {value!r}")
    if separator is not None and not re.fullmatch(r'[^\w\n\r".+-]', separator):
        raise ValueError(f"separator must be one character, such as ';', got {separator!r}")
    for name, flag in dict(weighted=weighted, columns_are_true=columns_are_true, rows_are_true=rows_are_true).items():
        check_flag(flag, name)
    if columns_are_true and rows_are_true:
        raise ValueError("columns_are_true and rows_are_true cannot both be; leave one out")
    table = table_of(source, separator)
    _without_numbers(table)
    only_counts(table)
    given, kind = kind, kind or _kind(table, named)
    if kind != "matrix" and (columns_are_true or rows_are_true):
        raise ValueError(f"only a matrix can have true columns, and this was read as {kind}; name the column of the "
                         "true labels")  # fmt: skip
    if kind == "matrix":
        found = _matrix(table, weighted)
        if columns_are_true or not rows_are_true and _turned(table):
            found = found._replace(counts=found.counts.T)
    else:
        found = _labels(table, named, weighted) if kind == "labels" else _probabilities(table, named)
    found = _with_examples(found, table.notes)
    if found.kind == "labels" and given is None and not np.trace(found.counts):
        raise ValueError("no prediction is right; if these are the errors alone, as Rasa writes them, add the other "
                         "examples, else give kind='labels' (--kind labels)")  # fmt: skip
    return found._replace(notes=tuple(table.notes))


def _side(title, alone=False):
    """Whether a title is that of predictions or of true labels; alone, if it can be that of nothing else."""
    words = re.findall(r"[^\W\d_]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", title.replace("(Pixels)", "")).lower())
    said, true, weak, neither = (any(map(kind.fullmatch, words)) for kind in (SAID, TRUE, WEAK, NEITHER))
    known = all(any(kind.fullmatch(word) for kind in (SAID, TRUE, WEAK)) for word in words)
    if neither or alone and (not known or said and true):
        return None
    return "predicted" if said else "true" if true or weak and not alone else None


def _listed(names):
    return ", ".join(f"'{name}'" for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _label(cell):
    return re.sub(r"^([-+]?\d+)(?:\.0+|,0{1,2})$", r"\1", cell)  # 1.0 and 1 are one class


def _without_numbers(table):
    """Leave out numbers of the rows, where names of classes stand behind them."""
    titles, first, second = {*table.rows[0]}, table.column(0), table.column(1)
    if len(titles) > 3 and NUMBERED.fullmatch(table.rows[0][0]) and titles.isdisjoint(first) and titles & {*second}:
        table.rows = [row[1:] for row in table.rows]


def _column(table, side, named):
    """The column of this side as it was named, or by its title; None if none or several can be."""
    titles = table.rows[0]
    if named[side] is not None:
        if titles.count(named[side]) != 1:
            raise ValueError(f"{table.at(0)}: {side} is {named[side]!r}, and there is not one such column; there are "
                             f"{_listed(titles)}")  # fmt: skip
        return titles.index(named[side])
    for alone in (True, False):
        found = [k for k, title in enumerate(titles) if _side(title, alone) == side]
        if len(found) == 1:
            return found[0]
    return None


def _label_columns(table, named):
    """The columns of true labels, of predictions, and of those to compare them with; None if there is none."""
    t, p, rival = (_column(table, side, named) for side in ("true", "predicted", "against"))
    if t is not None and named["against"] is None is named["predicted"]:
        classes = {*table.column(t)}
        rest = [
            k for k, title in enumerate(table.rows[0])
            if k != t and not (title in classes or NUMBERED.fullmatch(title) or COUNTED.fullmatch(title))
            and all(row[k] in classes for row in islice(table.rows, 1, None))
        ]  # fmt: skip
        if len(rest) == 2 <= len(classes) and p in (None, *rest):
            p, rival = rest
    return t, p, rival


def _numeric(cells):
    """Whether most of these cells are numbers."""
    return 2 * sum(number(cell) is not None for cell in cells[:200]) > len(cells[:200])


def _are_scores(cells):
    values = [number(cell) for cell in cells]
    return all(value is not None and 0 <= value <= 1 for value in values) and any(value % 1 for value in values)


def _are_shares(rows):
    """Whether all numbers behind the first column sum to one in each of these rows."""
    inner = [[number(cell) for cell in row[1:]] for row in rows]
    return all(None not in row and abs(sum(row) - 1) < _slack(len(row)) for row in inner)


def _slack(Q):
    """What rounding to two digits may do to the sum of Q probabilities."""
    return max(0.02, 0.005 * Q) + 1e-9


def _kind(table, named):
    titles, w = table.rows[0], len(table.rows[0])
    t, p, rival = _label_columns(table, named)
    if rival is not None:
        return "labels"
    if t is not None and p is not None:
        true, said = table.column(t), table.column(p)
        if _are_scores(said) and not _are_scores(true):
            return "probabilities"
        if w == 2 or {*true} & {*said} or None not in (named["true"], named["predicted"]):
            return "labels"
    layout, titled = _layout(table), None in map(number, titles)
    if layout:
        inner = [[*map(number, row[layout[1] :])] for row in table.rows[layout[0] : 200]]
        words = {None} in map(set, zip(*inner)) or w == 2 < len(table.rows) and None in sum(inner, [])
        shares = titled and w > 2 and _are_shares(table.rows[1:200]) and any(map(_are_scores, zip(*table.rows[1:])))
        alike = all(layout) and titles[1:] == table.column(0)
        if alike and shares and _side(titles[0]) == "true":
            raise ValueError("this may be a matrix of shares, or probabilities of one example of each class; give "
                             "counts for a matrix, and more examples for probabilities")  # fmt: skip
        if not words and (alike or not shares):
            return "matrix"
    numbers = sum(_numeric(table.column(k)) for k in range(w) if k != t)
    scores = any(_are_scores(table.column(k)) for k in range(w) if k != t)
    if titled and (numbers > 1 and w > 2 or scores and (t is not None or any(map(PREFIX.fullmatch, titles)))):
        return "probabilities"
    if w == 2:
        return "labels"
    if t is not None or p is not None:
        side = "predicted" if p is None else "true"
        raise ValueError(f"{table.at(0)}: no one column is called {side}; say which is, of {_listed(titles)}")
    raise ValueError(f"there are {len(table.rows)} {table.word}s of {w} cells; give a square matrix, two columns "
                     "called true and predicted, or true labels and a named column of probabilities for each class")


def _layout(table):
    """Whether the first row, and the first column, of a matrix are names; None if this is no matrix."""
    first, column = table.rows[0], table.column(0, 0)
    n, w = len(column), len(first)

    def are_names(cells):
        counted = [[str(k + first) for k in range(len(cells))] for first in (0, 1)]
        return None in map(number, cells) or [_label(cell) for cell in cells] in counted

    if n > 2 and w > 2 and None in map(number, first) and None in map(number, column):
        rows, columns = ([name for name in _unworded(cells[1:])[1] if not TOTAL.fullmatch(name)]
                         for cells in (column, first))  # fmt: skip
        if n == w or len({*rows}) == len(rows) > 1 and _nested(rows, columns):
            return 1, 1
    for layout in ((1, 0), (0, 1), (0, 0)):
        if n - w == layout[0] - layout[1] and (layout == (0, 0) or are_names(first if layout[0] else column)):
            return layout
    return None


def _unworded(names):
    """The word of an axis that all names begin with, as in 'Actual cat', 'Actual dog', and the names without it."""
    parts = [WORDED.fullmatch(name) for name in names]
    if parts and all(parts) and len({_side(part[1]) for part in parts}) == 1:
        return parts[0][1], [part[2] for part in parts]
    return "", names


def _nested(rows, columns):
    return {*rows} <= {*columns} or {*columns} <= {*rows}


def _matrix(table, weighted):
    """The counts as they stand, once the titles of their sides have gone to `table`."""
    layout, first = _layout(table), table.rows[0]
    if layout is None:
        raise ValueError(f"a matrix has as many rows as columns, but here are {len(table.rows)} {table.word}s of "
                         f"{len(first)} cells; list every class as a row and as a column")  # fmt: skip
    head, side = layout
    rows, columns = table.column(0, 1) if side and head else table.column(0, 0) if side else [], first[side:] * head
    if head and side:
        titled(first[0], table)
    if head and side and not table.beside:
        parts = re.split(r"[\\/]|\bcol\w*", first[0])
        table.beside, table.above = map(str.strip, parts) if len(parts) == 2 else (first[0], table.above)
    (of_rows, short), (of_columns, brief) = _unworded(rows), _unworded(columns)
    if _side(of_rows) != _side(of_columns):
        rows, columns = short, brief
        table.beside, table.above = of_rows or table.beside, of_columns or table.above
    rows, columns = [*map(_label, rows)], [*map(_label, columns)]
    totals = [{k for k, name in enumerate(names) if TOTAL.fullmatch(name)} for names in (rows, columns)]
    N = np.array([[0 if not cell and (i in totals[0] or j in totals[1])
                   else _count(cell, table.at(i + head), columns[j] if columns else None, weighted)
                   for j, cell in enumerate(row[side:])] for i, row in enumerate(table.rows[head:])])  # fmt: skip
    N, rows, columns = _without_totals(table, N, rows, columns, totals)
    for names in filter(None, (rows, columns, [] if rows or columns else [*map(str, range(len(N)))])):
        _check(names, table.at(0))
        labels = names
    if rows and columns and rows != columns:
        N, labels = _by_name(table, N, rows, columns)
    if len({*N.shape, len(labels)}) > 1:
        raise ValueError(f"{table.at(0)}: sums are named on one side only; name both sides, or leave them out")
    if len(N) > 2 and all(_equal(M[:-1].sum(axis=0), M[-1]).all() for M in (N, N.T)):
        raise ValueError(f"{table.at(-1)}: the last row and column are the sums of the others; leave totals out")
    return Reading("matrix", labels, N)


def _equal(sums, others):
    """Where sums are equal; those of weights are rounded in print."""
    return np.isclose(sums, others, rtol=0.0 if sums.dtype == int else 1e-3, atol=0.0)


def _without_totals(table, N, rows, columns, totals):
    if not any(totals):
        return N, rows, columns
    I, J = ([k for k in range(size) if k not in some] for size, some in zip(N.shape, totals))
    if not (I and J):
        raise ValueError(f"{table.at(0)}: there is nothing but sums on one side; give the counts of every class")
    fits = []
    sides = ("row", rows, N, I, J, *totals), ("column", columns, N.T, J, I, *totals[::-1])
    for what, names, M, own, other, sums, ends in sides:
        for k in sums:
            cells = [*other, *(end for end in ends if M[k, end])]  # the sum of all may be left blank
            fits.append((what, names[k], np.mean(_equal(M[k, cells], M[np.ix_(own, cells)].sum(axis=0)))))
    names = [*dict.fromkeys(name for _, name, _ in fits)]
    # A class may be called so, too.
    if all(totals) and len(names) == 1 and max(share for *_, share in fits) < 0.5:
        table.notes.append(f"{_listed(names)} is taken for a class, since it is not the sum of the others.")
        return N, rows, columns
    for what, name, share in fits:
        if share < 1:
            raise ValueError(f"the {what} {name!r} is not the sum of the others; leave it out, or mend the counts")
    table.notes.append(f"Sums are left out: {_listed(names)}.")
    return N[np.ix_(I, J)], [rows[k] for k in I if rows], [columns[k] for k in J if columns]


def _by_name(table, N, rows, columns):
    """The counts in the order of that side which names all classes, and these names."""
    if not _nested(rows, columns):
        column, row = next((pair for pair in zip(columns, rows) if pair[0] != pair[1]), (columns[-1], rows[-1]))
        raise ValueError(f"{table.at(0)} names a column {column!r} where the row is named {row!r}; name both alike")
    labels = columns if {*rows} <= {*columns} else rows
    lacking = "" if len(rows) == len(columns) else "; a row or column that is lacking is taken for zeros"
    table.notes.append(f"Rows and columns are matched by their names{lacking}.")
    place, found = {name: k for k, name in enumerate(labels)}, np.zeros((len(labels),) * 2, N.dtype)
    found[np.ix_([place[name] for name in rows], [place[name] for name in columns])] = N
    return found, labels


def _turned(table):
    """Whether rows are called predictions, or columns true; a note says so, or that nothing says it."""
    beside, above = (_side(title, alone=True) for title in (table.beside, table.above))
    for side, turn, other, what, title in (
        (beside, "predicted", above, "rows", table.beside), (above, "true", beside, "columns", table.above),
    ):  # fmt: skip
        if side == turn != other:
            table.notes.append(f"Turned, because the {what} are called '{title}': here, rows are true.")
            return True
    if beside == "true" != above or above == "predicted" != beside:
        return False
    if not table.rates:
        table.notes.append(UNSAID)
        return False
    rate, turned = table.rates
    if turned:
        table.notes.append(f"Turned, because rows with '{rate}' are predictions: here, rows are true.")
    return turned


def _count(cell, at, column, weighted):
    value = number(cell)
    if value is None:
        wrong = f"{cell!r} is no number; give counts of examples"
    elif "%" in cell:
        wrong = f"{cell} is a share; give counts of examples"
    elif not isfinite(value):
        wrong = f"{cell} is no count; write 0 where there is no example"
    elif THOUSANDS.fullmatch(cell) and not (weighted and "." in cell):
        wrong = f"{cell} may be {value:g} or a number of thousands; write counts in digits alone"
    elif value < 0:
        wrong = f"the count {cell} is negative; give numbers of examples"
    elif not value.is_integer() and not weighted:
        wrong = (f"{cell} is not a whole number; give counts of examples, and no shares: intervals rest on them; sums "
                 "of weights are read with weighted=True (--weighted), for measures without intervals")  # fmt: skip
    elif value > MAX_EXAMPLES:
        wrong = f"the count {cell} is larger than {MAX_EXAMPLES:g}; are these counts of examples?"
    else:
        return value if weighted else int(value)
    raise ValueError(f"{at}{'' if column is None else f', column {column!r}'}: {wrong}")


def _check(labels, at):
    if len(labels) < 2:
        raise ValueError(f"there is one class, {', '.join(labels)}; a confusion needs two or more")
    if len(labels) > MAX_CLASSES:
        raise ValueError(f"there are {len(labels)} classes, more than {MAX_CLASSES:,}; merge some (are these labels?)")
    if "" in labels:
        raise ValueError(f"{at}: a class has no name; name every column, or none")
    label, times = Counter(labels).most_common(1)[0]
    if times > 1:
        raise ValueError(f"{at}: class {label!r} is there twice; give every class a name of its own")


def _labels(table, named, weighted):
    titles, start = table.rows[0], 1
    t, p, rival = _label_columns(table, named)
    if t is None or p is None:
        if len(titles) != 2:
            raise ValueError(f"labels need two columns, true and predicted, and here are {len(titles)}; say which they "
                             f"are, of {_listed(titles)}")  # fmt: skip
        below = {*table.column(0), *table.column(1)}
        start = int(below.isdisjoint(titles) and None in map(number, titles))
        if start:
            table.notes.append(f"The first {table.word}, '{titles[0]}' and '{titles[1]}', is taken for a title.")
        t = int(start and p == 0)
        p = 1 - t
        table.notes.append(f"The {('first', 'second')[t]} column is taken as true.")
    columns = [k for k in (t, p, rival) if k is not None]
    weights = _weights(table, named, {*columns}, weighted) if start else None
    names = {cell: _label(cell) for row in table.rows[start:] for cell in (row[k] for k in columns)}
    for k, row in enumerate(table.rows[start:] if not MISSING.isdisjoint(names) else (), start):
        if any(row[j] in MISSING for j in columns):
            raise ValueError(f"{table.at(k)}: a label is missing; leave out examples without a label or a prediction")
    true, *predicted = ([names[cell] for cell in table.column(k, start)] for k in columns)
    for said in predicted:
        if all(map(str.isdigit, {*true})) and (score := next((c for c in said if (number(c) or 0) % 1), None)):
            raise ValueError(f"{table.at(start + said.index(score))}: {score!r} is a score and no label; give a column "
                             "of probabilities for each class, named in the first line")  # fmt: skip
        if {*true}.isdisjoint(said):
            raise ValueError(f"{table.at(start)}: no prediction is a true label, as {said[0]!r} for {true[0]!r}; name "
                             "the classes in both columns alike")  # fmt: skip
    labels = _in_order({*true, *sum(predicted, [])})
    _check(labels, table.at(start))
    place = {label: k for k, label in enumerate(labels)}
    true, *predicted = (np.array([place[label] for label in column]) for column in (true, *predicted))
    N = pair_counts(true, predicted[0], len(labels), weights)
    found = Reading("labels", labels, N if weighted else N.astype(int))
    if rival is None:
        return found
    if weighted and weights is not None:
        raise ValueError("two predictions are compared by examples, and not by weights; leave out weighted=True "
                         "(--weighted) or one of them")  # fmt: skip
    table.notes.append(f"Of two predictions '{titles[p]}' is described, and compared with '{titles[rival]}'.")
    if weights is not None:
        at_most(sum(weights), MAX_CELLS, "examples")
        true, *predicted = (np.repeat(column, weights) for column in (true, *predicted))
    first, second = zip((titles[p], titles[rival]), predicted)
    return found._replace(true=true, predicted=first, against=second)


def _in_order(labels):
    values = {label: number(label) for label in labels}
    numbers = all(value is not None and isfinite(value) for value in values.values())
    return sorted(values, key=lambda label: (values[label], label) if numbers else label)


def _weights(table, named, used, weighted):
    """How many examples each row counts; None if each is one."""
    titles = table.rows[0]
    found = [k for k, title in enumerate(titles) if COUNTED.fullmatch(title) and k not in used]
    if not found and len({tuple(row[k] for k in used) for row in table.rows}) == len(table.rows):
        found = [k for k, title in enumerate(titles) if PERHAPS.fullmatch(title) and k not in used]
    if named["count"]:
        found = [_column(table, "count", named)]
    counted = len(found) == 1 and named["count"] != ""
    _not_used(table, used | ({*found} if counted else set()))
    if not counted:
        return None
    table.notes.append(f"Column '{titles[found[0]]}' says how many examples a {table.word} counts.")
    return [_count(cell, table.at(k), titles[found[0]], weighted) for k, cell in enumerate(table.column(found[0]), 1)]


def _not_used(table, used):
    rest = [title for k, title in enumerate(table.rows[0]) if k not in used and not NUMBERED.fullmatch(title)]
    if rest:
        table.notes.append(f"Columns that are not used: {_listed(rest)}.")


def _probabilities(table, named):
    titles = table.rows[0]
    if None not in map(number, titles):
        raise ValueError(f"{table.at(0)}: probabilities need a line of titles; name the column of the true labels and "
                         "each class, as in: true,a,b")  # fmt: skip
    parts = [PREFIX.fullmatch(title) for title in titles]
    t = _column(table, "true", named)
    if t is None:
        names = {*map(_label, titles), *(_label(part[2]) for part in parts if part)}
        t = next((k for k in range(len(titles)) if names.issuperset(map(_label, table.column(k)))), 0)
        table.notes.append(f"Column '{titles[t]}' is taken as true.")
    true = [*map(_label, table.column(t))]
    numbers = [k for k in range(len(titles)) if k != t and _numeric(table.column(k))]
    columns = [k for k in numbers if parts[k]]
    if columns and len(numbers) > 1:
        table.notes.append(f"The classes are named without '{parts[columns[0]][1]}', as '{parts[columns[0]][2]}'.")
    beside = [NUMBERED.fullmatch(title) or COUNTED.fullmatch(title) for title in titles]
    plain = [k for k in numbers if titles[k] in true or not beside[k]]
    labels = [_label(parts[k][2]) for k in columns] or [_label(titles[k]) for k in plain]
    columns = columns or plain
    _not_used(table, {t, *columns})
    P = [[number(row[k]) for k in columns] for row in table.rows[1:]]
    if len(columns) == 1:
        labels = _of_two(table, _in_order(true), titles[columns[0]], labels[0])
        P, columns = [[None if value is None else 1 - value, value] for (value,) in P], columns * 2
    _check(labels, table.at(0))
    slack, place = _slack(len(labels)), {label: k for k, label in enumerate(labels)}
    for i, (label, row) in enumerate(zip(true, P), 1):
        total = sum(value for value in row if value is not None)
        odd = next((k for k, value in zip(columns, row) if value is None or not 0 <= value <= 101), None)
        if label not in place:
            wrong = f"the true label {label!r} has no column; the columns are {shorten(', '.join(labels), 60)}"
        elif odd is not None:
            wrong = f"{table.rows[i][odd]!r} is no probability; give numbers from 0 to 1"
        elif abs(total - 100) < 100 * slack:
            wrong = "the probabilities are per cent; divide them by 100"
        elif abs(total - 1) > slack:
            wrong = f"the probabilities sum to {total:.3g}; give one for every class, so that they sum to one"
        else:
            continue
        raise ValueError(f"{table.at(i)}: {wrong}")
    true, P = np.array([place[label] for label in true]), np.array(P)
    P /= P.sum(axis=1, keepdims=True)
    return Reading("probabilities", labels, pair_counts(true, P.argmax(axis=1), len(labels)), true, P)


def _of_two(table, labels, title, name):
    """Two classes, the last of them that of whose probability there is a column."""
    if len(labels) != 2:
        raise ValueError(f"column {title!r} alone is a score of two classes, and there are {len(labels)}; give a "
                         "column of probabilities for each class")  # fmt: skip
    if name in labels:
        labels = [*({*labels} - {name}), name]
    elif [label.lower() for label in labels] not in (["0", "1"], ["-1", "1"], ["false", "true"], ["no", "yes"]):
        raise ValueError(f"column {title!r} is the probability of which class? Call it {labels[0]!r} or {labels[1]!r}")
    table.notes.append(f"Column '{title}' is taken for the probability of '{labels[1]}'.")
    return labels


def rise_or_fall(labels):
    """Whether the names of three or more classes are numbers in their order, or in the reverse."""
    values = [number(label) for label in labels]
    return len(values) > 2 and None not in values and any(all(map(way, values, values[1:])) for way in (lt, gt))


def _with_examples(found, notes):
    """Without the classes that a matrix does not need; those that have no example are said."""
    N, matrix = found.counts, found.kind == "matrix"
    if not N.any():
        raise ValueError("there is no example at all; give counts of examples")
    has, said = N.any(axis=1), N.any(axis=0)
    used = has | said
    kept = used | (not matrix)
    if rise_or_fall(found.labels):  # a grade between others counts as a distance
        kept |= np.logical_or.accumulate(used) & np.logical_or.accumulate(used[::-1])[::-1]
    empty, absent = ([label for label, keep in zip(found.labels, some) if keep] for some in (~has & ~said, ~has & said))
    if empty:
        notes.append(f"Without example and prediction{'' if any(kept > used) else ', and left out'}: {_listed(empty)}.")
    if absent:
        notes.append(f"Predicted but never a true label: {_listed(absent)} ({N[:, ~has].sum():.12g} of {N.sum():.12g} "
                     "examples). These predictions are errors of the other classes; class errors and norms are over "
                     "the classes with examples.")  # fmt: skip
    k = found.labels.index("background") if matrix and "background" in found.labels else None
    if k is not None and has[k] and not N[k, k]:
        notes.append("The error of 'background' is 1 by construction: what a detector rightly leaves is not counted.")
    if found.probabilities is not None and not has.all():
        notes.append("No rule divides by the shares here, since a class has no example.")
    if sum(used) < 2:
        raise ValueError(f"there is one class, {found.labels[int(has.argmax())]}; a confusion needs two or more")
    if matrix:
        found = found._replace(labels=[label for label, keep in zip(found.labels, kept) if keep],
                               counts=N[np.ix_(kept, kept)])  # fmt: skip
        for axis, what in ((1, "row"), (0, "column")):
            sums = found.counts.sum(axis=axis)
            if N.dtype == float and np.isclose(sums, sums[0], rtol=0.01).all():
                notes.append(f"Each {what} sums to {sums[0]:.3g}: if these are shares of the {what}, every class "
                             "weighs alike here; give counts or areas.")  # fmt: skip
                break
            if (abs(N.sum(axis=axis) - 100) <= 1).all():
                notes.append(f"Each {what} sums to 100: if these are per cent and no counts, all intervals are wrong; "
                             "give counts.")  # fmt: skip
                break
    return found
