"""Figures with controls outside of their chapters: a page for each alone, to put into slides, and a gallery of all."""

import json
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from myst_nb.core.render import WIDGET_STATE_MIMETYPE as STATE
from myst_nb.core.render import WIDGET_VIEW_MIMETYPE as VIEW


def figures_of(path):
    """(state, SVG text of the first state) of every figure with controls in a notebook, in order."""
    notebook = json.loads(Path(path).read_text(encoding="utf-8"))
    models = notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})
    outputs = (output for cell in notebook["cells"] for output in cell.get("outputs", ()))
    shown = [data for output in outputs if VIEW in (data := output.get("data", {}))]
    found = []
    for data in shown:
        state = models[data[VIEW]["model_id"]]["state"]
        picture = data.get("image/svg+xml", "")
        found.append((state, picture if isinstance(picture, str) else "".join(picture)))
    return found


def address(docname, state):
    """Path in the site of a figure's page of its own."""
    return f"embed/{docname}/{state['name']}.html"


def _notebooks(app):
    """(document, figures) of every chapter that is a notebook, in the order of the book."""
    listed = [name for name in app.env.toctree_includes.get(app.config.root_doc, []) if name in app.env.found_docs]
    for name in dict.fromkeys([*listed, *sorted(app.env.found_docs)]):
        path = app.env.doc2path(name)
        if str(path).endswith(".ipynb"):
            yield name, figures_of(path)


def name_embeds(app, pagename, templatename, context, doctree):
    """Tell the front end of a page where each of its figures stands alone."""
    if doctree is None or app.builder.format != "html" or not str(app.env.doc2path(pagename)).endswith(".ipynb"):
        return
    for state, _ in figures_of(app.env.doc2path(pagename)):
        target = context["pathto"](address(pagename, state), resource=True)
        link = f'<link rel="embed" data-figure="{state["name"]}" href="{target}">'
        context["metatags"] = context.get("metatags", "") + "\n" + link


def write_embeds(app, error):
    """Write the pages that hold one figure each."""
    if error or app.builder.format != "html":
        return
    from confusion.lab.frames.front import standalone

    for name, figures in _notebooks(app):
        for state, _ in figures:
            path = Path(app.outdir) / address(name, state)
            path.parent.mkdir(parents=True, exist_ok=True)
            told = {key: value for key, value in state.items() if not key.startswith("_")}
            path.write_text(standalone(told, state.get("kind") or "flipbook"), encoding="utf-8")


class gallery(nodes.General, nodes.Element):
    """Place of the gallery, filled when all chapters are read."""


class Gallery(Directive):
    """``{figure-gallery}``: every figure with controls, as a card with its first state."""

    def run(self):
        """Leave a place for it."""
        return [gallery()]


def fill_gallery(app, doctree, docname):
    """Put the cards where the directive stands."""
    for place in list(doctree.findall(gallery)):
        cards = []
        for name, figures in _notebooks(app):
            title = app.env.titles[name].astext()
            numbers = app.env.toc_fignumbers.get(name, {}).get("figure", {})
            cards += [_card(app, docname, name, title, numbers, *figure) for figure in figures]
        place.replace_self(nodes.raw("", f'<div class="figure-gallery">{"".join(cards)}</div>', format="html"))


def _card(app, here, name, title, numbers, state, picture):
    there = app.builder.get_relative_uri(here, name) if app.builder.format == "html" else ""
    root = app.builder.get_relative_uri(here, app.config.root_doc).rpartition("/")[0]
    alone = f"{root}/{address(name, state)}" if root else address(name, state)
    number = ".".join(map(str, numbers.get(state["name"], ())))
    label = f"Figure {number}: {state['title']}" if number else state["title"]
    return (
        f'<article><a class="figure-card" href="{there}#{state["name"]}" aria-label="{escape(label)}">'
        f'<span class="picture" role="img" aria-label="{escape(state["alt"])}">{picture}</span></a>'
        f"<p><strong>{escape(label)}</strong><br>{escape(title)}<br>"
        f'<a href="{alone}">alone, for slides'
        f'<span class="visually-hidden">: {escape(state["title"])}</span></a></p></article>'
    )


def setup(app):
    """Register with Sphinx."""
    app.add_node(gallery)
    app.add_directive("figure-gallery", Gallery)
    app.connect("doctree-resolved", fill_gallery)
    app.connect("html-page-context", name_embeds)
    app.connect("build-finished", write_embeds)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
