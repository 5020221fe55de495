"""Numbered figures and tables: an output that has a name gets a number, a caption and an address.

What a cell shows has its name and its caption in the metadata of the stored output (:mod:`coursemachine.labels`).
Sphinx numbers it like any figure or table, so that ``{numref}`` refers to it.
"""

import re
from functools import partial
from html import escape

from docutils import nodes
from docutils.utils import new_document
from myst_nb.core.render import WIDGET_VIEW_MIMETYPE
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.transforms import SphinxTransform

from coursemachine.figures.markup import panels_of
from coursemachine.labels import label_of
from coursemachine.site.common import is_cell, load

#: Class of the tables of verdicts.
VERDICTS = "verdict-table"
VERDICT_TABLE = re.compile(rf'<table class="[^"]*\b{VERDICTS}\b.*?</table>', re.DOTALL)
ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader", "td": "cell"}
NO_SCRIPT = "<noscript><p>This figure has controls; they need JavaScript.</p></noscript>"


class numbered_figure(nodes.General, nodes.Element):
    """A picture, or a figure with controls, with its caption."""


class numbered_table(nodes.General, nodes.Element):
    """A table with its caption."""


class numbered_caption(nodes.Part, nodes.TextElement):
    """Number and caption of either."""


NUMBERED = (numbered_figure, numbered_table)


def caption_of(node):
    """What is called the title of a numbered figure or table where it is referred to by name."""
    return next(iter(node.findall(numbered_caption))).astext()


def bundles(document, path):
    """The places of the outputs of a page's cells, each with what is stored."""
    cells = list(document.findall(is_cell))
    notebook = load(path) if cells else {}
    for cell in cells:
        outputs = [one for one in notebook["cells"][cell["cell_index"]]["outputs"] if "data" in one]
        yield from zip(cell.findall(partial(is_cell, element="mime_bundle")), outputs, strict=True)


class CaptionOutputs(SphinxTransform):
    """Wrap the outputs that have a name; put pictures into the page, where they follow its colours."""

    # After MyST's parse, before the labels of the document are collected (850) and its numbers assigned.
    default_priority = 820

    def apply(self, **options):
        for bundle, output in list(bundles(self.document, self.env.doc2path(self.env.docname))):
            label = label_of(output)
            if "name" in label:
                self.wrap(bundle, self.content(bundle, label, output["data"].get("image/svg+xml", "")), label)

    def content(self, bundle, label, picture):
        """What is captioned: the picture inline, the figure behind its first state, or the output as it is."""
        if label["kind"] == "figure":
            view = next(one for one in bundle.children if one["mime_type"] == WIDGET_VIEW_MIMETYPE)
            first = shown(picture, label["title"], "cf-first")
            place = nodes.container(classes=["cf-place"])
            place += [nodes.raw("", first + NO_SCRIPT, format="html"), *view.children]
            return place
        if label["kind"] == "picture":
            return nodes.raw("", shown(picture, label["alt"], "picture"), format="html")
        return bundle

    def wrap(self, bundle, content, label):
        """Put a numbered node around an output."""
        kind, name = label["kind"], label["name"]
        self.free(name)
        if kind == "verdicts":
            for table in content.findall(nodes.table):
                table["classes"].append(VERDICTS)
        numbered = numbered_table if kind in ("table", "verdicts") else numbered_figure
        node = numbered(ids=[name], names=[name], kind=kind)
        node.source, node.line = bundle.source, bundle.line
        bundle.replace_self(node)
        words = numbered_caption("", "", *self.inline(label["caption"]))
        node += [content, words] if kind == "picture" else [words, content]
        self.document.note_explicit_target(node, node)

    def free(self, name):
        """Let a heading of the same words give way: the address of a figure is also that of its state."""
        heading = self.document.ids.get(name)
        if isinstance(heading, nodes.section):
            other = f"section-{name}"
            heading["ids"] = [other if one == name else one for one in heading["ids"]]
            self.document.ids[other] = self.document.ids.pop(name)
            self.document.nameids |= {key: other for key, value in self.document.nameids.items() if value == name}

    def inline(self, text):
        """Inline Markdown as in the text of the page, with its mathematics and references."""
        part = new_document(self.document["source"], self.document.settings)
        MystParser().parse(text, part)
        paragraph = next(iter(part.findall(nodes.paragraph)), None)
        return paragraph.children if paragraph else [nodes.Text(text)]


def shown(picture, alt, name):
    """A picture, panel by panel, with the words that stand for it."""
    panels = panels_of("".join(picture))
    several = " panels" * (len(panels) > 1)
    text = "".join(one[one.index("<svg") :] for one in panels)
    return f'<div class="{name}{several}" role="img" aria-label="{escape(alt)}">{text}</div>'


def visit_numbered(self, node):  # tables, too, are in a figure of HTML
    kind = "table" if isinstance(node, numbered_table) else node["kind"]
    self.body.append(self.starttag(node, "figure", CLASS=f"numbered numbered-{kind}"))


def depart_numbered(self, node):
    self.body.append("</figure>\n")


def visit_caption(self, node):
    self.body.append(self.starttag(node, "figcaption", "") + '<span class="caption-words">')
    self.add_fignumber(node.parent)


def depart_caption(self, node):
    table = isinstance(node.parent, numbered_table)
    self.body.append("</span>")
    self.add_permalink_ref(node.parent, f"Link to this {'table' if table else 'figure'}")
    self.body.append("</figcaption>\n")


def give_roles(app, pagename, templatename, context, doctree):
    """Say of each part of a table of verdicts what it is: as cards on a phone it no longer looks like a table."""

    def with_roles(table):
        return re.sub(r"<(table|thead|tbody|tr|th|td)\b", lambda tag: f'{tag[0]} role="{ROLES[tag[1]]}"', table[0])

    context["body"] = VERDICT_TABLE.sub(with_roles, context.get("body", ""))


def setup(app):
    for node, kind in ((numbered_figure, "figure"), (numbered_table, "table")):
        app.add_enumerable_node(node, kind, caption_of, html=(visit_numbered, depart_numbered))
    app.add_node(numbered_caption, html=(visit_caption, depart_caption))
    app.add_transform(CaptionOutputs)
    app.connect("html-page-context", give_roles, priority=985)
