"""What lets Python in the page work without a network after the first visit, and tells how large it is.

A service worker serves its own folder and what is below it, so it stands at the root of the site.
"""

import hashlib
from pathlib import Path

import live_python

#: Its place in the site; ``python.js`` registers it at a reader's first run, never before.
NAME = "live-files.js"


def tell_size(app, pagename, templatename, context, doctree):
    """Write into the page how many bytes the first run loads."""
    if 'name="live-python"' in context.get("metatags", ""):
        folder = live_python.online.GOAL
        total = sum(path.stat().st_size for path in folder.iterdir() if path.suffix != ".txt")
        told = f'name="live-python" data-bytes="{total}" data-megabytes="{total / 1e6:.0f}"'
        context["metatags"] = context["metatags"].replace('name="live-python"', told)


def write_store(app, error):
    """Write the service worker, named by what it keeps; none where there is nothing to keep."""
    goal = Path(app.outdir, NAME)
    if error or app.builder.format != "html":
        return
    if not app.config.live_python:
        goal.unlink(missing_ok=True)
        return
    lock = (live_python.online.GOAL / "pyodide-lock.json").read_bytes()
    source = (live_python.FRONT / "store.js").read_text(encoding="utf-8")
    goal.write_text(source.replace("DIGEST", hashlib.sha256(lock).hexdigest()[:16]), encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    # After the page has the name of the folder.
    app.connect("html-page-context", tell_size, priority=900)
    app.connect("build-finished", write_store)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
