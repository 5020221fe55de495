"""Links of the built book: every local file and anchor exists, nothing is loaded from elsewhere, no id twice."""

from collections import Counter
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urlsplit

from tests.browser.conftest import SITE, missing

LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("use", "href")}


class Reader(HTMLParser):
    """Collects ids and addresses of a page."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads = Counter(), [], []

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if told.get("id"):
            self.ids[told["id"]] += 1
        for name in ("href", "src"):
            if told.get(name):
                (self.loads if (tag, name) in LOADED else self.links).append(told[name])


@cache
def read(path):
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def broken(page, address):
    """Why an address leads nowhere, or None."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None
    file, anchor = urldefrag(address)
    target = (page.parent / unquote(urlsplit(file).path)).resolve() if urlsplit(file).path else page
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return f"{address}: no such file"
    anchor = anchor.partition("?")[0]  # a state of a figure
    if anchor and target.suffix == ".html" and unquote(anchor) not in read(target).ids:
        return f"{address}: no such anchor"
    return None


def test_links_lead_somewhere_nothing_is_loaded_from_elsewhere_and_no_id_stands_twice(page_path):
    if page_path is None:
        missing("the book is not built: make html")
    page = SITE / page_path
    reader = read(page)
    assert [told for address in reader.links + reader.loads if (told := broken(page, address))] == []
    assert [address for address in reader.loads if urlsplit(address).netloc] == []
    assert [name for name, count in reader.ids.items() if count > 1] == []
