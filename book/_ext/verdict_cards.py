"""Tables of verdicts become cards on a phone, the verdict first; for a screen reader they stay tables."""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

NAME = "verdict-table"
ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader", "td": "cell"}
TABLE = re.compile(rf'<table class="[^"]*\b{NAME}\b.*?</table>', re.DOTALL)


class MarkVerdicts(SphinxPostTransform):
    """Mark the tables whose last column is the verdict."""

    # After the Markdown of an output has been chosen.
    default_priority = 310
    formats = ("html",)

    def run(self, **options):
        """Look at the heads of all tables."""
        for table in self.document.findall(nodes.table):
            heads = [entry for head in table.findall(nodes.thead) for entry in head.findall(nodes.entry)]
            if heads and heads[-1].astext().strip() == "verdict":
                table["classes"].append(NAME)


def with_roles(table):
    """Say of each part what it is: as a card it no longer looks like a table to a browser."""
    return re.sub(r"<(table|thead|tbody|tr|th|td)\b", lambda tag: f'{tag[0]} role="{ROLES[tag[1]]}"', table)


def keep_tables(app, pagename, templatename, context, doctree):
    """Give the tables of a page their roles."""
    context["body"] = TABLE.sub(lambda table: with_roles(table[0]), context.get("body", ""))


def setup(app):
    """Register with Sphinx."""
    app.add_post_transform(MarkVerdicts)
    app.connect("html-page-context", keep_tables, priority=985)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
