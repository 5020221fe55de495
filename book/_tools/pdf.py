"""One PDF of the whole book, printed by a headless Chromium from the built pages: ``make pdf``.

The pages are put one after the other into a single one, with a contents page whose lines lead to their places, every
proof and solution open, figures in their first state, folded code left out.
"""

import argparse
import re
import shutil
import sys
from html import escape
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from bs4 import BeautifulSoup

SITE = Path(__file__).resolve().parents[1] / "_build" / "html"
GOAL = SITE.parent / "learning-from-confusion.pdf"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Of no use on paper.
DROPPED = (
    "script, noscript, style, button, .headerlink, details.hide, .proof-switch, .paper-head, .prev-next-footer, "
    ".toctree-wrapper, .figure-gallery"
)
PRINT = """
body { margin: 0; font: 10.5pt/1.45 sans-serif; background: #fff; color: #000; }
.bd-article { padding: 0; max-width: none; }
section.page { break-before: page; }
.cover { padding-top: 30vh; text-align: center; break-after: page; }
.book-contents ul { list-style: none; padding-left: 1.2rem; }
.book-contents > ul { padding-left: 0; }
a { color: inherit !important; }
pre { white-space: pre-wrap; font-size: 8.5pt; }
table { font-size: 9pt; }
.pst-scrollable-table-container { overflow: visible; }
.cf-first { display: block !important; }
summary { break-after: avoid; list-style: none; }
"""


def pages_of(site=SITE):
    """Paths of the pages in the order of the book, the cover first."""
    index = BeautifulSoup((site / "index.html").read_text(encoding="utf-8"), "html.parser")
    found = [urldefrag(link["href"])[0] for link in index.select("nav.bd-links a.reference.internal")]
    return list(dict.fromkeys(["index.html", *(path for path in found if path.endswith(".html"))]))


def anchor(path, name=""):
    """The one place in the whole that was `name` in the page `path`."""
    return "p-" + re.sub(r"\W+", "-", path.removesuffix(".html")) + (f"--{name}" if name else "")


def taken(path, pages, site=SITE):
    """The article of a page, ready to stand among the others."""
    page = BeautifulSoup((site / path).read_text(encoding="utf-8"), "html.parser")
    article = page.select_one("article.bd-article")
    for one in article.select(DROPPED):
        one.decompose()
    for fold in article.select("details"):
        fold["open"] = ""
    for one in article.select("[id]"):
        # The parts of a picture point to each other by names that are its own already.
        if one.find_parent("svg") is None:
            one["id"] = anchor(path, one["id"])
    for one in article.select("[href], [src]"):
        key = "href" if one.has_attr("href") else "src"
        if one.find_parent("svg") is None and not urlsplit(one[key]).scheme:
            one[key] = moved(one[key], path, pages, site)
    return article


def moved(address, path, pages, site):
    """An address of a page, as it is in the whole."""
    file, name = urldefrag(address)
    target = (site / path).parent.joinpath(file).resolve() if file else (site / path).resolve()
    inside = target.relative_to(site.resolve()).as_posix() if target.is_relative_to(site.resolve()) else ""
    if inside in pages:
        return "#" + anchor(inside, name)
    return inside or address


def contents(articles):
    """The contents page."""
    lines = []
    for path, article in articles.items():
        heads = [f'<a href="#{anchor(path)}">{escape(title(article.select_one("h1")))}</a>']
        below = [head for head in article.select("section > h2") if head.parent.get("id")]
        parts = "".join(f'<li><a href="#{head.parent["id"]}">{escape(title(head))}</a></li>' for head in below)
        # The reference has a heading for every room; their names are enough.
        lines.append(f"<li>{heads[0]}{f'<ul>{parts}</ul>' if parts and 'reference' not in path else ''}</li>")
    return f'<nav class="book-contents"><h1>Contents</h1><ul>{"".join(lines)}</ul></nav>'


def title(head):
    """The words of a heading."""
    return " ".join(head.get_text().split())


def mathjax(pages, site):
    """What the pages tell MathJax, above all where it finds formulas."""
    for path in pages:
        if told := re.search(
            r"<script>window\.MathJax = .*?</script>", (site / path).read_text(encoding="utf-8"), re.S
        ):
            return told[0]
    return ""


def whole(site=SITE):
    """One HTML text of all pages."""
    pages = pages_of(site)
    index = BeautifulSoup((site / "index.html").read_text(encoding="utf-8"), "html.parser")
    articles = {path: taken(path, pages, site) for path in pages}
    styles = "".join(map(str, index.select('link[rel="stylesheet"]')))
    name = title(articles["index.html"].select_one("h1"))
    about = index.select_one(".site-info")
    words = f"<p>{escape(' '.join(about.get_text().split()))}</p>" if about else ""
    body = "".join(f'<section class="page" id="{anchor(path)}">{one}</section>' for path, one in articles.items())
    math = mathjax(pages, site) + '<script defer src="_static/mathjax/tex-chtml.js"></script>'
    return (
        f'<!doctype html><html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">'
        f"<title>{escape(name)}</title>{styles}<style>{PRINT}</style>{math}</head><body>"
        f'<div class="cover"><h1>{escape(name)}</h1>{words}</div>{contents(articles)}'
        f'<main class="bd-content">{body}</main></body></html>'
    )


def write(goal=GOAL, site=SITE):
    """Print the book into `goal`."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit("make pdf prints with Chromium: install one (Debian: apt-get install chromium)")
    page_file = site / "_whole.html"
    page_file.write_text(whole(site), encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page()
            page.set_default_timeout(600_000)
            page.goto(page_file.as_uri(), wait_until="load")
            page.evaluate("() => window.MathJax.startup.promise")
            margins = {"top": "18mm", "bottom": "20mm", "left": "20mm", "right": "20mm"}
            page.pdf(
                path=goal,
                format="A4",
                margin=margins,
                print_background=True,
                outline=True,
                tagged=True,
            )
            browser.close()
    finally:
        page_file.unlink()
    return goal


def main(arguments=None):
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("goal", nargs="?", type=Path, default=GOAL, help="the file to write")
    goal = parser.parse_args(arguments).goal
    if not (SITE / "index.html").is_file():
        sys.exit("the book is not built: make html")
    write(goal)
    print(f"The book is in {goal} ({goal.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
