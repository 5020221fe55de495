"""Where each table comes from: the file ``NAME.json`` beside ``NAME.csv``, and whether the two still belong together.

``made``
    when the rows were computed, with which versions, and how that is known;
``adopted``
    ``null``, or: the code has changed since, randomly drawn slices were computed again on that day and were equal;
``table``
    number of rows and SHA-256 of the table's text;
``code``
    a digest of every module that the rows rest on, see :mod:`.sources`;
``tasks``
    for every task the number of its rows and a digest of them.
"""

import datetime
import hashlib
import json
import os
from collections import defaultdict
from pathlib import Path

import confusion
from confusion.lab.experiments.sources import code_behind
from confusion.lab.experiments.stored import key_of, read_table

__all__ = [
    "BAD",
    "changed_modules",
    "describe",
    "digest_of_rows",
    "kept_rows",
    "name_of",
    "provenance_path",
    "read_provenance",
    "replace_file",
    "status",
    "today",
    "write_provenance",
]

#: states of a table that no book may be built on
BAD = ("missing", "unknown", "changed", "incomplete")


def provenance_path(name, folder):
    return Path(folder) / f"{name}.json"


def read_provenance(name, folder):
    """What is known of a table; ValueError, with the file, where nothing is or it cannot be read."""
    path = provenance_path(name, folder)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{path} is not there, so nothing says what made {name}.csv: restore it") from None
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error.msg}") from None
    missing = {"made", "adopted", "table", "code", "tasks"} - set(record if isinstance(record, dict) else ())
    if missing:
        raise ValueError(f"{path} says nothing about {', '.join(sorted(missing))}: restore it")
    return record


def describe(module, table, *, made, code, adopted=None):
    """The provenance of a table as it stands in the file `table`."""
    columns, rows = read_table(table)
    return {
        "experiment": module.NAME,
        "package": confusion.__version__,
        "made": made,
        "adopted": adopted,
        "table": {"rows": len(rows), "columns": len(columns), "sha256": _digest_of_table(table)},
        "code": code,
        "tasks": {
            name_of(key): f"{len(lines)} rows, {digest_of_rows([row for _, row in lines])}"
            for key, lines in _by_task(module, rows).items()
        },
    }


def write_provenance(record, folder):
    """Write ``NAME.json``, whole or not at all."""
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    replace_file(provenance_path(record["experiment"], folder), text)


def replace_file(path, text):
    """Put `text` in the place of a file at once: whoever reads or stops here sees the old one or the new one."""
    new = path.with_name(path.name + ".new")
    with new.open("w", newline="", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(new, path)


def kept_rows(module, table, record, but=()):
    """The rows, as text, of each task that the table holds whole; and the table's columns.

    A task that lacks rows, or all of them, is left out: it is to be run again.  `but` are keys of tasks that are not
    looked at.

    Raises
    ------
    ValueError
        If rows differ from what the provenance says of their task, or belong to no task; with file and line.
    """
    columns, rows = read_table(table)
    missing = [column for column in module.KEY if column not in columns]
    if missing:
        raise ValueError(f"{table}, line 1: no column {', '.join(missing)}")
    known, kept = {key_of(module.KEY, task) for task in module.tasks()}, {}
    for key, lines in _by_task(module, rows).items():
        if key in but:
            continue
        first, last = lines[0][0], lines[-1][0]
        where = f"{table}, line {first}" if first == last else f"{table}, lines {first} to {last}"
        said = record["tasks"].get(name_of(key))
        if key not in known or said is None:
            raise ValueError(f"{where}: rows of a task that is not one of {module.NAME}'s ({name_of(key)})")
        count, digest = said.split(" rows, ")
        if len(lines) < int(count):
            continue
        if digest != digest_of_rows([row for _, row in lines]):
            raise ValueError(
                f"{where}: the rows of {name_of(key)} are not those that were computed; restore {table.name} and "
                f"{module.NAME}.json, or run {module.NAME} --fresh"
            )
        kept[key] = [row for _, row in lines]
    return kept, columns


def changed_modules(then, now):
    """Names of modules whose digests differ, or that only one of the two knows."""
    return sorted(name for name in then.keys() | now.keys() if then.get(name) != now.get(name))


def status(module, folder):
    """State of a stored table, one of `BAD` or "stale" or "fresh", and a sentence that says why."""
    name, table = module.NAME, Path(folder) / f"{module.NAME}.csv"
    if not table.exists():
        return "missing", f"run `python -m confusion.lab.experiments {name}`"
    try:
        record = read_provenance(name, folder)
    except ValueError as error:
        return "unknown", str(error)
    try:
        kept, _ = kept_rows(module, table, record)
    except ValueError as error:
        return "changed", str(error)
    lacking = [task for task in map(lambda t: key_of(module.KEY, t), module.tasks()) if task not in kept]
    if lacking:
        return "incomplete", f"rows of {len(lacking)} tasks are missing, the first is {name_of(lacking[0])}"
    if record["table"]["sha256"] != _digest_of_table(table):
        return "changed", f"{table} is not the table that {name}.json describes"
    changed = changed_modules(record["code"], code_behind(module))
    if changed:
        return "stale", "changed since: " + ", ".join(changed)
    return "fresh", f"{record['table']['rows']} rows, made {record['made']['date']}" + (
        f", adopted {record['adopted']['date']}" if record["adopted"] else ""
    )


def digest_of_rows(rows):
    """Twelve hexadecimal digits of rows of text, their columns and their order."""
    text = json.dumps([list(row.items()) for row in rows], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def name_of(key):
    """A task's key in one line."""
    return " | ".join(key)


def today():
    return datetime.date.today().isoformat()


def _digest_of_table(table):
    return hashlib.sha256(Path(table).read_text(encoding="utf-8").encode()).hexdigest()


def _by_task(module, rows):
    """(line, row) pairs of each task."""
    tasks = defaultdict(list)
    for line, row in rows:
        tasks[key_of(module.KEY, row)].append((line, row))
    return tasks
