"""What the book's site needs beyond Jupyter Book: its own MathJax and loader, and a mended theme."""

import gc
import re
import shutil
from importlib import import_module
from pathlib import Path

from coursemachine.site.bundles import bundled
from coursemachine.site.formulas import with_widths
from coursemachine.site.policy import with_policy

# MathJax's explorer speaks them; the book is in English.
OTHER_LANGUAGES = ("ca", "da", "de", "es", "fr", "hi", "it", "nb", "nn", "sv")
#: Modules of this package, each with a ``setup`` of its own.
PARTS = (
    "captions", "proofs", "references", "site_info", "search_index", "cards", "gallery", "quiz", "records",
    "live_python", "downloads", "places", "teaching", "made_tables", "look",
)  # fmt: skip
#: Styles and scripts, which every page loads; the loader of the figures is asked for by the pages that have some.
STATIC = Path(__file__).parent / "static"


def forget_parts(app, doctree):
    """Let no node name the document that it was parsed in alone: Sphinx would store all it knows with the page."""
    for node in doctree.findall():
        node.document = doctree


def add_static(app, config):
    """Serve the machine's styles and scripts."""
    config.html_static_path.append(str(STATIC))
    for style in sorted(STATIC.glob("*.css")):
        app.add_css_file(style.name)
    for script in sorted(STATIC.glob("*.js")):
        app.add_js_file(script.name)


def unplug_thebe(app, config):
    """Silence sphinx-thebe, which Jupyter Book always loads: it names other sites and declares names twice."""
    for listeners in app.events.listeners.values():
        listeners[:] = [one for one in listeners if getattr(one.handler, "__module__", "") != "sphinx_thebe"]


def mend_page(app, pagename, templatename, context, doctree):
    """Mend what the theme and its extensions write into a page."""

    def after_figures(script):
        # A reader's first control should not wait for MathJax, which takes seconds on a slow machine.
        return "mathjax" in str(getattr(script, "filename", script))

    context["script_files"] = sorted(context["script_files"], key=after_figures)
    context["css_files"] = [file for file in context["css_files"] if "thebe" not in str(file.filename)]
    # A list whose children are no list items is announced as an empty one.
    body = context.get("body", "").replace('<div role="list" class="citation-list">', "<div>")
    body = body.replace(' role="doc-biblioentry"', "")
    # numpydoc makes the labels of citations unique for Sphinx; a reader wants the number.
    body = re.sub(r"<span>\[R[0-9a-f]{12}-(\d+)\]</span>", r"<span>[\1]</span>", body)
    # Each block of docstrings numbers these anchors anew, and nothing but a link back points to them.
    body = re.sub(r'(href="#r[0-9a-f]{12}-\d+") id="id\d+"', r"\1", body)
    # What looks like the title that opens a solution led away from it.
    title = r'(<p class="admonition-title">Solution to)<a class="reference internal" href="#[^"]*">(.*?)</a></p>'
    body = re.sub(title, r"\1\2</p>", body)
    # Every fold had this name in place of the words that it shows.
    body = body.replace('<summary aria-label="Toggle hidden content">', "<summary>")
    # sphinx-proof and sphinx-exercise give the content of every box of a page the same ids.
    context["body"] = with_widths(re.sub(r' id="(?:proof|exercise|solution)-content"', "", body))


def mend_files(app):
    """Drop the theme's script of icons (540 kB compressed), name the side bar's folds, and say what a page may run."""
    for page in Path(app.outdir).rglob("*.html"):
        if page.parent.name == "_static":  # templates that the theme leaves there
            continue
        text = page.read_text(encoding="utf-8")
        mended = re.sub(r"\s*<script[^>]*/fontawesome\.js[^>]*></script>", "", text)
        mended = mended.replace(
            '<summary><span class="toctree-toggle"', '<summary aria-label="Pages"><span class="toctree-toggle"'
        )
        # Two buttons, which reading.js listens to.
        mended = re.sub(r'onclick="(?:window\.)?(print|toggleFullScreen)\(\)"', r'data-does="\1"', mended)
        page.write_text(with_policy(bundled(page, mended)), encoding="utf-8")


def copy_mathjax(app):
    """Put the parts of MathJax that a page may ask for beside it (the PyPI package is only their carrier)."""
    import mathjax

    source = Path(mathjax.__file__).parent / "static" / "mathjax" / "es5"
    goal = Path(app.outdir) / "_static" / "mathjax"
    goal.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source / "tex-chtml.js", goal)
    others = shutil.ignore_patterns(*(f"{name}.json" for name in OTHER_LANGUAGES))
    for part in ("input/tex/extensions", "output/chtml/fonts/woff-v2", "a11y", "sre"):
        shutil.copytree(source / part, goal / part, dirs_exist_ok=True, ignore=others)


def setup(app):
    from coursemachine.site.common import when_built  # the server of this package needs no Sphinx

    # Looking for garbage among the nodes of all pages takes an eighth of the build.
    gc.set_threshold(200_000, 50, 100)
    for part in PARTS:
        import_module(f"{__name__}.{part}").setup(app)
    app.connect("doctree-read", forget_parts)
    app.connect("config-inited", add_static)
    app.connect("config-inited", unplug_thebe)
    # After every other extension has added its scripts.
    app.connect("html-page-context", mend_page, priority=990)
    when_built(app, copy_mathjax)
    when_built(app, mend_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
