"""Claims of the sources: the files are whole, and a verdict is what the page or the test that decides it finds."""

import ast
import re
from pathlib import Path

import pytest

from confusion.lab import claims
from confusion.lab.claims import errata, load_claims, load_errata, verdicts

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path.stem for path in claims.FOLDER.glob("*.toml"))
ALL = [(source, claim) for source in SOURCES for claim in load_claims(source)]

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
verdict = "true"
page = "part/mini"
decided = "tests/x.py::test_y"

[[erratum]]
place = "(1)"
says = "a sign"
page = "part/mini"
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    monkeypatch.setattr(claims, "FOLDER", tmp_path)
    path = tmp_path / "toy.toml"
    path.write_text(TOY)
    return path


def test_a_page_shows_its_verdicts(toy):
    shown = verdicts("toy", "part/mini", {"a": False}, norm=1.25).data.splitlines()
    assert shown[0] == "| claim | ours | verdict |"
    assert shown[2:] == ["| (1): $R < 1$ | 1.250 | **false**; it is 1.2 |", "| all is well |  | true |"]
    assert errata("toy", "part/mini").data == "1. (1): a sign"


def test_a_verdict_that_the_page_does_not_find_is_refused(toy):
    with pytest.raises(AssertionError, match="toy/a: the file says false, the page finds true"):
        verdicts("toy", "part/mini", {"a": True}, norm=1)
    toy.write_text(TOY.replace('verdict = "false"', 'verdict = "true"'))
    with pytest.raises(AssertionError, match="toy/a: the file says true, the page finds false"):
        verdicts("toy", "part/mini", {"a": False}, norm=1)


def test_what_does_not_fit_is_refused(toy):
    with pytest.raises(ValueError, match=r"outcomes: missing \['a'\]"):
        verdicts("toy", "part/mini", norm=1)
    with pytest.raises(ValueError, match=r"too many \['b'\]"):
        verdicts("toy", "part/mini", {"a": False, "b": True}, norm=1)
    with pytest.raises(ValueError, match="norm is asked for"):
        verdicts("toy", "part/mini", {"a": False})
    with pytest.raises(ValueError, match="stand in no entry"):
        verdicts("toy", "part/mini", {"a": False}, norm=1, more=2)
    with pytest.raises(ValueError, match="no claim of"):
        verdicts("toy", "part/other")
    with pytest.raises(ValueError, match="no erratum of"):
        errata("toy", "part/other")
    with pytest.raises(ValueError, match="source must be one of"):
        load_claims("nobody")
    for old, new, message in [
        ('verdict = "true"', 'verdict = "maybe"', "verdict must be one of"),
        ('id = "b"', 'id = "a"', "stands twice"),
        ('page = "part/mini"\ndecided', "decided", "an entry"),
        ("because", "becuase", "an entry"),
        ('decided = "page"\n', "", "a: decided must name the page or the test"),
    ]:
        toy.write_text(TOY.replace(old, new))
        with pytest.raises(ValueError, match=message):
            load_claims("toy")


def test_what_nobody_can_decide_stands_without_a_decision(toy):
    toy.write_text(TOY.replace('decided = "page"\n', "").replace('verdict = "false"', 'verdict = "an opinion"'))
    assert load_claims("toy")[0].decided == ""


def test_what_holds_has_a_column_of_its_own(toy):
    toy.write_text(TOY.replace("because =", 'holds = "$R < 2$"\nbecause ='))
    shown = verdicts("toy", "part/mini", {"a": False}, norm=1.25).data.splitlines()
    assert shown[0] == "| claim | ours | what holds | verdict |"
    assert shown[2] == "| (1): $R < 1$ | 1.250 | $R < 2$ | **false**; it is 1.2 |"


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


def test_tests_that_decide_and_files_agree():
    by_test = {f"{source}/{c.id}": (c.verdict, c.decided) for source, c in ALL if c.decided not in ("page", "")}
    assert by_test == decisions()


@pytest.mark.parametrize("source", SOURCES)
def test_pages_show_what_they_decide_and_its_errata(source):
    deciding = {claim.page for claim in load_claims(source) if claim.decided == "page"}
    for kind, entries in (("verdicts", load_claims(source)), ("errata", load_errata(source))):
        for page in {entry.page for entry in entries} & deciding:
            text = (ROOT / "book" / "_text" / f"{page.partition(chr(35))[0]}.md").read_text(encoding="utf-8")
            assert re.search(rf'\b{kind}\(\s*"{source}",\s*"{page}"', text), (kind, page)
