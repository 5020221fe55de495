"""What a lecture asks of its reader, measured on the built page: ``python -m coursemachine budget [CHAPTER ...]``.

``book/budget.toml`` lists what each chapter exceeds; the command fails where the page and the list differ, so that
the list can only shrink.  :func:`minutes` estimates both times that a chapter prints from its text.
"""

import argparse
import re
import shutil
import sys
import tomllib
from contextlib import contextmanager

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, name_of
from coursemachine.prose import FORMULA, OPTIONS, split

#: (least, most) of each measure of a page that is 1280 px wide.
BUDGET = {
    "words": (0, 3000), "height": (0, 14_000), "tables": (0, 5), "formulas": (0, 200), "open code": (0, 10),
    "questions": (3, 99), "tried stubs": (1, 99), "figures": (1, 99), "quiz": (3, 5),
}  # fmt: skip
LIST = BOOK / "budget.toml"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: Minutes for a word, a formula in a line, a displayed one, a word of open code: fitted by least squares to eight
#: chapters that were read with their figures and questions (45 to 88 minutes; off by 8 at most, and by 15 for a chapter
#: that is left out of the fit).  Minutes for an exercise: the same reader worked 3 to 5 of them in 35 to 60 (off by 15
#: at most).
PACE, EXERCISE = (0.013, 0.11, 1.2, 0.023), 12
_FOLDED = re.compile(
    r"^(`{3,})\{prf:proof\}.*?^\1$|^`{3,}\{solution-start\}.*?^(`{3,})\{solution-end\}\s*^\2$", re.DOTALL | re.MULTILINE
)
_DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
#: roles and code stand for one word
_ONE = re.compile(r"\{[\w:-]+\}`[^`]*`|`[^`]+`", re.DOTALL)
_OPTION = re.compile(r"^\s*:[\w-]+:.*$", re.MULTILINE)
_OPEN_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(?!:tags:[^\n]*(?:remove|hide))(.*?)^```$", re.DOTALL | re.MULTILINE)
#: Run in the page: what a reader sees without opening a fold.
MEASURE = """() => {
  const article = document.querySelector("article.bd-article"), all = (query) => [...article.querySelectorAll(query)];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const count = (query) => all(query).filter(seen).length;
  const hinted = (one) => one.closest("section")?.querySelector(".admonition.hint");
  const found = {
    height: document.documentElement.scrollHeight,
    tables: count("table"),
    formulas: count("span.math"),
    "open code": count(".cell_input .highlight"),
    questions: count(".admonition.question"),
    "tried stubs": all(".cell.tag_stub").filter(hinted).length,
    figures: all('script[type="application/vnd.jupyter.widget-view+json"]').length,
    quiz: count("ol.quiz > li"),
  };
  document.head.append(Object.assign(document.createElement("style"), {
    textContent: "article :is(.cell, table, .math, pre, .headerlink) { display: none !important }" }));
  return { words: (article.innerText.match(/[\\p{L}\\d][\\p{L}\\d'’.,-]*/gu) ?? []).length, ...found };
}"""


def opened(text):
    """A chapter's text without what is folded on its page: solutions and proofs."""
    return _FOLDED.sub("", text)


def minutes(text):
    """Minutes to read a chapter without its proofs and solutions, and to work its exercises; rounded to five."""
    seen = opened(text)
    prose = _OPTION.sub("", _DISPLAYED.sub("", split(seen)[0]))
    counts = (
        len(re.findall(r"\w[\w'’.,-]*", _ONE.sub(" x ", FORMULA.sub("", prose)))),
        len(FORMULA.findall(prose)),
        len(_DISPLAYED.findall(seen)),
        sum(len(re.findall(r"\w+", OPTIONS.sub("", cell))) for cell in _OPEN_CELL.findall(seen)),
    )
    reading = sum(pace * count for pace, count in zip(PACE, counts))
    return max(5, 5 * round(reading / 5)), 5 * round(EXERCISE * text.count("{exercise}") / 5)


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


def measured(names, site=BOOK / "_build" / "html"):
    """Yield (chapter, its measures) of the built pages."""
    with chromium() as browser:
        if browser is None or not (site / "index.html").exists():
            raise SystemExit("budget: needs a Chromium on the path and the built book (make html)")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        for name in names:
            page.goto((site / f"{name}.html").as_uri())
            page.wait_for_selector("html[data-formulas=ready]", state="attached")
            yield name, page.evaluate(MEASURE)


def main(arguments=None):
    """Print the budget of each chapter; exit status 1 where the list of those over it is not right."""
    parser = argparse.ArgumentParser(prog="coursemachine budget", description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="chapters (part of their path); all by default")
    texts = {name_of(BOOK, text): text for text in chapters(BOOK, parser.parse_args(arguments).names)}
    # An appendix has no head: nobody reads it in one go.
    texts = {name: text for name, text in texts.items() if "{chapter-head}" in text.read_text(encoding="utf-8")}
    listed, wrong = tomllib.loads(LIST.read_text(encoding="utf-8")), []
    print(f"{'':36}", *BUDGET, "minutes", sep=" | ")
    for name, found in measured(texts):
        over = [one for one, (least, most) in BUDGET.items() if not least <= found[one] <= most]
        cells = [f"{found[one]}{'!' if one in over else ''}".rjust(len(one)) for one in BUDGET]
        reading, exercises = minutes(texts[name].read_text(encoding="utf-8"))
        print(f"{name:36}", *cells, f"{reading} + {exercises}", sep=" | ", flush=True)
        # Fonts and browsers differ a little: at the edge of a limit both is right.
        edge = {one for one in ("words", "height") if abs(found[one] / BUDGET[one][1] - 1) < 0.01}
        if ({*over} ^ {*listed.get(name, [])}) - edge:
            wrong.append(f"{name}: over in {over}, listed {listed.get(name, [])}")
    print(*wrong, sep="\n", file=sys.stderr)
    return bool(wrong)
