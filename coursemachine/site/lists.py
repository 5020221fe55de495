"""Lists of all numbered figures and tables, by chapter: the directives ``list-of-figures`` and ``list-of-tables``."""

from functools import partial

from docutils import nodes
from sphinx import addnodes

from coursemachine.site.captions import numbered_caption, numbered_figure, numbered_table
from coursemachine.site.common import fill_later, number_of

KINDS = {"figure": numbered_figure, "table": numbered_table}


def caption_nodes(node):
    """A caption for another page: its links would lead elsewhere from there, so their words stay alone."""
    copy = next(iter(node.findall(numbered_caption))).deepcopy()
    for kind in (addnodes.pending_xref, nodes.reference):
        for link in list(copy.findall(kind)):
            link.replace_self(nodes.inline("", link.astext()))
    return copy.children


def list_of(kind, app, here):
    """Everything of a kind, chapter by chapter."""
    env = app.env
    box = nodes.container(classes=["numbered-list"])
    for page in env.collect_relations():  # in the order of the book
        counted = env.toc_fignumbers.get(page, {}).get(kind, {})
        found = list(env.get_doctree(page).findall(KINDS[kind])) if counted else []
        if not found:
            continue
        uri = app.builder.get_relative_uri(here, page)
        secnumber = ".".join(map(str, env.titles[page].get("secnumber") or ()))
        words = f"{secnumber}. {env.titles[page].astext()}" if secnumber else env.titles[page].astext()
        box += nodes.paragraph("", "", nodes.strong("", "", nodes.reference("", words, refuri=uri, internal=True)))
        items = nodes.bullet_list(classes=["simple"])
        for node in found:
            name = node["ids"][0]
            words = env.config.numfig_format[kind] % number_of(env, page, kind, name)
            link = nodes.reference("", words, refuri=f"{uri}#{name}", internal=True)
            items += nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(" "), *caption_nodes(node)))
        box += items
    if any(box.findall(nodes.math)):
        # The text of the page has none, and MathJax comes only where some was read.
        env.get_domain("math").data["has_equations"][here] = True
    return box


def setup(app):
    for kind in KINDS:
        fill_later(app, f"list-of-{kind}s", partial(list_of, kind))
