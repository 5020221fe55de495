"""What the book's site needs beyond Jupyter Book: its own styles, scripts and MathJax, and the parts below."""

import gc
import shutil
from importlib import import_module
from pathlib import Path

#: Without its menu, whose explorer and speech are two fifths of the whole; formulas stay MathML to who listens.
MATHJAX = ("startup", "core", "input/tex", "output/chtml", "output/chtml/fonts/tex", "a11y/assistive-mml")
#: Modules of this package, each with a ``setup`` of its own.
PARTS = (
    "captions", "proofs", "references", "site_info", "search_index", "cards", "gallery", "quiz", "records",
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


def copy_mathjax(app):
    """Put the parts of MathJax that a page may ask for beside it (the PyPI package is only their carrier)."""
    import mathjax

    source = Path(mathjax.__file__).parent / "static" / "mathjax" / "es5"
    goal = Path(app.outdir) / "_static" / "mathjax"
    for part in ("input/tex/extensions", "output/chtml/fonts/woff-v2"):
        shutil.copytree(source / part, goal / part, dirs_exist_ok=True)
    # What is there need not be asked for when a formula wants an extension.
    scripts = [(source / f"{part}.js").read_text(encoding="utf-8") for part in MATHJAX]
    scripts.insert(1, f"MathJax.loader.preLoad({str(MATHJAX[1:])[1:-1]});")
    (goal / "formulas.js").write_text("\n".join(scripts), encoding="utf-8")


def setup(app):
    from coursemachine.site.common import on_build_finished  # the server of this package needs no Sphinx

    # Looking for garbage among the nodes of all pages takes an eighth of the build.
    gc.set_threshold(200_000, 50, 100)
    for part in PARTS:
        import_module(f"{__name__}.{part}").setup(app)
    app.connect("doctree-read", detach_from_document)
    app.connect("config-inited", add_static)
    on_build_finished(app, copy_mathjax)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
