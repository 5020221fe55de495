"""Make the book's notebooks from their text: ``python book/_tools/notebooks.py [--check | --verify] [name ...]``.

A chapter is written as ``book/_text/<part>/<name>.md`` (MyST notebook text) and stored as ``book/<part>/<name>.ipynb``
with its outputs, the same on every run: cells are numbered, widget models renumbered, times dropped.  Both files are
committed.

Without an option the notebooks are executed and written; a picture that is equal to the stored one (see
:mod:`pictures`) keeps its stored bytes, so that another machine brings no noise.  ``--check`` executes nothing and
tells where text, notebook and stored figures do not fit together (see :mod:`checks`); ``--verify`` executes everything,
writes nothing and tells what differs; ``--bytes`` does the same and takes the last bits of a picture for a difference,
too; ``--front-end`` executes nothing and gives the stored figures the front end of ``confusion/lab/frames/static``.
"""

import argparse
import os
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from itertools import zip_longest
from pathlib import Path

import kernel_env
import nbformat
from chapters import BOOK, STATE, VIEW, chapters, code_cells, front_end, parse, target, widget_states
from checks import problems
from outputs import chapter_differences, keep

TIMEOUT = 600


def execute(book, text):
    """Run a chapter and return its notebook as the text to be stored."""
    from nbclient import NotebookClient

    notebook = parse(text.read_text(encoding="utf-8"))
    path = target(book, text)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.environ.update(kernel_env.variables())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=TIMEOUT,
            record_timing=False,
            coalesce_streams=True,
            store_widget_state=True,
            # The kernel's own remarks about its sockets are no output of the book.
            extra_arguments=["--log-level=40"],
            resources={"metadata": {"path": str(path.parent)}},
        ).execute()
    normalise(notebook)
    return written(notebook)


def written(notebook):
    """The text of a notebook's file."""
    return nbformat.writes(notebook) + "\n"


def normalise(notebook):
    """Number what is random: cell runs, widget models; keep the models that are shown, without their layouts."""
    notebook.metadata.pop("language_info", None)
    notebook.metadata["language_info"] = {"name": "python", "pygments_lexer": "ipython3"}
    states = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    shown = {}
    for number, cell in enumerate(code_cells(notebook), start=1):
        cell.execution_count = number
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number
            if "metadata" in output:
                output.metadata = {}
            view = output.get("data", {}).get(VIEW)
            if view:
                old = view["model_id"]
                model = states.get(old)
                if model is None or model["model_module"] != "anywidget":
                    raise ValueError(f"cell {number} shows a widget other than frames(): it would be dead in the page")
                view["model_id"] = f"figure-{len(shown) + 1:02d}"
                model["state"] = {key: value for key, value in sorted(model["state"].items()) if key != "layout"}
                shown[view["model_id"]] = model
    if shown:
        notebook.metadata["widgets"] = {STATE: {"state": shown, "version_major": 2, "version_minor": 0}}


def dress(path):
    """Give the figures of a notebook the present front end."""
    notebook = nbformat.read(path, as_version=4)
    for model in widget_states(notebook).values():
        model["state"].update(front_end(model["state"]))
    path.write_text(written(notebook), encoding="utf-8")


def orphans(book):
    """Notebooks that no text makes."""
    made = {target(book, text) for text in chapters(book)}
    return [path for path in sorted(book.rglob("*.ipynb")) if "_build" not in path.parts and path not in made]


def settled(old, new):
    """A fresh notebook's text in which every picture that is equal to the stored one has the stored bytes."""
    if not old or old == new:
        return new
    fresh = nbformat.reads(new, as_version=4)
    keep(nbformat.reads(old, as_version=4), fresh)
    return written(fresh)


def differences(old, new):
    """What a fresh run of a chapter changes: a list of sentences, none when the texts are the same."""
    if old == new:
        return []
    if not old:
        return ["has no notebook"]
    stored, fresh = (nbformat.reads(text, as_version=4) for text in (old, new))
    found = chapter_differences(stored, fresh)
    for number, (cell, cell_now) in enumerate(zip(code_cells(stored), code_cells(fresh))):
        if cell.outputs != cell_now.outputs:
            found.append(f"code cell {number}: {_first_line(_lines(cell.outputs), _lines(cell_now.outputs))}")
    return found or [_first_line(old.splitlines(), new.splitlines())]


def _lines(outputs):
    """Outputs as lines such as "stdout: norm 0.211"."""
    found = []
    for output in outputs:
        data = output.get("data", {output.get("name", output.output_type): output.get("text", output.get("evalue"))})
        found += [f"{kind}: {line}" for kind, text in sorted(data.items()) for line in str(text).splitlines()]
    return found


def _first_line(old, new):
    for line, now in zip_longest(old, new, fillvalue=""):
        if line != now:
            return f"{line.strip()[:90]!r} stored, {now.strip()[:90]!r} now"
    return "something that no reader sees"


def main(arguments=None):
    """Command line; exit status 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="chapters to make (part of their path); all by default")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--check", action="store_true", help="compare text, notebooks and figures without running")
    ways.add_argument("--verify", action="store_true", help="run everything, write nothing, tell what differs")
    ways.add_argument("--bytes", action="store_true", help="as --verify, and demand the stored bytes of pictures")
    ways.add_argument("--front-end", action="store_true", help="renew the stored front end without running")
    parser.add_argument("--book", type=Path, default=BOOK, help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=2, help="kernels at a time")
    options = parser.parse_args(arguments)
    book, bad = options.book.resolve(), 0
    texts = chapters(book, options.names)

    def report(path, sentence):
        nonlocal bad
        bad += 1
        print(f"{path.relative_to(book)}: {sentence}", file=sys.stderr)

    if options.front_end:
        for path in filter(Path.exists, (target(book, text) for text in texts)):
            dress(path)
    elif not options.check:
        with ProcessPoolExecutor(options.jobs) as pool:
            runs = {text: pool.submit(execute, book, text) for text in texts}
            for text, run in runs.items():
                path = target(book, text)
                try:
                    new = run.result()
                except Exception as error:  # a chapter that fails must not hide what the others say
                    report(path, f"does not run: {error}")
                    continue
                old = path.read_text(encoding="utf-8") if path.exists() else ""
                new = new if options.bytes else settled(old, new)
                if not (options.verify or options.bytes):
                    path.write_text(new, encoding="utf-8")
                    print(f"{path.relative_to(book)}: {'as it was' if new == old else 'changed'}", flush=True)
                    continue
                for sentence in differences(old, new):
                    report(path, f"a fresh run differs, {sentence}")
                print(f"{path.relative_to(book)}: {'as stored' if new == old else 'differs'}", flush=True)
    for text in texts:
        for sentence in problems(book, text):
            report(target(book, text), sentence)
    if not options.names:
        for path in orphans(book):
            report(path, "no text makes this notebook")
    if bad:
        print("To make a chapter's notebook again: python book/_tools/notebooks.py NAME; git diff shows what changed.")
    print(f"{len(texts)} chapters, {bad} problems")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
