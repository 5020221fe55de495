"""Lists of all numbered figures and tables, by chapter: the directives ``list-of-figures`` and ``list-of-tables``."""

from dataclasses import dataclass

from captions import numbered_caption, numbered_figure, numbered_table
from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

KINDS = {"figure": numbered_figure, "table": numbered_table}


class numbered_list(nodes.General, nodes.Element):
    """The place of a list, until everything has its number."""


class ListOf(SphinxDirective):
    """Put the list of one kind here."""

    kind = "figure"

    def run(self):
        """Leave a place: what the list holds is known when all pages are read."""
        self.env.note_reread()
        return [numbered_list(kind=self.kind)]


class ListOfTables(ListOf):
    """Put the list of tables here."""

    kind = "table"


@dataclass(frozen=True)
class Numbered:
    """A numbered figure or table of the book."""

    kind: str
    page: str
    name: str
    number: str
    node: nodes.Element


def in_order(env, page=None):
    """The pages of the book as they follow each other."""
    page = page or env.config.root_doc
    yield page
    for below in env.toctree_includes.get(page, []):
        yield from in_order(env, below)


def numbered(env, kind):
    """Every numbered figure or table of the book in its order, as :class:`Numbered`."""
    for page in in_order(env):
        numbers = env.toc_fignumbers.get(page, {}).get(kind, {})
        for node in env.get_doctree(page).findall(KINDS[kind]) if numbers else ():
            name = node["ids"][0]
            number = env.config.numfig_format[kind] % ".".join(map(str, numbers[name]))
            yield Numbered(kind, page, name, number, node)


def caption_nodes(node):
    """A caption for another page: its links would lead elsewhere from there, so their words stay alone."""
    copy = next(iter(node.findall(numbered_caption))).deepcopy()
    for kind in (addnodes.pending_xref, nodes.reference):
        for link in list(copy.findall(kind)):
            link.replace_self(nodes.inline("", link.astext()))
    return copy.children


def address(builder, here, page, name=""):
    """The address of a page, or of something on it, as seen from another."""
    return builder.get_relative_uri(here, page) + (f"#{name}" if name else "")


def fill(app, doctree, here):
    """Replace the places by the lists."""
    env = app.builder.env
    for place in list(doctree.findall(numbered_list)):
        entries = list(numbered(env, place["kind"]))
        box = nodes.container(classes=["numbered-list"])
        for page in dict.fromkeys(entry.page for entry in entries):
            number = ".".join(map(str, env.titles[page].get("secnumber") or ()))
            words = f"{number}. {env.titles[page].astext()}" if number else env.titles[page].astext()
            link = nodes.reference("", words, refuri=address(app.builder, here, page), internal=True)
            box += nodes.paragraph("", "", nodes.strong("", "", link))
            items = nodes.bullet_list(classes=["simple"])
            for entry in (one for one in entries if one.page == page):
                uri = address(app.builder, here, page, entry.name)
                link = nodes.reference("", entry.number, refuri=uri, internal=True)
                items += nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(" "), *caption_nodes(entry.node)))
            box += items
        if not entries:
            box += nodes.paragraph("", f"No {place['kind']} has a number.")
        if any(box.findall(nodes.math)):
            # The text of the page has none, and MathJax comes only where some was read.
            env.get_domain("math").data["has_equations"][here] = True
        place.replace_self(box)


def setup(app):
    """Register with Sphinx."""
    app.add_node(numbered_list)
    app.add_directive("list-of-figures", ListOf)
    app.add_directive("list-of-tables", ListOfTables)
    app.connect("doctree-resolved", fill)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
