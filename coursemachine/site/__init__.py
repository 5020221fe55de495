"""What the book's site needs beyond Jupyter Book: its own styles and scripts, and the parts below."""

import gc
from importlib import import_module
from pathlib import Path

#: Modules of this package, each with a ``setup`` of its own.
PARTS = (
    "formulas", "captions", "proofs", "references", "site_info", "search_index", "cards", "gallery", "quiz", "records",
    "live_python", "downloads", "places", "teaching", "made_tables", "look", "theme",
)  # fmt: skip
#: Styles and scripts, which every page loads; the loader of the figures is asked for by the pages that have some.
STATIC = Path(__file__).parent / "static"


def detach_from_document(app, doctree):
    """Let no node name the document that it was parsed in alone: Sphinx would store all it knows with the page."""
    for node in doctree.findall():
        node.document = doctree


def add_static(app, config):
    """Serve the machine's styles and scripts, that of the search on the one page that searches."""
    config.html_search_scorer = str(STATIC.parent / "search.js")
    config.html_static_path.append(str(STATIC))
    for style in sorted(STATIC.glob("*.css")):
        app.add_css_file(style.name)
    for script in sorted(STATIC.glob("*.js")):
        app.add_js_file(script.name)


def setup(app):
    # Looking for garbage among the nodes of all pages takes an eighth of the build.
    gc.set_threshold(200_000, 50, 100)
    for part in PARTS:
        import_module(f"{__name__}.{part}").setup(app)
    app.connect("doctree-read", detach_from_document)
    app.connect("config-inited", add_static)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
