"""Pages whose code a reader can run: they name the folder with Python in it, and load the few lines that offer it.

The folder ``build/online`` is assembled by :mod:`coursemachine.live.assemble`; where it is not whole a page names
nothing, loads nothing and shows nothing of it.  The front end, ``coursemachine/live/page``, is served below
``_static/live``, the files of Python below ``_static/pyodide``, each in a folder named by what it holds: under one
address there is never another file, so no browser can keep an old one, and an edition that changes one file sends one.

A page says how many bytes the first run loads, and how many all packages have; and what there is to know of its cells
before they run, in ``<script type="application/json" id="live-cells">``: an object by the number of the cell among
those whose code is shown, 1, 2, ..., with ``seconds``, ``slow`` and ``smaller`` where there is something to say.
"""

import hashlib
import json
import shutil
from pathlib import Path

from sphinx.util import logging

from coursemachine import DISTRIBUTION
from coursemachine.checkout import ROOT
from coursemachine.controls.front import module
from coursemachine.live import assemble, timings
from coursemachine.live.data import NAME as DATA
from coursemachine.notebooks.chapters import changes
from coursemachine.site.common import add_meta, is_cell, load, on_build_finished

FRONT = ROOT / "coursemachine" / "live" / "page"
#: Places in the site.
PYODIDE, LIVE = "_static/pyodide", "_static/live"
#: Keeps the files for the next visit, without a network.  A service worker serves its own folder and what is below it,
#: so it stands at the root of the site; ``python.js`` registers it at a reader's first run, never before.
STORE = "live-files.js"
#: Tags of cells whose code the page leaves out.
HIDDEN = {"remove-input", "remove-cell"}

logger = logging.getLogger(__name__)


def check_python_available(app, config):
    """See whether Python is there; pages are written anew when that changes."""
    try:
        assemble.check()
        config.live_python = True
        app.tags.add("live")  # for what a page says of it: ``{only} live``
    except assemble.AssemblyError as broken:
        logger.info("live python: the pages have no Run buttons (%s)", broken)


def put_front(app):
    """Bring the front end to its place, before the pages ask for the digest of its files."""
    if app.builder.format == "html" and app.config.live_python:
        figures = module()
        app.config.live_front = short([*map(assemble.digest, files(FRONT)), figures])
        goal = Path(app.outdir, LIVE, app.config.live_front)
        shutil.rmtree(goal.parent, ignore_errors=True)
        shutil.copytree(FRONT, goal, ignore=shutil.ignore_patterns("__pycache__"))
        (goal / "figures.js").write_text(figures, encoding="utf-8")
        app.config.live_start = put_python(assemble.GOAL, Path(app.outdir, PYODIDE))


def files(folder):
    """The files below a folder, in the same order everywhere."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def short(digests):
    """Name of a folder that holds files of these digests."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:12]


def put_python(source, goal):
    """Put the files of Python into the site, each in its folder; what a page says of them, see :func:`offer`."""
    lock = json.loads((source / assemble.LOCK).read_text(encoding="utf-8"))
    shutil.rmtree(goal, ignore_errors=True)
    sizes = {path.name: path.stat().st_size for path in files(source) if path.name != assemble.NOTE}
    first = {DISTRIBUTION, DATA}
    more = sum(sizes[package["file_name"]] for name, package in lock["packages"].items() if name not in first)
    for package in lock["packages"].values():
        folder = package["sha256"][:12]
        (goal / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / package["file_name"], goal / folder)
        package["size"] = sizes[package["file_name"]]  # no field of Pyodide's, for the page to tell
        package["file_name"] = f"{folder}/{package['file_name']}"
    packages = {Path(package["file_name"]).name for package in lock["packages"].values()}
    core = [path for path in files(source) if path.name not in {*packages, assemble.LOCK, assemble.NOTE}]
    start = {"bytes": sum(sizes.values()) - more, "more": more, "core": short(map(assemble.digest, core))}
    (goal / start["core"]).mkdir(parents=True)
    for path in core:
        shutil.copy2(path, goal / start["core"])
    text = json.dumps(lock, indent=1)
    start["lock"] = f"{short([text])}/{assemble.LOCK}"
    (goal / start["lock"]).parent.mkdir()
    (goal / start["lock"]).write_text(f"{text}\n", encoding="utf-8")
    if (source / assemble.NOTE).is_file():
        shutil.copy2(source / assemble.NOTE, goal)
    return start


def offer(app, pagename, templatename, context, doctree):
    """Name the folder on a page with code cells, with its size and its cells, and load the script that reads that."""
    if not app.config.live_python or doctree is None or not any(map(is_cell, doctree.findall())):
        return
    place = context["pathto"](f"{PYODIDE}/", resource=True)
    start = {"package": DISTRIBUTION, **app.config.live_start}
    attributes = " ".join(f'data-{name}="{value}"' for name, value in start.items())
    add_meta(context, f'<meta name="live-python" {attributes} content="{place}">')
    if known := facts(load(app.env.doc2path(pagename)), timings.known()):
        # A code with "</script>" would end it.
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        add_meta(context, f'<script type="application/json" id="live-cells">{text}</script>')
    # Here the bar will stand; its room is kept, so that nothing moves when it comes.
    before, code, after = context.get("body", "").partition('<div class="cell_input')
    if code:
        before, start, cell = before.rpartition('<div class="cell ')
        context["body"] = f'{before}<div class="live-place"></div>{start}{cell}{code}{after}'
    app.add_js_file(f"live/{app.config.live_front}/live.js", loading_method="defer")
    app.add_css_file(f"live/{app.config.live_front}/live.css")


def facts(notebook, times):
    """What there is to say of a notebook's cells, by number, from the seconds by digest in `times`.

    A cell without shown code counts to the one above it, as it runs with that.
    """
    all_facts, number = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        metadata, code = cell["metadata"], "".join(cell["source"])
        tags = set(metadata.get("tags", ()))
        number += not tags & HIDDEN
        cell_facts = all_facts.setdefault(number, {})
        if time := times.get(timings.digest(code)):
            cell_facts["seconds"] = cell_facts.get("seconds", 0) + time
        if "slow" in tags:
            cell_facts["slow"] = True
        if "smaller" in metadata:
            cell_facts["smaller"] = changes(metadata["smaller"])
    return {number: cell_facts for number, cell_facts in all_facts.items() if cell_facts and number}


def carry(app):
    """Put the service worker at the root of the built site, or take away what an earlier build left there."""
    store = Path(app.outdir, STORE)
    if app.config.live_python:
        shutil.copy2(FRONT / "store.js", store)
    else:
        for old in (PYODIDE, LIVE):
            shutil.rmtree(Path(app.outdir, old), ignore_errors=True)
        store.unlink(missing_ok=True)


def setup(app):
    app.add_config_value("live_python", False, "html")
    # Not among the settings that a page depends on: where they change, its own text does.
    app.add_config_value("live_front", "", "html")
    app.add_config_value("live_start", {}, "html")
    app.connect("config-inited", check_python_available)
    app.connect("builder-inited", put_front)
    app.connect("html-page-context", offer)
    on_build_finished(app, carry)
