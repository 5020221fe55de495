"""The record of a source has each of its claims and errata once, and the scoreboard counts them."""

import pytest
from sphinx.errors import ExtensionError

from confusion_studies.claims import CLAIMS
from coursemachine.claims import UNDECIDED, Claim, Claims, Erratum, Item
from coursemachine.site import records


@pytest.fixture
def toy(monkeypatch):
    """A source of two claims, two errata and two entries."""
    a = Claim("a", "$R < 1$", "false", "copa/the-update#top", "tests/x.py::test_signs_of_8_1", "(1)", "Norms")
    b = Claim("b", "all is well", "can be improved", "", "tests/x.py::test_more", "Theorem 2", holds="more")
    claims = [a._replace(holds="$R < 2$", because="a sign", proved="thm-x"), b]
    errata = [
        Erratum("(1)", "$-R$", "$R$", "a sign", "copa/the-update", claim="a"),
        Erratum("Section 3", "one", "two", "it is two", "uma/uma", "likely"),
    ]
    items = [Item("Theorem 2, (1)", "the bound", "{prf:ref}`thm-x`"), Item("Algorithm 1 lines 1 to 3")]
    for name, entries in {"claims": claims, "errata": errata, "items": items}.items():
        monkeypatch.setattr(Claims, f"load_{name}", lambda self, source, entries=entries: entries)
    monkeypatch.setattr(records, "SOURCES", {"toy": "Toy"})


def test_a_record_has_claims_by_chapter_and_topic_with_what_holds_and_by_what_and_errata(toy):
    assert [line for line in records.record("toy") if line] == [
        "2 claims: 1 *false*, 1 *can be improved*; 2 errata.",
        "~~~{rubric} {doc}`/copa/the-update`",
        "~~~",
        "**Norms**",
        "| claim | verdict |",
        "|:--|:--|",
        "| (1): $R < 1$<br>**What holds:** $R < 2$<br>What holds is proved in {prf:ref}`thm-x`. "
        "Refuted by *signs of 8.1* | **false**; a sign |",
        "**Errata**",
        "1. (1): $-R$ → $R$; a sign.",
        "~~~{rubric} Not taught in this book",
        "~~~",
        "| claim | verdict |",
        "|:--|:--|",
        "| Theorem 2: all is well<br>**Better:** more<br>Checked by *more* | can be improved |",
        "~~~{rubric} {doc}`/uma/uma`",
        "~~~",
        "**Errata**",
        "1. Section 3: one → two; it is two.",
    ]


@pytest.mark.parametrize("home", ["", "https://host/a"])
def test_entries_have_the_verdicts_and_errata_of_their_numbers_and_who_decides(toy, home):
    who = [f"[*{test}*]({home}/blob/main/tests/x.py)" if home else f"*{test}*" for test in ("signs of 8.1", "more")]
    assert records.items("toy", (home, "main")).splitlines() == [
        "| of the source | verdict: decided by | in this book |",
        "|:--|:--|:--|",
        f"| **Theorem 2, (1)**: the bound | {{ref}}`false <claim-toy-a>`: {who[0]}<br>{{ref}}`can be improved "
        f"<claim-toy-b>`: {who[1]}<br>{{ref}}`1 erratum <errata-toy>` | {{prf:ref}}`thm-x` |",
        "| **Algorithm 1 lines 1 to 3** | no verdict |  |",
    ]
    claim, _ = records.CLAIMS.load_claims("toy")
    paged = records.decision("toy", claim._replace(decided="page"), (home, "main"))
    assert paged == "{ref}`false <claim-toy-a>`: {doc}`COPA: the step </copa/the-update>`"


def test_errata_are_shown_whole(toy):
    assert records.errata("toy").splitlines()[2:] == [
        "| {ref}`1. <erratum-toy-a>` **(1)**<br>certain | $-R$<br>**should read:** $R$ | "
        "a sign (claim: {ref}`false <claim-toy-a>`, {doc}`COPA: the step </copa/the-update>`) |",
        "| {ref}`2. <erratum-toy-section-3>` **Section 3**<br>likely | one<br>**should read:** two | "
        "it is two ({doc}`UMA: the algorithm </uma/uma>`) |",
    ]


def test_the_scoreboard_counts_and_a_count_of_entries_leads_to_them(toy):
    rows = [line.strip("| ").split(" | ") for line in records.scoreboard().splitlines()]
    assert [rows[0], *rows[2:]] == [
        ["verdict", "{doc}`Toy <record-toy>`"], ["false", "1"], ["can be improved", "1"], ["errata", "2"],
    ]  # fmt: skip
    counts = {"false": 1, "can be improved": 1, "no verdict": 1, "erratum": 1}
    assert records.counts("items") == [("numbers", 5), ("entries", 2), *counts.items()]
    _, _, number, entries, *verdicts = records.scoreboard("items").splitlines()
    assert number == "| numbers | 5 |"
    assert entries == '| entries | <a href="?source=toy#the-entries" aria-label="2 entries: toy">2</a> |'
    assert [line.partition("1 entries: toy, ")[2] for line in verdicts] == [f'{word}">1</a> |' for word in counts]
    assert 'href="?source=toy&amp;verdict=can-be-improved#the-entries"' in verdicts[1]


def test_the_filter_offers_what_the_rows_have(toy):
    assert [records.classes("toy", *one) for one in records.numbered("toy")] == [
        ["source-toy", "kind-theorem", "kind-equation", "verdict-false", "verdict-can-be-improved", "verdict-erratum"],
        ["source-toy", "kind-algorithm", "verdict-no-verdict"],
    ]
    assert records.choices() == {
        "source": [("toy", "Toy (2)")],
        "kind": [
            ("theorem", "theorems and proofs (1)"), ("equation", "equations (1)"), ("algorithm", "algorithms (1)"),
        ],
        "verdict": [
            ("false", "false (1)"), ("can-be-improved", "can be improved (1)"), ("no-verdict", "no verdict (1)"),
            ("erratum", "erratum (1)"),
        ],
    }  # fmt: skip
    assert records.form().count("<option") == 8 + 3


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


def test_the_address_of_an_erratum_stays_when_others_are_added(monkeypatch):
    one, other, added = (Erratum(place, "a", "b", "c", "") for place in ("(8)", "Section 2", "(1)"))
    for errata, names in (
        ([one, other], ["erratum-copa-8", "erratum-copa-section-2"]),
        ([added, one, other, one], ["erratum-copa-1", "erratum-copa-8", "erratum-copa-section-2", "erratum-copa-8-2"]),
    ):
        monkeypatch.setattr(Claims, "load_errata", lambda self, source, found=errata: found)
        assert records.addresses("copa") == names


def test_errata_lie_where_their_claims_do():
    for source in records.SOURCES:
        claims = {claim.id: claim for claim in CLAIMS.load_claims(source)}
        for one in CLAIMS.load_errata(source):
            if one.claim:
                assert claims[one.claim].verdict not in UNDECIDED - {"not tested"}, (source, one.place)
