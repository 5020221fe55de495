"""A copy of the book for a class, without the solutions of its exercises: ``make book SOLUTIONS=no``.

Pages, downloads, slides, prints and the index of the search are all made from the stored notebooks, so these are all
that changes.  Hints stay, quick questions and quizzes keep their answers, and every check judges as before: the hidden
cells that it needs, which often compute what the exercise asks for, are sealed.
"""

import re
import shutil
from copy import deepcopy

import nbformat
import yaml

from coursemachine import names
from coursemachine.checkout import BOOK, ROOT
from coursemachine.notebooks.chapters import code_cells
from coursemachine.notebooks.needed_code import plain, statements
from coursemachine.sealed import sealed

GOAL = ROOT / "build" / "handout"
_MARK = re.compile(r"^(`{3,})\{solution-(start|end)\}.*?^\1 *$", re.MULTILINE | re.DOTALL)
_LEFT_OUT = shutil.ignore_patterns("_build", "_text", "scenes", "*.py", "__pycache__", ".ipynb_checkpoints")


def without_solutions(stored):
    """A stored notebook without the text and the cells of its solutions, what else checks need of them sealed."""
    notebook, inside = deepcopy(stored), False
    for cell in notebook.cells:
        kept = [] if inside else [cell.source]
        if cell.cell_type == "markdown":
            first, *parts = _MARK.split(cell.source)  # then for each mark its fence, its word, and the text behind it
            kept = [] if inside else [first]
            for word, text in zip(parts[1::3], parts[2::3]):
                inside = word == "start"
                kept += [] if inside else [text]
        cell.source = "\n\n".join(filter(None, map(str.strip, kept)))
    notebook.cells = [cell for cell in notebook.cells if cell.source]
    seal(notebook)
    return notebook


def seal(notebook):
    """Seal hidden cells that a check needs, and drop those that no shown cell needs: they repeat what the text says."""
    cells = code_cells(notebook)
    tags = [set(cell.metadata.get("tags", ())) for cell in cells]
    code = [plain(cell.source) for cell in cells]
    shown = [number for number, own in enumerate(tags) if "remove-cell" not in own]
    needed, checks = names.needed(code, shown), [number for number in shown if "check" in tags[number]]
    judging = names.needed(code, checks)
    for number, (cell, own) in enumerate(zip(cells, tags)):
        if "remove-cell" in own and "install" not in own:
            cell.outputs, said = [], "\n".join(statements(cell.source))
            cell.source = "" if number not in needed else sealed(said) if number in judging else said
    notebook.cells = [cell for cell in notebook.cells if cell.source]


def write(goal=GOAL):
    """Copy the book to `goal`, with notebooks and settings of its own."""
    shutil.rmtree(goal, ignore_errors=True)
    shutil.copytree(BOOK, goal, ignore=_LEFT_OUT)
    for path in goal.rglob("*.ipynb"):
        path.write_text(nbformat.writes(without_solutions(nbformat.read(path, as_version=4))) + "\n", encoding="utf-8")
    config = yaml.safe_load((goal / "_config.yml").read_text(encoding="utf-8"))
    config["repository"]["url"] = ""  # it has the solutions
    config["sphinx"]["config"]["hide_solutions"] = True
    (goal / "_config.yml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    write()
