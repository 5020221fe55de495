"""The record of a source has each of its claims and errata once, and the scoreboard counts them."""

import re
import tomllib
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from sphinx.errors import ExtensionError

from confusion_studies.claims import CLAIMS
from coursemachine.claims import UNDECIDED, VERDICTS, Claims, Erratum, Item, numbers
from coursemachine.labels import typeset
from coursemachine.site import records


@pytest.mark.parametrize("source", records.SOURCES)
def test_every_claim_is_in_its_record_once(source):
    lines = list(records.record(source))
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| claim |")]
    claims = CLAIMS.load_claims(source)
    assert len(rows) == len(set(rows)) == len(claims)
    assert not any("[[" in row for row in rows), "a number that nobody computed"
    assert sum(line.startswith("1. ") for line in lines) == len(CLAIMS.load_errata(source))


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


def cells(text):
    """Cells of a Markdown table, by row and column."""
    return [re.split(r"(?<!\\) \| ", line.removeprefix("| ").removesuffix(" |")) for line in text.splitlines()[2:]]


def test_the_name_of_a_test_in_words_keeps_its_points():
    claim = CLAIMS.load_claims("copa")[0]
    for decided, words in (("tests/x.py::test_lemma_8_1_on_2_signs", "lemma 8.1 on 2 signs"), ("page", "")):
        assert records.test_of(claim._replace(decided=decided)) == words


@pytest.mark.parametrize("source", records.SOURCES)
def test_items_have_the_verdicts_of_their_claims_and_errata(source):
    items, claims = CLAIMS.load_items(source), CLAIMS.load_claims(source)
    rows = cells(records.items(source))
    assert [row[0].split("**")[1].replace("*", "") for row in rows] == [i.number.replace("*", "") for i in items]
    assert [row[2] for row in rows] == [item.here for item in items]
    shown = {found for row in rows for found in re.findall(r"\{ref\}`([\w ]+) <(claim-[\w-]+)>`", row[1])}
    assert shown == {(claim.verdict, records.address(source, claim.id)) for claim in claims}
    for row, (item, own, errata) in zip(rows, records.numbered(source)):
        assert ("errata-" in row[1]) == bool(errata) and (records.NO_VERDICT in row[1]) == (not own)
        assert all(set(numbers(one.place)) & set(numbers(item.number)) for one in (*own, *errata))


def test_who_decides_is_named_and_led_to():
    claims = CLAIMS.load_claims("copa")
    claim = next(claim for claim in claims if claim.id == "sign-of-s7")
    test = records.test_of(claim)
    assert records.decision("copa", claim, ("", "main")) == f"{{ref}}`false <claim-copa-sign-of-s7>`: *{test}*"
    file, home = claim.decided.partition("::")[0], "https://host/a/b"
    assert f": [*{test}*]({home}/blob/main/{file})" in records.decision("copa", claim, (home, "main"))
    paged = claim._replace(decided="page", page="copa/the-update#top")
    assert records.decision("copa", paged, ("", "")).endswith(": {doc}`COPA: the step </copa/the-update>`")
    assert records.decision("copa", claim._replace(decided=""), ("", "")) == "{ref}`false <claim-copa-sign-of-s7>`"


def test_every_number_is_of_one_kind():
    for number, kinds in [
        ("Theorem 2, (15)", ["theorem", "equation"]),
        ("proof of the representer theorem", ["theorem"]),
        ("Example 1, (1)", ["definition", "equation"]),
        ("(S1), (S2), (S3)", ["equation"]),
        ("AdaBoost.MH lines 1 to 3", ["algorithm"]),
        ("Algorithm 1", ["algorithm"]),
        ("figure of a tree, figure of its regions", ["figure"]),
        ("Figure 1a", ["figure"]),
        ("Table 3", ["table"]),
        ("slide *Remarks* after Theorem 8.1", ["text"]),
        ("Appendix, (21)", ["text", "equation"]),
    ]:
        assert records.kinds(Item(number)) == kinds, number
    with pytest.raises(ExtensionError, match="Hint 1 is of no kind of theorem"):
        records.kinds(Item("Hint 1"))
    for source in records.SOURCES:
        assert all(records.kinds(item) for item in CLAIMS.load_items(source))


def test_counts_of_items_are_those_of_the_data():
    counts = {word: dict(zip(records.SOURCES, found)) for word, *found in records.counts("items")}
    listed = tomllib.loads((CLAIMS.folder.parent / "numbered_items.toml").read_text(encoding="utf-8"))
    for source in records.SOURCES:
        items, claims = CLAIMS.load_items(source), CLAIMS.load_claims(source)
        own = {item.number: set(numbers(item.number)) for item in items}
        assert counts["entries"][source] == len(items)
        sizes = (which if isinstance(which, int) else len(which) for which in listed[source].values())
        assert counts["numbers"][source] == sum(sizes)
        for verdict in VERDICTS:
            places = [set(numbers(claim.place)) for claim in claims if claim.verdict == verdict]
            having = sum(any(named & place for place in places) for named in own.values())
            assert counts.get(verdict, {}).get(source, 0) == having
    assert set(counts) - set(VERDICTS) == {"numbers", "entries", records.NO_VERDICT, records.ERRATUM}


def test_the_filter_offers_what_the_rows_have():
    rows = [records.classes(source, *one) for source in records.SOURCES for one in records.numbered(source)]
    offered = records.choices()
    assert list(offered) == ["source", "kind", "verdict"]
    for options in offered.values():
        assert options and len(options) == len(dict(options))
    names = {f"{name}-{value}": words for name, options in offered.items() for value, words in options}
    for name, words in names.items():
        assert words.endswith(f"({sum(name in row for row in rows)})")
    assert set().union(*rows) == set(names)
    assert records.form().count("<option") == len(names) + len(offered)


@pytest.mark.parametrize("source", records.SOURCES)
def test_errata_are_shown_whole(source):
    errata, rows = CLAIMS.load_errata(source), cells(records.errata(source))
    names = records.addresses(source)
    assert [row[0] for row in rows] == [
        f"{{ref}}`{number}. <{name}>` **{one.place}**<br>{one.sure}"
        for number, (name, one) in enumerate(zip(names, errata), start=1)
    ]
    for row, one in zip(rows, errata):
        assert row[1] == typeset(f"{one.printed}<br>**should read:** {one.correct}")
        assert row[2].startswith(typeset(one.because)) and f"/{records.chapter(one)}" in row[2]
        assert (f"<{records.address(source, one.claim)}>`" in row[2]) == bool(one.claim)


def test_the_address_of_an_erratum_stays_when_others_are_added(monkeypatch):
    one, other, added = (Erratum(place, "a", "b", "c", "") for place in ("(8)", "Section 2", "(1)"))
    for errata, names in (
        ([one, other], ["erratum-copa-8", "erratum-copa-section-2"]),
        ([added, one, other, one], ["erratum-copa-1", "erratum-copa-8", "erratum-copa-section-2", "erratum-copa-8-2"]),
    ):
        monkeypatch.setattr(Claims, "load_errata", lambda self, source, found=errata: found)
        assert records.addresses("copa") == names


def test_a_count_of_entries_leads_to_them():
    rows = cells(records.scoreboard("items"))
    offered = {name: {value for value, _ in options} for name, options in records.choices().items()}
    counts, linked = records.counts("items"), 0
    assert [row[0] for row in rows] == [row[0] for row in counts]
    for row, (word, *found) in zip(rows, counts):
        for cell, source, count in zip(row[1:], records.SOURCES, found, strict=True):
            if not count or word == "numbers":
                assert cell == str(count)
                continue
            address, number = re.fullmatch(r'<a href="([^"]+)" aria-label="[^"]+">(\d+)</a>', cell).groups()
            choice = parse_qs(urlsplit(unescape(address)).query)
            assert number == str(count) and choice.pop("source") == [source]
            assert choice == ({} if word == "entries" else {"verdict": [records.nodes.make_id(word)]})
            assert set(choice.get("verdict", ())) <= offered["verdict"] and source in offered["source"]
            linked += 1
    assert linked > 40


def test_errata_lie_where_their_claims_do():
    for source in records.SOURCES:
        claims = {claim.id: claim for claim in CLAIMS.load_claims(source)}
        for one in CLAIMS.load_errata(source):
            if one.claim:
                assert claims[one.claim].verdict not in UNDECIDED - {"not tested"}, (source, one.place)
