"""Figures with controls outside of their chapters: a page for each alone, to put into slides, and a gallery of all."""

import json
import shutil
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from coursemachine.checkout import BOOK
from coursemachine.controls.front import BUNDLE, SCENES, front_end, standalone, stored
from coursemachine.labels import label_of
from coursemachine.site.common import add_meta, add_placeholder, load, number_of, on_build_finished, outputs_of


def figures_of(path):
    """(data, SVG text of the first state) of every figure with controls in a notebook, in order."""
    shown = [output for output in outputs_of(load(path)["cells"]) if "figure" in label_of(output)]
    return [(label_of(output)["figure"], "".join(output["data"]["image/svg+xml"])) for output in shown]


def address(docname, state):
    """Path in the site of a figure's page of its own."""
    return f"embed/{docname}/{state['name']}.html"


def figures_of_book(env):
    """(document, state, SVG text) of every figure with controls, in the order of the book."""
    for name in env.collect_relations():
        if str(env.doc2path(name)).endswith(".ipynb"):
            yield from ((name, *figure) for figure in figures_of(env.doc2path(name)))


def write_front_end(app, config):
    """Write the scripts of figures: what starts those of a page, the machine's own, and one for each scene."""
    folder = Path(app.doctreedir, "static")
    shutil.copytree(BUNDLE, folder / "figures", dirs_exist_ok=True)
    config.html_static_path.append(str(folder))
    app.add_js_file("figures/front.js")  # with the other scripts of all pages, see bundles.py
    (folder / "figures.js").write_text(f"front.start({json.dumps(front_end()['_css'])});\n", encoding="utf-8")


def name_embeds(app, pagename, templatename, context, doctree):
    """Ask for the scripts of a page's figures, and tell where each of them stands alone."""
    body = context.get("body", "")
    if 'class="cf-data"' in body:
        app.add_js_file("figures.js", defer="defer")
        for kind in (kind for kind in SCENES if f'"kind": "{kind}"' in body):
            app.add_js_file(f"figures/{kind}.js", defer="defer", priority=400)
    if doctree is None or app.builder.format != "html" or not str(app.env.doc2path(pagename)).endswith(".ipynb"):
        return
    for state, _ in figures_of(app.env.doc2path(pagename)):
        target = context["pathto"](address(pagename, state), resource=True)
        add_meta(context, f'<link rel="embed" data-figure="{state["name"]}" href="{target}">')


def write_embeds(app):
    """Write the pages that hold one figure each."""
    for name, state, _ in figures_of_book(app.env):
        path = Path(app.outdir) / address(name, state)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(standalone(state), encoding="utf-8")


def gallery(app, docname):
    """``{figure-gallery}``: every figure with controls, as a card with its first state."""
    cards = "".join(card(app, docname, *figure) for figure in figures_of_book(app.env))
    return nodes.raw("", f'<div class="figure-gallery">{cards}</div>', format="html")


def card(app, here, name, state, picture):
    """HTML of a figure in the gallery."""
    there = app.builder.get_relative_uri(here, name) if app.builder.format == "html" else ""
    count = number_of(app.env, name, "figure", state["name"])
    label = f"Figure {count}: {state['title']}" if count else state["title"]
    return (
        f'<article><a class="figure-card" href="{there}#{state["name"]}" aria-label="{escape(label)}">'
        f'<span class="picture" role="img" aria-label="{escape(state["alt"])}">{picture}</span></a>'
        f"<p><strong>{escape(label)}</strong><br>{escape(app.env.titles[name].astext())}<br>"
        f'<a href="{"../" * here.count("/")}{address(name, state)}">alone, for slides'
        f'<span class="visually-hidden">: {escape(state["title"])}</span></a></p></article>'
    )


class LiveFigure(SphinxDirective):
    """A figure with controls where no cell makes it: ``{live-figure} part/chapter name``."""

    required_arguments = 2

    def run(self):
        chapter, name = self.arguments
        path = BOOK / f"{chapter}.ipynb"
        self.env.note_dependency(str(path))
        figures = {state["name"]: (state, picture) for state, picture in figures_of(path)}
        if name not in figures:
            raise self.error(f"{chapter} has no figure {name}; it has {', '.join(figures)}")
        state, picture = figures[name]
        first = f'<div class="cf-first" role="img" aria-label="{escape(state["alt"])}">{picture}</div>'
        return [nodes.raw("", f'<figure class="live-figure">{first}{stored(state)}</figure>', format="html")]


def setup(app):
    add_placeholder(app, "figure-gallery", gallery)
    app.add_directive("live-figure", LiveFigure)
    app.connect("config-inited", write_front_end)
    app.connect("html-page-context", name_embeds)
    on_build_finished(app, write_embeds)
