"""What a lecture asks of its reader, measured on the built page: ``python -m coursemachine budget [CHAPTER ...]``.

``book/budget.toml`` lists what each chapter has beyond its budget; the command fails where a page has more, and
``--lower`` writes what has become less.  :func:`minutes` estimates both times that a chapter prints from its text.
"""

import argparse
import re
import sys
import tomllib

from bs4 import BeautifulSoup

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, name_of
from coursemachine.prose import FORMULA, OPTIONS, split

#: (least, most) of what a reader sees of a lecture without opening a fold.
BUDGET = {
    "words": (0, 2000), "tables": (0, 3), "formulas": (0, 120), "theorems": (0, 2), "open code": (0, 10),
    "questions": (3, 99), "tried stubs": (1, 99), "figures": (1, 99), "quiz": (3, 5),
}  # fmt: skip
LIST, SITE = BOOK / "budget.toml", BOOK / "_build" / "html"
#: What a page shows only when its reader asks, and what is not prose.
CLOSED = "details > :not(summary), .dropdown > :not(.admonition-title)"
NO_PROSE = ".cell, figure.numbered, table, .math, pre, .headerlink, script, style"
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


def measured(page):
    """Count what a built page shows: name of a measure -> how many."""
    article = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select_one("article.bd-article")
    hinted = [stub.find_parent("section").select(".admonition.hint") for stub in article.select(".cell.tag_stub")]
    figures = len(article.select('script[type="application/vnd.jupyter.widget-view+json"]'))

    def count(query):
        return len(article.select(query))

    def drop(query):
        for one in article.select(query):
            one.decompose()

    drop(CLOSED)
    found = {
        "tables": count("table"),
        "formulas": count("span.math"),
        "theorems": count(".proof.theorem"),
        "open code": count(".cell_input .highlight"),
        "questions": count(".admonition.question"),
        "tried stubs": sum(map(bool, hinted)),
        "figures": figures,
        "quiz": count("ol.quiz > li"),
    }
    drop(NO_PROSE)
    return {"words": len(re.findall(r"\w[\w'’.,-]*", article.get_text(" "))), **found}


def excess(found):
    """What of all this is outside the budget: name of a measure -> how much."""
    return {one: max(least - found[one], found[one] - most) for one, (least, most) in BUDGET.items()
            if not least <= found[one] <= most}  # fmt: skip


def main(arguments=None):
    """Print the budget of each chapter; exit status 1 where one exceeds it by more than the list says."""
    parser = argparse.ArgumentParser(prog="coursemachine budget", description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="chapters (part of their path); all by default")
    parser.add_argument("--lower", action="store_true", help="write to the list what has become less")
    options = parser.parse_args(arguments)
    if not (SITE / "index.html").exists():
        raise SystemExit("budget: measures the built book (make html)")
    lines = LIST.read_text(encoding="utf-8")
    listed, wrong = tomllib.loads(lines), []
    print(f"{'':36}", *BUDGET, "minutes", sep=" | ")
    for path in chapters(BOOK, options.names):
        name, text = name_of(BOOK, path), path.read_text(encoding="utf-8")
        if "{chapter-head}" not in text:  # an appendix: nobody reads it in one go
            continue
        found, allowed = measured(SITE / f"{name}.html"), listed.get(name, {})
        over = excess(found)
        wrong += [f"{name}: {found[one]} {one}" for one in over if over[one] > allowed.get(one, 0)]
        listed[name] = {one: min(over[one], allowed[one]) for one in over if one in allowed}
        cells = [f"{found[one]}{'!' if one in over else ''}".rjust(len(one)) for one in BUDGET]
        print(f"{name:36}", *cells, "{} + {}".format(*minutes(text)), sep=" | ", flush=True)
    if options.lower:
        head = [line for line in lines.splitlines() if line.startswith("#")]
        rows = [f'"{name}" = {{{", ".join(f"{k!r} = {v}" for k, v in over.items())}}}' for name, over in listed.items()]
        LIST.write_text("\n".join([*head, *rows, ""]), encoding="utf-8")
    print(*wrong, sep="\n", file=sys.stderr)
    return bool(wrong)
