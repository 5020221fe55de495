"""Folded code is called by what it holds: "Code of Figure 1.3", "Imports", each name once in a page."""

import ast
import re

from docutils import nodes
from myst_nb.core.render import WIDGET_VIEW_MIMETYPE
from sphinx.transforms.post_transforms import SphinxPostTransform

from coursemachine.site.captions import NUMBERED, numbered_table
from coursemachine.site.common import is_cell, number_of

#: What myst-nb writes where a cell says nothing else.
DEFAULT = "Show code cell {type}"


def held(code):
    """What code without a picture or a table is, in a word."""
    comment = re.match(r"# (.+)", code.lstrip())
    if comment:  # the words that its author chose
        return f"Code: {comment[1]}"
    if "pip install" in code:
        return "Installation"
    try:
        body = ast.parse(code).body
    except SyntaxError:  # a magic of the notebook
        return "Code"
    imports = [isinstance(one, ast.Import | ast.ImportFrom) for one in body]
    if body and all(imports):
        return "Imports"
    settings = all(kind or isinstance(one, ast.Assign | ast.AnnAssign) for kind, one in zip(imports, body))
    return "Imports and settings" if settings and any(imports) else "Code"


def name_of(cell, env):
    """What the fold of a cell is called."""
    for node in cell.findall(lambda one: isinstance(one, NUMBERED)):
        kind = "table" if isinstance(node, numbered_table) else "figure"
        count = number_of(env, env.docname, kind, node["ids"][0])
        called = env.config.numfig_format[kind] % count if count else f"this {kind}"
        # Where the output itself is folded, it is called by its number.
        return f"Code of {called}" if is_cell(cell[0], "cell_code_source") else called
    shown = {one.get("mime_type") for one in cell.findall(nodes.container)}
    figure = WIDGET_VIEW_MIMETYPE in shown or any('class="picture' in one.astext() for one in cell.findall(nodes.raw))
    if figure or any("cf-place" in one["classes"] for one in cell.findall(nodes.container)):
        return "Code of this figure"
    if any(cell.findall(nodes.table)):
        return "Code of this table"
    return held(cell[0].astext())


class NameFolds(SphinxPostTransform):
    """Name the folds of a page."""

    # Before myst-nb chooses between the forms of an output (4), and makes the folds (199).
    default_priority = 3
    formats = ("html",)

    def run(self, **options):
        """Go through the folded cells in order."""
        seen = {}
        for cell in self.document.findall(is_cell):
            if not cell.get("hide_mode") or not cell.children:
                continue
            name = name_of(cell, self.env) if cell["prompt_show"] == DEFAULT else cell["prompt_show"]
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                name = f"{name} ({seen[name]})"
            cell["prompt_show"] = cell["prompt_hide"] = name


def setup(app):
    """Register with Sphinx."""
    app.add_post_transform(NameFolds)
