"""A headless Chromium over the built book, with everything outside of it refused."""

import functools
import json
import os
import shutil
import threading
import time
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from coursemachine.notebooks.preview import BROWSERS
from coursemachine.site.cards import entries

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "book" / "_build" / "html"
QUIET = ["background-networking", "component-update", "gpu", "quic", "sync"]
# Nothing but this machine has an address; what is asked for elsewhere fails, and a visit notes it.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
FLAGS = ["--no-sandbox", "--no-first-run", ALONE, *(f"--disable-{what}" for what in QUIET)]

#: Whether Python in the page is tried whole, which takes a while: ``make online``.
ONLINE = os.environ.get("ONLINE") == "all"
#: Whether all is looked at where otherwise some will do, the same ones on every machine: once a week.
EVERY = ONLINE or os.environ.get("EVERY") == "all"


#: How a page is printed; without a margin there is no room for the numbers of pages.
MARGIN = {"top": "14mm", "right": "12mm", "bottom": "16mm", "left": "12mm"}
PAPER = {"format": "A4", "print_background": True, "margin": MARGIN}


def some(items, most):
    """At most so many of `items`, at equal distances, the first among them; all if `EVERY`."""
    return list(items) if EVERY or len(items) <= most else [items[k * len(items) // most] for k in range(most)]


def pages():
    """Every page of the book, as a path in the site; one figure alone, or one that leads on, is none."""
    found = (path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    gone = {f"{page['file']}.html" for page in entries().get("gone", ())}
    return sorted(page for page in found if not page.startswith(("_static", "embed")) and page not in gone)


def missing(what):
    """Skip with a plain sentence; never in CI, where a skipped gate would pass for a held one."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


def pytest_configure(config):
    config.addinivalue_line("markers", "only(pages): of the tests that take every page, what this function returns")


def pytest_generate_tests(metafunc):
    if "page_path" in metafunc.fixturenames:
        # By module: the tests of a page follow each other and share its visit.
        metafunc.parametrize("page_path", pages() or [None], scope="module")


def pytest_collection_modifyitems(items):
    # A test counts only where it looks.
    items[:] = [item for item in items if wanted(item, item.get_closest_marker("only"))]
    # Two processes end together where what takes long comes first; see the gate's --no-loadscope-reorder.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def wanted(item, only):
    """Whether a test looks at every page, or its page is one of those it looks at, or the book is not built."""
    path = only and item.callspec.params["page_path"]
    return path is None or path in only.kwargs["pages"]()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def translate_path(self, path):
        # A browser asks for it where a page names no icon: the page of a wrong address, a figure that stands alone.
        return super().translate_path("/_static/favicon.svg" if path == "/favicon.ico" else path)


@contextmanager
def serving(handler=QuietHandler, directory=SITE):
    """A server over the built book, or another directory, its address as ``url``."""
    if directory is SITE and not (SITE / "index.html").exists():
        missing("the book is not built: make html")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=directory))
    server.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def site():
    """Address of a server over the built book."""
    with serving() as server:
        yield server.url


@pytest.fixture(scope="session")
def chromium():
    """The browser."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        missing("no Chromium on the path: browser tests need one (Debian: apt-get install chromium-headless-shell)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        # Without movement a picture is at once what it will be.
        browser.new_context = functools.partial(browser.new_context, reduced_motion="reduce")
        browser.new_page = functools.partial(browser.new_page, reduced_motion="reduce")
        yield browser
        browser.close()


#: What figures compute, as functions of numbers alone.
COMPUTES = [f"/{path.relative_to(ROOT).as_posix()}" for path in sorted((ROOT / "book/scenes/arithmetic").glob("*.js"))]
COMPUTES += ["/book/scenes/reading.js", "/book/scenes/wall.js"]
EVALUATE = """async ([urls, expression, text]) => {
  const known = Object.assign({}, ...(await Promise.all(urls.map((url) => import(url)))));
  const states = JSON.parse(text, (key, value) => (value === "inf" ? Infinity : value));
  const call = new Function(...Object.keys(known), "s", `return ${expression}`);
  return states.map((state) => call(...Object.values(known), state));
}"""


@pytest.fixture(scope="module")
def modules(chromium):
    """A page of a server over the checkout, which has its modules as they are written."""
    with serving(directory=ROOT) as server:
        page = chromium.new_page()
        page.goto(f"{server.url}/book/scenes/reading.js")
        yield page
        page.close()


@pytest.fixture(scope="module")
def compute(modules):
    """Evaluate an expression of what figures compute for each of many states `s`; "inf" is infinity."""

    def call(expression, states):
        text = json.dumps(list(states), default=lambda value: value.tolist())
        found = modules.evaluate(EVALUATE, [COMPUTES, expression, text])
        assert len(found) == len(states) > 0
        return found

    return call


def until(page, expression, arg=None, timeout=30_000):
    """Wait until an expression is true in a page of the book, and give its value.

    Playwright's own way compiles it in the page, again and again, which the page's policy forbids.
    """
    end = time.monotonic() + timeout / 1000
    while not (found := page.evaluate(expression, arg)):
        assert time.monotonic() < end, f"not true within {timeout} ms: {expression}"
        page.wait_for_timeout(40)
    return found


#: What a page has moved by itself since it was first painted, and how far, as browsers count it.
SHIFTED = """() => new Promise((done) => {
  const moved = [], name = ({ node, previousRect, currentRect }) => [
    node?.className || node?.nodeName, node?.textContent.trim().slice(0, 40), previousRect.y, currentRect.y];
  const add = (list) => moved.push(...list.getEntries().map((one) => [one.value, ...one.sources.map(name)]));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 50);
})"""


class Visit:
    """An open page and everything it did that a test may object to."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self._forget()
        page.on("request", self._asked)
        page.on("response", lambda response: self.loaded.update({response.url: response}))
        page.on("requestfailed", self._failed)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def _failed(self, request):
        # A page that is left for another gives up what it still waits for.
        if request.failure != "net::ERR_ABORTED" or self.opened < 2:
            self.errors.append(f"{request.url}: {request.failure}")

    def _asked(self, request):
        self.opened += request.is_navigation_request()
        if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
            self.outside.append(request.url)

    def _forget(self):
        self.outside, self.errors, self.loaded, self.opened = [], [], {}, 0

    def anew(self, path):
        """Forget what an earlier page did and load another, in the same process, which is sooner."""
        self.page.goto("about:blank")
        self._forget()
        self.open(path)

    def open(self, path):
        """Load a page of the book and wait until formulas, fonts and figures are in place."""
        self.page.goto(f"{self.address}/{path}", wait_until="load")
        if self.page.locator(".bd-article .math").count():
            self.page.wait_for_selector("html[data-formulas=ready]", state="attached")
        if self.page.locator("script.cf-data").count():
            self.page.wait_for_selector("html[data-figures=ready]", state="attached")
        self.page.evaluate("() => document.fonts.ready.then(() => 0)")
        return self.page


@contextmanager
def visiting(chromium, site, width=1280, height=900):
    """Open a :class:`Visit`."""
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=width < 500)
    yield Visit(context.new_page(), site)
    context.close()


@pytest.fixture
def visit(chromium, site):
    """Make a visit of one's own, of a given width."""
    with ExitStack() as stack:
        yield lambda **size: stack.enter_context(visiting(chromium, site, **size))


@pytest.fixture(scope="session")
def reader(chromium):
    """A browser whose pages share what they have loaded, as those of one reader do."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(request, reader, site):
    """The module's ``PAGE``, loaded once; its tests leave it as they find it."""
    visit = Visit(reader.new_page(), site)
    yield visit.open(request.module.PAGE)
    visit.page.close()
