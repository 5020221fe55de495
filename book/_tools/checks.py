"""What must fit together in a chapter, seen without running it (``notebooks.py --check``).

A check is a small function of a :class:`Chapter` that yields a sentence for each thing that is wrong.  A new one
is written here or in a module of its own and added to :data:`CHECKS`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
import prose
import smaller
from chapters import VIEW, code_cells, front_end, name_of, parse, target
from outputs import kind_and_digest, picture_in, state_of, stored_states

from confusion.lab.figures.markup import digest
from confusion.lab.frames.grid import state_digest


@dataclass(frozen=True)
class Chapter:
    """A chapter as it is written and as it is stored.

    Attributes
    ----------
    book, text : Path
        Folder of the book, and the chapter's MyST text in it.
    fresh, stored : NotebookNode
        Notebook without outputs made from the text; notebook with outputs as it is stored.
    """

    book: Path
    text: Path
    fresh: nbformat.NotebookNode
    stored: nbformat.NotebookNode

    def outputs(self):
        """Every stored output, as (number of its code cell, output)."""
        return [(number, one) for number, cell in enumerate(code_cells(self.stored)) for one in cell.outputs]


def is_listed(chapter):
    """The table of contents names the chapter; in which order is for the editor."""
    toc = chapter.book / "_toc.yml"
    if toc.exists() and f"file: {name_of(chapter.book, chapter.text)}\n" not in toc.read_text(encoding="utf-8"):
        yield "is not in _toc.yml"


def is_made_from_its_text(chapter):
    """Text and notebook have the same cells, in the same order, with the same tags and smaller sizes."""
    told, told_now = (
        [
            (one.cell_type, one.source, one.metadata.get("tags", []), one.metadata.get("smaller"))
            for one in notebook.cells
        ]
        for notebook in (chapter.stored, chapter.fresh)
    )
    if told != told_now:
        first = next((n for n, pair in enumerate(zip(told, told_now)) if pair[0] != pair[1]), None)
        first = min(len(told), len(told_now)) if first is None else first
        yield f"text and notebook differ from cell {first} on: make the notebook again"


def has_run(chapter):
    """Every code cell was run, without an error or a warning."""
    for number, cell in enumerate(code_cells(chapter.stored)):
        if cell.execution_count is None:
            yield f"code cell {number} was not run"
    for number, output in chapter.outputs():
        if output.output_type == "error" or output.get("name") == "stderr":
            yield f"code cell {number} stores an error or a warning"


def shows_no_bare_object(chapter):
    """No output is the address of an object."""
    for number, output in chapter.outputs():
        data = output.get("data", {})
        line = data.get("text/plain", "")
        if set(data) == {"text/plain"} and re.search(r" object at 0x|<Figure size", line):
            yield f"code cell {number} shows a bare object: {line[:60]}"


def pictures_have_their_digest(chapter):
    """Every stored picture is the one its digest names."""
    for number, output in chapter.outputs():
        kind, told = kind_and_digest(output)
        if kind == "picture" and told != digest(picture_in(output) or ""):
            yield f"code cell {number}: the picture is not the one its digest names"


def frames_have_their_digest(chapter):
    """Every stored figure with controls is the one its digest names, and has the present front end."""
    states, viewed = stored_states(chapter.stored), set()
    for number, output in chapter.outputs():
        if VIEW in output.get("data", {}):
            viewed.add(output.data[VIEW]["model_id"])
            state, (kind, told) = state_of(output, states), kind_and_digest(output)
            if not state or kind != "figure" or told != state_digest(state):
                yield f"code cell {number}: the frames are not those their digest names"
            elif any(state[key] != source for key, source in front_end(state).items()):
                yield f"code cell {number}: an old front end is stored, see --front-end"
    if viewed != set(states):
        yield "widget states and views do not match"


def smaller_sizes_fit(chapter):
    """What a smaller size of a cell changes stands in the cell, and is still Python then."""
    for number, cell in enumerate(code_cells(chapter.fresh)):
        if "smaller" not in cell.metadata:
            continue
        try:
            compile(smaller.applied(cell.source, cell.metadata["smaller"]), "the smaller cell", "exec")
        except ValueError as error:
            yield f"code cell {number}: {error}"
        except SyntaxError as error:
            yield f"code cell {number}: in its smaller size it is no Python ({error.msg})"


def numbers_are_held(chapter):
    """Every number of the prose is declared beside its sentence, and what is declared stands in the prose."""
    return prose.problems(chapter.text.read_text(encoding="utf-8"))


#: Called one after the other by :func:`problems`.
CHECKS = (
    is_listed,
    is_made_from_its_text,
    has_run,
    shows_no_bare_object,
    pictures_have_their_digest,
    frames_have_their_digest,
    smaller_sizes_fit,
    numbers_are_held,
)


def problems(book, text):
    """What does not fit together in a chapter: a list of sentences."""
    path = target(book, text)
    if not path.exists():
        return ["has no notebook"]
    fresh, stored = parse(text.read_text(encoding="utf-8")), nbformat.read(path, as_version=4)
    chapter = Chapter(book, text, fresh, stored)
    return [sentence for check in CHECKS for sentence in check(chapter)]
