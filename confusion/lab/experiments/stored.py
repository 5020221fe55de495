"""The committed result tables, read back."""

from __future__ import annotations

import csv
from pathlib import Path

__all__ = ["RESULTS", "load_results"]


#: the committed result tables
RESULTS = Path(__file__).parent / "results"


def load_results(name, folder=RESULTS):
    """Rows of a stored result table, a list of dicts with numbers as numbers.

    Raises
    ------
    FileNotFoundError
        If the experiment has not been run; the message says how.
    """
    path = Path(folder) / f"{name}.csv"
    if not path.exists():
        raise FileNotFoundError(f"no results in {path.name}: run `python -m confusion.lab.experiments {name}` first")
    with path.open(newline="") as stream:
        return [{key: _number(value) for key, value in row.items()} for row in csv.DictReader(stream)]


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
