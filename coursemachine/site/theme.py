"""What the theme and other extensions write otherwise than a reader needs it, mended; a warning where it is gone.

The theme's next version changes this first: each entry of `BODY` and `PAGE` must find something in the whole book.
"""

from pathlib import Path

from sphinx.util import logging

from coursemachine.checkout import BOOK
from coursemachine.site.bundles import bundled
from coursemachine.site.common import on_build_finished, patched, unmatched
from coursemachine.site.policy import with_policy

logger = logging.getLogger(__name__)


def disable_thebe(app, config):
    """Silence sphinx-thebe, which Jupyter Book always loads: it names other sites and declares names twice."""
    for listeners in app.events.listeners.values():
        listeners[:] = [each for each in listeners if getattr(each.handler, "__module__", "") != "sphinx_thebe"]


#: What the theme and its extensions write into the text of a page, and what stands there instead.
BODY = {
    # A list whose children are no list items is announced as an empty one.
    '<div role="list" class="citation-list">': "<div>",
    ' role="doc-biblioentry"': "",
    # numpydoc makes the labels of citations unique for Sphinx; a reader wants the number.
    r"<span>\[R[0-9a-f]{12}-(\d+)\]</span>": r"<span>[\1]</span>",
    # Each block of docstrings numbers these anchors anew, and nothing but a link back points to them.
    r'(href="#r[0-9a-f]{12}-\d+") id="id\d+"': r"\1",
    # What looks like the title that opens a solution led away from it.
    r'(<p class="admonition-title">Solution to)<a class="reference internal" href="#[^"]*">(.*?)</a></p>': r"\1\2</p>",
    # A cell with no words heads nothing.
    r'<th class="head([^"]*)"><p></p></th>': r'<td class="head\1"></td>',
    r"(<td[^>]*>)<p></p>": r"\1",
    # Every fold had this name in place of the words that it shows.
    '<summary aria-label="Toggle hidden content">': "<summary>",
    # A number keeps its line with its spread and its percent sign; not in code, nor in what a script reads.
    r'(?:(?<=\d) (?=[±%])|(?<=±) (?=\d))(?=[^<>"{}]*<(?!/script))(?![^<]*(?:<(?!/?pre\b)[^<]*)*</pre)': "\u00a0",
    # sphinx-proof and sphinx-exercise give the content of every box of a page the same ids.
    ' id="(?:proof|exercise|solution)-content"': "",
}
#: And into the whole of a page.
PAGE = {
    # The script of icons (540 kB compressed); icons.css has those that are seen.
    r"\s*<script[^>]*/fontawesome\.js[^>]*></script>": "",
    # Scripts that are bundled, see bundles.py.
    r'\s*<link rel="preload" as="script"[^>]*>': "",
    '<summary><span class="toctree-toggle"': '<summary aria-label="Pages"><span class="toctree-toggle"',
    # What leads home stood outside of every landmark.
    r'(<div class="sidebar-primary-item)(">\s*<a class="navbar-brand)': r'\1" role="navigation" aria-label="Book\2',
    # A part's own page.
    r'(?s)<article class="bd-article(?=".*class="[^"]*chapter-part small)': r'<article class="bd-article part',
    # Two buttons, which reading.js listens to.
    r'onclick="(?:window\.)?(print|toggleFullScreen)\(\)"': r'data-does="\1"',
}


#: Pages that this build has written.
written = set()


def patch_html(app, pagename, templatename, context, doctree):
    """Mend what the theme and its extensions write into a page."""
    context["css_files"] = [file for file in context["css_files"] if "thebe" not in str(file.filename)]
    for pattern, replacement in BODY.items():
        context["body"] = patched(pattern, replacement, context.get("body", ""))
    written.add(pagename)


def patch_files(app):
    """Mend what the theme writes around the text, and say what a page may run."""
    for page in Path(app.outdir).rglob("*.html"):
        if page.parent.name == "_static":  # templates that the theme leaves there
            continue
        text = page.read_text(encoding="utf-8")
        for pattern, replacement in PAGE.items():
            text = patched(pattern, replacement, text)
        page.write_text(with_policy(bundled(page, text)), encoding="utf-8")
    # A page of an earlier build is mended already.
    if Path(app.srcdir) == BOOK and written >= app.env.found_docs:
        for pattern in unmatched():
            logger.warning("nothing is written as coursemachine/site would mend it: %s", pattern)


def setup(app):
    app.connect("config-inited", disable_thebe)
    # After every other extension has added its scripts.
    app.connect("html-page-context", patch_html, priority=990)
    on_build_finished(app, patch_files)
