"""The committed result tables, read back."""

import csv
from pathlib import Path

__all__ = ["RESULTS", "key_of", "load_results", "read_table", "text_of"]


#: the committed result tables
RESULTS = Path(__file__).parent / "results"


def load_results(name, folder=RESULTS):
    """Rows of a stored result table, a list of dicts with numbers as numbers.

    Raises
    ------
    FileNotFoundError
        If the experiment has not been run; the message says how.
    ValueError
        If the table is not whole; the message names the file and the line.
    """
    _, rows = read_table(Path(folder) / f"{name}.csv")
    return [{column: _number(value) for column, value in row.items()} for _, row in rows]


def read_table(path):
    """Columns and rows of a table as they stand in its file.

    Returns
    -------
    columns : list of str
    rows : list of (int, dict of str)
        The number of the row's last line in the file, and its cells as text.

    Raises
    ------
    FileNotFoundError
        If the experiment has not been run.
    ValueError
        If the table was cut, if a row has other columns than the header, or if a line is no row of a table.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(
            f"no results in {path.name}: run `python -m confusion.lab.experiments {path.stem}` first"
        )
    with path.open(newline="", encoding="utf-8") as stream:
        text = stream.read()
    lines = text.splitlines(keepends=True)
    if not text.endswith("\n"):
        raise ValueError(f"{path}, line {max(len(lines), 1)}: the table is cut, its last line has no end")
    reader = csv.reader(lines, strict=True)
    rows, columns = [], None
    try:
        for cells in reader:
            if columns is None:
                columns = cells
                if len(set(columns)) < len(columns) or not all(columns):
                    raise ValueError(f"{path}, line 1: the header has empty or equal columns")
            elif len(cells) != len(columns):
                raise ValueError(
                    f"{path}, line {reader.line_num}: {len(cells)} cells where the header has {len(columns)} columns "
                    "(cut, or a merge left unfinished?)"
                )
            else:
                rows.append((reader.line_num, dict(zip(columns, cells))))
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: {error}") from error
    return columns, rows


def text_of(value):
    """What a table keeps of a number or a string: eight significant digits of a float."""
    return f"{value:.8g}" if isinstance(value, float) else str(value)


def key_of(columns, row):
    """The values of `columns` in a task or a row, as their table writes them."""
    return tuple(text_of(row[column]) for column in columns)


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
