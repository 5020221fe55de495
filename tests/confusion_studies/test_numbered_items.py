"""Every numbered item of the sources has an entry: what it says, where the book has it, what becomes of its claims.

What the sources number is committed in ``confusion_studies/numbered_items.toml``, as their texts are not in the
repository.
"""

import re
import tomllib
from collections import Counter
from functools import cache

import pytest

from confusion_studies.claims import CLAIMS
from coursemachine.checkout import BOOK, ROOT
from coursemachine.claims import Claim, Erratum, Item, each, numbers
from coursemachine.figures.markup import slug
from coursemachine.notebooks.chapters import chapters, name_of
from coursemachine.site.records import SOURCES, chapter

NUMBERED = tomllib.loads((CLAIMS.folder.parent / "numbered_items.toml").read_text(encoding="utf-8"))
ROLE = re.compile(r"\{(?P<role>doc|eq|numref|prf:ref|ref)\}`(?:[^`<]*<)?(?P<target>[^`<>]+)>?`")
#: What an entry says first that bears no verdict: the book asserts, with its own proof or runs, nothing of it.
WITHOUT_VERDICT = ("defined in ", "derived in ", "used in ", "quoted in ", "left out")
#: The only place of what no chapter takes up.
RECORD_ONLY = "this record only"
#: Kinds of which every one claims something, as do the abstract and the conclusion of a paper.
CLAIMING = re.compile(r"(?:Theorem|Proposition|Lemma|Corollary|Table|Figure|Abstract)\b")


def wanted(kinds):
    """Numbers that a source has, by kind and in their order."""
    return {
        kind: [kind.format(k) for k in (range(1, which + 1) if isinstance(which, int) else which)]
        for kind, which in kinds.items()
    }


def differences(items, kinds):
    """What entries and numbers do not have in common: missing, unknown, twice, out of order."""
    listed, kinds = [number for item in items for number in each(item)], wanted(kinds)
    known = [number for found in kinds.values() for number in found]
    moved = [kind for kind, found in kinds.items() if [one for one in listed if one in found] != found]
    counts = Counter(listed)
    found = {
        "missing": sorted(set(known) - set(listed)),
        "unknown": sorted(set(listed) - set(known)),
        "twice": sorted(number for number, times in counts.items() if times > 1),
    }
    return {what: which for what, which in (found if any(found.values()) else {"out of order": moved}).items() if which}


@cache
def homes():
    """Chapter of every label of the book: statements, equations, sections, figures and tables."""
    found = {}
    for path in chapters(BOOK):
        text = path.read_text(encoding="utf-8")
        names, labels = [], (r"^:label: *(\S+)$", r"\$\$ *\(([\w-]+)\)", r"^\(([\w-]+)\)=$")
        for name in (*labels, r"^:name: (\S+)$", r'\bname="([\w-]+)"'):
            names += re.findall(name, text, re.M)
        names += map(slug, re.findall(r'\btitle="([^"]+)"', text))
        found |= dict.fromkeys(names, name_of(BOOK, path))
    return found


def pages(here):
    """Chapters and records that a text refers to, None for a reference that leads nowhere."""
    for hit in ROLE.finditer(here):
        page = hit["target"].lstrip("/")
        exists = any((BOOK / f"{page}{ending}").exists() for ending in (".md", ".ipynb"))
        yield (page if exists else None) if hit["role"] == "doc" else homes().get(hit["target"])


def misplaced(items):
    """Entries that name no place, or one that does not exist."""
    places = {item.number: list(pages(item.here)) for item in items}
    nowhere = (RECORD_ONLY, *(item.here for item in items if item.here.startswith("left out")))
    return [item.number for item in items if None in (places[item.number] or [None]) and item.here not in nowhere]


def concerning(item, entries):
    return [entry for entry in entries if set(numbers(entry.place)) & set(numbers(item.number))]


def unnamed(items, entries):
    """(number, chapter) where a claim or erratum stands in a chapter that the entry of its item does not name."""
    taught = {item.number: {chapter(entry) for entry in concerning(item, entries)} - {""} for item in items}
    return [(item.number, page) for item in items for page in sorted(taught[item.number] - set(pages(item.here)))]


def mute(items, entries):
    """Entries without a verdict that do not say what the book does with the item, and those with one that do."""
    said = {item.number: item.here.startswith(WITHOUT_VERDICT) for item in items}
    return [item.number for item in items if bool(concerning(item, entries)) == said[item.number]]


def unclaimed(items, claims):
    """Entries of items that claim something, of which no claim is recorded."""
    return [item.number for item in items if CLAIMING.match(item.number) and not concerning(item, claims)]


items_of, claims_of = cache(CLAIMS.load_items), cache(CLAIMS.load_claims)


@cache
def entries_of(source):
    return [*claims_of(source), *CLAIMS.load_errata(source)]


def test_every_source_has_a_list():
    assert list(NUMBERED) == list(SOURCES)
    assert sorted(NUMBERED) == sorted(path.stem for path in CLAIMS.folder.glob("*.toml"))


@pytest.mark.parametrize("source", SOURCES)
def test_every_number_has_one_entry_and_every_entry_a_number(source):
    assert differences(items_of(source), NUMBERED[source]) == {}


@pytest.mark.parametrize("source", SOURCES)
def test_entries_say_what_and_where(source):
    items, entries = items_of(source), entries_of(source)
    assert [item.number for item in items if not 1 <= len(item.what.split()) <= 12] == []
    assert misplaced(items) == []
    assert unnamed(items, entries) == []


@pytest.mark.parametrize("source", SOURCES)
def test_an_item_has_a_verdict_or_says_what_the_book_does_with_it(source):
    items, claims = items_of(source), claims_of(source)
    assert mute(items, entries_of(source)) == []
    assert unclaimed(items, claims) == []
    if source != "lecture":
        last = next(n for n in reversed(NUMBERED[source]["Section {}"]) if not n.startswith("S"))
        conclusion = next(item for item in items if item.number == f"Section {last}")
        assert concerning(conclusion, claims), "a conclusion claims something"


def test_what_is_wrong_is_found():
    kinds = {"({})": 3, "Lemma {}": ["A.1"], "loop line {}": 4}
    here = "{prf:ref}`prop-risk-from-confusion`"
    items = [Item(number, "what it says", here) for number in ("(1), (2)", "Lemma A.1", "(3)", "loop lines 1 to 4")]
    claim = Claim("a", "one is two", "false", "foundations/why-accuracy-lies#top", place="Lemma A.1")
    assert differences(items, kinds) == {} and misplaced(items) == []
    assert differences(items[1:], kinds) == {"missing": ["(1)", "(2)"]}
    assert differences([*items, items[2]], kinds) == {"twice": ["(3)"]}
    assert differences([*items[:2], items[2]._replace(number="(4)"), items[3]], kinds) == {
        "missing": ["(3)"], "unknown": ["(4)"],
    }  # fmt: skip
    assert differences([items[2], *items[:2], items[3]], kinds) == {"out of order": ["({})"]}
    assert differences([*items[:3], items[3]._replace(number="loop lines 2 and 3")], kinds)["missing"] == [
        "loop line 1", "loop line 4",
    ]  # fmt: skip
    for wrong in ("", "somewhere", "{doc}`a chapter </foundations/no-such-chapter>`", f"{here}, {{eq}}`eq-of-nobody`"):
        assert misplaced([items[0]._replace(here=wrong)]) == ["(1), (2)"], wrong
    for right in (RECORD_ONLY, "left out: not seen", "{doc}`/together/record-copa`", "{numref}`imbalance-dial`"):
        assert misplaced([items[0]._replace(here=right)]) == [], right
    slip = Erratum("(3)", "$-$", "$+$", "a sign", "copa/the-update")
    assert unnamed(items, [claim, slip]) == [("(3)", "copa/the-update")]
    assert unnamed(items, [claim]) == []
    assert mute(items, [claim]) == ["(1), (2)", "(3)", "loop lines 1 to 4"]
    used = [item._replace(here=f"used in {here}") for item in items]
    assert mute(used, [claim]) == ["Lemma A.1"]
    assert unclaimed(items, []) == ["Lemma A.1"] and unclaimed(items, [claim]) == []


def test_what_a_test_evaluates_stands_in_the_book():
    """The labels at a test are those of statements, so who changes one finds its tests by searching for its label."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    marks = [mark for text in texts for mark in re.findall(r"^@pytest\.mark\.evaluates\(([^)]*)\)", text, re.M)]
    labels = {label for mark in marks for label in re.findall(r'"([^"]+)"', mark)}
    assert len(labels) > 300 and not labels - homes().keys()
