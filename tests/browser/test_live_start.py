"""Starts that fail: each says why and what to do, and the next one works when the cause is gone."""

from pathlib import Path

import pytest

from tests.browser.conftest import SITE, QuietHandler, serving, some, until
from tests.browser.test_live import EXERCISE, RUN, START, reading, with_python

pytestmark = pytest.mark.slow


def served(name):
    """Where a file of Python or of its front end stands in the site, below a folder named by what it holds."""
    return next((path.relative_to(SITE).as_posix() for path in SITE.glob(f"_static/*/*/{name}")), "")


WHEEL = served("numpy-*.whl")
NO_MEMORY = b"""export async function loadPyodide() {
  throw new RangeError("WebAssembly.Memory(): could not allocate memory");
}"""
#: File of the site, what is served in its place (None: nothing), words that a reader must see.
FAULTS = [
    ("_sources/foundations/grow-and-prune.ipynb", None, "the notebook of this page is missing"),
    (served("worker.js"), None, "could not be loaded"),
    (served("pyodide-lock.json"), None, "pyodide-lock.json is missing"),
    (served("pyodide.mjs"), NO_MEMORY, "too little memory"),
    (served("python_stdlib.zip"), None, "python_stdlib.zip is missing"),
    (served("pyodide.asm.wasm"), None, "pyodide.asm.wasm is missing"),
    (served("pyodide.asm.wasm"), b"no such thing", "arrived damaged"),
    (served("python_stdlib.zip"), b"PK no archive", "arrived damaged"),
    # Python itself is there then, and stays.
    (WHEEL, b"PK no wheel", f"{Path(WHEEL).name} did not come, or came damaged"),
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
    with_python()
    with serving(Faulty) as server:
        yield server.url


def press(reader):
    """Press Run of the first cell, and wait for the end of it; what is said."""
    reader.page.evaluate("() => { document.querySelector('.live-status').textContent = '' }")
    reader.press(reader.page.locator("div.cell", has=reader.page.locator(".live-row")).first)
    ends = "/^(Done|Python did not|A package|This could not|An error)/"
    ended = f"{ends}.test(document.querySelector('.live-status').textContent)"
    until(reader.page, f"() => {ended}", timeout=START)
    return reader.page.locator(".live-status").inner_text()


def test_each_fault_is_told_and_does_not_last(chromium, faulty, monkeypatch):
    with reading(chromium, faulty, EXERCISE) as reader:
        # In their order: what has come once, such as the notebook, is not asked for again.
        for path, body, words in sorted(some(FAULTS, 3), key=FAULTS.index):
            monkeypatch.setattr(Faulty, "faults", {path: body})
            told = press(reader)
            assert words in told, (path, told)
            assert "ress Run" in told or "Press the button" in told, told
            assert reader.page.get_by_role("button", name="Stop", exact=True).is_hidden()
        monkeypatch.setattr(Faulty, "faults", {})
        # After them: what has come, such as the notebook, is not asked for again.
        reader.page.context.set_offline(True)
        assert "you are offline" in press(reader)
        reader.page.context.set_offline(False)
        # Nor is a damaged file kept for the next visit.
        reader.visit.open(EXERCISE)
        assert press(reader).startswith("Done")
        # Without its editor there is a field.
        monkeypatch.setattr(Faulty, "faults", {served("vendor/codemirror.js"): None})
        cell = reader.cell("check(impurity, cases")
        reader.press(cell, "Edit")
        field = cell.get_by_role("textbox", name="Code of cell 2.")
        field.fill("print('written in a field')")
        field.press("Shift+Enter")
        reader.page.wait_for_selector(".cell[data-live=own]", timeout=RUN)
        assert reader.output(cell) == "written in a field"
        field.press("Tab")
        assert not field.evaluate("node => node === document.activeElement")
        reader.press(cell, "Reset")
        assert "cases = [" in field.input_value()


def test_a_front_end_that_does_not_come_is_told(chromium, faulty, monkeypatch):
    # On a page of its own: once it has come it is not asked for again.
    monkeypatch.setattr(Faulty, "faults", {served("session.js"): None})
    with reading(chromium, faulty, EXERCISE) as reader:
        assert "no session.js came" in press(reader)


def test_a_browser_without_webassembly_is_told_so(chromium, faulty):
    with reading(chromium, faulty, EXERCISE) as reader:
        reader.page.evaluate("() => { delete globalThis.WebAssembly }")
        assert "no WebAssembly" in press(reader)
