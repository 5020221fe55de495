"""The record of a source has each of its claims and errata once, and the scoreboard counts them."""

import re
import sys
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from confusion.lab.claims import load_claims, load_errata

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book" / "_ext"))

import records


@pytest.mark.parametrize("source", records.SOURCES)
def test_every_claim_is_in_its_record_once(source):
    lines = list(records.record(source))
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| claim |")]
    claims = load_claims(source)
    assert len(rows) == len(set(rows)) == len(claims)
    assert not any("[[" in row for row in rows), "a number that nobody computed"
    assert sum(line.startswith("1. ") for line in lines) == len(load_errata(source))


@pytest.mark.parametrize("source", records.SOURCES)
def test_a_record_says_what_the_file_says(source):
    for claim in load_claims(source):
        assert re.match(rf"\**{claim.verdict}\b", records.row_of(claim)["verdict"]), claim.id


def test_a_claim_that_no_chapter_shows_is_refused():
    claim = load_claims("combo")[0]._replace(claim="boosting is easy")
    with pytest.raises(ExtensionError, match="does not show the claim .*boosting is easy"):
        records.row_of(claim)


@pytest.mark.parametrize("source", records.SOURCES)
def test_the_scoreboard_counts(source):
    header, _, *rows = records.scoreboard().splitlines()
    place = next(k for k, cell in enumerate(header.split(" | ")) if f"record-{source}" in cell)
    told = {cells[0].strip("| "): int(cells[place].strip(" |")) for cells in (row.split(" | ") for row in rows)}
    claims = load_claims(source)
    assert told.pop("errata") == len(load_errata(source))
    assert sum(told.values()) == len(claims)
    assert told["false"] == sum(claim.verdict == "false" for claim in claims) > 0
