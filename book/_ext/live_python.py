"""Pages whose code a reader can run: they name the folder with Python in it, and load the few lines that offer it.

The folder ``build/online`` is assembled by ``book/_tools/online.py``; where it is not whole a page names nothing, loads
nothing and shows nothing of it.  The front end is ``book/_live``; it is served as ``_static/live``, the folder as
``_static/pyodide``.
"""

import shutil
import sys
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

BOOK = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(BOOK / "_tools"))
import online  # noqa: E402

FRONT = BOOK / "_live"
#: Places in the site.
PYODIDE, LIVE = "_static/pyodide", "_static/live"

logger = logging.getLogger(__name__)


def look(app, config):
    """See whether Python is there; pages are written anew when that changes."""
    try:
        online.check()
    except online.Broken as broken:
        config.live_python = False
        logger.info("live python: the pages have no Run buttons (%s)", broken)
    else:
        config.live_python = True


def put_front(app):
    """Bring the front end to its place, before the pages ask for the digest of its files."""
    if app.builder.format == "html" and app.config.live_python and FRONT.is_dir():
        copy(FRONT, Path(app.outdir, LIVE))


def offer(app, pagename, templatename, context, doctree):
    """Name the folder on a page with code cells, and load the script that reads the name."""
    if not app.config.live_python or doctree is None or not has_cells(doctree):
        return
    place = context["pathto"](f"{PYODIDE}/", resource=True)
    context["metatags"] = context.get("metatags", "") + f'\n<meta name="live-python" content="{place}">'
    if (FRONT / "live.js").is_file():
        app.add_js_file("live/live.js", loading_method="defer")
    if (FRONT / "live.css").is_file():
        app.add_css_file("live/live.css")


def has_cells(doctree):
    """Whether a page came from a notebook with code."""
    return any(node.get("nb_element") == "cell_code" for node in doctree.findall(nodes.container))


def carry(app, error):
    """Put the folder into the built site, or take what an earlier build left out of it."""
    if error or app.builder.format != "html":
        return
    goal = Path(app.outdir, PYODIDE)
    if app.config.live_python:
        copy(online.GOAL, goal)
    else:
        for old in (goal, Path(app.outdir, LIVE)):
            shutil.rmtree(old, ignore_errors=True)


def copy(source, goal):
    """Make a folder equal to another; a file that is the same is not written again."""
    wanted = {
        path.relative_to(source) for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    if goal.is_dir():
        for path in goal.rglob("*"):
            if path.is_file() and path.relative_to(goal) not in wanted:
                path.unlink()
    for path in wanted:
        old, new = Path(goal, path), Path(source, path)
        # A file renewed in place has another day; of large files no byte is compared.
        seen = old.stat() if old.is_file() else None
        if seen is None or (seen.st_size, int(seen.st_mtime)) != (new.stat().st_size, int(new.stat().st_mtime)):
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(new, old)


def setup(app):
    """Register with Sphinx."""
    app.add_config_value("live_python", False, "html")
    app.connect("config-inited", look)
    app.connect("builder-inited", put_front)
    app.connect("html-page-context", offer)
    app.connect("build-finished", carry)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
