"""Starts that fail: each says why and what to do, and the next one works when the cause is gone."""

import functools
import threading
from http.server import ThreadingHTTPServer

import pytest

from tests.browser.conftest import SITE, QuietHandler
from tests.browser.test_live import EXERCISE, RUN, START, reading

AGAIN = "press Run again"
NO_MEMORY = b'export const loadPyodide = async () => { throw new RangeError("WebAssembly.Memory(): could not allocate") };'
#: File of the site, what is served in its place (None: nothing), words that a reader must see.
FAULTS = [
    ("_static/live/session.js", None, "could not be loaded"),
    ("_sources/foundations/grow-and-prune.ipynb", None, "the notebook of this page is missing"),
    ("_static/live/worker.js", None, "could not be loaded"),
    ("_static/live/kernel.py", None, "kernel.py is missing"),
    ("_static/pyodide/pyodide-lock.json", None, "pyodide-lock.json"),
    ("_static/pyodide/pyodide.mjs", NO_MEMORY, "too little memory"),
    ("_static/pyodide/pyodide.asm.wasm", b"no such thing", "damaged"),
    ("_static/pyodide/cycler-0.12.1-py3-none-any.whl", b"PK no wheel", "damaged"),
    ("_static/pyodide/cycler-0.12.1-py3-none-any.whl", None, "could not be loaded"),
]


class Faulty(QuietHandler):
    """Serves the book but for the files that a test spoils."""

    faults = {}

    def do_GET(self):
        path = self.path.split("?")[0].lstrip("/")
        if path not in self.faults:
            return super().do_GET()
        body = self.faults[path]
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/javascript" if path.endswith("js") else "application/octet-stream")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")


@pytest.fixture(scope="module")
def faulty():
    """Address of a server whose files can be spoiled."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Faulty, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def press(reader):
    """Press Run of the first cell, and wait for the end of it; what is said."""
    reader.page.evaluate("() => { document.querySelector('.live-status').textContent = '' }")
    reader.press(reader.page.locator("div.cell", has=reader.page.locator(".live-row")).first)
    ended = "/^(Done|Python did not|This could not|An error)/.test(document.querySelector('.live-status').textContent)"
    reader.page.wait_for_function(f"() => {ended}", timeout=START)
    return reader.page.locator(".live-status").inner_text()


def test_each_fault_is_told_and_does_not_last(chromium, faulty, monkeypatch):
    with reading(chromium, faulty, EXERCISE) as reader:
        for path, body, words in FAULTS:
            monkeypatch.setattr(Faulty, "faults", {path: body})
            told = press(reader)
            print(path, "->", told)
            assert words in told, (path, told)
            assert reader.page.get_by_role("button", name="Stop", exact=True).is_hidden()
        monkeypatch.setattr(Faulty, "faults", {})
        assert press(reader).startswith("Done")


def test_a_damaged_file_is_not_kept_for_the_next_visit(chromium, faulty, monkeypatch):
    with reading(chromium, faulty, EXERCISE) as reader:
        monkeypatch.setattr(Faulty, "faults", {"_static/pyodide/python_stdlib.zip": b"PK no archive"})
        assert press(reader).startswith("Python did not start")
        monkeypatch.setattr(Faulty, "faults", {})
        reader.visit.open(EXERCISE)
        assert press(reader).startswith("Done")


def test_a_reader_without_a_network_is_told_so(chromium, faulty):
    with reading(chromium, faulty, EXERCISE) as reader:
        reader.page.context.set_offline(True)
        assert "you are offline" in press(reader)
        reader.page.context.set_offline(False)
        assert press(reader).startswith("Done")


def test_a_browser_without_webassembly_is_told_so(chromium, faulty):
    with reading(chromium, faulty, EXERCISE) as reader:
        reader.page.evaluate("() => { delete globalThis.WebAssembly }")
        assert "no WebAssembly" in press(reader)
