"""What the sources claim and what holds: one file of claims and errata for each source, for chapters and records.

``claims/SOURCE.toml`` holds entries such as::

    [[claim]]
    id = "eq-6"
    place = "(6)"                            # where the source says it
    claim = "$R = \\lVert C\\rVert_1$"
    printed = ".10"                          # optional: what the source prints
    ours = "[[norm:.3f]]"                    # optional: what we find; values come from the chapter
    verdict = "false"                        # one of VERDICTS
    holds = "$R = \\lVert \\pi C\\rVert_1$"    # optional: what holds instead
    because = "the priors are missing"       # optional, one line
    page = "part/chapter"                    # the chapter that teaches it, "" if none does
    topic = "Norms"                          # optional: a heading among the claims of a chapter, in the record
    proved = "thm-margin-bound"              # optional: label of the statement that proves it, or what holds
    decided = "page"                         # or the test that decides, "tests/confusion/test_metrics.py::test_name"

    [[erratum]]
    place = "Lemma 1"
    printed = "$\\exp(f_t(i, l) - f_t(i, y_i))$"
    correct = "$\\frac1{m_{y_i}}\\exp(f_t(i, l) - f_t(i, y_i))$"
    because = "the proof has the factor"
    sure = "likely"                          # one of SURE; the first if left out
    claim = "lemma-1"                        # optional: the claim that shows it
    page = "part/chapter"

    [[item]]                                 # a section or numbered item of the source, in its order
    number = "Theorem 2, (15)"               # what a place names; several are separated by commas
    what = "the average hypothesis"
    here = "{prf:ref}`rb-thm-weights`"       # where this book has it, "" if nowhere

Two claims of one numbered item say different things of it: the later one names the other in ``beside = ["id"]``.

A verdict stands in one place.  Where the page decides, :func:`verdicts` is given the outcome computed there and refuses
to show another one; where a test decides, the test bears ``@pytest.mark.decides("SOURCE/ID", "VERDICT")`` and the suite
compares the two.  What nobody can decide (`UNDECIDED`) needs neither.  A general statement is proved and not decided by
examples: it names a statement of the book that has a proof or quotes one, and the test only tries to refute it.  The
record of a source shows all of it; a chapter shows its claims where it decides some.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from coursemachine.tables import Markdown, table

#: what a verdict can be
VERDICTS = (
    "true", "false", "partly", "can be improved", "open", "reproduced", "not reproduced", "not tested",
    "an assumption", "an opinion", "about practice",
)  # fmt: skip
#: verdicts that neither a page nor a test has to stand for
UNDECIDED = {"open", "not tested", "an assumption", "an opinion", "about practice"}
#: how sure an erratum is: by the text itself, a proof or a test; a guess at what was meant; perhaps a slip of our copy
SURE = ("certain", "likely", "our copy")
_BOLD = {"false", "not reproduced"}
#: fields that become columns where some claim has them, and what they are called
_COLUMNS = {"printed": "printed", "ours": "ours", "holds": "what holds"}
_LINES = re.compile(r"(?P<name>.+) lines (?P<first>\d+) (?:to|and) (?P<last>\d+)")
_VALUE = re.compile(r"\[\[(\w+)(?::([^\]]*))?\]\]")


class Claim(NamedTuple):
    """A statement of a source, the verdict, and who decides it."""

    id: str
    claim: str
    verdict: str
    page: str
    decided: str = ""
    place: str = ""
    topic: str = ""
    printed: str = ""
    ours: str = ""
    holds: str = ""
    because: str = ""
    proved: str = ""
    beside: tuple = ()


class Erratum(NamedTuple):
    """A slip of a source: where, what is printed, what should stand there, and why."""

    place: str
    printed: str
    correct: str
    because: str
    page: str
    sure: str = SURE[0]
    claim: str = ""

    def item(self):
        """The slip as an item of a Markdown list."""
        return f"1. {self.place}: {self.printed} → {self.correct}; {self.because}."


class Item(NamedTuple):
    """A section or a numbered item of a source, and where this book has it."""

    number: str
    what: str = ""
    here: str = ""


def numbers(place):
    """The sections and numbered items that a place names."""
    return place.split(", ") if place else []


def each(item):
    """The numbers of an item one by one: ``lines 1 to 3`` of an algorithm are three."""
    for number in numbers(item.number):
        lines = _LINES.fullmatch(number)
        span = range(int(lines["first"]), int(lines["last"]) + 1) if lines else ()
        yield from ([f"{lines['name']} line {k}" for k in span] if lines else [number])


def row(claim):
    """Cells of a claim by column, as the file has them; those it lacks are empty."""
    verdict = f"**{claim.verdict}**" if claim.verdict in _BOLD else claim.verdict
    return {
        "claim": f"{claim.place}: {claim.claim}" if claim.place else claim.claim,
        **{head: getattr(claim, field) for field, head in _COLUMNS.items()},
        "verdict": f"{verdict}; {claim.because}" if claim.because else verdict,
    }


def columns(rows):
    """Columns that some row has, in order."""
    return [head for head in ("claim", *_COLUMNS.values(), "verdict") if any(row.get(head) for row in rows)]


def _filled(text, values, used):
    def value(hit):
        name, spec = hit[1], hit[2]
        if name not in values:
            raise ValueError(f"values: {name} is asked for by {text!r}")
        used.add(name)
        return format(values[name], spec or "")

    return _VALUE.sub(value, text)


#: A page asks for the same few files hundreds of times.
_parsed = lru_cache(maxsize=16)(tomllib.loads)


class Claims:
    """The claims and errata of several sources, each a file ``SOURCE.toml`` of a folder."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def _entries(self, source, kind, shape):
        path = self.folder / f"{source}.toml"
        if not path.exists():
            known = sorted(path.stem for path in self.folder.glob("*.toml"))
            raise ValueError(f"source must be one of {known}, got {source!r}")
        entries = _parsed(path.read_text(encoding="utf-8")).get(kind, [])
        try:
            return [shape(**entry) for entry in entries]
        except TypeError as error:
            raise ValueError(f"{path.name}: an entry [[{kind}]] is wrong: {error}") from None

    def load_claims(self, source, page=None):
        """Claims of a source, those of one page or all; ValueError if an entry of the source is wrong."""
        claims = self._entries(source, "claim", Claim)
        ids = [claim.id for claim in claims]
        for claim in claims:
            if claim.verdict not in VERDICTS:
                raise ValueError(f"{source}.toml: {claim.id}: verdict must be one of {VERDICTS}, got {claim.verdict!r}")
            if not claim.decided and claim.verdict not in UNDECIDED:
                raise ValueError(f"{source}.toml: {claim.id}: decided must name the page or the test that finds it so")
            if ids.count(claim.id) > 1:
                raise ValueError(f"{source}.toml: the id {claim.id} stands twice")
        return [claim for claim in claims if page in (None, claim.page)]

    def load_errata(self, source, page=None):
        """Errata of a source, those of one page or all; ValueError if an entry of the source is wrong."""
        errata, ids = self._entries(source, "erratum", Erratum), {claim.id for claim in self.load_claims(source)}
        for erratum in errata:
            if not all((erratum.place, erratum.printed, erratum.correct, erratum.because)):
                raise ValueError(f"{source}.toml: an erratum says place, printed, correct and because, got {erratum}")
            if erratum.sure not in SURE:
                raise ValueError(f"{source}.toml: {erratum.place}: sure must be one of {SURE}, got {erratum.sure!r}")
            if erratum.claim and erratum.claim not in ids:
                raise ValueError(f"{source}.toml: {erratum.place}: there is no claim {erratum.claim!r}")
        return [erratum for erratum in errata if page in (None, erratum.page)]

    def load_items(self, source):
        """Sections and numbered items of a source, in its order."""
        return self._entries(source, "item", Item)

    def verdicts(self, source, page, outcomes=None, *, caption=None, name=None, **values):
        """Show the claims of a page, such as "part/chapter", with their verdicts, as a table.

        `outcomes` has what the page found, by id, for each claim that it decides: True, False or a verdict; one that
        is not the verdict of the file is an AssertionError.  `values` are for ``[[name:.3f]]`` in the entries; a
        missing outcome or value, or one that belongs to no claim, is a ValueError.
        """
        claims, outcomes = self.load_claims(source, page), dict(outcomes or {})
        if not claims:
            raise ValueError(f"page: {source}.toml has no claim of {page!r}")
        wanted = {claim.id for claim in claims if claim.decided == "page"}
        if wanted != set(outcomes):
            missing, more = sorted(wanted - set(outcomes)), sorted(set(outcomes) - wanted)
            raise ValueError(f"outcomes: missing {missing}, too many {more}")
        for claim in claims:
            outcome = outcomes.get(claim.id, claim.verdict)
            outcome = outcome if isinstance(outcome, str) else "true" if outcome else "false"
            if outcome != claim.verdict:
                raise AssertionError(f"{source}/{claim.id}: the file says {claim.verdict}, the page finds {outcome}")
        used, rows = set(), [row(claim) for claim in claims]
        rows = [{head: _filled(text, values, used) for head, text in cells.items()} for cells in rows]
        if set(values) - used:
            raise ValueError(f"values: {sorted(set(values) - used)} stand in no entry")
        header = columns(rows)
        shown = table(header, [[cells[head] for head in header] for cells in rows], caption=caption, name=name)
        # The record of the source reads the rows again.
        shown.label |= {"kind": "verdicts", "source": source}
        shown.label["claims"] = {claim.id: cells for claim, cells in zip(claims, rows)}
        return shown

    def errata(self, source, page):
        """Show the errata of a source that a page found, as a list."""
        errata = self.load_errata(source, page)
        if not errata:
            raise ValueError(f"page: {source}.toml has no erratum of {page!r}")
        return Markdown("\n".join(erratum.item() for erratum in errata))
