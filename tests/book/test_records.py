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
    assert claim.decided == "page"
    with pytest.raises(ExtensionError, match="does not show the claim .*boosting is easy"):
        records.row_of(claim)
    # what a test decides needs no chapter, but for its numbers
    by_test = claim._replace(decided="tests/x.py::test_y", page="no/such-chapter", holds="$a|b$")
    assert records.row_of(by_test)["claim"].endswith("boosting is easy")
    assert records.row_of(by_test)["what holds"] == r"$a\|b$"
    with pytest.raises(ExtensionError, match="does not show the claim"):
        records.row_of(claim._replace(decided="tests/x.py::test_y", ours="[[easy]]"))


def test_a_record_has_a_table_for_each_topic_and_counts_what_it_has():
    lines, claims = list(records.record("lecture")), load_claims("lecture")
    assert lines[0].startswith(f"{len(claims)} claims: {sum(c.verdict == 'true' for c in claims)} *true*, ")
    topics = [claim.topic for claim in claims if claim.topic]
    assert [line.strip("*") for line in lines if line.strip("*") in topics] == list(dict.fromkeys(topics))
    chapters = {claim.page for claim in claims}
    assert sum(line.startswith("~~~{rubric}") for line in lines) == len(chapters)
    assert "~~~{rubric} Not taught in this book" in lines


def test_what_holds_stands_below_what_is_printed():
    lines, differing = list(records.record("lecture")), [c for c in load_claims("lecture") if c.holds]
    assert {line for line in lines if line.startswith("| claim")} == {"| claim | verdict |"}
    told = [line.split("<br>**What holds:** ")[1] for line in lines if "<br>**What holds:** " in line]
    assert len(told) == len(differing) > 20
    assert all(line.startswith(claim.holds) for line, claim in zip(told, differing))


@pytest.mark.parametrize("source", records.SOURCES)
def test_the_scoreboard_counts(source):
    header, _, *rows = records.scoreboard().splitlines()
    place = next(k for k, cell in enumerate(header.split(" | ")) if f"record-{source}" in cell)
    told = {cells[0].strip("| "): int(cells[place].strip(" |")) for cells in (row.split(" | ") for row in rows)}
    claims = load_claims(source)
    assert told.pop("errata") == len(load_errata(source))
    assert sum(told.values()) == len(claims)
    assert told["false"] == sum(claim.verdict == "false" for claim in claims) > 0
