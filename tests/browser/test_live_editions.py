"""A new edition of the book at an old address: a reader gets the new package, and loads no more than has changed."""

import json
import os
import re
import shutil
import zipfile

import pytest

from coursemachine.live import assemble
from coursemachine.site.live_python import PYODIDE, put_python
from tests.browser.conftest import SITE, QuietHandler, serving, until, visiting
from tests.browser.test_live import EXERCISE, START, Reader, with_python

pytestmark = pytest.mark.slow
#: Read, not imported, which would take scikit-learn and seconds; numpy is there for what needs no loading twice.
SAY = """from importlib.util import find_spec
import numpy
print("second" if "EDITION = " in open(find_spec("confusion").origin).read() else "first")
"""


class Caching(QuietHandler):
    """Lets a browser keep everything for ten minutes, as free hosts of static sites do; notes what it sends."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()


def put_next_edition(site, work):
    """Change the package, and what follows from that: the lock, and the addresses in a page."""
    shutil.copytree(assemble.GOAL, work)
    lock = json.loads((work / assemble.LOCK).read_text())
    package = lock["packages"][assemble.DISTRIBUTION]
    wheel = work / package["file_name"]
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["confusion/__init__.py"] += b"\nEDITION = 'second'\n"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    package["sha256"] = assemble.digest(wheel)
    (work / assemble.LOCK).write_text(json.dumps(lock))
    start = put_python(work, site / PYODIDE)
    text = (site / EXERCISE).read_text()
    for name, value in start.items():
        text = re.sub(f'data-{name}="[^"]*"', f'data-{name}="{value}"', text)
    (site / EXERCISE).unlink()  # a link to the built book's
    (site / EXERCISE).write_text(text)


def said(reader):
    cell = reader.page.locator("div.cell", has=reader.page.locator(".live-row")).first
    reader.write(cell, SAY)
    assert reader.run(cell, START).startswith("Done")
    return reader.output(cell)


def test_the_next_edition_is_what_runs_and_only_what_changed_is_loaded(chromium, tmp_path):
    with_python()
    site = tmp_path / "site"
    shutil.copytree(SITE, site, copy_function=os.link)
    with serving(Caching, site) as server, visiting(chromium, server.url) as visit:
        visit.open(EXERCISE)
        assert said(Reader(visit)) == "first"
        put_next_edition(site, tmp_path / "online")
        Caching.asked.clear()
        visit.open(EXERCISE)
        assert said(Reader(visit)) == "second"
        loaded = {path.split("/")[-1] for path in Caching.asked if PYODIDE in path}
        assert loaded == {assemble.LOCK, next(path.name for path in (tmp_path / "online").glob("*confusion-*.whl"))}
        # What no edition names any more is not kept.
        kept = """async () => (await (await caches.open((await caches.keys())[0])).keys())
          .filter((one) => one.url.includes("learning_from_confusion-")).length === 1"""
        until(visit.page, kept)
