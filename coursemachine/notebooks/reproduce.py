"""A whole table computed again, in a folder of its own: which rows differ, and what of the book still holds.

Stored experiments are statistics.  On another processor or with other versions some rows may differ; what must stay is
what the book says of them.  So the chapters that read the table are run with the new one in its place, and the tests
that judge it: every declared sentence, assertion and verdict.  A number that a sentence gives exactly may differ by one
in its last digit.  Rows and columns that differ are listed only, a column's mean with the standard error of its move.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

import numpy as np

from coursemachine import prose
from coursemachine.checkout import BOOK, ROOT
from coursemachine.notebooks.chapters import chapters, code_cells, name_of, parse, run
from coursemachine.runs import made
from coursemachine.runs.cluster import environment
from coursemachine.runs.runner import run_experiment
from coursemachine.runs.slices import close, differences
from coursemachine.runs.tables import RESULTS_VARIABLE, check_table, key_of, load_results


def reproduce(module, folder, scratch, tolerances=None, *, jobs=-1, fresh=False, scheduler=None):
    """Compute the table of `module` again in `scratch`, print what was found, and return whether something fails.

    A run that was stopped goes on where it was, and a whole table is only judged again, unless versions or sources have
    changed since, or `fresh` is asked for.  The stored table is not touched; where all holds its record says so, see
    :mod:`coursemachine.runs.made`.
    """
    made.check(folder, module.NAME)
    again = scratch / module.NAME
    begun, here = again / "environment.json", json.dumps(environment())
    if fresh or not begun.exists() or begun.read_text(encoding="utf-8") != here:
        shutil.rmtree(again, ignore_errors=True)
        again.mkdir(parents=True)
        begun.write_text(here, encoding="utf-8")
    run_experiment(module, again, jobs=jobs, scheduler=scheduler)
    check_table(module, again)
    for line in compared(module, load_results(module.NAME, folder), load_results(module.NAME, again), tolerances):
        print(f"  {line}")
    wrong, texts = [], readers(module.NAME)
    with ProcessPoolExecutor(None if jobs < 1 else jobs) as pool:
        for text, lines in zip(texts, pool.map(partial(judged, again=again), texts)):
            failed = [line for line in lines if line.startswith(prose.FAILS)]
            sentences = len(prose.declared(text.read_text(encoding="utf-8")))
            print(f"  {name_of(BOOK, text)}: {sentences} declared sentences, assertions, verdicts: "
                  f"{f'{len(failed)} do not hold' if failed else 'all hold'}")  # fmt: skip
            print("".join(f"    {line}\n" for line in lines), end="", flush=True)
            wrong += failed
    failed, closing = tested(again)
    print(f"  tests of stored tables: {closing}")
    print("".join(f"    {prose.FAILS}{line}\n" for line in failed), end="", flush=True)
    if not wrong + failed:
        made.record(folder, module.NAME, "reproduced")
    return bool(wrong + failed)


# ---------------------------------------------------------------- rows and columns


def compared(module, stored, computed, tolerances=None):
    """Lines that say how many entries differ, and of each column that does how far its mean has moved."""
    unique, tasks = (*module.KEY, *module.ROW_KEY), {key_of(module.KEY, task): ([], []) for task in module.tasks()}
    for which, rows in enumerate((computed, stored)):
        for row in rows:
            tasks[key_of(module.KEY, row)][which].append(row)
    lines = [
        line
        for key in tasks
        for line in differences(module, dict(zip(module.KEY, key)), *tasks[key], tolerances, whole=True)
    ]
    old, new = ({key_of(unique, row): row for row in rows} for rows in (stored, computed))
    yield f"{len(lines)} entries in {len(stored)} rows differ from the stored ones by more than their tolerance"
    yield from lines[:10]
    for column in [column for column in computed[0] if column not in unique]:
        pairs = [(old[key][column], new[key][column]) for key in old.keys() & new.keys() if column in old[key]]
        if not all(close(*pair) for pair in pairs):
            yield f"{column}: {moved(pairs)}"


def moved(pairs):
    """How far a column has moved, from its entries (stored, computed): the mean, in standard errors of the move."""
    changed = sum(not close(*pair) for pair in pairs)
    numbers = np.array([pair for pair in pairs if not any(isinstance(entry, str) for entry in pair)], dtype=float)
    numbers = numbers[np.isfinite(numbers).all(axis=1)] if len(numbers) else np.empty((0, 2))
    text = f"{changed} of {len(pairs)} entries differ"
    if len(numbers) > 1:
        by, (before, after) = numbers[:, 1] - numbers[:, 0], numbers.mean(axis=0)
        error = by.std(ddof=1) / len(by) ** 0.5
        move = f" ({by.mean() / error:+.1f} standard errors)" if error else ""
        text += f", by {abs(by).max():.2g} at most; their mean was {before:.6g} and is {after:.6g}{move}"
    return text


# ---------------------------------------------------------------- sentences and verdicts


def readers(name):
    """Texts of the chapters that read a table, themselves or in a module that a cell imports."""
    return [text for text in chapters(BOOK) if any(reads(name, source) for source in sources(text))]


def reads(name, source):
    """Whether a source reads the table, by its literal name."""
    return "load_results(" in source and re.search(f"[\"']{name}[\"']", source)


@cache
def sources(text):
    """The cells of a text, and the modules of the checkout that they import."""
    cells = "\n".join(prose.OPTIONS.sub("", cell) for cell in prose.split(text.read_text(encoding="utf-8"))[1])
    texts = [cells]
    for node in ast.walk(ast.parse(cells)):
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            paths = (ROOT.joinpath(*name.split(".")) for name in (node.module, f"{node.module}.{alias.name}"))
            texts += [path.with_suffix(".py").read_text("utf-8") for path in paths if path.with_suffix(".py").exists()]
    return texts


def judged(text, again):
    """What a chapter says does not hold with the tables of `again`, or only but for the last digit, a line each."""
    notebook = parse(text.read_text(encoding="utf-8"))
    os.environ[RESULTS_VARIABLE] = str(again)
    run(notebook, BOOK, allow_errors=True)
    lines = []
    for number, cell in enumerate(code_cells(notebook)):
        for output in cell.outputs:
            if output.output_type == "error":
                lines.append(f"{prose.FAILS}cell {number}, {failing(output)}")
            elif output.get("name") == "stdout":
                lines += [line for line in output.text.splitlines() if line.startswith((prose.FAILS, prose.LAST_DIGIT))]
    return lines


def failing(output):
    """The line of a cell that has failed, and its message."""
    traceback = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(output.traceback))
    line = re.search(r"^-+> *\d+ (.*)$", traceback, re.MULTILINE)
    return f"{line[1].strip() if line else ''}: {output.ename} {output.evalue}"


def tested(again):
    """The tests that fail with the tables of `again`, of those that judge stored ones; how pytest closes."""
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if judges(path)]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, sorted(tests))],
        cwd=ROOT, env=os.environ | {RESULTS_VARIABLE: str(again)}, capture_output=True, text=True,
    )  # fmt: skip
    lines = result.stdout.splitlines() or [result.stderr]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failed or ([lines[-1]] if result.returncode else []), lines[-1]


def judges(path):
    """Whether tests judge stored tables; those of chapters compare notebooks with them, those of slices compute."""
    elsewhere = {"chapters", "coursemachine", "browser"} & set(path.parts[len(ROOT.parts) :])
    return not elsewhere and path.stem != "test_slices" and "load_results(" in path.read_text(encoding="utf-8")
