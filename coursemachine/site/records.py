"""The record of a source: every claim with its verdict, and the errata, made from the files of its claims.

What a chapter decides stands as it is shown there, with its numbers; what a test decides stands as in the file.  Below
a claim stands where it is proved, and the test that checks or refutes it, called by its name in words.

``{record} source`` lists the claims and errata of a source, chapter by chapter; ``{numbered-items} source`` its
sections and numbered items with their verdicts; ``{errata} source`` its errata as an author needs them;
``{scoreboard}`` counts the claims by verdict, ``{scoreboard} items`` the numbered items, and ``{item-filter}`` chooses
among them (``static/filter.js``; without JavaScript all are shown, and none is folded).
A verdict stands in the data only: the chapter or the test that decides it refuses another one.
"""

import re
from collections import Counter
from functools import cache
from html import escape
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlencode

from docutils import nodes
from sphinx.errors import ExtensionError

from coursemachine.checkout import BOOK, CLAIMS_FOLDER, SETTINGS
from coursemachine.claims import VERDICTS, Claims, columns, each, numbers, row
from coursemachine.labels import label_of
from coursemachine.site import captions
from coursemachine.site.cards import cards
from coursemachine.site.common import MarkdownDirective, load, outputs_of, repository_of
from coursemachine.tables import table

CLAIMS = Claims(CLAIMS_FOLDER)
#: The sources, as they are called.
SOURCES = SETTINGS["sources"]
#: Kinds of numbered items, by the beginning of their numbers, and how the filter calls them.
KINDS = {
    "theorem": (r"(?:proof of )?(?:Theorem|Proposition|Lemma|Corollary)\b|proof of", "theorems and proofs"),
    "definition": (r"(?:Definition|Assumption|Example)\b", "definitions"),
    "equation": (r"\(", "equations"),
    "algorithm": (r"Algorithm\b|.+ line \d", "algorithms"),
    "figure": (r"[Ff]igure\b", "figures"),
    "table": (r"Table\b", "tables"),
    "text": (r"(?:Abstract|Appendix|Section|Remark|Footnote|slide)\b", "sections, slides, remarks"),
}
#: What an item can have in place of verdicts, or beside them.
NO_VERDICT, ERRATUM = "no verdict", "erratum"
STANDINGS = (*VERDICTS, NO_VERDICT, ERRATUM)


def chapter(entry):
    """The chapter of a claim or erratum; `page` may name a section of it, too."""
    return entry.page.partition("#")[0]


@cache
def shown(page):
    """Cells of the claims that the notebook of a chapter shows, by source, id and column."""
    labels = map(label_of, outputs_of(load(BOOK / f"{page}.ipynb")["cells"]))
    verdicts = [label for label in labels if label.get("kind") == "verdicts"]
    rows = [(label["source"], *row) for label in verdicts for row in label["claims"].items()]
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


def test_of(claim):
    """The test that decides a claim, its name in words; "" if a chapter decides, or nobody."""
    # Of "Lemma 8.1" a test can only say lemma_8_1.
    return re.sub(r"(?<=\d)_(?=\d)", ".", claim.decided.partition("::test_")[2]).replace("_", " ")


def grounds(claim, row):
    """Where a claim, or what holds in its place, is proved, and the test that checks it; "" if the row says it all."""
    test, parts = test_of(claim), []
    if claim.proved and f"`{claim.proved}`" not in row["verdict"]:
        what = "Proved" if claim.verdict == "true" else "What holds is proved"
        parts.append(f"{what} in {{prf:ref}}`{claim.proved}`")
    if test:
        tried = "Not refuted" if claim.proved and claim.verdict == "true" else "Checked"
        parts.append(f"{'Refuted' if claim.verdict == 'false' else tried} by *{test}*")
    return ". ".join(parts)


def stacked(claim, row):
    """What holds, and why, below what is printed, in one cell: columns of their own are mostly empty and narrow."""
    name, why = "Better" if claim.verdict == "can be improved" else "What holds", grounds(claim, row)
    below = [f"**{name}:** {row['what holds']}"] if row.get("what holds") else []
    return {**row, "claim": "<br>".join([row["claim"], *below, *([why] if why else [])]), "what holds": ""}


def tables(source, claims):
    """Markdown of the claims of one chapter, a table for each topic."""
    for topic, of_topic in groupby(claims, key=attrgetter("topic")):
        rows = [stacked(claim, row_of(source, claim)) for claim in of_topic]
        heads = columns(rows)
        yield from (f"**{topic}**", "") if topic else ()
        yield from (*table(heads, [[row.get(head, "") for head in heads] for row in rows]).data.splitlines(), "")


def pages(source):
    """Chapters of the claims and errata of a source, in the order of its record; "" for what none teaches."""
    return list(dict.fromkeys(map(chapter, (*CLAIMS.load_claims(source), *CLAIMS.load_errata(source)))))


def record(source):
    """Markdown of a record: by chapter tables of claims and a list of errata."""
    claims, errata = CLAIMS.load_claims(source), CLAIMS.load_errata(source)
    yield from (counted(claims, errata), "")
    for page in pages(source):
        yield from ("~~~{rubric} " + (f"{{doc}}`/{page}`" if page else "Not taught in this book"), "~~~", "")
        yield from tables(source, [claim for claim in claims if chapter(claim) == page])
        slips = [entry for entry in errata if chapter(entry) == page]
        if slips:
            yield from ("**Errata**", "")
            yield from (erratum.item() for erratum in slips)
            yield ""


def address(source, claim_id):
    """Label of a claim's row in the record of its source, and its id in the page."""
    return nodes.make_id(f"claim-{source}-{claim_id}")


def numbered(source):
    """(item, its claims, its errata) for the sections and numbered items of a source, in its order."""
    claims, errata = CLAIMS.load_claims(source), CLAIMS.load_errata(source)
    for item in CLAIMS.load_items(source):
        own = set(numbers(item.number))
        yield item, *([entry for entry in entries if own & set(numbers(entry.place))] for entries in (claims, errata))


def kinds(item):
    """Kinds of the numbers of an item."""
    matches = [[kind for kind, (start, _) in KINDS.items() if re.match(start, number)] for number in each(item)]
    if not all(matches):
        raise ExtensionError(f"{item.number} is of no kind of {', '.join(KINDS)}")
    return list(dict.fromkeys(kind for match in matches for kind in match[:1]))


def standings(claims, errata):
    """What an item is filtered by: the verdicts of its claims, and whether it has errata."""
    verdicts = list(dict.fromkeys(claim.verdict for claim in claims)) or [NO_VERDICT]
    return [*verdicts, *([ERRATUM] if errata else [])]


def link(entry):
    """A link to the page of a claim or erratum, a chapter by its short title."""
    page = chapter(entry)
    return f"{{doc}}`{cards()[page].short} </{page}>`" if page in cards() else f"{{doc}}`/{page}`"


def decision(source, claim, repository):
    """A verdict, as a link to the row of its claim, and who decides: the chapter or the test, by its name."""
    home, branch = repository
    test, file = test_of(claim), claim.decided.partition("::")[0]
    who = f"[*{test}*]({home}/blob/{branch}/{file})" if home and test else f"*{test}*" if test else ""
    who = link(claim) if claim.decided == "page" else who
    return f"{{ref}}`{claim.verdict} <{address(source, claim.id)}>`" + (f": {who}" if who else "")


def items(source, repository=("", "")):
    """Markdown of the sections and numbered items of a source: what they are, verdicts, where this book has them."""
    rows = []
    for item, claims, errata in numbered(source):
        lines = [decision(source, claim, repository) for claim in claims] or [NO_VERDICT]
        if errata:
            lines.append(f"{{ref}}`{len(errata)} {'errata' if errata[1:] else 'erratum'} <errata-{source}>`")
        rows.append((f"**{item.number}**: {item.what}".removesuffix(": "), "<br>".join(lines), item.here))
    return table(["of the source", "verdict: decided by", "in this book"], rows).data


def addresses(source):
    """Label of each erratum of a source, and its id in the page: its claim or its place, and which of these it is."""
    shown_by = (erratum.claim or erratum.place for erratum in CLAIMS.load_errata(source))
    names = [nodes.make_id(f"erratum-{source}-{place}") for place in shown_by]
    before = [names[:at].count(name) for at, name in enumerate(names)]
    return [f"{name}-{count + 1}" if count else name for name, count in zip(names, before)]


def errata(source):
    """Markdown of the errata of a source: number, place, what is printed, what it should read, why, and how sure."""
    verdicts = {claim.id: claim.verdict for claim in CLAIMS.load_claims(source)}
    rows = []
    for number, (name, erratum) in enumerate(zip(addresses(source), CLAIMS.load_errata(source)), start=1):
        where = link(erratum)
        if erratum.claim:
            where = f"claim: {{ref}}`{verdicts[erratum.claim]} <{address(source, erratum.claim)}>`, {where}"
        text = f"{erratum.printed}<br>**should read:** {erratum.correct}"
        head = f"{{ref}}`{number}. <{name}>` **{erratum.place}**<br>{erratum.sure}"
        rows.append((head, text, f"{erratum.because} ({where})"))
    return table(["number, place, how sure", "printed, should read", "why"], rows).data


def counts(which):
    """(word, its number for each source) of claims by verdict, or of numbered items by what they are filtered by."""
    if which == "claims":
        counters = {source: Counter(claim.verdict for claim in CLAIMS.load_claims(source)) for source in SOURCES}
        rows = [(verdict, *(counts[verdict] for counts in counters.values())) for verdict in VERDICTS]
        errata_row = ("errata", *(len(CLAIMS.load_errata(source)) for source in SOURCES))
        return [*(row for row in rows if any(row[1:])), errata_row]
    counters = {source: Counter(word for _, *own in numbered(source) for word in standings(*own)) for source in SOURCES}
    rows = [(word, *(counts[word] for counts in counters.values())) for word in STANDINGS]
    entries = [CLAIMS.load_items(source) for source in SOURCES]
    numbered_ones = ("numbers", *(sum(len([*each(item)]) for item in group) for group in entries))
    return [numbered_ones, ("entries", *map(len, entries)), *(row for row in rows if any(row[1:]))]


def chosen(count, **choice):
    """A count as a link, in HTML, to the entries of a choice, which the filter reads from the address."""
    address = escape("?" + urlencode({name: nodes.make_id(value) for name, value in choice.items()}))
    name = ", ".join(choice.values())
    return f'<a href="{address}#the-entries" aria-label="{count} entries: {name}">{count}</a>' if count else count


def scoreboard(which="claims"):
    """Markdown of the numbers of claims, or of numbered items, by verdict and source; these lead to their entries."""
    names, rows = (f"{{doc}}`{name} <record-{source}>`" for source, name in SOURCES.items()), counts(which)
    if which == "claims":
        return table(["verdict", *names], rows).data
    for at, (word, *values) in enumerate(rows[1:], start=1):
        choice = {"verdict": word} if word in STANDINGS else {}
        rows[at] = word, *(chosen(count, source=source, **choice) for source, count in zip(SOURCES, values))
    return table(["", *names], rows).data


def choices():
    """Names and (value, words) of the lists that choose among the numbered items; only what some item has."""
    rows = [(source, item, *own) for source in SOURCES for item, *own in numbered(source)]
    counter = Counter(name for row in rows for name in classes(*row))
    lists = {
        "source": list(SOURCES.items()),
        "kind": [(kind, words) for kind, (_, words) in KINDS.items()],
        "verdict": [(nodes.make_id(word), word) for word in STANDINGS],
    }
    return {
        name: [(value, f"{words} ({count})") for value, words in options if (count := counter[f"{name}-{value}"])]
        for name, options in lists.items()
    }


def classes(source, item, claims, errata):
    """Classes of the row of an item, by which it is chosen: the name of a list, and a value of it."""
    words = [*(f"kind-{kind}" for kind in kinds(item)), *(f"verdict-{word}" for word in standings(claims, errata))]
    return [f"source-{source}", *map(nodes.make_id, words)]


def form():
    """HTML of the filter, which its script shows."""
    lists = "".join(
        f'<label>{name} <select name="{name}"><option value="">all</option>'
        + "".join(f'<option value="{value}">{escape(words)}</option>' for value, words in options)
        + "</select></label> "
        for name, options in choices().items()
    )
    return (
        f'<form class="row-filter" hidden aria-label="Which entries are shown">{lists}'
        '<label>words <input type="search" name="words"></label> <button type="reset">Show all</button> '
        '<output aria-live="polite"></output></form>'
    )


class OfSource(MarkdownDirective):
    """A directive with a source as its argument."""

    required_arguments = 1

    def tables(self, text, names=()):
        """A box with tables that are cards on a phone, and the rows of their bodies; `names` are addresses, titles."""
        (box,) = self.written(text, "record")
        for node in box.findall(nodes.table):
            node["classes"].append(captions.VERDICTS)
        rows = [line for body in box.findall(nodes.tbody) for line in body.children]
        for line, (name, title) in zip(rows, names, strict=bool(names)):
            line["ids"].append(name)
            self.env.get_domain("std").note_hyperlink_target(name, self.env.docname, name, title)
        return box, rows


class Record(OfSource):
    """``{record} SOURCE``."""

    def run(self):
        (source,) = self.arguments
        claims = [claim for page in pages(source) for claim in CLAIMS.load_claims(source) if chapter(claim) == page]
        names = [(address(source, claim.id), claim.id) for claim in claims]
        return [self.tables("\n".join(record(source)), names)[0]]


class NumberedItems(OfSource):
    """``{numbered-items} SOURCE``."""

    def run(self):
        (source,) = self.arguments
        box, rows = self.tables(items(source, repository_of(self.config)))
        box["classes"].append("items")
        for line, entry in zip(rows, numbered(source), strict=True):
            line["classes"] += ["choosable", *classes(source, *entry)]
        # The script folds them, so that a reader sees all sources at once.
        start = f'<details class="entries" open><summary>{SOURCES[source]}: {len(rows)} entries in all</summary>'
        return [nodes.raw("", start, format="html"), box, nodes.raw("", "</details>", format="html")]


class Errata(OfSource):
    """``{errata} SOURCE``."""

    def run(self):
        (source,) = self.arguments
        names = [(name, f"erratum {number}") for number, name in enumerate(addresses(source), start=1)]
        box, _ = self.tables(errata(source), names)
        box["classes"].append("errata")
        return [box]


class Scoreboard(MarkdownDirective):
    """``{scoreboard}`` of claims, or ``{scoreboard} items``."""

    optional_arguments = 1

    def run(self):
        return self.written(scoreboard(*self.arguments), "record", "counts")


class ItemFilter(MarkdownDirective):
    """``{item-filter}``."""

    def run(self):
        self.env.note_reread()
        return [nodes.raw("", form(), format="html")]


def setup(app):
    app.add_directive("record", Record)
    app.add_directive("numbered-items", NumberedItems)
    app.add_directive("errata", Errata)
    app.add_directive("scoreboard", Scoreboard)
    app.add_directive("item-filter", ItemFilter)
