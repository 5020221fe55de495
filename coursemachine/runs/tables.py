"""The stored tables: read back, checked, written at once."""

import csv
import io
import os
from collections import Counter
from itertools import groupby
from pathlib import Path

#: The environment's name of a folder whose tables stand in for the stored ones, in a reproduction.
RESULTS_VARIABLE = "COURSEMACHINE_RESULTS"


def load_results(name, folder):
    """Rows of a stored table, a list of dicts with numbers as numbers; errors as :func:`read_table`."""
    again = Path(os.environ.get(RESULTS_VARIABLE, folder)) / f"{name}.csv"
    rows = read_table(again if again.exists() else Path(folder) / f"{name}.csv")
    return [{column: _number(cell) for column, cell in row.items()} for row in rows]


def read_table(path):
    """Rows of a table, a list of dicts of text; ValueError names the line where it was cut or is no row of a table."""
    text = Path(path).read_bytes().decode("utf-8")
    if not text.endswith("\n"):
        raise ValueError(f"{path}, line {max(text.count(chr(10)) + 1, 1)}: the table is cut, its last line has no end")
    reader, rows = csv.reader(io.StringIO(text, newline=""), strict=True), []
    try:
        columns = next(reader)
        if len(set(columns)) < len(columns) or not all(columns):
            raise ValueError(f"{path}, line 1: the header has empty or equal columns")
        for cells in reader:
            if len(cells) != len(columns):
                raise ValueError(
                    f"{path}, line {reader.line_num}: {len(cells)} cells where the header has {len(columns)} columns "
                    "(cut, or a merge left unfinished?)"
                )
            rows.append(dict(zip(columns, cells)))
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: {error}") from error
    return rows


def check_table(module, folder):
    """Number of rows of an experiment's table; ValueError unless it has the rows of every task, once, and no others."""
    path = Path(folder) / f"{module.NAME}.csv"
    rows = read_table(path)
    unique = (*module.KEY, *module.ROW_KEY)
    missing = [column for column in unique if rows and column not in rows[0]]
    if missing:
        raise ValueError(f"{path}, line 1: no column {', '.join(missing)}")
    stored, wanted = ([key_of(module.KEY, each) for each in some] for some in (rows, module.tasks()))
    for tasks, others, what in ((wanted, stored, "no rows of the task"), (stored, wanted, "rows of an unknown task,")):
        extra = next((task for task in tasks if task not in set(others)), None)
        if extra:
            raise ValueError(f"{path}: {what} {name_of(extra)}")
    if [task for task, _ in groupby(stored)] != wanted:
        raise ValueError(f"{path}: the rows are not in the order of the tasks")
    row, count = Counter(key_of(unique, row) for row in rows).most_common(1)[0]
    if count > 1:
        raise ValueError(f"{path}: {count} rows of {name_of(row)}")
    if len(rows) != module.ROWS:
        raise ValueError(f"{path}: {len(rows)} rows, but ROWS of {module.NAME} is {module.ROWS}")
    return len(rows)


def write_table(path, rows):
    """Write rows, whose columns are equal, at once; see :func:`replace_file`."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    replace_file(path, stream.getvalue())


def replace_file(path, text):
    """Put `text` in the place of a file at once: whoever reads or stops here sees the old one or the new one."""
    new = path.with_name(path.name + ".new")
    with new.open("w", newline="", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(new, path)


def text_of(value):
    """What a table keeps of a number or a string: eight significant digits of a float."""
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def key_of(columns, row):
    """The values of `columns` in a task or a row, as their table writes them."""
    return tuple(text_of(row[column]) for column in columns)


def name_of(key):
    """A key in one line."""
    return " | ".join(key)


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
