"""What must fit together in a chapter, seen without running it (``python -m coursemachine.notebooks --check``).

A check is a small function of a :class:`Chapter` that yields a sentence for each thing that is wrong.  A new one
is written here or in a module of its own and added to :data:`CHECKS`.
"""

import re
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

import nbformat

from coursemachine import prose
from coursemachine.notebooks.chapters import changes, code_cells, name_of, outputs, parse, target


@dataclass(frozen=True)
class Chapter:
    """A chapter's text in a book, the notebook made from it without outputs, and the notebook that is stored."""

    book: Path
    text: Path
    fresh: nbformat.NotebookNode
    stored: nbformat.NotebookNode


def is_listed(chapter):
    """The table of contents names the chapter; in which order is for the editor."""
    toc = chapter.book / "_toc.yml"
    if toc.exists() and f"file: {name_of(chapter.book, chapter.text)}\n" not in toc.read_text(encoding="utf-8"):
        yield "is not in _toc.yml"


def is_made_from_its_text(chapter):
    """Text and notebook have the same cells, in the same order, with the same tags and smaller sizes."""
    cells, cells_now = (
        [
            (cell.cell_type, cell.source, cell.metadata.get("tags", []), cell.metadata.get("smaller"))
            for cell in book.cells
        ]
        for book in (chapter.stored, chapter.fresh)
    )
    differ = (number for number, (old, new) in enumerate(zip_longest(cells, cells_now)) if old != new)
    for first in islice(differ, 1):
        yield f"text and notebook differ from cell {first} on: make the notebook again"


def has_run(chapter):
    """Every code cell was run, without an error or a warning."""
    for number, cell in enumerate(code_cells(chapter.stored)):
        if cell.execution_count is None:
            yield f"code cell {number} was not run"
    for number, output in outputs(chapter.stored):
        if output.output_type == "error" or output.get("name") == "stderr":
            said = output.get("text", output.get("evalue", "")).partition("Warning: ")
            yield f"code cell {number} stores an error or a warning: {said[2] or said[0]:.200}"


def shows_no_bare_object(chapter):
    """No output is the address of an object."""
    for number, output in outputs(chapter.stored):
        data = output.get("data", {})
        line = data.get("text/plain", "")
        if set(data) == {"text/plain"} and re.search(r" object at 0x|<Figure size", line):
            yield f"code cell {number} shows a bare object: {line[:60]}"


#: Cells of an exercise by their tags, which are all that the machine looks at: the line that an author writes there.
EXERCISE = {
    "stub": ("...  # your lines", re.compile(r"^\s*\.\.\.\s*# your lines", re.MULTILINE)),
    "check": ("check(name, cases)", re.compile(r"^check\((?!.*solution=True)", re.MULTILINE)),
    "solution": ("check(name, cases, solution=True)", re.compile(r"^check\(.*solution=True", re.MULTILINE)),
}
#: What a cell's tag may say; CONTRIBUTING.md has a line for each.
TAGS = {
    "remove-input", "hide-input", "hide-cell", "hide-output", "remove-cell", "slow", *EXERCISE, "install", "inserted",
}  # fmt: skip


def tags_are_known(chapter):
    """A cell's tags mean something: a misspelt one would show what is to be hidden."""
    for number, cell in enumerate(code_cells(chapter.fresh)):
        for tag in sorted(set(cell.metadata.get("tags", ())) - TAGS):
            yield f"code cell {number}: the tag {tag!r} means nothing; there are: {', '.join(sorted(TAGS))}"


def exercises_are_tagged(chapter):
    """A cell with a line of an exercise has its tag, no other cell has that; each stub has a check and a solution."""
    cells = code_cells(chapter.fresh)
    stubs, solved = (sum(tag in cell.metadata.get("tags", ()) for cell in cells) for tag in ("stub", "solution"))
    if stubs != solved:
        yield f"{stubs} code cells have the tag 'stub', and {solved} the tag 'solution'"
    for number, cell in enumerate(cells):
        tags = cell.metadata.get("tags", ())
        for tag, (line, pattern) in EXERCISE.items():
            if pattern.search(cell.source) and tag not in tags:
                yield f"code cell {number}: it has a line {line!r}, and needs the tag {tag!r}"
            elif tag in tags and not pattern.search(cell.source):
                yield f"code cell {number}: it has the tag {tag!r}, and needs a line {line!r}"
        follower = cells[number + 1].metadata.get("tags", ()) if number + 1 < len(cells) else ()
        if "stub" in tags and "check" not in follower:
            yield f"code cell {number}: it has the tag 'stub', and the next cell needs the tag 'check'"


def smaller_sizes_fit(chapter):
    """What a smaller size of a cell changes stands in the cell, and is still Python then."""
    for number, cell in enumerate(code_cells(chapter.fresh)):
        if "smaller" not in cell.metadata:
            continue
        source = cell.source
        try:
            for old, new in changes(cell.metadata["smaller"]):
                if old not in source:
                    raise ValueError(f"smaller: the cell has no {old!r}")
                source = source.replace(old, new)
            compile(source, "the smaller cell", "exec")
        except ValueError as error:
            yield f"code cell {number}: {error}"
        except SyntaxError as error:
            yield f"code cell {number}: in its smaller size it is no Python ({error.msg})"


#: A cell of code, and a formula, in the text of a chapter or a page.
CELL = re.compile(r"^(?P<fence>`{3,})\{code-cell\}.*?^(?P=fence) *$", re.M | re.S)
FORMULA = re.compile(r"(?<!\\)\$\$.*?\$\$|(?<![\\$])\$[^$]+\$", re.S)


def _value(side):
    """Value of a side of an equation that is made of plain numbers, or None."""
    side = re.sub(r"\\[,;!: ]|\\(?:left|right|[bB]igg?[lr]?)\b|&|\\\\|\n", " ", side).rstrip(" .")
    side = re.sub(r"\\[td]?frac\s*(\d)\s*(\d)", r"(\1/\2)", side)
    side = re.sub(r"\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", side)
    side = re.sub(r"\^\{?(\d)\}?", r"**\1", re.sub(r"\\cdot|\\times", "*", side)).strip()
    if not re.fullmatch(r"[\d.+\-*/(), ]+", side) or re.search(r"\d\s*\(|\)\s*[\d(]|\d\s+\d", side):
        return None
    try:
        return eval(side, {"__builtins__": {}})  # digits and operators, nothing else
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def wrong_sums(text):
    """Equations between plain numbers that do not hold, such as ``18 + 18 = 38``; decimals may be rounded."""
    for formula in FORMULA.findall(CELL.sub("", text)):
        for chain in re.split(r",(?![^(]*\))|;|\\q?quad|\\text\{[^}]*\}", formula.strip("$")):
            sides = chain.split("=")
            for left, right in zip(sides, sides[1:]):
                values = _value(left), _value(right)
                decimals = [len(digits) for digits in re.findall(r"\.(\d+)", left + right)]
                tolerance = 0.51 * 10.0 ** -min(decimals) if decimals else 1e-9
                pairs = zip(*(each if isinstance(each, tuple) else (each,) for each in values))
                if None not in values and any(abs(a - b) > tolerance for a, b in pairs):
                    yield f"a formula says {' '.join(f'{left}={right}'.split())}"


#: Called one after the other by :func:`problems`.
CHECKS = (
    is_listed, is_made_from_its_text, has_run, shows_no_bare_object, tags_are_known, exercises_are_tagged,
    smaller_sizes_fit,
)  # fmt: skip


def problems(book, text):
    """What does not fit together in a chapter, and what its numbers and sums are not: a list of sentences."""
    path, source = target(book, text), text.read_text(encoding="utf-8")
    if not path.exists():
        return ["has no notebook"]
    fresh, stored = parse(source), nbformat.read(path, as_version=4)
    prose.insert(fresh.cells, stored.cells)
    chapter = Chapter(book, text, fresh, stored)
    found = [sentence for check in CHECKS for sentence in check(chapter)]
    return [*found, *prose.problems(source), *wrong_sums(source)]
