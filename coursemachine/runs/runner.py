"""Runs the tasks of an experiment in parallel, keeps what is done, and writes one table."""

import json
import os
from contextlib import closing, contextmanager
from functools import partial
from itertools import groupby
from pathlib import Path

from joblib import Parallel, delayed

from coursemachine import needs_extra
from coursemachine.runs import cluster, made
from coursemachine.runs.tables import key_of, read_table, replace_file, text_of, write_table

with needs_extra("coursemachine.runs.runner"):
    from tqdm import tqdm


def run_experiment(module, folder, *, jobs=-1, fresh=False, scheduler=None):
    """Run the tasks of `module` that have no stored rows, then write ``NAME.csv``.

    ``NAME.partial.jsonl`` holds the rows of a finished task in each line; it begins with those of the stored table,
    or empty where the run is fresh.  So a run that was stopped, in whatever way, goes on where it was, and the table
    is replaced at once when every task is done, and recorded, see :mod:`.made`; rows are added to a recorded table
    only.  Code and versions must not change in between: then begin afresh, with `fresh`, which forgets all stored
    rows.  `jobs` are processes, as joblib counts them; with the address of a `scheduler` the tasks run on the workers
    of its dask cluster instead, see :mod:`.cluster`.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tasks = {key_of(module.KEY, task): task for task in module.tasks()}
    table, partial = folder / f"{module.NAME}.csv", folder / f"{module.NAME}.partial.jsonl"
    with _only_writer(folder):
        resumed = partial.exists() and not fresh
        found = _lines(partial) if resumed else _tasks_of(module, table) if table.exists() and not fresh else []
        done, columns = {}, None
        for where, rows in found:
            key, columns = _key_and_columns(module, tasks, rows, columns, where)
            if key in done:
                raise ValueError(f"{where}: rows of a task that has some further up")
            done[key] = rows
        todo = {key: task for key, task in tasks.items() if key not in done}
        print(f"{module.NAME}: {len(done)} of {len(tasks)} tasks are stored, {len(todo)} to run")
        if not resumed:
            if done:
                made.check(folder, module.NAME)
            if not todo:
                return
            replace_file(partial, "".join(map(_line, done.values())))
        try:
            for task, rows in _finished(module, todo, jobs, scheduler):
                key, columns = _key_and_columns(module, [key_of(module.KEY, task)], rows, columns, f"task {task}")
                done[key] = rows
                with partial.open("a", encoding="utf-8") as stream:
                    stream.write(_line(rows))
        except BaseException:
            print(f"stopped; {partial} keeps the finished tasks, and the same command without --fresh goes on there")
            raise
        write_table(table, [row for key in tasks for row in done[key]])
        made.record(folder, module.NAME, "made")
        partial.unlink()


@contextmanager
def _only_writer(folder):
    """Lock the folder; RuntimeError at once if another process has.  The system ends the lock with its process."""
    import fcntl  # not on Windows, where tables can be read but no long run started

    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RuntimeError(f"another run writes its results to {folder}: wait for it, or stop it") from None
        yield
    finally:
        os.close(handle)


def _tasks_of(module, table):
    """(where, rows) of each task of a stored table."""
    for key, rows in groupby(read_table(table), lambda row: [row.get(column) for column in module.KEY]):
        yield f"{table}, task {key}", list(rows)


def _line(rows):
    return json.dumps(rows, ensure_ascii=False) + "\n"


def _lines(partial):
    """(where, rows) of each task of an unfinished run; a last line that was cut while it was written is taken off."""
    content = partial.read_bytes()
    whole = content.rfind(b"\n") + 1
    os.truncate(partial, whole)
    for number, line in enumerate(content[:whole].decode("utf-8").splitlines(), start=1):
        try:
            yield f"{partial}, line {number}", json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{partial}, line {number}: {error.msg}; run with --fresh") from None


def _key_and_columns(module, keys, rows, columns, where):
    """Key and columns of the rows of one task, whose key must be one of `keys`."""
    columns = columns or list(rows[0] if rows else ())
    for row in rows:
        if list(row) != columns:
            raise ValueError(f"{where}: columns {', '.join(row)}; other rows have {', '.join(columns)}")
    found = {tuple(row.get(column) for column in module.KEY) for row in rows}
    if len(found) != 1 or not found.issubset(keys):
        raise ValueError(f"{where}: not the rows of one task of {module.NAME}, but of {found or 'none'}")
    return found.pop(), columns


def _finished(module, todo, jobs, scheduler):
    """(task, rows as text) of each task of `todo`, as they come."""
    if todo:
        run = partial(_run, module.run)
        if scheduler:
            results = cluster.finished(run, todo.values(), scheduler)
        else:
            workers = Parallel(n_jobs=jobs, return_as="generator_unordered", inner_max_num_threads=1, backend="loky")
            results = workers(delayed(run)(task) for task in todo.values())
        with closing(results) as found:
            yield from tqdm(found, total=len(todo), desc=module.NAME)


def _run(run, task):
    rows = list(run(task))
    for column, value in ((column, value) for row in rows for column, value in row.items()):
        if not isinstance(value, str | int | float):
            raise TypeError(f"task {task}: {column} is no plain number or string, got {value!r}")
    return task, [{column: text_of(value) for column, value in row.items()} for row in rows]
