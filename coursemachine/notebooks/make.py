"""Make the book's notebooks from their text: ``python -m coursemachine.notebooks [--check] [name ...]``.

A chapter is written as ``book/_text/<part>/<name>.md`` (MyST notebook text) and stored as ``book/<part>/<name>.ipynb``
with its outputs, the same on every run: cells are numbered, widget models and times dropped.  Both files are
committed.

Without an option the notebooks are executed and written; a picture that is equal to the stored one (see
``pictures.py``) keeps its stored bytes, so that another machine brings no noise; git shows what differs, and the gate
``chapters`` compares without writing.  ``--check`` executes nothing and tells where text, notebook and stored figures
do not fit together (see ``checks.py``).  The front end of the figures is not stored: the site, a download and a running
notebook have it from the package.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat

from coursemachine import prose
from coursemachine.checkout import BOOK
from coursemachine.labels import KEY
from coursemachine.notebooks.chapters import METADATA, VIEW, chapters, code_cells, parse, run, target
from coursemachine.notebooks.checks import problems, wrong_sums
from coursemachine.notebooks.pictures import keep_stored_bytes


def execute(book, text):
    """Run a chapter and return its notebook as the text to be stored."""
    notebook = parse(text.read_text(encoding="utf-8"))
    path = target(book, text)
    path.parent.mkdir(parents=True, exist_ok=True)
    run(notebook, path.parent)
    normalise(notebook)
    prose.insert(notebook.cells, notebook.cells)
    return written(notebook)


def written(notebook):
    """The text of a notebook's file."""
    return nbformat.writes(notebook) + "\n"


def normalise(notebook):
    """Number the runs of cells, and leave out what needs a kernel: an output of a figure has all its data."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = dict(METADATA["language_info"])
    for number, cell in enumerate(code_cells(notebook), start=1):
        cell.execution_count = number
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number
            if "metadata" in output:
                output.metadata = {key: output.metadata[key] for key in (KEY,) if key in output.metadata}
            if output.get("data", {}).pop(VIEW, None) and "image/svg+xml" not in output.data:
                raise ValueError(f"cell {number} shows a widget other than frames(): it would be dead in the page")


def orphans(book):
    """Notebooks that no text makes."""
    made = {target(book, text) for text in chapters(book)}
    return [path for path in sorted(book.rglob("*.ipynb")) if "_build" not in path.parts and path not in made]


def with_stored_bytes(old, new):
    """A fresh notebook's text in which every picture that is equal to the stored one has the stored bytes."""
    if not old or old == new:
        return new
    fresh = nbformat.reads(new, as_version=4)
    keep_stored_bytes(nbformat.reads(old, as_version=4), fresh)
    return written(fresh)


def main(arguments=None):
    """Command line; exit status 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="chapters to make (part of their path); all by default")
    parser.add_argument("--check", action="store_true", help="compare text, notebooks and figures without running")
    parser.add_argument("--book", type=Path, default=BOOK, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=2, help="kernels at a time")
    options = parser.parse_args(arguments)
    book, bad = options.book.resolve(), 0
    texts = chapters(book, options.names)

    def report(path, sentence):
        nonlocal bad
        bad += 1
        print(f"{path.relative_to(book)}: {sentence}", file=sys.stderr)

    if not options.check:
        with ProcessPoolExecutor(options.jobs) as pool:
            runs = {text: pool.submit(execute, book, text) for text in texts}
            for text, made in runs.items():
                path = target(book, text)
                try:
                    new = made.result()
                except Exception as error:  # a chapter that fails must not hide what the others say
                    report(path, f"does not run: {error}")
                    continue
                old = path.read_text(encoding="utf-8") if path.exists() else ""
                new = with_stored_bytes(old, new)
                path.write_text(new, encoding="utf-8")
                print(f"{path.relative_to(book)}: {'as it was' if new == old else 'changed'}", flush=True)
    for text in texts:
        for sentence in problems(book, text):
            report(target(book, text), sentence)
    if not options.names:
        for path in orphans(book):
            report(path, "no text makes this notebook")
        for page in (*book.glob("*.md"), *book.glob("together/*.md")):  # what is no chapter has sums, too
            for sentence in wrong_sums(page.read_text(encoding="utf-8")):
                report(page, sentence)
    if bad:
        print("To make a chapter again: python -m coursemachine.notebooks NAME; git diff shows what changed.")
    print(f"{len(texts)} chapters, {bad} problems")
    return bool(bad)
