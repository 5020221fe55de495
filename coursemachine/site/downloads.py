"""The notebooks that a reader downloads: ``notebooks/<part>/<name>.ipynb`` and ``<name>-student.ipynb`` of the site.

Those for students are also in one archive, ``notebooks/students.zip``.

The stored notebooks are the book's source, full of directives.  The downloads say the same in Markdown that Jupyter
shows by itself, with the numbers of the book; drawing code is folded, checks of the prose are left out, and the
students' version has no solutions.
"""

import re
from copy import deepcopy
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import nbformat

from coursemachine import names
from coursemachine.controls.base import Model
from coursemachine.controls.front import front_end
from coursemachine.labels import KEY, label_of
from coursemachine.notebooks import install_cell
from coursemachine.notebooks.chapters import METADATA, VIEW
from coursemachine.notebooks.needed_code import plain, statements
from coursemachine.site.common import number_of, on_build_finished, outputs_of, repository_of, site_of
from coursemachine.site.plain_markdown import Writer

#: Where they stand in the site, the one with the solutions first, and what they are called in a page's menu.
PLACES = {"notebooks/{}.ipynb": "Notebook", "notebooks/{}-student.ipynb": "Notebook without solutions"}
#: Every notebook without solutions, in one file.
ARCHIVE = "notebooks/students.zip"
FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
#: Where a notebook keeps the widgets that it shows.
STATE = "application/vnd.jupyter.widget-state+json"
MODEL = ("_model_module", "_model_module_version", "_model_name")
#: Metadata of a cell whose code Jupyter folds.
CODE_FOLDED = {"jupyter": {"source_hidden": True}}
#: For nbgrader, by a cell's tag or kind in the students' version: is it graded, and is it theirs?
GRADED = {"stub": (False, True), "check": (True, False), "answer": (True, True), "hidden": (False, False)}


def keep_page(app, doctree, docname):
    """Remember what a chapter's notebook says, while its page has every number and every reference."""
    path = Path(app.env.doc2path(docname))
    if app.builder.format != "html" or path.suffix != ".ipynb":
        return
    writer = Writer(app.env, docname, site_of(app.config))
    items = list(writer.items(doctree))
    app.chapters_to_download[docname] = (path, items, writer)


def drop_launch_links(app, config):
    """No repository, no Colab and no Binder: the theme would look for an address and fail."""
    if not config.html_theme_options.get("repository_url"):
        config.html_theme_options["launch_buttons"] = {}


def write_notebooks(app):
    """Write two notebooks for each chapter."""
    requirement = install_cell.from_repository(repository_of(app.config)[0])
    for docname, (path, items, writer) in app.chapters_to_download.items():
        stored = nbformat.read(path, as_version=4)
        for student, place in enumerate(PLACES):
            notebook = converted(stored, items, writer, requirement, app.config.html_title, student)
            goal = Path(app.outdir, place.format(docname))
            goal.parent.mkdir(parents=True, exist_ok=True)
            goal.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    *_, student = PLACES
    archive(app.outdir, [student.format(docname) for docname in sorted(app.chapters_to_download)])


def archive(folder, names):
    """Put the files `names` of the site into one archive; the same files make the same bytes."""
    with ZipFile(Path(folder, ARCHIVE), "w") as goal:
        for name in names:
            # Without a date: an entry made so has the first day that an archive knows.
            entry = ZipInfo(name.removeprefix("notebooks/"))
            entry.external_attr = 0o644 << 16
            goal.writestr(entry, Path(folder, name).read_bytes(), ZIP_DEFLATED)


def converted(stored, items, writer, requirement, book, student):
    """A notebook for a reader."""
    items = [item for item in items if not (student and item[2])]
    # An exercise with a stub of its own needs no other cell for the answer.
    follows = [item[0] for item in items[1:]] + [""]
    items = [item for item, after in zip(items, follows) if item[0] != "answer" or (student and after != "code")]
    cells = [cell for item in with_removed(stored, items, student) for cell in made(stored, item, writer, student)]
    head = nbformat.v4.new_code_cell(install_cell.source(requirement), metadata=deepcopy(CODE_FOLDED))
    cells = merged(cells)
    cells[1:1] = [note(writer, book, student), head]
    cells += references(writer)
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number:03d}"
        if "nbgrader" in cell.metadata:
            cell.metadata["nbgrader"]["grade_id"] = cell.id
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=deepcopy(METADATA))
    if models := widgets(cells):
        notebook.metadata["widgets"] = {STATE: {"state": models, "version_major": 2, "version_minor": 0}}
    return notebook


def widgets(cells):
    """Make a widget of each figure with controls: with its front end it is alive before its cell runs."""
    models, blank = {}, Model().get_state()
    for output in outputs_of(cells):
        if "figure" in label_of(output):
            figure, name = output.metadata[KEY].pop("figure"), f"figure-{len(models) + 1:02d}"
            output.data[VIEW] = {"model_id": name, "version_major": 2, "version_minor": 0}
            own = {key: value for key, value in blank.items() if key != "layout"}
            state = own | figure | front_end(figure.get("kind", "flipbook"))
            models[name] = {key.removeprefix("_"): own[key] for key in MODEL} | {"state": state}
    return models


def in_solutions(stored):
    """Numbers of the cells that stand in a solution, whether the page shows them or not."""
    numbers, inside = set(), False
    for number, cell in enumerate(stored.cells):
        if cell.cell_type == "code":
            numbers |= {number} if inside else set()
        else:
            marks = re.findall(r"^`{3,}\{solution-(start|end)\}", cell.source, re.M)
            inside = marks[-1] == "start" if marks else inside
    return numbers


def with_removed(stored, items, student):
    """The items, and among them the cells that the page leaves out, as far as later cells need them."""
    shown = {item[1] for item in items if item[0] == "code"}
    solutions = in_solutions(stored) if student else set()
    code = []  # (number of a cell, code): shown cells whole, hidden ones by their statements
    for number, cell in enumerate(stored.cells):
        if number in shown:
            code.append((number, plain(cell.source)))
        elif cell.cell_type == "code" and number not in solutions and "install" not in cell.metadata.get("tags", []):
            code += [(number, statement) for statement in statements(cell.source)]
    targets = [at for at, (number, _) in enumerate(code) if number in shown]
    parts = {}
    for number, statement in (code[at] for at in names.needed([source for _, source in code], targets)):
        if number not in shown:
            parts[number] = f"{parts[number]}\n{statement}" if number in parts else statement
    for item in items:
        if item[0] == "code":
            for number in [earlier for earlier in sorted(parts) if earlier < item[1]]:
                yield "hidden", parts.pop(number), False
        yield item
    # What is left stands after the last cell that could need it.


def graded(kind):
    """The metadata by which nbgrader knows a cell; what is not the student's it writes anew before it grades."""
    grade, own = GRADED[kind]
    said = {"grade": grade, "solution": own, "locked": not own, "task": False, "schema_version": 3}
    return {"nbgrader": said | ({"points": 1} if grade else {})}


def made(stored, item, writer, student):
    """Cells of an item."""
    kind, content, solution = item
    if kind == "text":
        yield nbformat.v4.new_markdown_cell(content)
    elif kind == "hidden":
        yield nbformat.v4.new_code_cell(content, metadata=deepcopy(CODE_FOLDED) | (graded(kind) if student else {}))
    elif kind == "answer":
        yield nbformat.v4.new_markdown_cell("*Your answer*", metadata=graded(kind))
    elif kind == "code" and "install" not in stored.cells[content].metadata.get("tags", []):
        cell = deepcopy(stored.cells[content])
        tags = set(cell.metadata.pop("tags", []))
        for one in tags & GRADED.keys() if student else ():
            cell.metadata |= graded(one)
        if solution or tags & FOLDED:
            cell.metadata |= deepcopy(CODE_FOLDED)
        if solution or "hide-output" in tags:
            cell.metadata["jupyter"] = cell.metadata.get("jupyter", {}) | {"outputs_hidden": True}
        # Cells were left out: the numbers of the stored run would have gaps.
        for part in [cell, *cell.outputs]:
            if "execution_count" in part:
                part.execution_count = None
        yield cell
        yield from captions(cell, writer)


def captions(cell, writer):
    """The captions of what a cell shows, which Jupyter has no place for."""
    for output in cell.outputs:
        label = label_of(output)
        if "name" in label:
            kind = "table" if label["kind"] in ("table", "verdicts") else "figure"
            head = f"{kind.title()} {number_of(writer.env, writer.docname, kind, label['name'])}".strip()
            yield nbformat.v4.new_markdown_cell(f"**{head}.** {label['caption']}")


def merged(cells):
    """The cells, with neighbouring texts in one; a heading begins a new one."""
    joined = []
    for cell in cells:
        joins = joined and all(one.cell_type == "markdown" and not one.metadata for one in (cell, joined[-1]))
        if joins and not re.match("#+ ", cell.source) and not joined[-1].source.startswith("# "):
            joined[-1].source += "\n\n" + cell.source
        else:
            joined.append(cell)
    return joined


def note(writer, book, student):
    """What this notebook is, below its title."""
    page = f"{writer.site}{writer.docname}.html" if writer.site else ""
    name = f"[{book}]({page})" if page else book
    version = " Version without solutions." if student else ""
    version += " A cell below an exercise may use your function: write it first, all in its cell." if student else ""
    text = f"*A chapter of {name}; theorems, equations and figures have the numbers of the book.{version}*"
    return nbformat.v4.new_markdown_cell(text)


def references(writer):
    """The works that the chapter cites, at its end."""
    if not writer.cited:
        return []
    lines = [f"* [{label}] {work}" for work, label in sorted(writer.cited.items(), key=lambda entry: entry[1])]
    return [nbformat.v4.new_markdown_cell("## References\n\n" + "\n".join(lines))]


def setup(app):
    app.chapters_to_download = {}
    app.connect("config-inited", drop_launch_links)
    # After every other extension has changed the page.
    app.connect("doctree-resolved", keep_page, priority=990)
    on_build_finished(app, write_notebooks)
