"""Claims of the sources: the files are whole, and a verdict is what the page or the test that decides it finds."""

import ast
import re
from itertools import combinations

import pytest

from confusion_studies.claims import CLAIMS
from coursemachine.checkout import ROOT
from coursemachine.claims import Claims, numbers

SOURCES = sorted(path.stem for path in CLAIMS.folder.glob("*.toml"))
ALL = [(source, claim) for source in SOURCES for claim in CLAIMS.load_claims(source)]

TOY = """
[[claim]]
id = "a"
place = "(1)"
claim = "$R < 1$"
ours = "[[norm:.3f]]"
verdict = "false"
because = "it is [[norm:.1f]]"
page = "part/mini"
decided = "page"

[[claim]]
id = "b"
claim = "all is well"
holds = "more"
verdict = "true"
page = "part/mini"
decided = "tests/x.py::test_y"

[[erratum]]
place = "(1)"
printed = "$-R$"
correct = "$R$"
because = "a sign"
claim = "a"
page = "part/mini"
"""


@pytest.fixture
def toy(tmp_path):
    path = tmp_path / "toy.toml"
    path.write_text(TOY)
    return Claims(tmp_path)


def test_a_page_shows_its_verdicts(toy):
    shown = toy.verdicts("toy", "part/mini", {"a": False}, norm=1.25, name="tab-mini", caption="Mini.")
    lines = shown.data.splitlines()
    assert lines[0] == "| claim | ours | what holds | verdict |"
    assert lines[2:] == ["| (1): $R < 1$ | 1.250 |  | **false**; it is 1.2 |", "| all is well |  | more | true |"]
    claims = shown.label.pop("claims")
    assert shown.label == {"kind": "verdicts", "name": "tab-mini", "caption": "Mini.", "source": "toy"}
    assert [*claims] == ["a", "b"] and claims["a"]["verdict"] == "**false**; it is 1.2"
    assert toy.errata("toy", "part/mini").data == "1. (1): $-R$ → $R$; a sign."


def test_a_verdict_that_the_page_does_not_find_is_refused(toy):
    with pytest.raises(AssertionError, match="toy/a: the file says false, the page finds true"):
        toy.verdicts("toy", "part/mini", {"a": True}, norm=1)
    (toy.folder / "toy.toml").write_text(TOY.replace('verdict = "false"', 'verdict = "true"'))
    with pytest.raises(AssertionError, match="toy/a: the file says true, the page finds false"):
        toy.verdicts("toy", "part/mini", {"a": False}, norm=1)


def test_what_does_not_fit_is_refused(toy):
    for call, message in [
        (lambda: toy.verdicts("toy", "part/mini", norm=1), r"outcomes: missing \['a'\]"),
        (lambda: toy.verdicts("toy", "part/mini", {"a": False, "b": True}, norm=1), r"too many \['b'\]"),
        (lambda: toy.verdicts("toy", "part/mini", {"a": False}), "norm is asked for"),
        (lambda: toy.verdicts("toy", "part/mini", {"a": False}, norm=1, more=2), "stand in no entry"),
        (lambda: toy.verdicts("toy", "part/other"), "no claim of"),
        (lambda: toy.errata("toy", "part/other"), "no erratum of"),
        (lambda: toy.load_claims("nobody"), "source must be one of"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    for old, new, message in [
        ('verdict = "true"', 'verdict = "maybe"', "verdict must be one of"),
        ('id = "b"', 'id = "a"', "stands twice"),
        ('page = "part/mini"\ndecided', "decided", "an entry"),
        ("because", "becuase", "an entry"),
        ('decided = "page"\n', "", "a: decided must name the page or the test"),
    ]:
        (toy.folder / "toy.toml").write_text(TOY.replace(old, new))
        with pytest.raises(ValueError, match=message):
            toy.load_claims("toy")
    for old, new, message in [
        ('printed = "$-R$"\n', "", "an entry"),
        ('correct = "$R$"', 'correct = ""', "says place, printed, correct and because"),
        ('claim = "a"', 'claim = "c"', r"\(1\): there is no claim 'c'"),
        ('claim = "a"', 'sure = "perhaps"', r"\(1\): sure must be one of"),
    ]:
        (toy.folder / "toy.toml").write_text(TOY.replace(old, new))
        with pytest.raises(ValueError, match=message):
            toy.load_errata("toy")


def decisions():
    """(claim, verdict) of every ``@pytest.mark.decides`` of the suite, with the test that bears it."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for mark in getattr(node, "decorator_list", []):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.decides":
                    claim, verdict = (argument.value for argument in mark.args)
                    assert claim not in found, f"{claim} is decided twice"
                    found[claim] = (verdict, f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return found


@pytest.mark.slow
def test_tests_that_decide_and_files_agree():
    by_test = {f"{source}/{c.id}": (c.verdict, c.decided) for source, c in ALL if c.decided not in ("page", "")}
    assert by_test == decisions()


STATEMENT = re.compile(
    r"^(?P<fence>`{3,})\{prf:(?:theorem|proposition|lemma|corollary)\}[^\n]*\n:label: (?P<label>\S+)\n"
    r".*?^(?P=fence)\s*?$"
    r"(?P<after>.*?)(?=^`{3,}\{prf:(?!proof)|^#|\Z)",
    re.MULTILINE | re.DOTALL,
)


def grounds_of(text):
    """Statements of a text by label: whether a proof follows, or a paragraph that quotes a source."""
    return {
        found["label"]: "{prf:proof}" in found["after"] or "{cite}" in found["after"].strip().partition("\n\n")[0]
        for found in STATEMENT.finditer(text)
    }


def test_what_is_said_to_be_proved_has_a_proof_or_a_source():
    texts = (ROOT / "book" / "_text").rglob("*.md")
    grounds = {label: good for text in texts for label, good in grounds_of(text.read_text(encoding="utf-8")).items()}
    assert grounds["thm-symmetrisation"], "a quoted one"
    assert not grounds["rb-lem-order"], "one that refers to another"
    named = {(f"{source}/{claim.id}", claim.proved) for source, claim in ALL if claim.proved}
    assert len(named) > 50
    assert {(claim, label) for claim, label in named if not grounds.get(label)} == set()
    assert all(claim.verdict in {"true", "partly", "false"} for _, claim in ALL if claim.proved)


#: Slides have no numbers: of a title of the lecture, by which its claims are placed, there may be several.
PAPERS = [source for source in SOURCES if source != "lecture"]
POINTING = re.compile(
    r"(?<!bounded )\b(?:above|below)(?:\s*$|[.,;:)])|\b(?:last|next|previous) (?:chapter|section|page)\b"
)


def without_place(source):
    return [entry for entry in entries_of(source) if not entry.place]


def strange_places(source):
    """Places that no item of the source has; a source without a list of its items has none."""
    known = {number for item in CLAIMS.load_items(source) for number in numbers(item.number)}
    return [entry for entry in entries_of(source) if not set(numbers(entry.place)) <= known]


def pointing(source):
    return [entry for entry in entries_of(source) if any(POINTING.search(text) for text in map(str, entry))]


def twice(source):
    """Pairs of claims of one numbered item, of which neither names the other."""

    def numbered(claim):
        return {n for n in numbers(claim.place) if any(map(str.isdigit, n)) and not n.startswith("Section")}

    pairs = [(a, b) for a, b in combinations(CLAIMS.load_claims(source), 2) if numbered(a) & numbered(b)]
    return [(a.id, b.id) for a, b in pairs if a.id not in b.beside and b.id not in a.beside]


def entries_of(source):
    return [*CLAIMS.load_claims(source), *CLAIMS.load_errata(source)]


@pytest.mark.parametrize("broken", [without_place, strange_places, twice, pointing])
def test_entries_say_where_and_once(broken):
    found = {source: broken(source) for source in (PAPERS if broken is twice else SOURCES)}
    assert not any(found.values()), found


def test_claims_beside_are_claims():
    for source, claim in ALL:
        assert set(claim.beside) <= {one.id for one in CLAIMS.load_claims(source)} - {claim.id}, (source, claim.id)
