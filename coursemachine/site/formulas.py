"""Formulas, set by MathJax while the book is built: a page has them with its first paint, and runs no script for them.

What a reader's own cell prints is set in the page, by the same MathJax, which is asked for then.
"""

import atexit
import html
import re
import shutil
from functools import cache
from pathlib import Path

from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math
from sphinx.util import logging

from coursemachine.site.common import on_build_finished

logger = logging.getLogger(__name__)

PARTS = ("core", "adaptors/liteDOM", "input/tex-full", "output/chtml", "output/chtml/fonts/tex", "a11y/assistive-mml")
IN_PAGE = "tex-chtml-full.js"
FONTS = "output/chtml/fonts/woff-v2"
#: What MathJax finds where the book is built: no page, and nothing to set before it is asked.
BEGIN = """
globalThis.window = undefined;
globalThis.MathJax = {startup: {typeset: false}, loader: {load: []},
  chtml: {adaptiveCSS: false, fontURL: "mathjax/%s"}, tex: {packages: {"[-]": ["noundefined", "noerrors"]}}};
"""
READY = """
MathJax.startup.getComponents(); MathJax.startup.makeMethods();
const typeset = (tex, display) => MathJax.startup.adaptor.outerHTML(MathJax.tex2chtml(tex, {display}));
"""
_TEX = re.compile(r"\\([(\[])(.*)\\[)\]]", re.DOTALL)
_LETTER = re.compile(r"mjx-c[0-9A-F]+")
#: Of a letter, or of a sign that grows with what it stands beside.
_STYLE = re.compile(r"^mjx-[\w-]+\.(mjx-c[0-9A-F]+)[^{]*\{[^}]*\}\s*", re.MULTILINE)
_WRONG = re.compile(r'data-mjx-error="([^"]*)"')


def sources():
    """Folder of MathJax's files (the PyPI package is only their carrier)."""
    import mathjax

    return Path(mathjax.__file__).parent / "static" / "mathjax" / "es5"


@cache
def engine():
    """MathJax, outside of any page."""
    from py_mini_racer import MiniRacer

    context = MiniRacer()
    atexit.register(context.close)  # or the interpreter waits for it for ever
    startup, *parts = ((sources() / f"{part}.js").read_text(encoding="utf-8") for part in ("startup", *PARTS))
    context.eval("\n".join([BEGIN % FONTS, startup, f"MathJax.loader.preLoad({list(PARTS)});", *parts, READY]))
    return context


@cache
def typeset(tex, display):
    """The HTML of a formula."""
    return engine().call("typeset", tex, display)


def setting(visit):
    """A visitor of Sphinx that writes formulas as TeX, with what MathJax makes of them in their place."""

    def set_formula(found, node):
        made = typeset(html.unescape(found[2]), found[1] == "[")
        if wrong := _WRONG.search(made):
            logger.warning("MathJax cannot set %s: %s", html.unescape(found[2]), wrong[1], location=node)
        return made

    def visitor(self, node):
        start = len(self.body)
        try:
            visit(self, node)
        finally:
            self.body[start:] = [_TEX.sub(lambda found: set_formula(found, node), "".join(self.body[start:]))]

    return visitor, None


def add_files(app):
    """Put the styles of formulas and their fonts beside the pages, and MathJax for what a reader's cells print."""
    static = Path(app.outdir) / "_static"
    goal = static / "mathjax"
    shutil.copytree(sources() / FONTS, goal / FONTS, dirs_exist_ok=True)
    shutil.copy(sources() / IN_PAGE, goal)
    pages = (page.read_text(encoding="utf-8") for page in Path(app.outdir).rglob("*.html"))
    used = set().union(*(_LETTER.findall(page) for page in pages))
    styles = engine().eval("MathJax.startup.adaptor.textContent(MathJax.chtmlStylesheet())")
    styles = _STYLE.sub(lambda found: found[0] if found[1] in used else "", styles)
    (static / "formulas.css").write_text(styles, encoding="utf-8")


def setup(app):
    app.add_html_math_renderer("mathjax at build", setting(html_visit_math), setting(html_visit_displaymath))
    app.add_css_file("formulas.css")
    on_build_finished(app, add_files)
