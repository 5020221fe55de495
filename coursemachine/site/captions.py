"""Numbered figures and tables: an output that has a name gets a number, a caption, an address, a line in a list.

What a cell shows has its name and its caption in the metadata of the stored output (:mod:`coursemachine.labels`).
Sphinx numbers it like any figure or table, so that ``{numref}`` refers to it.  Folded code is called by the number of
what it shows, "Code of Figure 1.3", or by its first comment.
"""

import re
from functools import partial
from html import escape
from itertools import cycle

from docutils import nodes
from docutils.utils import new_document
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import ReferenceRole, SphinxDirective

from coursemachine.controls.front import stored
from coursemachine.figures.markup import panels_of
from coursemachine.labels import label_of
from coursemachine.site.common import add_placeholder, is_cell, load, number_of, patched

#: Class of the tables of verdicts.
VERDICTS = "verdict-table"
VERDICT_TABLE = re.compile(rf'<table class="[^"]*\b{VERDICTS}\b.*?</table>', re.DOTALL)
ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader", "td": "cell"}
NO_SCRIPT = "<noscript><p>This figure has controls; they need JavaScript.</p></noscript>"


class numbered_figure(nodes.General, nodes.Element):
    """A picture, or a figure with controls, with its caption."""

    counter = "figure"


class numbered_table(nodes.General, nodes.Element):
    """A table with its caption."""

    counter = "table"


class numbered_caption(nodes.Part, nodes.TextElement):
    """Number and caption of either."""


class main_figure(nodes.General, nodes.Element):
    """The place at the head of a page for a figure that a cell below makes."""


NUMBERED = (numbered_figure, numbered_table)


def caption_of(node):
    """What is called the title of a numbered figure or table where it is referred to by name."""
    return next(iter(node.findall(numbered_caption))).astext()


def called_by_number(env, page, node):
    """ "Figure 1.3"."""
    return env.config.numfig_format[node.counter] % number_of(env, page, node.counter, node["ids"][0])


def bundles(document, path):
    """The places of the outputs of a page's cells, each with what is stored."""
    cells = list(document.findall(is_cell))
    notebook = load(path) if cells else {}
    for cell in cells:
        outputs = [output for output in notebook["cells"][cell["cell_index"]]["outputs"] if "data" in output]
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
        for place in list(self.document.findall(main_figure)):
            self.move(place)

    def move(self, place):
        """Put a figure where its page opens; the cell that makes it stays where it is, and keeps its name."""
        figure = self.document.ids.get(place["figure"])
        if not isinstance(figure, numbered_figure):
            raise ValueError(f"{self.env.docname}: main-figure: no cell shows a figure {place['figure']!r}")
        cell = figure
        while not is_cell(cell):
            cell = cell.parent
        cell["shows"] = place["figure"]
        figure.parent.remove(figure)
        place.replace_self(figure)

    def content(self, bundle, label, picture):
        """What is captioned: the picture inline, the figure behind its first state, or the output as it is."""
        if label["kind"] == "figure":
            first = shown(picture, label["figure"]["title"], "cf-first")
            text = f'<div class="cf-place">{first}{NO_SCRIPT}{stored(label["figure"])}</div>'
            return nodes.raw("", text, format="html")
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
        node += [words, content] if numbered is numbered_table else [content, words]
        self.document.note_explicit_target(node, node)

    def free(self, name):
        """Let a heading of the same words give way: the address of a figure is also that of its state."""
        heading = self.document.ids.get(name)
        if isinstance(heading, nodes.section):
            other = f"section-{name}"
            heading["ids"] = [other if own == name else own for own in heading["ids"]]
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
    text = "".join(panel[panel.index("<svg") :] for panel in panels)
    return f'<div class="{name}{several}" role="img" aria-label="{escape(alt)}">{text}</div>'


def visit_numbered(self, node):  # tables, too, are in a figure of HTML
    kind = "table" if node.counter == "table" else node["kind"]
    self.body.append(self.starttag(node, "figure", CLASS=f"numbered numbered-{kind}"))


def depart_numbered(self, node):
    self.body.append("</figure>\n")


def visit_caption(self, node):
    self.body.append(self.starttag(node, "figcaption", "") + '<span class="caption-words">')
    self.add_fignumber(node.parent)


def depart_caption(self, node):
    self.body.append("</span>")
    self.add_permalink_ref(node.parent, f"Link to this {node.parent.counter}")
    self.body.append("</figcaption>\n")


def give_roles(app, pagename, templatename, context, doctree):
    """Say of each part of a table of verdicts what it is: as cards on a phone it no longer looks like a table."""

    def with_roles(table):
        heads = cycle(re.findall(r"<th\b[^>]*><p>(.*?)</p>", table[0]))
        labelled = re.sub(r"<td\b", lambda _: f'<td data-head="{next(heads)}"', table[0])
        return re.sub(r"<(table|thead|tbody|tr|th|td)\b", lambda tag: f'{tag[0]} role="{ROLES[tag[1]]}"', labelled)

    context["body"] = patched(VERDICT_TABLE, with_roles, context.get("body", ""))


def numbered_of(cell):
    """The figures and tables that a cell makes; one may have been moved to the head of the page."""
    if "shows" in cell:
        return [node for node in cell.document.findall(numbered_figure) if cell["shows"] in node["ids"]]
    return cell.findall(lambda node: isinstance(node, NUMBERED))


def name_of(cell, env):
    """What the fold of a cell is called."""
    for node in numbered_of(cell):
        called = called_by_number(env, env.docname, node)
        # Where the output itself is folded, it is called by its number.
        return f"Code of {called}" if is_cell(cell[0], "cell_code_source") else called
    listed = re.search(r"^def (\w+)\(", cell.astext(), re.MULTILINE)  # a function's own lines, shown by a listing
    said = re.match(r"# (.+)", cell[0].astext().lstrip()) or (listed if is_cell(cell[0], "cell_code_output") else None)
    return f"Code: {said[1].replace('_', ' ')}" if said else "Code"


class NameFolds(SphinxPostTransform):
    """Name the folds of a page."""

    # Before myst-nb chooses between the forms of an output (4), and makes the folds (199).
    default_priority = 3
    formats = ("html",)

    def run(self, **options):
        for cell in self.document.findall(is_cell):
            if cell.get("hide_mode") and cell.children:
                cell["prompt_show"] = cell["prompt_hide"] = name_of(cell, self.env)


def caption_nodes(node):
    """A caption for another page: its links would lead elsewhere from there, so their words stay alone."""
    copy = next(iter(node.findall(numbered_caption))).deepcopy()
    for kind in (addnodes.pending_xref, nodes.reference):
        for link in list(copy.findall(kind)):
            link.replace_self(nodes.inline("", link.astext()))
    return copy.children


def list_of(kind, app, here):
    """``{list-of-figures}``, ``{list-of-tables}``: everything of a kind of node, chapter by chapter."""
    env = app.env
    box = nodes.container(classes=["numbered-list"])
    for page in env.collect_relations():  # in the order of the book
        counted = env.toc_fignumbers.get(page, {}).get(kind.counter, {})
        figures = list(env.get_doctree(page).findall(kind)) if counted else []
        if not figures:
            continue
        uri = app.builder.get_relative_uri(here, page)
        secnumber = ".".join(map(str, env.titles[page].get("secnumber") or ()))
        words = f"{secnumber}. {env.titles[page].astext()}" if secnumber else env.titles[page].astext()
        box += nodes.paragraph("", "", nodes.strong("", "", nodes.reference("", words, refuri=uri, internal=True)))
        items = nodes.bullet_list(classes=["simple"])
        for node in figures:
            words = called_by_number(env, page, node)
            link = nodes.reference("", words, refuri=f"{uri}#{node['ids'][0]}", internal=True)
            items += nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(" "), *caption_nodes(node)))
        box += items
    return box


class MainFigure(SphinxDirective):
    """Open the page with a figure of it: ``{main-figure} imbalance-dial``."""

    required_arguments = 1

    def run(self):
        return [main_figure(figure=self.arguments[0])]


class Sets(ReferenceRole):
    """Words that bring a figure of the page into a state: ``{sets}`90 % <imbalance-dial?share=0.9>```."""

    def run(self):
        figure = f"#{self.target}"
        return [nodes.reference("", self.title, refuri=figure, internal=True, classes=["sets"], reftitle="Show it")], []


def setup(app):
    app.add_role("sets", Sets())
    app.add_directive("main-figure", MainFigure)
    for node in NUMBERED:
        app.add_enumerable_node(node, node.counter, caption_of, html=(visit_numbered, depart_numbered))
        add_placeholder(app, f"list-of-{node.counter}s", partial(list_of, node))
    app.add_node(numbered_caption, html=(visit_caption, depart_caption))
    app.add_transform(CaptionOutputs)
    app.add_post_transform(NameFolds)
    app.connect("html-page-context", give_roles, priority=985)
