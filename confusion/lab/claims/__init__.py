"""What the sources claim and what holds: one file of claims and errata for each source, shown by the chapters.

``claims/SOURCE.toml`` holds entries such as::

    [[claim]]
    id = "eq-6"
    place = "(6)"                            # where the source says it; left out if the claim says so itself
    claim = "$R = \\lVert C\\rVert_1$"
    printed = ".10"                          # optional: what the source prints
    ours = "[[norm:.3f]]"                    # optional: what we find; values come from the chapter
    verdict = "false"                        # one of VERDICTS
    because = "the priors are missing"       # optional, one line
    page = "combo/from-the-norm-to-a-loss"
    decided = "page"                         # or the test that decides, "tests/boosting/test_bounds.py::test_name"

    [[erratum]]
    place = "Lemma 1"
    says = "the factor $1/m_{y_i}$ is missing in the statement"
    page = "combo/from-the-norm-to-a-loss"

A verdict stands in one place.  Where the page decides, :func:`verdicts` is given the outcome computed there and refuses
to show another one; where a test decides, the test bears ``@pytest.mark.decides("SOURCE/ID", "VERDICT")`` and the suite
compares the two.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from confusion.lab.tables import table

__all__ = ["VERDICTS", "Claim", "Erratum", "errata", "load_claims", "load_errata", "verdicts"]

FOLDER = Path(__file__).parent
#: what a verdict can be
VERDICTS = (
    "true",
    "false",
    "partly",
    "open",
    "reproduced",
    "not reproduced",
    "not tested",
    "an assumption",
    "an opinion",
)
_BOLD = {"false", "not reproduced"}
_VALUE = re.compile(r"\[\[(\w+)(?::([^\]]*))?\]\]")


class Claim(NamedTuple):
    """A statement of a source, the verdict, and who decides it."""

    id: str
    claim: str
    verdict: str
    page: str
    decided: str
    place: str = ""
    printed: str = ""
    ours: str = ""
    because: str = ""


class Erratum(NamedTuple):
    """A slip of a source: where, and what should stand there."""

    place: str
    says: str
    page: str


def _entries(source, kind, shape):
    path = FOLDER / f"{source}.toml"
    if not path.exists():
        known = sorted(path.stem for path in FOLDER.glob("*.toml"))
        raise ValueError(f"source must be one of {known}, got {source!r}")
    with path.open("rb") as stream:
        found = tomllib.load(stream).get(kind, [])
    try:
        return [shape(**entry) for entry in found]
    except TypeError as error:
        raise ValueError(f"{path.name}: an entry [[{kind}]] is wrong: {error}") from None


def load_claims(source, page=None):
    """Claims of a source ("copa", "uma", "combo"), those of one page or all.

    Raises
    ------
    ValueError
        If there is no such source, an entry misses a field or has an unknown one, an id stands twice, or a verdict is
        none of `VERDICTS`.
    """
    claims = _entries(source, "claim", Claim)
    ids = [claim.id for claim in claims]
    for claim in claims:
        if claim.verdict not in VERDICTS:
            raise ValueError(f"{source}.toml: {claim.id}: verdict must be one of {VERDICTS}, got {claim.verdict!r}")
        if ids.count(claim.id) > 1:
            raise ValueError(f"{source}.toml: the id {claim.id} stands twice")
    return [claim for claim in claims if page in (None, claim.page)]


def load_errata(source, page=None):
    """Errata of a source, those of one page or all."""
    return [erratum for erratum in _entries(source, "erratum", Erratum) if page in (None, erratum.page)]


def _filled(text, values, used):
    def value(hit):
        name, spec = hit[1], hit[2]
        if name not in values:
            raise ValueError(f"values: {name} is asked for by {text!r}")
        used.add(name)
        return format(values[name], spec or "")

    return _VALUE.sub(value, text)


def verdicts(source, page, outcomes=None, *, caption=None, name=None, **values):
    """Show the claims that a page decides, with their verdicts.

    Parameters
    ----------
    source, page : str
        For instance "combo" and "combo/from-the-norm-to-a-loss".
    outcomes : mapping of str to bool or str
        What the page found, by id, for each of its claims that are decided by the page: True, False or a verdict.
    caption, name : str, optional
        As in :func:`~confusion.lab.tables.table`.
    **values : number or str
        For ``[[name:.3f]]`` in the entries.

    Returns
    -------
    IPython.display.Markdown

    Raises
    ------
    AssertionError
        If an outcome is not the verdict of the file.
    ValueError
        If an outcome or a value is missing, or belongs to no claim.
    """
    claims, outcomes = load_claims(source, page), dict(outcomes or {})
    if not claims:
        raise ValueError(f"page: {source}.toml has no claim of {page!r}")
    wanted = {claim.id for claim in claims if claim.decided == "page"}
    if wanted != set(outcomes):
        raise ValueError(
            f"outcomes: missing {sorted(wanted - set(outcomes))}, too many {sorted(set(outcomes) - wanted)}"
        )
    for claim in claims:
        outcome = outcomes.get(claim.id, claim.verdict)
        outcome = outcome if isinstance(outcome, str) else "true" if outcome else "false"
        if outcome != claim.verdict:
            raise AssertionError(f"{source}/{claim.id}: the file says {claim.verdict}, the page finds {outcome}")
    used, rows = set(), []
    extra = [name for name in ("printed", "ours") if any(getattr(claim, name) for claim in claims)]
    for claim in claims:
        verdict = f"**{claim.verdict}**" if claim.verdict in _BOLD else claim.verdict
        row = [f"{claim.place}: {claim.claim}" if claim.place else claim.claim]
        row += [getattr(claim, name) for name in extra]
        row += [f"{verdict}; {claim.because}" if claim.because else verdict]
        rows.append([_filled(cell, values, used) for cell in row])
    if set(values) - used:
        raise ValueError(f"values: {sorted(set(values) - used)} stand in no entry")
    return table(["claim", *extra, "verdict"], rows, caption=caption, name=name)


def errata(source, page):
    """Show the errata of a source that a page found, as a list."""
    from IPython.display import Markdown

    found = load_errata(source, page)
    if not found:
        raise ValueError(f"page: {source}.toml has no erratum of {page!r}")
    return Markdown("\n".join(f"1. {one.place}: {one.says}" if one.place else f"1. {one.says}" for one in found))
