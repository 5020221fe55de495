"""Runs the tasks of an experiment in parallel, keeps what is done, and writes one table."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

from joblib import Parallel, delayed

from confusion.lab import needs_extra
from confusion.lab.experiments.stored import RESULTS, load_results

with needs_extra("confusion.lab.experiments.runner"):
    from tqdm import tqdm

__all__ = ["run_experiment"]


def run_experiment(module, *, out=RESULTS, jobs=-1, fresh=False):
    """Run the tasks of `module` that have no stored rows, then write ``out/NAME.csv``.

    Finished tasks are appended to ``out/NAME.partial.jsonl`` as they come, so a run that was stopped goes on
    where it was; that file is removed once the table is written.

    Returns
    -------
    list of dict
        All rows, in the order of ``module.tasks()``.
    """
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    table, partial = out / f"{module.NAME}.csv", out / f"{module.NAME}.partial.jsonl"
    tasks = {_key(module, task): task for task in module.tasks()}
    done = {}
    if fresh:
        partial.unlink(missing_ok=True)
    else:
        if table.exists():
            for row in load_results(module.NAME, out):
                done.setdefault(_key(module, row), []).append(row)
        if partial.exists():
            text = partial.read_text()
            for line in text.splitlines():
                rows = _read_line(line)
                if rows:
                    done[_key(module, rows[0])] = rows
            if text and not text.endswith("\n"):  # stopped within a line: what follows needs a line of its own
                partial.write_text(text + "\n")
    todo = [task for key, task in tasks.items() if key not in done]
    if todo:
        workers = Parallel(n_jobs=jobs, return_as="generator_unordered", inner_max_num_threads=1, backend="loky")
        with partial.open("a") as stream:
            for rows in tqdm(
                workers(delayed(_run)(module.run, task) for task in todo), total=len(todo), desc=module.NAME
            ):
                stream.write(json.dumps(rows) + "\n")
                stream.flush()
                done[_key(module, rows[0])] = rows
    rows = [row for key in tasks for row in done[key]]
    unfinished = table.with_suffix(".csv.new")  # the old table stays until the new one is whole
    with unfinished.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: _text(value) for key, value in row.items()} for row in rows)
    os.replace(unfinished, table)
    partial.unlink(missing_ok=True)
    return load_results(module.NAME, out)


def _run(run, task):
    rows = run(task)
    if not rows:
        raise ValueError(f"task {task} gave no rows")
    return rows


def _read_line(line):
    try:
        return json.loads(line)
    except json.JSONDecodeError:  # the run was stopped while it wrote this line
        return None


def _key(module, row):
    return tuple(_text(row[column]) for column in module.KEY)


def _text(value):
    return f"{value:.8g}" if isinstance(value, float) else str(value)
