"""Runs the tasks of an experiment in parallel, keeps what is done, and writes one table with its provenance."""

import csv
import io
from contextlib import closing
from pathlib import Path

from joblib import Parallel, delayed

from confusion.lab import needs_extra
from confusion.lab.experiments import provenance
from confusion.lab.experiments.partial import append_task, locked, read_partial, start_partial
from confusion.lab.experiments.sources import code_behind, versions_behind
from confusion.lab.experiments.stored import RESULTS, key_of, load_results, text_of

with needs_extra("confusion.lab.experiments.runner"):
    from tqdm import tqdm

__all__ = ["run_experiment"]


def run_experiment(module, *, out=RESULTS, jobs=-1, fresh=False):
    """Run the tasks of `module` that have no stored rows, then write ``out/NAME.csv`` and ``out/NAME.json``.

    Finished tasks are appended to ``out/NAME.partial.jsonl`` as they come.  A run that was stopped goes on where it
    was, a fresh one as a fresh one; that file is removed once table and provenance are written.

    Parameters
    ----------
    module : module
        An experiment, see :mod:`confusion.lab.experiments`.
    out : path
        Folder of the table.
    jobs : int
        Processes, as joblib counts them: -1 for one per core.
    fresh : bool
        Forget stored rows, and those of an unfinished run, and run every task.

    Returns
    -------
    list of dict
        All rows, in the order of ``module.tasks()``.

    Raises
    ------
    RuntimeError
        If the same experiment is being run in this folder already.
    ValueError
        If what is stored is not what a run wrote there, or was made by other code or other versions while there are
        tasks to run: one table holds the rows of one code.
    """
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    tasks = {key_of(module.KEY, task): task for task in module.tasks()}
    if not tasks or len(tasks) < len(module.tasks()):
        raise ValueError(f"the tasks of {module.NAME} must differ in {', '.join(module.KEY)}, and there must be some")
    with locked(out / f"{module.NAME}.lock"):
        return _run_tasks(module, tasks, out, jobs, fresh)


def _run_tasks(module, tasks, out, jobs, fresh):
    table, partial = out / f"{module.NAME}.csv", out / f"{module.NAME}.partial.jsonl"
    code, versions = code_behind(module), versions_behind(module)
    made = {"date": provenance.today(), "how": "run", "versions": versions}
    header, done, columns, record = None, {}, None, None
    if partial.exists() and not fresh:
        header, done = read_partial(module, partial)
        _refuse_other_code(partial, header, code, versions)
        columns = next((list(rows[0]) for rows in done.values()), None)
    if table.exists() and not (header["fresh"] if header else fresh):
        record = provenance.read_provenance(module.NAME, out)
        kept, in_table = provenance.kept_rows(module, table, record, but=done)
        if columns not in (None, in_table):
            raise ValueError(f"{partial}: columns {', '.join(columns)}, but {table} has {', '.join(in_table)}")
        done, columns = kept | done, in_table
    todo = {key: task for key, task in tasks.items() if key not in done}
    if record:
        if not todo and header is None:
            return load_results(module.NAME, out)
        _refuse_other_code(table, record | {"versions": record["made"]["versions"]}, code, versions)
    if header is None:
        start_partial(partial, {"experiment": module.NAME, "fresh": record is None, "code": code, "versions": versions})
    try:
        for rows in _finished(module, todo, jobs):
            columns = columns or list(rows[0])
            if list(rows[0]) != columns:
                raise ValueError(
                    f"{module.NAME} gave the columns {', '.join(rows[0])}; other tasks have {', '.join(columns)}"
                )
            with partial.open("a", encoding="utf-8") as stream:
                append_task(stream, rows)
            done[key_of(module.KEY, rows[0])] = [{c: text_of(v) for c, v in row.items()} for row in rows]
    except BaseException:
        print(f"stopped; {partial} keeps the finished tasks, and the same command without --fresh goes on from there")
        raise
    _write_table(table, columns, [row for key in tasks for row in done[key]])
    adopted = record["adopted"] if record else None
    if record:  # the older rows are the ones whose making has to be told
        made = record["made"] | ({"went on": made["date"]} if todo or header else {})
    provenance.write_provenance(provenance.describe(module, table, made=made, code=code, adopted=adopted), out)
    partial.unlink()
    return load_results(module.NAME, out)


def _finished(module, todo, jobs):
    """The rows of each task of `todo`, as they come."""
    if todo:
        workers = Parallel(n_jobs=jobs, return_as="generator_unordered", inner_max_num_threads=1, backend="loky")
        with closing(workers(delayed(_run)(module.run, module.KEY, task) for task in todo.values())) as found:
            yield from tqdm(found, total=len(todo), desc=module.NAME)


def _refuse_other_code(path, before, code, versions):
    """ValueError if rows made before cannot stand in one table with rows made now."""
    changed = provenance.changed_modules(before["code"], code)
    if changed:
        raise ValueError(
            f"{path} was made by other code (changed since: {', '.join(changed)}): run every task with --fresh, or, "
            "where a change of code is none of numbers, --adopt the table first"
        )
    was = before["versions"]
    other = [f"{k} {was[k]}, now {versions[k]}" for k in was if k in versions and was[k] not in ("?", versions[k])]
    if other:
        raise ValueError(f"{path} was made with {'; '.join(other)}: use these versions, or run every task with --fresh")


def _run(run, key, task):
    """The rows of a task, checked where they are made: nothing that the table could not hold or find again."""
    rows = list(run(task))
    if not rows:
        raise ValueError(f"task {task} gave no rows")
    for row in rows:
        if list(row) != list(rows[0]):
            raise ValueError(f"task {task} gave rows of different columns: {', '.join(rows[0])}; {', '.join(row)}")
        if any(column not in row for column in key) or key_of(key, row) != key_of(key, task):
            raise ValueError(f"task {task} gave a row of another task: {row}")
        wrong = [column for column, value in row.items() if not isinstance(value, str | int | float)]
        if wrong:
            raise TypeError(f"task {task}: {wrong[0]} is no plain number or string, got {row[wrong[0]]!r}")
    return rows


def _write_table(table, columns, rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    provenance.replace_file(table, text.getvalue())
