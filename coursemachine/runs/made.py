"""What made each table: ``made.json`` beside the tables, written by the runs themselves.

For each table the SHA-256 of its file, the day of the run that wrote it, and the versions it had; where a whole table
was computed again and said the same (``--reproduce``), day and versions of that, too.  So a row that was edited is
refused, and a page can say how old a number is.  Of a table that was made in several runs it is the last that counts.
"""

import hashlib
import json
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from coursemachine import DISTRIBUTION
from coursemachine.runs.tables import replace_file

#: What rows depend on.
PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", DISTRIBUTION)
NAME = "made.json"


def versions():
    """The versions that rows depend on, here: name -> version."""
    return {"Python": platform.python_version(), **{name: _version(name) for name in PACKAGES}}


def _version(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def read(folder):
    """All records of a folder: name of a table -> {"sha256", "made", "reproduced"}."""
    path = folder / NAME
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def record(folder, name, what):
    """Note that a table was `what`, "made" or "reproduced", today and here."""
    records, now = read(folder), {"day": datetime.now(UTC).date().isoformat(), **versions()}
    kept = {} if what == "made" else records.get(name, {})
    records[name] = {**kept, "sha256": _digest(folder, name), what: now}
    replace_file(folder / NAME, json.dumps(dict(sorted(records.items())), indent=1) + "\n")


def check(folder, name):
    """ValueError unless the table is, byte by byte, what its run has written."""
    if read(folder).get(name, {}).get("sha256") != _digest(folder, name):
        raise ValueError(
            f"{folder / name}.csv is not the table that a run has written ({NAME}): a row is computed, never edited; "
            "take the committed file again, or run the experiment with --fresh"
        )


def _digest(folder, name):
    return hashlib.sha256((folder / f"{name}.csv").read_bytes()).hexdigest()
