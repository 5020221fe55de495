"""Where the chapters are: a text, its notebook without outputs, and the place of the notebook with them."""

import os
import warnings
from copy import deepcopy

from coursemachine import prose
from coursemachine.checkout import variables
from coursemachine.notebooks import install_cell

#: Of every notebook, whoever runs it.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
#: What shows a widget where a kernel runs.
VIEW = "application/vnd.jupyter.widget-view+json"


def chapters(book, names=()):
    """Texts of the book, or those whose path contains one of `names`."""
    texts = sorted((book / "_text").rglob("*.md"))
    chosen = [text for text in texts if not names or any(name in name_of(book, text) for name in names)]
    if names and not chosen:
        known = ", ".join(name_of(book, text) for text in texts)
        raise SystemExit(f"no chapter is called {' or '.join(names)}; there are: {known}")
    return chosen


def name_of(book, text):
    """Path of a chapter in the book, without an ending."""
    return text.relative_to(book / "_text").with_suffix("").as_posix()


def target(book, text):
    """The notebook of a text."""
    return book / f"{name_of(book, text)}.ipynb"


def parse(text):
    """Notebook without outputs from MyST notebook text; nothing in it depends on the machine."""
    import jupytext
    from nbformat.v4 import new_code_cell

    notebook = jupytext.reads(text, fmt={"extension": ".md", "format_name": "myst"})
    notebook.metadata = deepcopy(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    # Above the first code: what says how to get the package.
    first = next((number for number, cell in enumerate(notebook.cells) if cell.cell_type == "code"), 0)
    source = install_cell.source(install_cell.from_repository(install_cell.configured()))
    notebook.cells.insert(first, new_code_cell(source, metadata={"tags": list(install_cell.TAGS)}))
    notebook.cells = prose.with_values(notebook.cells, new_code_cell)
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:03d}"
        cell.metadata.pop("lines_to_next_cell", None)
    return notebook


def run(notebook, folder, **options):
    """Run a notebook in a folder, as every chapter is run; `options` are nbclient's."""
    from nbclient import NotebookClient

    os.environ.update(variables())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The kernel's own remarks about its sockets, below level 40, are no output of the book.
        NotebookClient(
            notebook, kernel_name="python3", timeout=600, record_timing=False, coalesce_streams=True,
            extra_arguments=["--log-level=40"], resources={"metadata": {"path": str(folder)}}, **options,
        ).execute()  # fmt: skip


def changes(text):
    """Pairs (old, new) of a cell's smaller size, ``:smaller: "range(3) -> range(1); rounds=200 -> rounds=50"``.

    What stands before an arrow becomes what stands after it, one change after the other, wherever it occurs in the
    cell.  ValueError if something is no ``old -> new``.
    """
    pairs = [tuple(part.strip() for part in change.split(" -> ")) for change in str(text).split("; ")]
    for pair in pairs:
        if len(pair) != 2 or not all(pair) or pair[0] == pair[1]:
            raise ValueError(f"smaller: {' -> '.join(pair)!r} is no change; write it as 'old -> new; old -> new'")
    return pairs


def code_cells(notebook):
    """The cells that run, numbered as in every message: 0, 1, ..."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    """Every output of a notebook, as (number of its code cell, output)."""
    return [(number, output) for number, cell in enumerate(code_cells(notebook)) for output in cell.outputs]
