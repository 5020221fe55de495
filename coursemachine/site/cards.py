"""What the home page, the heads and the breadcrumbs of chapters say, made from ``chapters.toml`` and the texts.

``{chapter-list}`` shows a card with a picture for each chapter, below the question that its part is for, on the page of
a part those of the part alone; ``{chapter-map}`` draws which builds on which; ``{chapter-head}`` says what one needs
for the chapter it stands in, and how long it takes.
"""

import re
import textwrap
import tomllib
from functools import cache
from html import escape
from typing import NamedTuple

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from coursemachine.checkout import BOOK
from coursemachine.figures.markup import panels_of
from coursemachine.labels import label_of
from coursemachine.notebooks.reading_time import minutes
from coursemachine.site.common import MarkdownDirective, load, outputs_of


class Card(NamedTuple):
    """A chapter: an entry of ``chapters.toml``, and what its text gives."""

    file: str
    sentence: str
    needs: list
    terms: list
    knows: str
    number: int
    title: str
    short: str
    reading: int
    exercises: int


class Part(NamedTuple):
    """A part of the book: its entry in ``chapters.toml``, and what the table of contents gives."""

    folder: str
    question: str
    chapter: str
    holds: str
    caption: str
    files: list
    tools: list
    colours: list

    @property
    def about(self):
        """The page that opens it."""
        return f"{self.folder}/about"


@cache
def entries():
    """What ``chapters.toml`` holds."""
    return tomllib.loads((BOOK / "chapters.toml").read_text(encoding="utf-8"))


@cache
def contents():
    """The parts of the table of contents; a list without a caption, as after a page without a number, goes on."""
    found = []
    for part in yaml.safe_load((BOOK / "_toc.yml").read_text(encoding="utf-8"))["parts"]:
        if "caption" in part:
            found.append(part | {"chapters": [*part["chapters"]]})
        else:
            found[-1]["chapters"] += part["chapters"]
    return found


@cache
def cards():
    """Every chapter by its file, in the order of the book."""
    by_file = {}
    short = {page["file"]: page.get("title") for part in contents() for page in part["chapters"]}
    for number, entry in enumerate(entries()["chapter"], start=1):
        text = (BOOK / "_text" / f"{entry['file']}.md").read_text(encoding="utf-8")
        title = re.match(r"# (.*)", text)[1]
        reading, exercises = minutes(text)
        more = {"number": number, "title": title, "short": short.get(entry["file"]) or title}
        by_file[entry["file"]] = Card(**entry, **more, reading=reading, exercises=exercises)
    return by_file


def parts():
    """The numbered parts of the book, in order."""
    entry_of = {entry["folder"]: entry for entry in entries()["part"]}
    for part in contents():
        pages = [page["file"] for page in part["chapters"]]
        tools = [page for page in entries()["tool"] if page["file"] in pages]
        files = [file for file in pages if file in cards()]
        if files:
            yield Part(**entry_of[files[0].split("/")[0]], caption=part["caption"], files=files, tools=tools)


def thumbnail(file):
    """Address of a chapter's picture below the root of the site."""
    return f"_static/chapters/{file.replace('/', '-')}.svg"


def picture_of(file):
    """SVG text of the first figure of a chapter that has a name, the first of its panels."""
    outputs = outputs_of(load(BOOK / f"{file}.ipynb")["cells"])
    named = (output["data"].get("image/svg+xml") for output in outputs if "name" in label_of(output))
    return panels_of("".join(next(filter(None, named))))[0]


def _listed(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def with_exercises(card):
    """The second of the two times that a chapter takes."""
    return f", {card.reading + card.exercises} with exercises" if card.exercises else ""


def places():
    """Column and row of every chapter on the map, by its file.

    A chapter stands to the right of those that it needs, in the first free row of its part from the nearest of them on.
    """
    seats, below = {}, 0
    for part in parts():
        above = below
        for file in part.files:
            needs = cards()[file].needs
            column = 1 + max((seats[need][0] for need in needs), default=-1)
            row = max(above, seats[needs[-1]][1] if needs else 0)
            while (column, row) in seats.values():
                row += 1
            seats[file], below = (column, row), max(below, row + 1)
    return seats


class ChapterHead(MarkdownDirective):
    """What one needs for the chapter, and how long it takes."""

    def run(self):
        card = cards().get(self.env.docname)
        if card is None:
            raise self.error(f"{self.env.docname} is not in chapters.toml")
        links = [*(f"{{doc}}`/{file}`" for file in card.needs), *(f"{{term}}`{term}`" for term in card.terms)]
        return self.written(
            f"**You need** {'; '.join(filter(None, [links and _listed(links), card.knows]))}.\n\n"
            f"**It takes** about {card.reading} minutes to read{with_exercises(card)} (an estimate, without proofs).",
            "chapter-head",
        )


class ChapterList(MarkdownDirective):
    """For each part a question, a card for each of its chapters, and what is there to be used; on its own page less."""

    def run(self):
        own = [part for part in parts() if part.about == self.env.docname]
        return [self.part(part) for part in own or parts()]

    def part(self, part):
        light, dark = part.colours
        here = self.env.docname == part.about
        name = f'<a href="{"../" * self.env.docname.count("/")}{part.about}.html">{escape(part.caption)}</a>'
        rubric = "" if here else f'<h3 class="rubric" id="part-{part.folder}">{name}</h3>'
        head = f'<section class="chapter-part{" small" * here}" style="--of-light: {light}; --of-dark: {dark}">{rubric}'
        box = nodes.container()
        box += nodes.raw("", head, format="html")
        if not here:
            box += self.written(part.question, "question-of-part")
        listed = nodes.bullet_list(classes=["chapters"])
        for file in part.files:
            listed += self.card(file, here)
        box += listed
        for tool in part.tools:
            box += self.written(f"{{doc}}`/{tool['file']}` (to use, no lecture): {tool['sentence']}", "tool")
        box += nodes.raw("", "</section>", format="html")
        return box

    def card(self, file, brief):
        card, root = cards()[file], "../" * self.env.docname.count("/")
        picture = f'<img class="thumb" src="{root}{thumbnail(file)}" alt="" width="150" height="110" loading="lazy">'
        words = f"{'' if brief else card.sentence} {card.reading} min{with_exercises(card)}."
        box = nodes.list_item("", nodes.raw("", picture, format="html"))
        box += self.written(f"{card.number}\\. {{doc}}`{card.title} </{file}>`  \n{words}")
        return box


ARROW = (
    '<defs><marker id="map-arrow" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0 0L6 3L0 6z"/></marker></defs>'
)
# Sizes on the map, in units of which a phone has 360 across.
WIDE, HIGH, GAP, STEP, EDGE = 80, 34, 11, 40, 4


class ChapterMap(SphinxDirective):
    """Which chapter builds on which: boxes by part, each a link, and arrows between them."""

    def run(self):
        self.env.note_reread()
        drawn, corners, top = [], {}, 0
        at = places()
        for part in parts():
            rows = [at[file] for file in part.files]
            first, last = min(row for _, row in rows), max(row for _, row in rows)
            high = 20 + (last - first + 1) * STEP
            name = escape(part.caption.partition(":")[0])
            drawn.append(f'<rect class="part" y="{top}" width="100%" height="{high}" rx="6"/>')
            drawn.append(f'<text class="name" x="{EDGE}" y="{top + 14}">{name}</text>')
            for file, (column, row) in zip(part.files, rows):
                corners[file] = EDGE + column * (WIDE + GAP), top + 20 + (row - first) * STEP
            top += high + 6
        width = max(x for x, _ in corners.values()) + WIDE + EDGE
        drawn += [arrow(corners[need], corners[file]) for file in corners for need in cards()[file].needs]
        drawn += [self.box(cards()[file], *corner) for file, corner in corners.items()]
        words = "Map of the chapters: an arrow leads from a chapter to those that build on it"
        head = f'<svg class="chapter-map" viewBox="0 0 {width} {top - 6}" role="group" aria-label="{words}">'
        picture = "".join(['<div class="map-scroll">', head, ARROW, *drawn, "</svg></div>"])
        return [nodes.raw("", picture, format="html", silent=True)]

    def box(self, card, x, y):
        link = f"{'../' * self.env.docname.count('/')}{card.file}.html"
        numbers = [str(cards()[file].number) for file in card.needs]
        after = f", after chapter{'s' * (len(numbers) > 1)} {_listed(numbers)}" if numbers else ""
        short = card.short.rpartition(": ")[2]  # the part is named: "Part: the step" is "The step"
        name = f"{card.number} {short[0].upper()}{short[1:]}"
        lines = textwrap.wrap(name, 12)
        first = y + HIGH / 2 + 4 - 6 * (len(lines) - 1)
        spans = (f'<tspan x="{x + 4}" y="{first + 12 * at:g}">{escape(line)}</tspan>' for at, line in enumerate(lines))
        return (
            f'<a href="{link}" aria-label="{escape(name)}{after}">'
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4"/><text>{"".join(spans)}</text></a>'
        )


def arrow(start, end):
    """A line from a box to one on its right; it runs above what stands between them."""
    gutter, out = start[0] + WIDE + GAP / 2, start[1] + HIGH / 2
    path = f"M{start[0] + WIDE} {out:g}H{gutter:g}"
    if end[0] - start[0] > WIDE + GAP:
        middle = end[0] + WIDE / 2
        path += f"V{end[1] - 5}H{middle - 4:g}Q{middle:g} {end[1] - 5} {middle:g} {end[1]}"
    else:
        path += f"V{end[1] + HIGH / 2:g}H{end[0]}"
    return f'<path class="arrow" d="{path}" marker-end="url(#map-arrow)"/>'


def lead_up(app, pagename, templatename, context, doctree):
    """Put a page's part into its breadcrumbs, which Sphinx knows nothing of."""
    numbered = {part.caption: part.about for part in parts()}
    for part in contents():
        if pagename in {page["file"] for entry in part["chapters"] for page in [entry, *entry.get("sections", [])]}:
            about = numbered.get(part["caption"])
            link = context["pathto"](about) if about else ""
            context["parents"] = [{"title": escape(part["caption"]), "link": link}, *context["parents"]]


def setup(app):
    app.connect("html-page-context", lead_up)
    app.add_directive("chapter-head", ChapterHead)
    app.add_directive("chapter-list", ChapterList)
    app.add_directive("chapter-map", ChapterMap)
