"""Python in the page in other engines: three chapters in Chromium, Firefox and WebKit, an error, and Stop.

A part of ``make online``.  Firefox is driven by Marionette, its own protocol, WebKit by WebDriver: a socket and HTTP,
so that nothing has to be installed beside the browsers.  An engine that is not there is skipped.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager

import pytest

from tests.browser.conftest import ONLINE
from tests.browser.test_chapters_online import REPORT, differing
from tests.browser.test_live import EXERCISE, with_python

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not ONLINE, reason="make online tries the engines")]
CHAPTERS = ["foundations/why-accuracy-lies", "copa/the-update", "combo/from-the-norm-to-a-loss"]
#: Seconds for whatever is waited for, on a machine with other work.
LONGEST = 900

PRESS = "name => document.querySelector(`[data-act=${name}]:not([hidden])`).click()"
RUN = "() => { delete document.documentElement.dataset.live; document.querySelector('[data-act=run]').click() }"
READY = "() => document.documentElement.dataset.live === 'ready'"
#: The text of the first element found, "" where there is none.
WORDS = "place => document.querySelector(place)?.textContent ?? ''"
#: Puts a text in the place of the first code, as its editor does.
WRITE = "text => liveSession.changed(liveSession.cells.find((cell) => cell.page?.editor), text)"


def found(programs, package):
    """Path of the first program that is there; the test is skipped without one."""
    path = next(filter(None, map(shutil.which, programs.split())), None)
    return path or pytest.skip(f"no {programs} on the path (Debian: apt-get install {package})")


def until(there, what="the answer"):
    """What a function gives, as soon as it gives something."""
    end = time.monotonic() + LONGEST
    while not (value := there()):
        assert time.monotonic() < end, f"{what} did not come in {LONGEST} s"
        time.sleep(0.1)
    return value


@contextmanager
def running(*command, **environment):
    """A program that is ended in the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=os.environ | environment, **quiet) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def chromium(request, _):
    """What asks a Chromium: takes a command of WebDriver and its parameters."""
    with request.getfixturevalue("chromium").new_context() as context:
        page = context.new_page()

        def ask(command, **parameters):
            if command == "url":
                return page.goto(parameters["url"])
            return page.evaluate(f"given => (function () {{ {parameters['script']} }})(...given)", parameters["args"])

        yield ask


@contextmanager
def firefox(_, folder):
    """What asks a Firefox."""
    program = found("firefox firefox-esr", "firefox-esr")
    (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')
    told = folder / "MarionetteActivePort"
    with running(program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)):
        port = until(lambda: told.exists() and told.read_text(), "a Firefox")
        with socket.create_connection(("127.0.0.1", int(port)), LONGEST) as line, line.makefile("rwb") as stream:

            def heard():
                size = b"".join(iter(lambda: stream.read(1), b":"))
                return json.loads(stream.read(int(size)))

            def ask(command, **parameters):
                name = {"url": "Navigate", "execute/sync": "ExecuteScript"}.get(command, command)
                message = json.dumps([0, 1, f"WebDriver:{name}", parameters]).encode()
                stream.write(b"%d:%s" % (len(message), message))
                stream.flush()
                *_, error, answer = heard()
                assert error is None, error
                return answer.get("value")

            heard()  # its greeting
            ask("NewSession")
            yield ask


@contextmanager
def webkit(*_):
    """What asks a WebKit, which draws for a broadwayd where there is no display."""
    program = found("WebKitWebDriver", "webkit2gtk-driver")
    with ExitStack() as stack, socket.socket() as free:
        display = {}
        if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
            display = {"GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": ":47"}
            stack.enter_context(running(found("broadwayd", "libgtk-3-bin"), ":47"))
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        stack.enter_context(running(program, f"--port={port}", **display))

        def send(path, method="POST", **parameters):
            body = json.dumps(parameters).encode() if method == "POST" else None
            request = urllib.request.Request(f"http://127.0.0.1:{port}/session{path}", body, method=method)
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return json.load(answer)["value"]

        def begun():
            try:
                return send("", capabilities={})["sessionId"]
            except urllib.error.URLError:
                return None

        session = until(begun, "a WebKit")
        stack.callback(send, f"/{session}", "DELETE")
        yield lambda command, **parameters: send(f"/{session}/{command}", **parameters)


class Reader:
    """Who looks at the pages of the book with an engine."""

    def __init__(self, ask, site):
        self.ask, self.site = ask, site

    def open(self, name):
        self.ask("url", url=f"{self.site}/{name}")

    def see(self, function, *given):
        """What a function of JavaScript gives in the page."""
        return self.ask("execute/sync", script=f"return ({function})(...arguments)", args=given)

    def settle(self):
        """Wait until nothing runs; what the page says."""
        until(lambda: self.see(READY))
        return self.see(WORDS, ".live-status")

    def run(self, text):
        """Run a text in the place of the first cell."""
        self.see(WRITE, text)
        self.see(RUN)


@pytest.fixture(params=[chromium, firefox, webkit], ids=lambda engine: engine.__name__)
def reader(request, site, tmp_path):
    with_python()
    with request.param(request, tmp_path) as ask:
        yield Reader(ask, site)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_gives_what_the_book_has(reader, name, request):
    reader.open(f"{name}.html")
    start = time.perf_counter()
    reader.see(PRESS, "all")
    until(lambda: reader.see("() => window.liveSession?.cells.some((cell) => cell.result)"))
    begun = time.perf_counter() - start
    told = reader.settle()
    report = reader.see(REPORT)
    spent, which = time.perf_counter() - start, request.node.callspec.id
    print(f"\n{which:44} {len(report):3} cells, start {begun:.0f} s, all {spent:.0f} s; {told}", flush=True)
    assert told.startswith("Done"), told
    assert differing(report) == []
    assert len(report) > 5


def test_an_error_has_its_line_and_stop_works_with_and_without_shared_memory(reader, request):
    for visit in range(2):
        reader.open(EXERCISE)
        # From the second visit on the store sends the headers for it; WebKitGTK shares no memory all the same.
        shared = reader.see("() => crossOriginIsolated && typeof SharedArrayBuffer === 'function'")
        assert shared == (visit > 0 and request.node.callspec.id != "webkit")
        reader.see(PRESS, "edit")
        until(lambda: reader.see(WORDS, ".cm-content"))
        reader.run("a = 1\nb = 0\na / b\n")
        assert reader.settle().startswith("An error in cell 1")
        assert "stopped in line 3: ZeroDivisionError" in reader.see(WORDS, ".live-error")
        reader.run("print('on it')\nwhile True:\n    pass\n")
        until(lambda: "on it" in reader.see(WORDS, ".live-streaming"))
        reader.see(PRESS, "stop")
        said = reader.settle()
        assert ("What ran before still holds" if shared else "what it had computed is gone") in said, said
