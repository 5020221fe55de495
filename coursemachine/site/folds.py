"""Folded code is called by what it shows, "Code of Figure 1.3", or by its first comment."""

import re

from sphinx.transforms.post_transforms import SphinxPostTransform

from coursemachine.site.captions import NUMBERED, numbered_table
from coursemachine.site.common import is_cell, number_of


def name_of(cell, env):
    """What the fold of a cell is called."""
    for node in cell.findall(lambda one: isinstance(one, NUMBERED)):
        kind = "table" if isinstance(node, numbered_table) else "figure"
        called = env.config.numfig_format[kind] % number_of(env, env.docname, kind, node["ids"][0])
        # Where the output itself is folded, it is called by its number.
        return f"Code of {called}" if is_cell(cell[0], "cell_code_source") else called
    comment = re.match(r"# (.+)", cell[0].astext().lstrip())
    return f"Code: {comment[1]}" if comment else "Code"


class NameFolds(SphinxPostTransform):
    """Name the folds of a page."""

    # Before myst-nb chooses between the forms of an output (4), and makes the folds (199).
    default_priority = 3
    formats = ("html",)

    def run(self, **options):
        for cell in self.document.findall(is_cell):
            if cell.get("hide_mode") and cell.children:
                cell["prompt_show"] = cell["prompt_hide"] = name_of(cell, self.env)


def setup(app):
    app.add_post_transform(NameFolds)
