"""What an unfinished run leaves: a file of finished tasks, one a line, and a lock while it goes on."""

import json
import os
from contextlib import contextmanager

from confusion.lab.experiments.provenance import digest_of_rows, replace_file
from confusion.lab.experiments.stored import key_of, text_of

__all__ = ["append_task", "locked", "read_partial", "start_partial"]


@contextmanager
def locked(path):
    """Hold the lock file `path`; RuntimeError at once if another process holds it.

    The lock is the system's (``flock``) and ends with its process, however that ends, so a file left behind by a run
    that was killed is no lock.  It holds the process's number, for people.
    """
    import fcntl  # not on Windows, where tables can be read but no long run started

    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(handle, 100).decode(errors="replace").strip() or "of unknown number"
            os.close(handle)
            raise RuntimeError(f"{path} is held by process {owner}: this experiment is being run already") from None
        # A run that ended between our open and our lock has removed this file; a lock on it would guard nothing.
        try:
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                break
        except FileNotFoundError:
            pass
        os.close(handle)
    try:
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.unlink(path)
        os.close(handle)


def start_partial(path, header):
    """Begin the file of a run, in the place of an older one; the first line says what kind of run it is."""
    replace_file(path, json.dumps(header, ensure_ascii=False) + "\n")


def append_task(stream, rows):
    """Add the rows of a finished task."""
    digest = digest_of_rows(_texts(rows))
    stream.write(json.dumps({"rows": rows, "digest": digest}, ensure_ascii=False) + "\n")
    stream.flush()


def read_partial(module, path):
    """Header and finished tasks of an unfinished run.

    A last line that was cut while it was written is taken off the file; every whole line stays.

    Returns
    -------
    header : dict
    done : dict
        The rows, as text, of each finished task, by key.

    Raises
    ------
    ValueError
        If a line is not what a run writes; with file and line.
    """
    _take_off_a_cut_line(path)
    known = {key_of(module.KEY, task) for task in module.tasks()}
    header, done, columns = None, {}, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{path}, line {number}"
        try:
            entry = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{where}: {error.msg} (cut, or a merge left unfinished?)") from None
        if number == 1:
            header = entry
            if not isinstance(header, dict) or {"experiment", "fresh", "code", "versions"} - set(header):
                raise ValueError(f"{where}: says nothing about the run; remove the file or run with --fresh")
            if header["experiment"] != module.NAME:
                raise ValueError(f"{where}: a run of {header['experiment']}, not of {module.NAME}")
            continue
        rows = _texts(entry["rows"]) if isinstance(entry, dict) and entry.get("rows") else []
        if not rows or digest_of_rows(rows) != entry.get("digest"):
            raise ValueError(f"{where}: the rows are not those that were computed; run with --fresh")
        key = key_of(module.KEY, rows[0])
        if key not in known or key in done:
            raise ValueError(f"{where}: rows of no task of {module.NAME}, or of one that is there already")
        columns = columns or list(rows[0])
        if any(list(row) != columns for row in rows):
            raise ValueError(f"{where}: columns {', '.join(rows[0])}, above {', '.join(columns)}")
        done[key] = rows
    if header is None:
        raise ValueError(f"{path}: empty; remove it")
    return header, done


def _take_off_a_cut_line(path):
    """Cut the file after its last whole line: this writes nothing, so it cannot fail half-way."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole == len(content):
        return
    try:
        json.loads(content[whole:])
    except ValueError:
        os.truncate(path, whole)
    else:  # only the end of the line is missing
        with path.open("ab") as stream:
            stream.write(b"\n")


def _texts(rows):
    return [{column: text_of(value) for column, value in row.items()} for row in rows]
