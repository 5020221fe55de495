"""Make the book's notebooks from their text: ``python book/_tools/notebooks.py [--check | --verify] [name ...]``.

A chapter is written as ``book/_text/<part>/<name>.md`` (MyST notebook text) and stored as
``book/<part>/<name>.ipynb`` with its outputs, byte for byte the same on every run: cells are numbered, widget
models renumbered, times dropped.  Both files are committed.

Without an option the notebooks are executed and written.  ``--check`` executes nothing and tells where text,
notebook and stored figures do not fit together; ``--verify`` executes everything and demands the stored bytes;
``--front-end`` executes nothing and gives the stored figures the front end of ``confusion/lab/frames/static``.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import kernel_env

BOOK = kernel_env.ROOT / "book"
STATE, VIEW = "application/vnd.jupyter.widget-state+json", "application/vnd.jupyter.widget-view+json"
TIMEOUT = 600


def chapters(book, names=()):
    """Texts of the book, or those whose path contains one of `names`."""
    texts = sorted((book / "_text").rglob("*.md"))
    chosen = [text for text in texts if not names or any(name in _name(book, text) for name in names)]
    if names and not chosen:
        known = ", ".join(_name(book, text) for text in texts)
        raise SystemExit(f"no chapter is called {' or '.join(names)}; there are: {known}")
    return chosen


def _name(book, text):
    return text.relative_to(book / "_text").with_suffix("").as_posix()


def target(book, text):
    """The notebook of a text."""
    return book / f"{_name(book, text)}.ipynb"


def parse(text):
    """Notebook without outputs from MyST notebook text; nothing in it depends on the machine."""
    import jupytext

    notebook = jupytext.reads(text, fmt={"extension": ".md", "format_name": "myst"})
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python", "pygments_lexer": "ipython3"},
    }
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:03d}"
        cell.metadata.pop("lines_to_next_cell", None)
    return notebook


def execute(book, text):
    """Run a chapter and return its notebook as the text to be stored."""
    import nbformat
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
    return nbformat.writes(notebook) + "\n"


def normalise(notebook):
    """Number what is random: cell runs, widget models; keep the models that are shown, without their layouts."""
    notebook.metadata.pop("language_info", None)
    notebook.metadata["language_info"] = {"name": "python", "pygments_lexer": "ipython3"}
    states = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    shown = {}
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
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


def problems(book, text):
    """What does not fit together in a chapter, without running it: a list of sentences."""
    import nbformat

    sys.path.insert(0, str(kernel_env.ROOT))
    from confusion.lab.figures.markup import digest
    from confusion.lab.frames.grid import state_digest

    front, path = front_end(), target(book, text)
    if not path.exists():
        return ["has no notebook"]
    toc = book / "_toc.yml"
    listed = not toc.exists() or f"file: {_name(book, text)}\n" in toc.read_text(encoding="utf-8")
    fresh, stored = parse(text.read_text(encoding="utf-8")), nbformat.read(path, as_version=4)
    found = [] if listed else ["is not in _toc.yml"]

    def told(cell):
        return cell.cell_type, cell.source, cell.metadata.get("tags", [])

    if list(map(told, fresh.cells)) != list(map(told, stored.cells)):
        found.append("text and notebook differ")
    states = stored.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    viewed = set()
    for number, cell in enumerate(cell for cell in stored.cells if cell.cell_type == "code"):
        if cell.execution_count is None:
            found.append(f"code cell {number} was not run")
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"code cell {number} stores an error or a warning")
            data = output.get("data", {})
            line = data.get("text/plain", "")
            pictures = re.findall(r"<svg .*?</svg>", data.get("text/html", ""), re.DOTALL)
            if line.startswith("<picture ") and [line[9:21]] != [digest(picture) for picture in pictures]:
                found.append(f"code cell {number}: the picture is not the one its digest names")
            if VIEW in data:
                model = states.get(data[VIEW]["model_id"], {"state": {}})["state"]
                viewed.add(data[VIEW]["model_id"])
                if not line.startswith("<figure ") or not model or line[8:20] != state_digest(model):
                    found.append(f"code cell {number}: the frames are not those their digest names")
                elif any(model[key] != source for key, source in front.items()):
                    found.append(f"code cell {number}: an old front end is stored, see --front-end")
            if set(data) == {"text/plain"} and re.search(r" object at 0x|<Figure size", line):
                found.append(f"code cell {number} shows a bare object: {line[:60]}")
    if viewed != set(states):
        found.append("widget states and views do not match")
    return found


def front_end():
    """Source of the front end by its name in a figure's state."""
    static = kernel_env.ROOT / "confusion" / "lab" / "frames" / "static"
    return {key: (static / name).read_text("utf-8") for key, name in (("_esm", "frames.js"), ("_css", "frames.css"))}


def dress(path):
    """Give the figures of a notebook the present front end."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    for model in notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {}).values():
        model["state"].update(front_end())
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def orphans(book):
    """Notebooks that no text makes."""
    made = {target(book, text) for text in chapters(book)}
    return [path for path in sorted(book.rglob("*.ipynb")) if "_build" not in path.parts and path not in made]


def _difference(old, new):
    for number, (a, b) in enumerate(zip(old.splitlines() + [""], new.splitlines() + [""]), start=1):
        if a != b:
            return f"line {number}: stored {a.strip()[:90]!r}, now {b.strip()[:90]!r}"
    return "the end"


def main(arguments=None):
    """Command line; exit status 1 when anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="chapters to make (part of their path); all by default")
    parser.add_argument("--check", action="store_true", help="compare text, notebooks and figures without running")
    parser.add_argument("--verify", action="store_true", help="run everything and demand the stored bytes")
    parser.add_argument("--front-end", action="store_true", help="renew the stored front end without running")
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
                if options.verify and new != old:
                    report(path, f"a fresh run differs at {_difference(old, new)}")
                elif not options.verify:
                    path.write_text(new, encoding="utf-8")
                print(f"{path.relative_to(book)}: {'same bytes' if new == old else 'new bytes'}", flush=True)
    for text in texts:
        for sentence in problems(book, text):
            report(target(book, text), sentence)
    if not options.names:
        for path in orphans(book):
            report(path, "no text makes this notebook")
    print(f"{len(texts)} chapters, {bad} problems")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
