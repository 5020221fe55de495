"""The record of a source has each of its claims and errata once, and the scoreboard counts them."""

import re

import pytest
from sphinx.errors import ExtensionError

from confusion_studies.claims import CLAIMS
from coursemachine.claims import Claims
from coursemachine.site import records


@pytest.mark.parametrize("source", records.SOURCES)
def test_every_claim_is_in_its_record_once(source):
    lines = list(records.record(source))
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| claim |")]
    claims = CLAIMS.load_claims(source)
    assert len(rows) == len(set(rows)) == len(claims)
    assert not any("[[" in row for row in rows), "a number that nobody computed"
    assert sum(line.startswith("1. ") for line in lines) == len(CLAIMS.load_errata(source))


@pytest.mark.parametrize("source", records.SOURCES)
def test_a_record_says_what_the_file_says(source):
    for claim in CLAIMS.load_claims(source):
        assert records.row_of(source, claim)["verdict"].strip("*").startswith(claim.verdict), claim.id


def test_a_claim_that_no_chapter_shows_is_refused():
    claims = [claim for claim in CLAIMS.load_claims("combo") if claim.decided == "page"]
    claim = next(claim for claim in claims if not any("[[" in cell for cell in records.row(claim).values()))
    assert claim.verdict != "open"
    assert records.row_of("combo", claim)["claim"].endswith(claim.claim)
    for source, wrong in (("combo", {"id": "easy"}), ("copa", {}), ("combo", {"verdict": "open"})):
        with pytest.raises(ExtensionError, match=f"does not show the claim {source}/{wrong.get('id', claim.id)} as"):
            records.row_of(source, claim._replace(**wrong))
    # what a test decides needs no chapter, but for its numbers
    by_test = claim._replace(decided="tests/x.py::test_y", page="no/such-chapter", holds="$a|b$")
    assert records.row_of("combo", by_test)["what holds"] == "$a|b$"
    with pytest.raises(ExtensionError, match="does not show the claim"):
        records.row_of("combo", claim._replace(id="easy", decided="tests/x.py::test_y", ours="[[easy]]"))


def test_a_record_has_a_table_for_each_topic_and_counts_what_it_has():
    lines, claims = list(records.record("lecture")), CLAIMS.load_claims("lecture")
    assert lines[0].startswith(f"{len(claims)} claims: {sum(c.verdict == 'true' for c in claims)} *true*, ")
    topics = [claim.topic for claim in claims if claim.topic]
    assert [line.strip("*") for line in lines if line.strip("*") in topics] == list(dict.fromkeys(topics))
    chapters = {claim.page for claim in claims}
    assert sum(line.startswith("~~~{rubric}") for line in lines) == len(chapters)
    assert "~~~{rubric} Not taught in this book" in lines


def test_a_record_says_by_what_a_verdict_stands():
    claim, cells = CLAIMS.load_claims("lecture")[0], {"verdict": "true"}
    proved, tested = {"proved": "thm-x"}, {"decided": "tests/x.py::test_signs_agree"}

    def grounds(**fields):
        return records.grounds(claim._replace(**{"verdict": "true", "proved": "", "decided": ""} | fields), cells)

    assert grounds() == grounds(decided="page") == ""
    assert grounds(**tested) == grounds(**tested, verdict="partly") == "Checked by *signs agree*"
    assert grounds(**proved, **tested) == "Proved in {prf:ref}`thm-x`. Not refuted by *signs agree*"
    holds = "What holds is proved in {prf:ref}`thm-x`"
    assert grounds(**proved, **tested, verdict="partly") == f"{holds}. Checked by *signs agree*"
    assert grounds(**proved, **tested, verdict="false") == f"{holds}. Refuted by *signs agree*"
    cells["verdict"] = "true; {prf:ref}`thm-x`"
    assert grounds(**proved, decided="page") == "", "once is enough"
    rows = [line for line in records.record("lecture") if line.startswith("| ")]
    for claim in CLAIMS.load_claims("lecture"):
        (row,) = (row for row in rows if row.startswith(f"| {claim.place}: {claim.claim}"))
        why = records.grounds(claim, records.row_of("lecture", claim))
        assert f"<br>{why} |" in row if claim.decided else not why


def test_what_holds_stands_below_what_is_printed():
    lines, differing = list(records.record("lecture")), [c for c in CLAIMS.load_claims("lecture") if c.holds]
    assert {line for line in lines if line.startswith("| claim")} == {"| claim | verdict |"}
    parts = [re.split(r"<br>\*\*(?:What holds|Better):\*\* ", line)[1:] for line in lines]
    parts = [part for found in parts for part in found]
    improved = [c.holds for c in differing if c.verdict == "can be improved"]
    assert sum("<br>**Better:** " in line for line in lines) == len(improved) > 2
    assert len(parts) == len(differing) > 20
    assert all(line.startswith(f"{claim.holds}<br>") for line, claim in zip(parts, differing))


@pytest.mark.parametrize("source", records.SOURCES)
def test_the_scoreboard_counts(source):
    header, _, *rows = records.scoreboard().splitlines()
    place = next(k for k, cell in enumerate(header.split(" | ")) if f"record-{source}" in cell)
    counts = {cells[0].strip("| "): int(cells[place].strip(" |")) for cells in (row.split(" | ") for row in rows)}
    claims = CLAIMS.load_claims(source)
    assert counts.pop("errata") == len(CLAIMS.load_errata(source))
    assert sum(counts.values()) == len(claims)
    assert counts["false"] == sum(claim.verdict == "false" for claim in claims) > 0


def test_items_have_the_verdicts_of_their_claims_and_errata():
    rows = records.items("copa").splitlines()
    items, claims = CLAIMS.load_items("copa"), CLAIMS.load_claims("copa")
    assert rows[0] == "| of the source | in this book | verdicts |" and len(rows) == len(items) + 2
    found = {item.number: row.split(" | ") for item, row in zip(items, rows[2:])}
    assert found["(6)"] == ["| (6): the norm is monotone", next(i.here for i in items if i.number == "(6)"), "true |"]
    assert found["(S7)"][2] == "false, erratum |"
    assert found["(S5), (S6)"][2].strip(" |") == ""
    stands = {word for row in found.values() for word in row[2].strip(" |").split(", ") if word}
    assert stands == {claim.verdict for claim in claims} | {"erratum"}


def test_a_source_without_items_has_no_table_of_them(tmp_path, monkeypatch):
    (tmp_path / "toy.toml").write_text("")
    monkeypatch.setattr(records, "CLAIMS", Claims(tmp_path))
    with pytest.raises(ValueError, match="at least one row"):
        records.items("toy")
