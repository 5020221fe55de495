"""The record of a source: every claim with its verdict, and the errata, made from ``confusion/lab/claims``.

What a chapter decides stands as it is shown there, with its numbers; what a test decides stands as in the file.

``{record} copa`` lists the claims and errata of a source, chapter by chapter; ``{scoreboard}`` counts the verdicts.
A verdict stands in the data only: the chapter or the test that decides it refuses another one.
"""

import json
import re
from collections import Counter
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

BOOK = Path(__file__).resolve().parents[1]
#: Sources in the order of the book, as they are called.
SOURCES = {"lecture": "Lecture", "copa": "COPA", "uma": "UMA", "combo": "CoMBo"}
_BAR = re.compile(r"(?<!\\)\|")
_VALUE = re.compile(r"\\\[\\\[.*?\\\]\\\]")


def chapter(entry):
    """The chapter of a claim or erratum; `page` may name a section of it, too."""
    return entry.page.partition("#")[0]


@cache
def shown(page):
    """Rows of the tables of claims that the notebook of a chapter stores, as dicts by column."""
    notebook = json.loads((BOOK / f"{page}.ipynb").read_text(encoding="utf-8"))
    outputs = (output for cell in notebook["cells"] for output in cell.get("outputs", ()))
    texts = ("".join(output.get("data", {}).get("text/markdown", "")) for output in outputs)
    found = []
    for lines in (text.splitlines() for text in texts if text.startswith("| claim |")):
        header, _, *rows = ([cell.strip() for cell in _BAR.split(line.strip())[1:-1]] for line in lines)
        found += [dict(zip(header, row)) for row in rows]
    return found


def row_of(claim):
    """A claim as its chapter shows it; one that a test decides as the file has it, unless it has numbers to show."""
    from confusion.lab.claims import row

    own = {head: _BAR.sub(r"\|", cell) for head, cell in row(claim).items()}
    if claim.decided != "page" and "[[" not in "".join(own.values()):
        return own
    pattern = re.compile(_VALUE.sub(".*", re.escape(own["claim"])))
    rows = [row for row in shown(chapter(claim)) if pattern.fullmatch(row["claim"])]
    rows = [row for row in rows if claim.verdict in row["verdict"]]
    if not rows:
        raise ExtensionError(f"{chapter(claim)} does not show the claim {claim.id}: {own['claim']}")
    return rows[0]


def counted(claims, errata):
    """A sentence with the numbers of claims by verdict, and of errata."""
    from confusion.lab.claims import VERDICTS

    counts = Counter(claim.verdict for claim in claims)
    told = ", ".join(f"{counts[verdict]} *{verdict}*" for verdict in VERDICTS if counts[verdict])
    return f"{len(claims)} claims: {told}; {len(errata)} errata."


def stacked(row):
    """What holds below what is printed, in one cell: a column of its own is mostly empty, and narrow for formulas."""
    if not row.get("what holds"):
        return row
    return {**row, "claim": f"{row['claim']}<br>**What holds:** {row['what holds']}", "what holds": ""}


def tables(claims):
    """Markdown of the claims of one chapter, a table for each topic."""
    from confusion.lab.claims import columns

    for topic, found in groupby(claims, key=attrgetter("topic")):
        rows = [stacked(row_of(claim)) for claim in found]
        heads = columns(rows)
        yield from (f"**{topic}**", "") if topic else ()
        yield "| " + " | ".join(heads) + " |"
        yield "|" + ":--|" * len(heads)
        yield from ("| " + " | ".join(row.get(head, "") for head in heads) + " |" for row in rows)
        yield ""


def record(source):
    """Markdown of a record: by chapter tables of claims and a list of errata."""
    from confusion.lab.claims import load_claims, load_errata

    claims, errata = load_claims(source), load_errata(source)
    yield from (counted(claims, errata), "")
    for page in dict.fromkeys(map(chapter, (*claims, *errata))):
        yield from ("~~~{rubric} " + (f"{{doc}}`/{page}`" if page else "Not taught in this book"), "~~~", "")
        yield from tables([claim for claim in claims if chapter(claim) == page])
        found = [one for one in errata if chapter(one) == page]
        if found:
            yield from ("**Errata**", "")
            yield from (f"1. {one.place}: {one.says}" if one.place else f"1. {one.says}" for one in found)
            yield ""


def scoreboard():
    """Markdown of the numbers of claims by verdict and source."""
    from confusion.lab.claims import VERDICTS, load_claims, load_errata
    from confusion.lab.tables import table

    found = {source: Counter(claim.verdict for claim in load_claims(source)) for source in SOURCES}
    rows = [(verdict, *(counts[verdict] for counts in found.values())) for verdict in VERDICTS]
    rows = [row for row in rows if any(row[1:])] + [("errata", *(len(load_errata(source)) for source in SOURCES))]
    return table(["verdict", *(f"{{doc}}`{name} <record-{source}>`" for source, name in SOURCES.items())], rows).data


class _Listed(SphinxDirective):
    def parsed(self, lines):
        self.env.note_reread()
        box = nodes.container(classes=["record"])
        self.state.nested_parse(lines, 0, box)
        return [box]


class Record(_Listed):
    """``{record} SOURCE``."""

    required_arguments = 1

    def run(self):
        """Put the record here."""
        if self.arguments[0] not in SOURCES:
            raise self.error(f"there is a record of {', '.join(SOURCES)}, none of {self.arguments[0]}")
        return self.parsed(list(record(self.arguments[0])))


class Scoreboard(_Listed):
    """``{scoreboard}``."""

    def run(self):
        """Put the table here."""
        return self.parsed(scoreboard().splitlines())


def setup(app):
    """Register with Sphinx."""
    app.add_directive("record", Record)
    app.add_directive("scoreboard", Scoreboard)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
