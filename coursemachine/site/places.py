"""Old addresses lead on: to where a named place of a chapter stands now, and from a page that is no more to another."""

import json
import re
from collections import defaultdict
from pathlib import Path

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, name_of
from coursemachine.site.cards import entries
from coursemachine.site.common import on_build_finished

_ID = re.compile(r' id="([a-z][a-z0-9-]*-[a-z0-9-]+)"')


def places(folder, pages):
    """Ids that one page of the built site has alone, by page: statements, equations, figures, sections."""
    pages_of = defaultdict(set)
    for page in pages:
        for name in _ID.findall(Path(folder, f"{page}.html").read_text(encoding="utf-8")):
            pages_of[name].add(page)
    alone = defaultdict(list)
    for name, where in sorted(pages_of.items()):
        if len(where) == 1:
            alone[where.pop()].append(name)
    return dict(alone)


def write(app):
    """Write what ``moved.js`` loads where an address names a place that its page does not have."""
    pages = [name_of(BOOK, text) for text in chapters(BOOK)]
    text = json.dumps(places(app.outdir, pages), separators=(",", ":"))
    Path(app.outdir, "_static", "places.js").write_text(f"window.places = {text};\n", encoding="utf-8")


def gone(app):
    """A page at the address of each one that is no more, which leads on (``moved.js``)."""
    for page in entries().get("gone", ()):
        yield page["file"], {"goal": page["to"]}, "gone.html"


def setup(app):
    app.connect("html-collect-pages", gone)
    on_build_finished(app, write)
