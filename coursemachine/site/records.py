"""The record of a source: every claim with its verdict, and the errata, made from the files of its claims.

What a chapter decides stands as it is shown there, with its numbers; what a test decides stands as in the file.  Below
a claim stands where it is proved, and the test that checks or refutes it, called by its name in words.

``{record} copa`` lists the claims and errata of a source, chapter by chapter; ``{record-items} copa`` its sections and
numbered items, where this book has them and the verdicts; ``{scoreboard}`` counts the verdicts.
A verdict stands in the data only: the chapter or the test that decides it refuses another one.
"""

from collections import Counter
from functools import cache
from itertools import groupby
from operator import attrgetter

from docutils import nodes
from sphinx.errors import ExtensionError

from coursemachine.checkout import BOOK, CLAIMS_FOLDER, SETTINGS
from coursemachine.claims import VERDICTS, Claims, columns, numbers, row
from coursemachine.labels import label_of
from coursemachine.site import captions
from coursemachine.site.common import Written, load, outputs_of
from coursemachine.tables import table

CLAIMS = Claims(CLAIMS_FOLDER)
#: The sources, as they are called.
SOURCES = SETTINGS["sources"]


def chapter(entry):
    """The chapter of a claim or erratum; `page` may name a section of it, too."""
    return entry.page.partition("#")[0]


@cache
def shown(page):
    """Cells of the claims that the notebook of a chapter shows, by source, id and column."""
    labels = map(label_of, outputs_of(load(BOOK / f"{page}.ipynb")["cells"]))
    rows = [(one["source"], *row) for one in labels if one.get("kind") == "verdicts" for row in one["claims"].items()]
    return {(source, name): cells for source, name, cells in rows}


def row_of(source, claim):
    """A claim as its chapter shows it; one that a test decides as the file has it, unless it has numbers to show."""
    own = row(claim)
    if claim.decided != "page" and "[[" not in "".join(own.values()):
        return own
    cells = shown(chapter(claim)).get((source, claim.id), {"verdict": "nothing"})
    if not cells["verdict"].strip("*").startswith(claim.verdict):
        raise ExtensionError(f"{chapter(claim)} does not show the claim {source}/{claim.id} as {claim.verdict}")
    return cells


def counted(claims, errata):
    """A sentence with the numbers of claims by verdict, and of errata."""
    counts = Counter(claim.verdict for claim in claims)
    verdicts = ", ".join(f"{counts[verdict]} *{verdict}*" for verdict in VERDICTS if counts[verdict])
    return f"{len(claims)} claims: {verdicts}; {len(errata)} errata."


def grounds(claim, row):
    """Where a claim, or what holds in its place, is proved, and the test that checks it; "" if the row says it all."""
    test = claim.decided.partition("::test_")[2].replace("_", " ")
    found = []
    if claim.proved and f"`{claim.proved}`" not in row["verdict"]:
        what = "Proved" if claim.verdict == "true" else "What holds is proved"
        found.append(f"{what} in {{prf:ref}}`{claim.proved}`")
    if test:
        tried = "Not refuted" if claim.proved and claim.verdict == "true" else "Checked"
        found.append(f"{'Refuted' if claim.verdict == 'false' else tried} by *{test}*")
    return ". ".join(found)


def stacked(claim, row):
    """What holds, and why, below what is printed, in one cell: columns of their own are mostly empty and narrow."""
    name, why = "Better" if claim.verdict == "can be improved" else "What holds", grounds(claim, row)
    below = [f"**{name}:** {row['what holds']}"] if row.get("what holds") else []
    return {**row, "claim": "<br>".join([row["claim"], *below, *([why] if why else [])]), "what holds": ""}


def tables(source, claims):
    """Markdown of the claims of one chapter, a table for each topic."""
    for topic, found in groupby(claims, key=attrgetter("topic")):
        rows = [stacked(claim, row_of(source, claim)) for claim in found]
        heads = columns(rows)
        yield from (f"**{topic}**", "") if topic else ()
        yield from (*table(heads, [[row.get(head, "") for head in heads] for row in rows]).data.splitlines(), "")


def record(source):
    """Markdown of a record: by chapter tables of claims and a list of errata."""
    claims, errata = CLAIMS.load_claims(source), CLAIMS.load_errata(source)
    yield from (counted(claims, errata), "")
    for page in dict.fromkeys(map(chapter, (*claims, *errata))):
        yield from ("~~~{rubric} " + (f"{{doc}}`/{page}`" if page else "Not taught in this book"), "~~~", "")
        yield from tables(source, [claim for claim in claims if chapter(claim) == page])
        found = [one for one in errata if chapter(one) == page]
        if found:
            yield from ("**Errata**", "")
            yield from (one.item() for one in found)
            yield ""


def items(source):
    """Markdown of the sections and numbered items of a source: where this book has them, verdicts of their claims."""
    found = {}
    for claim in CLAIMS.load_claims(source):
        for number in numbers(claim.place):
            found.setdefault(number, []).append(claim.verdict)
    for erratum in CLAIMS.load_errata(source):
        for number in numbers(erratum.place):
            found.setdefault(number, []).append("erratum")
    rows = []
    for item in CLAIMS.load_items(source):
        verdicts = [verdict for number in numbers(item.number) for verdict in found.get(number, ())]
        rows.append((f"{item.number}: {item.what}".removesuffix(": "), item.here, ", ".join(dict.fromkeys(verdicts))))
    return table(["of the source", "in this book", "verdicts"], rows).data


def scoreboard():
    """Markdown of the numbers of claims by verdict and source."""
    found = {source: Counter(claim.verdict for claim in CLAIMS.load_claims(source)) for source in SOURCES}
    rows = [(verdict, *(counts[verdict] for counts in found.values())) for verdict in VERDICTS]
    errata = ("errata", *(len(CLAIMS.load_errata(source)) for source in SOURCES))
    rows = [*(row for row in rows if any(row[1:])), errata]
    return table(["verdict", *(f"{{doc}}`{name} <record-{source}>`" for source, name in SOURCES.items())], rows).data


class Record(Written):
    """``{record} SOURCE``."""

    required_arguments = 1

    def run(self):
        if self.arguments[0] not in SOURCES:
            raise self.error(f"there is a record of {', '.join(SOURCES)}, none of {self.arguments[0]}")
        (box,) = self.written("\n".join(record(self.arguments[0])), "record")
        for one in box.findall(nodes.table):
            one["classes"].append(captions.VERDICTS)
        return [box]


class Items(Written):
    """``{record-items} SOURCE``."""

    required_arguments = 1

    def run(self):
        return self.written(items(self.arguments[0]), "record")


class Scoreboard(Written):
    """``{scoreboard}``."""

    def run(self):
        return self.written(scoreboard(), "record")


def setup(app):
    app.add_directive("record", Record)
    app.add_directive("record-items", Items)
    app.add_directive("scoreboard", Scoreboard)
