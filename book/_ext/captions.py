"""Numbered figures and tables: an output whose text names itself gets a number, a caption and an address.

What a cell shows tells its name and its caption in its plain text (``confusion.lab.figures.show``, ``frames``,
``confusion.lab.tables.table``): ``<picture DIGEST: ALT; name: fig-dial; caption: The dial.>``.  Sphinx numbers it like
any figure or table, so that ``{numref}`` refers to it.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.utils import new_document
from myst_nb.core.render import WIDGET_VIEW_MIMETYPE
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.transforms import SphinxTransform

from confusion.lab.figures.markup import label_of, panels_of

#: What a picture shows for a reader who cannot see it, with or without a caption behind it.
ALT = re.compile(r"^<picture \w{12}: (.*?)(?:; name: [a-z0-9-]+; caption: .*)?>$", re.DOTALL)
TITLE = re.compile(r"^<figure \w{12}: (.*?)(?:; controls: .*)?>$", re.DOTALL)
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


def plain_text(bundle):
    """The text/plain of a stored output, or an empty text."""
    for one in bundle.children:
        if one.get("mime_type") == "text/plain":
            return one.astext().strip()
    return ""


class CaptionOutputs(SphinxTransform):
    """Wrap the outputs that name themselves; put pictures into the page, where they follow its colours."""

    # After MyST's parse, before the labels of the document are collected (850) and its numbers assigned.
    default_priority = 820

    def apply(self, **options):
        """Go through all stored outputs of the page."""
        bundles = [one for one in self.document.findall(nodes.container) if one.get("nb_element") == "mime_bundle"]
        for bundle in bundles:
            text = plain_text(bundle)
            kinds = {one["mime_type"]: one for one in bundle.children}
            content = self.content(bundle, kinds, text)
            told = label_of(text)
            if told:
                self.wrap(bundle, content, *told)
            elif content is not bundle:
                bundle.replace_self(content)

    def content(self, bundle, kinds, text):
        """What is captioned: the picture inline, the figure behind its first state, or the output as it is."""
        drawn = kinds.get("image/svg+xml")
        picture = source(drawn, self.env) if drawn else ""
        view = kinds.get(WIDGET_VIEW_MIMETYPE)
        if view:
            first = title(text)
            still = shown(picture, first, "cf-first") if picture else ""
            place = nodes.container(classes=["cf-place"])
            place += [nodes.raw("", still + NO_SCRIPT, format="html"), *view.children]
            return place
        if picture and text.startswith("<picture"):
            return nodes.raw("", shown(picture, ALT.match(text)[1], "picture"), format="html")
        return bundle

    def wrap(self, bundle, content, kind, name, caption):
        """Put a numbered node around an output."""
        self.free(name)
        node = (numbered_table if kind == "table" else numbered_figure)(ids=[name], names=[name], kind=kind)
        node.source, node.line = bundle.source, bundle.line
        bundle.replace_self(node)
        words = numbered_caption("", "", *self.inline(caption))
        node += [content, words] if kind == "picture" else [words, content]
        self.document.note_explicit_target(node, node)

    def free(self, name):
        """Let a heading of the same words give way: the address of a figure is also that of its state."""
        heading = self.document.ids.get(name)
        if isinstance(heading, nodes.section):
            other = f"section-{name}"
            heading["ids"] = [other if one == name else one for one in heading["ids"]]
            self.document.ids[other] = self.document.ids.pop(name)
            for key in [key for key, value in self.document.nameids.items() if value == name]:
                self.document.nameids[key] = other

    def inline(self, text):
        """Inline Markdown as in the text of the page, with its mathematics and references."""
        part = new_document(self.document["source"], self.document.settings)
        MystParser().parse(text, part)
        paragraph = next(iter(part.findall(nodes.paragraph)), None)
        return paragraph.children if paragraph else [nodes.Text(text)]


def source(container, env):
    """The SVG text of a stored output, which myst-nb has made an image file of."""
    image = next(iter(container.findall(nodes.image)))
    file = Path(env.srcdir, env.relfn2path(image["uri"], env.docname)[0])
    return file.read_text(encoding="utf-8")


def shown(picture, alt, name):
    """A picture, panel by panel, with the words that stand for it."""
    panels = panels_of(picture)
    several = " panels" if len(panels) > 1 else ""
    text = "".join(one[one.index("<svg") :] for one in panels)
    return f'<div class="{name}{several}" role="img" aria-label="{escape(alt)}">{text}</div>'


def title(text):
    """The title of a figure with controls."""
    found = TITLE.match(text)
    return found[1] if found else "Figure"


def visit_numbered(self, node):
    """Open the figure of HTML, which holds tables as well."""
    kind = "table" if isinstance(node, numbered_table) else node["kind"]
    self.body.append(self.starttag(node, "figure", CLASS=f"numbered numbered-{kind}"))


def depart_numbered(self, node):
    """Close it."""
    self.body.append("</figure>\n")


def visit_caption(self, node):
    """Open the caption with its number."""
    self.body.append(self.starttag(node, "figcaption", ""))
    self.body.append('<span class="caption-words">')
    self.add_fignumber(node.parent)


def depart_caption(self, node):
    """Close the caption behind the link to itself."""
    table = isinstance(node.parent, numbered_table)
    self.body.append("</span>")
    self.add_permalink_ref(node.parent, f"Link to this {'table' if table else 'figure'}")
    self.body.append("</figcaption>\n")


def nothing(self, node):
    """Other writers than HTML's show what is inside."""


def setup(app):
    """Register with Sphinx."""
    html, plain = (visit_numbered, depart_numbered), (nothing, nothing)
    others = dict.fromkeys(("latex", "text", "man", "texinfo"), plain)
    app.add_enumerable_node(numbered_figure, "figure", caption_of, html=html, **others)
    app.add_enumerable_node(numbered_table, "table", caption_of, html=html, **others)
    app.add_node(numbered_caption, html=(visit_caption, depart_caption), **others)
    app.add_transform(CaptionOutputs)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
