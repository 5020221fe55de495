"""The book for a class: nothing of a solution is left in what is built of it, and its checks judge as before."""

import builtins
import re

import nbformat
import pytest

from coursemachine import names, sealed
from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, code_cells, name_of
from coursemachine.notebooks.handout import without_solutions
from coursemachine.notebooks.needed_code import plain
from tests.coursemachine.site import build
from tests.coursemachine.test_teaching import CHAPTER, HINTS, STUB, code

KEY = re.compile(r"\{solution-start\}.*?\{solution-end\}", re.DOTALL)
TEXTS = {name_of(BOOK, text): text.read_text(encoding="utf-8") for text in chapters(BOOK)}
OPEN = "\n".join(KEY.sub("", text) for text in TEXTS.values())
HIDDEN = "mistakes, wanted = {}, lambda x: 2 * x  # a secret\nassert wanted\ncases = [((3,), wanted(3))]"
CHECK = "from coursemachine.exercises import check\n\ncheck(double, [], hidden=cases, mistakes=mistakes)"


@pytest.fixture
def given():
    """What a class gets of a small chapter."""
    cells = [nbformat.v4.new_markdown_cell(CHAPTER), code(HIDDEN, "remove-cell"), code(STUB, "stub")]
    cells += [code(CHECK, "check"), nbformat.v4.new_markdown_cell(HINTS), code("def double(x):\n    return x + x")]
    cells += [nbformat.v4.new_markdown_cell("A secret.\n\n````{solution-end}\n````\n\n## After it\n\nThe end.")]
    cells += [code("assert 'secret'", "remove-cell")]
    return without_solutions(nbformat.v4.new_notebook(cells=cells))


@pytest.mark.slow
@pytest.mark.parametrize("chapter", list(TEXTS))
def test_no_line_of_a_solution_is_left_and_no_cell_needs_one(chapter):
    notebook = without_solutions(nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4))
    sources, open_text = "\n".join(cell.source for cell in notebook.cells), KEY.sub("", TEXTS[chapter])
    keys = {line.strip() for key in KEY.findall(TEXTS[chapter]) for line in key.splitlines()[2:]}
    assert [line for line in keys if len(line) > 25 and line in sources and line not in open_text] == []
    labels = {line.removeprefix(":label: ") for line in keys if line.startswith(":label: ")}
    assert [label for label in labels if f"`{label}`" in OPEN] == []
    assert "solution" not in {tag for cell in notebook.cells for tag in cell.metadata.get("tags", ())}
    assert sources.count("{exercise}") == TEXTS[chapter].count("{exercise}") and "mistakes = {" not in sources
    assert sources.count("dropdown hint") == open_text.count("dropdown hint")
    made = set(dir(builtins))
    for cell in code_cells(notebook):
        used = names.names(plain(cell.source))
        assert used.reads <= made, cell.source
        made |= used.makes


def test_a_check_judges_by_what_nobody_reads(given):
    cells = [plain(cell.source) for cell in code_cells(given)]
    assert names.needed(cells, [2]) == {0: {"cases", "mistakes"}, 1: {"double"}, 2: set()}
    assert sealed.read(code_cells(given)[0].source).endswith("cases = [((3,), wanted(3))]")
    for body, verdict in (("x + x", "right in 1 case of 1"), ("x * x", "wrong in a hidden case, 1 of 1, for 3")):
        space = {}
        exec(cells[0], space)
        space["double"] = eval(f"lambda x: {body}")
        exec(f"{cells[2]}\nsaid = {cells[2].splitlines()[-1]}", space)
        assert verdict in repr(space["said"])


@pytest.mark.slow
def test_page_source_downloads_and_search_have_no_solution(given, tmp_path):
    parts = ["captions", "references", "search_index", "downloads"]
    extensions = ["myst_nb", "sphinx_proof", "sphinx_exercise", *(f"coursemachine.site.{part}" for part in parts)]
    page = build(tmp_path, {"chapter": given.cells}, extensions=extensions, html_theme="sphinx_book_theme")["chapter"]
    assert "Add it to itself." in page and "After it" in page
    files = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*.*") if "_static" not in path.parts}
    made = {path.relative_to(tmp_path / "out").as_posix() for path in files}
    assert {"chapter.html", "_sources/chapter.ipynb", "notebooks/chapter.ipynb", "searchindex.js"} <= made
    assert [path for path, held in files.items() if b"secret" in held or b"x + x" in held] == []
