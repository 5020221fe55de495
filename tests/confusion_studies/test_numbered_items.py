"""Every numbered item of the sources has an entry: what it says, where the book has it, what becomes of its claims.

What the sources number is committed in ``confusion_studies/numbered_items.toml``, as their texts are not in the
repository.
"""

import re
import tomllib
from functools import cache

import pytest

from confusion_studies.claims import CLAIMS
from coursemachine.checkout import BOOK, ROOT
from coursemachine.claims import each, numbers
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
    return [
        [kind.format(k) for k in (range(1, which + 1) if isinstance(which, int) else which)]
        for kind, which in kinds.items()
    ]


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


def concerning(item, entries):
    return [entry for entry in entries if set(numbers(entry.place)) & set(numbers(item.number))]


items_of, claims_of = cache(CLAIMS.load_items), cache(CLAIMS.load_claims)


@cache
def entries_of(source):
    return [*claims_of(source), *CLAIMS.load_errata(source)]


def test_every_source_has_a_list():
    assert list(NUMBERED) == list(SOURCES)
    assert sorted(NUMBERED) == sorted(path.stem for path in CLAIMS.folder.glob("*.toml"))


@pytest.mark.parametrize("source", SOURCES)
def test_every_number_has_one_entry_and_every_entry_a_number(source):
    listed = [number for item in items_of(source) for number in each(item)]
    kinds = wanted(NUMBERED[source])
    assert sorted(listed) == sorted(sum(kinds, []))
    assert [[one for one in listed if one in found] for found in kinds] == kinds, "in their order"


@pytest.mark.parametrize("source", SOURCES)
def test_entries_say_what_and_where(source):
    """A place that there is; and every chapter in which a claim or an erratum of the item stands."""
    for item in items_of(source):
        assert 1 <= len(item.what.split()) <= 12, item.number
        places = list(pages(item.here))
        nowhere = item.here == RECORD_ONLY or item.here.startswith("left out")
        assert nowhere or (places and None not in places), item.number
        assert {chapter(entry) for entry in concerning(item, entries_of(source))} - {""} <= set(places), item.number


@pytest.mark.parametrize("source", SOURCES)
def test_an_item_has_a_verdict_or_says_what_the_book_does_with_it(source):
    items, claims = items_of(source), claims_of(source)
    for item in items:
        assert bool(concerning(item, entries_of(source))) != item.here.startswith(WITHOUT_VERDICT), item.number
        assert concerning(item, claims) or not CLAIMING.match(item.number), item.number
    if source != "lecture":
        last = next(n for n in reversed(NUMBERED[source]["Section {}"]) if not n.startswith("S"))
        conclusion = next(item for item in items if item.number == f"Section {last}")
        assert concerning(conclusion, claims), "a conclusion claims something"


def test_what_a_test_evaluates_stands_in_the_book():
    """The labels at a test are those of statements, so who changes one finds its tests by searching for its label."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    marks = [mark for text in texts for mark in re.findall(r"^@pytest\.mark\.evaluates\(([^)]*)\)", text, re.M)]
    labels = {label for mark in marks for label in re.findall(r'"([^"]+)"', mark)}
    assert len(labels) > 300 and not labels - homes().keys()
