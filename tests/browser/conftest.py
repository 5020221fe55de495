"""A headless Chromium over the built book, with everything outside of it refused."""

import functools
import os
import random
import shutil
import threading
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.helpers import slice_seed

SITE = Path(__file__).resolve().parents[2] / "book" / "_build" / "html"
QUIET = ["background-networking", "component-update", "gpu", "quic", "sync"]
FLAGS = ["--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in QUIET)]
#: Modules that take minutes, the longest first.
LONG = ["pages", "chapters_online", "controls", "reading", "live", "scenes", "figures"]

#: Whether Python in the page is tried whole, which takes a while: ``make online``.
ONLINE = os.environ.get("ONLINE") == "all"


def by_turns(items, most):
    """At most so many of `items`, at equal distances; the commit says from which on.  All if `ONLINE`."""
    if ONLINE or len(items) <= most:
        return list(items)
    start = random.Random(slice_seed()).randrange(len(items))
    turned = [*items[start:], *items[:start]]
    return turned[:: len(items) // most][:most]


def pages():
    """Every page of the book, as a path in the site; a page that holds one figure alone is none, see test_figures."""
    found = (path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html"))
    return sorted(page for page in found if not page.startswith(("_static", "embed")))


def missing(what):
    """Skip with a plain sentence; never in CI, where a skipped gate would pass for a held one."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


def pytest_generate_tests(metafunc):
    if "page_path" in metafunc.fixturenames:
        # By module: the tests of a page follow each other and share its visit.
        metafunc.parametrize("page_path", pages() or [None], scope="module")


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")
    # Two processes end together where what takes long comes first; see the gate's --no-loadscope-reorder.
    place = {f"test_{name}": number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.path.stem, len(LONG)))


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def site():
    """Address of a server over the built book."""
    if not (SITE / "index.html").exists():
        missing("the book is not built: make html")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=SITE))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium():
    """The browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        missing("no Chromium on the path: browser tests need one (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """An open page and everything it did that a test may object to."""

    def __init__(self, page, address):
        self.page, self.address = page, address
        self.outside, self.errors, self.loaded = [], [], {}

    def open(self, path):
        """Load a page of the book and wait until mathematics and figures are in place."""
        self.page.goto(f"{self.address}/{path}", wait_until="load")
        self.page.evaluate("() => window.MathJax?.startup?.promise")
        # Fonts and MathJax's parts may still be on their way.
        self.page.wait_for_load_state("networkidle")
        if self.page.locator('script[type="application/vnd.jupyter.widget-view+json"]').count():
            self.page.wait_for_selector("html[data-figures=ready]", state="attached", timeout=10_000)
        return self.page


def ready(page):
    """Wait until the formulas have their size; a page without any asks for no MathJax."""
    if page.locator(".bd-article .math").count():
        page.wait_for_selector("html[data-formulas=ready]", state="attached", timeout=30_000)
    return page


@contextmanager
def visiting(chromium, site, width=1280, height=900):
    """Open a :class:`Visit`."""
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=width < 500)
    page = context.new_page()
    visit = Visit(page, site)

    def gate(route):
        if route.request.url.startswith(site):
            route.continue_()
        else:
            visit.outside.append(route.request.url)
            route.abort()

    page.route("**/*", gate)
    page.on("response", lambda response: visit.loaded.update({response.url: response}))
    page.on("requestfailed", lambda request: visit.errors.append(f"{request.url}: {request.failure}"))
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on("console", lambda message: visit.errors.append(message.text) if message.type == "error" else None)
    yield visit
    context.close()


@pytest.fixture(scope="module")
def desktop(chromium, site, page_path):
    """A visit of a page on a desktop, shared by the tests that only look."""
    with visiting(chromium, site) as visit:
        visit.open(page_path)
        yield visit


@pytest.fixture(scope="module")
def phone(chromium, site, page_path):
    """A visit of a page on a phone, shared by the tests that do no more than unfold."""
    with visiting(chromium, site, width=390) as visit:
        visit.open(page_path)
        yield visit


@pytest.fixture
def visit(chromium, site):
    """Make a visit of one's own, of a given width."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(visiting(chromium, site, **options))
