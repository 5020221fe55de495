"""The notebooks that the site offers for download, and the wheel beside them, as a reader gets them."""

import functools
import html
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from coursemachine.checkout import BOOK
from coursemachine.notebooks import install_cell
from coursemachine.notebooks.chapters import VIEW, chapters, name_of
from coursemachine.site import downloads
from tests.browser.conftest import SITE, missing

NAMES = [name_of(BOOK, text) for text in chapters(BOOK)]
STUDENT = "-student"
#: Pages that are used, with few words of their own; with the appendix, which is looked up, those without exercises.
#: The recipes have no figure with controls, and nothing declared: all of their numbers are inserted.  The sample of a
#: project has no figure.
SAMPLE = "together/project-sample"
RECIPES, CASE_FILES = "decisions/recipes", {name for name in NAMES if name.startswith("cases/")}
TOOLS = {"decisions/your-own-matrix", RECIPES, SAMPLE}
NO_EXERCISES = {"foundations/tools", *CASE_FILES, *TOOLS}
SHORT = {"foundations/scores-and-margins", "foundations/why-accuracy-lies"}  # one by hand and one in code
#: What only an extension understands: roles, fences of directives, options, labels of equations and of sections.
RAW = re.compile(r"\{[a-z:-]+\}`|^[> ]*(?:`{3,}|:{3,}) *\{|^[> ]*:[a-z]+: |\$\$ *\([a-z]|^\([a-z-]+\)=", re.M)
TITLE = re.compile(r"\*\*((?:Definition|Theorem|Lemma|Proposition|Corollary|Example|Exercise) [A-Z\d]+\.\d+)\b")


@functools.cache
def notebook(name, version=""):
    """A download."""
    path = SITE / "notebooks" / f"{name}{version}.ipynb"
    if not path.exists():
        missing("the book is not built: make html")
    return nbformat.read(path, as_version=4)


@functools.cache
def source(name):
    """The notebook of the book that a download is made from."""
    return nbformat.read(BOOK / f"{name}.ipynb", as_version=4)


def prose(cells):
    """The text of a notebook."""
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def asks(cell):
    """Whether a text ends with an exercise."""
    return cell.cell_type == "markdown" and bool(re.search(r"^> \*\*Exercise (?!.*\n\n[^>])", cell.source, re.M | re.S))


@functools.cache
def page(name):
    """The page of a chapter."""
    return html.unescape((SITE / f"{name}.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", ["", STUDENT])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_that_only_an_extension_understands(name, version):
    cells = notebook(name, version).cells
    assert not RAW.findall(prose(cells)), RAW.findall(prose(cells))
    nbformat.validate(notebook(name, version))
    least = 2 if name == SAMPLE else 10 if name in TOOLS else 20
    assert len(RAW.findall(prose(source(name).cells))) > least, "the source has plenty of it"


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_those_of_the_page(name):
    text, shown = prose(notebook(name).cells), page(name)
    wanted = re.findall(r'<span class="caption-number">((?!Figure|Table)[A-Z]\w+ [A-Z\d]+\.\d+) ?</span>', shown)
    assert sorted(TITLE.findall(text)) == sorted(wanted) and len(wanted) >= (0 if name in (*TOOLS, *CASE_FILES) else 3)
    equations = re.findall(r'<span class="eqno">\(([A-Z\d]+\.\d+)\)', shown)
    assert re.findall(r"\\tag\{([A-Z\d]+\.\d+)\} \$\$$", text, re.M) == equations


@pytest.mark.parametrize("name", NAMES)
def test_figures_and_tables_have_the_captions_of_the_page(name):
    told = [
        re.findall(r"^\*\*((?:Figure|Table)(?: [A-Z\d]+\.\d+)?)\.\*\*", cell.source) for cell in notebook(name).cells
    ]
    wanted = re.findall(r'<figcaption.*?caption-number">((?:Figure|Table) [A-Z\d]+\.\d+)', page(name), re.S)
    assert sorted(sum(told, [])) == sorted(wanted)  # the main figure has the first number, and stays at its cell


@pytest.mark.parametrize("name", NAMES)
def test_the_students_version_has_every_exercise_and_no_solution(name):
    full, student = notebook(name).cells, notebook(name, STUDENT).cells
    stored = source(name)
    solutions = {stored.cells[number].source for number in downloads.in_solutions(stored)}
    exercises = re.findall(r"\*\*Exercise \d+\.\d+ .*", prose(full))
    assert len(exercises) >= (0 if name in NO_EXERCISES else 2 if name in SHORT else 3)
    assert len(exercises) == len(re.findall(r"^`+\{exercise(?:-start)?\} ", prose(stored.cells), re.M))
    assert exercises == re.findall(r"\*\*Exercise \d+\.\d+ .*", prose(student))
    assert len(re.findall(r"^\*\*Solution to Exercise", prose(full), re.M)) == len(exercises)
    assert not re.search(r"Solution to|Show the solution|<details>.*solution", prose(student))
    places = [number for number, cell in enumerate(student) if asks(cell)]
    assert len(places) == len(exercises)
    assert all(one.cell_type == "code" or "nbgrader" in one.metadata for one in (student[at + 1] for at in places))
    assert bool(solutions) == bool(exercises) and not solutions & {cell.source for cell in student}


@pytest.mark.parametrize("name", NAMES)
def test_code_that_draws_is_folded_and_checks_of_the_prose_are_gone(name):
    stored = source(name).cells
    cells = [cell for cell in notebook(name).cells if cell.cell_type == "code"]
    folded = {cell.source for cell in cells if cell.metadata.get("jupyter", {}).get("source_hidden")}
    assert {cell.source for cell in stored if "hide-input" in cell.metadata.get("tags", [])} <= folded
    said = {
        cell.source for cell in stored if "remove-cell" in cell.metadata.get("tags", []) and "prose." in cell.source
    }
    assert (said or name == RECIPES) and not said & {cell.source for cell in cells}
    assert cells[0].source == install_cell.source(install_cell.from_repository(install_cell.configured()))
    # Its source is told once, whatever the text of the chapter has.
    assert sum("submodule_search_locations" in cell.source for cell in cells) == 1


@pytest.mark.parametrize("version", ["", STUDENT])
@pytest.mark.parametrize("name", [name for name in NAMES if name not in (RECIPES, SAMPLE)])
def test_outputs_and_the_state_of_the_controls_come_along(name, version):
    one, stored = notebook(name, version), source(name)
    views = [out.data[VIEW]["model_id"] for out in downloads.outputs_of(one.cells) if VIEW in out.get("data", {})]
    outside = {number: cell for number, cell in enumerate(stored.cells) if number not in downloads.in_solutions(stored)}
    wanted = ["figure" in downloads.label_of(out) for out in downloads.outputs_of(outside.values())]
    assert len(views) >= sum(wanted) > 0
    assert set(one.metadata["widgets"][downloads.STATE]["state"]) == set(views)


def test_the_students_version_runs_in_an_empty_folder(tmp_path):
    from nbclient import NotebookClient

    run = nbformat.from_dict(notebook("uma/label-noise", STUDENT))
    NotebookClient(run, kernel_name="python3", timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_the_wheel_is_installed_by_the_line_that_the_page_shows(visit, tmp_path):
    shown = visit().open("together/install.html").locator("pre:has([data-wheel])").first.inner_text()
    requirement = re.fullmatch(r'pip install "(learning-from-confusion\[notebook\] @ http://\S+\.whl)"', shown.strip())[
        1
    ]
    # Not what it needs: that is the index's part.
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(tmp_path)]
    subprocess.run([*command, requirement], check=True)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    script = "import confusion; from confusion_studies import load_results; print(confusion.__file__)"
    there = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert Path(there.stdout.strip()).parent == tmp_path / "confusion", there.stderr
    bundle = Path("coursemachine", "controls", "bundle")
    wanted = {path.name for path in (install_cell.BOOK.parent / bundle).iterdir()}
    assert wanted and {path.name for path in (tmp_path / bundle).iterdir()} == wanted
