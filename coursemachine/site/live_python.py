"""Pages whose code a reader can run: they name the folder with Python in it, and load the few lines that offer it.

The folder ``build/online`` is assembled by :mod:`coursemachine.live.assemble`; where it is not whole a page names
nothing, loads nothing and shows nothing of it.  The front end, ``coursemachine/live/page``, is served as
``_static/live``, the folder as ``_static/pyodide``.

A page says how many bytes the first run loads, and what there is to know of its cells before they run, in
``<script type="application/json" id="live-cells">``: an object by the number of the cell among those whose code is
shown, 1, 2, ..., with ``seconds``, ``slow`` and ``smaller`` where there is something to say.
"""

import hashlib
import json
import shutil
from pathlib import Path

from sphinx.util import logging

from coursemachine import DISTRIBUTION
from coursemachine.checkout import ROOT
from coursemachine.live import assemble, timings
from coursemachine.notebooks.chapters import changes
from coursemachine.site.common import add_meta, is_cell, load, when_built

FRONT = ROOT / "coursemachine" / "live" / "page"
#: Places in the site.
PYODIDE, LIVE = "_static/pyodide", "_static/live"
#: Keeps the files for the next visit, without a network.  A service worker serves its own folder and what is below it,
#: so it stands at the root of the site; ``python.js`` registers it at a reader's first run, never before.
STORE = "live-files.js"
#: Tags of cells whose code the page leaves out.
HIDDEN = {"remove-input", "remove-cell"}

logger = logging.getLogger(__name__)


def look(app, config):
    """See whether Python is there; pages are written anew when that changes."""
    try:
        assemble.check()
        config.live_python = True
    except assemble.Broken as broken:
        logger.info("live python: the pages have no Run buttons (%s)", broken)


def put_front(app):
    """Bring the front end to its place, before the pages ask for the digest of its files."""
    if app.builder.format == "html" and app.config.live_python:
        copy(FRONT, Path(app.outdir, LIVE))


def offer(app, pagename, templatename, context, doctree):
    """Name the folder on a page with code cells, with its size and its cells, and load the script that reads that."""
    if not app.config.live_python or doctree is None or not any(map(is_cell, doctree.findall())):
        return
    place = context["pathto"](f"{PYODIDE}/", resource=True)
    total = sum(path.stat().st_size for path in assemble.GOAL.iterdir() if path.suffix != ".txt")
    add_meta(context, f'<meta name="live-python" data-bytes="{total}" data-package="{DISTRIBUTION}" content="{place}">')
    if found := facts(load(app.env.doc2path(pagename)), timings.known()):
        # A code with "</script>" would end it.
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        add_meta(context, f'<script type="application/json" id="live-cells">{text}</script>')
    app.add_js_file("live/live.js", loading_method="defer")
    app.add_css_file("live/live.css")


def facts(notebook, times):
    """What there is to say of a notebook's cells, by number, from the seconds by digest in `times`.

    A cell without shown code counts to the one above it, as it runs with that.
    """
    found, number = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        metadata, code = cell["metadata"], "".join(cell["source"])
        tags = set(metadata.get("tags", ()))
        number += not tags & HIDDEN
        one = found.setdefault(number, {})
        if time := times.get(timings.digest(code)):
            one["seconds"] = one.get("seconds", 0) + time
        if "slow" in tags:
            one["slow"] = True
        if "smaller" in metadata:
            one["smaller"] = changes(metadata["smaller"])
    return {number: one for number, one in found.items() if one and number}


def carry(app):
    """Put the folder and the service worker into the built site, or take what an earlier build left out of it."""
    goal, store = Path(app.outdir, PYODIDE), Path(app.outdir, STORE)
    if app.config.live_python:
        copy(assemble.GOAL, goal)
        # Named by what it keeps.
        lock = hashlib.sha256((assemble.GOAL / assemble.LOCK).read_bytes()).hexdigest()[:16]
        source = (FRONT / "store.js").read_text(encoding="utf-8")
        store.write_text(source.replace("DIGEST", lock), encoding="utf-8")
    else:
        for old in (goal, Path(app.outdir, LIVE)):
            shutil.rmtree(old, ignore_errors=True)
        store.unlink(missing_ok=True)


def copy(source, goal):
    """Make a folder equal to another."""
    shutil.rmtree(goal, ignore_errors=True)
    shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__"))


def setup(app):
    app.add_config_value("live_python", False, "html")
    app.connect("config-inited", look)
    app.connect("builder-inited", put_front)
    app.connect("html-page-context", offer)
    when_built(app, carry)
