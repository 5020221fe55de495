"""One figure or table of a chapter as its page will show it.

``python -m coursemachine.notebooks.preview CHAPTER FIGURE``

Only the cells are run without which the figure's own cell has no answer; checks are left out.  The page is made by the
book's own extensions and styles and photographed at a desktop's and a phone's width, light and dark.
"""

import argparse
import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import nbformat

from coursemachine import checkout, names
from coursemachine.notebooks.chapters import chapters, code_cells, parse, run
from coursemachine.notebooks.make import normalise
from coursemachine.notebooks.needed_code import plain, statements

#: Names and titles of what a cell shows.
SHOWN = re.compile(r"\b(?:name|title)=\"([^\"]+)\"")
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
STATIC = Path(__file__).parents[1] / "site" / "static"
PARTS = ["myst_nb", *(f"coursemachine.site.{part}" for part in ("captions", "gallery", "references"))]
CONF = {
    "project": "Preview", "extensions": PARTS, "nb_execution_mode": "off", "nb_render_markdown_format": "myst",
    "html_theme": "sphinx_book_theme", "numfig": True,
    "html_static_path": [str(STATIC)], "html_css_files": sorted(path.name for path in STATIC.glob("*.css")),
    "bibtex_bibfiles": [], "nb_merge_streams": True, "mathjax_path": "none.js",
    "html_context": {"default_mode": "light"},
}  # fmt: skip
#: What a Chromium is called on the path; the shell has no window, whose drawing took two fifths of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium():
    """A Chromium, or None where there is none on the path."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


def simple(name):
    """A name in small letters, without hyphens and "the"."""
    return name.lower().replace("-", " ").removeprefix("the ")


def find(cells, wanted):
    """Number of the code cell that shows something called `wanted`, or has that number."""
    if wanted.isdigit() and int(wanted) < len(cells):
        return int(wanted)
    name = simple(wanted)
    shown = [(simple(words), number) for number, cell in enumerate(cells) for words in SHOWN.findall(cell.source)]
    fits = [number for label, number in sorted(shown, key=lambda pair: pair[0] != name) if name in label]
    if not fits:
        known = "; ".join(label for label, _ in shown)
        raise SystemExit(f"nothing in the chapter is called {wanted!r}; there are: {known}")
    return fits[0]


def codes_of(cells):
    """Code of cells, of hidden ones without what only checks."""
    hidden = ["remove-cell" in cell.metadata.get("tags", ()) for cell in cells]
    return ["\n".join(statements(cell.source)) if hide else cell.source for cell, hide in zip(cells, hidden)]


def needed(cells, at):
    """Numbers and code of the cells above `at` that it needs, without checks, and its own."""
    codes = codes_of(cells)
    codes[at] = cells[at].source
    return [(number, codes[number]) for number in names.needed([plain(code) for code in codes], [at])]


def ran(cells, folder):
    """A notebook of the last of `cells`, (number, code) each, run after the others in a folder."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for _, code in cells])
    run(notebook, folder)
    notebook.cells = notebook.cells[-1:]
    normalise(notebook)
    return notebook


def write(notebook, folder):
    """The page of a notebook."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    source = folder / "source"
    source.mkdir(parents=True, exist_ok=True)
    shown = [cell for cell in notebook.cells if cell.outputs]
    notebook.cells = [nbformat.v4.new_markdown_cell("# Preview"), *(shown or notebook.cells)]
    nbformat.write(notebook, source / "index.ipynb")
    with patch_docutils(str(source)), docutils_namespace():
        app = Sphinx(source, None, folder / "html", folder / "doctrees", "html", CONF, status=None, freshenv=True)
        app.build(force_all=True)
    return folder / "html" / "index.html"


def photograph(browser, page, folder):
    """PNG files of the page's article, at each size in both modes."""
    for size, (width, height) in SIZES.items():
        view = browser.new_page(viewport={"width": width, "height": height})
        view.goto(page.as_uri())
        if view.locator('script.cf-data').count():
            view.wait_for_selector("html[data-figures=ready]", state="attached")
        for mode in ("light", "dark"):
            view.evaluate("mode => Object.assign(document.documentElement.dataset, {theme: mode, mode})", mode)
            view.locator("article").screenshot(path=folder / f"{size}-{mode}.png")
        view.close()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("chapter", help="part of a chapter's path, such as part/chapter")
    parser.add_argument("figure", help='name or title of a figure or table, such as "the dial", or number of a cell')
    parser.add_argument("--out", type=Path, default=checkout.ROOT / "build" / "preview", help="folder of the files")
    options = parser.parse_args(arguments)
    text, *_ = chapters(checkout.BOOK, [options.chapter])
    cells = code_cells(parse(text.read_text(encoding="utf-8")))
    at = find(cells, options.figure)
    notebook = ran(needed(cells, at), checkout.BOOK)
    notebook.cells[0].metadata = cells[at].metadata
    page = write(notebook, options.out)
    with chromium() as browser:
        if browser:
            photograph(browser, page, options.out)
    print(f"{page}{', and PNG files above it' if browser else ''}")


if __name__ == "__main__":
    main()
