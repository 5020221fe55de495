"""A public name has one address; chapters, studies and benchmarks take no other.  Layers: ``[tool.importlinter]``."""

import ast
import pkgutil
import re
from collections import Counter
from importlib import import_module

import pytest

import confusion
from coursemachine.checkout import ROOT

NAMES = [f"confusion.{found.name}" for found in pkgutil.iter_modules(confusion.__path__) if found.name[0] != "_"]
ROOMS = {name: import_module(name) for name in NAMES}
ADDRESSES = {f"{room}.{name}" for room in ROOMS for name in ROOMS[room].__all__} | {*ROOMS, "confusion"}
ADDRESSES |= {f"confusion.{name}" for name in (*confusion.__all__, "__version__")}
#: Algorithms step by step, as the chapters show them: their names are public where they stand.
PAGES = "boosting.combo", "boosting.cost_tree", "boosting.mh_stump", "copa.algorithm", "uma.algorithm"
ADDRESSES |= {f"confusion.{page}.{name}" for page in PAGES for name in import_module(f"confusion.{page}").__all__}
#: What is private and yet taken: counts of numbered classes in many thousand fits; the warning of a slow fit; the
#: intervals of stacks of matrices, whose coverage a study measures.
EXCEPTIONS = {"confusion._core.labels.pair_counts", "confusion._core.compiled"} | {
    f"confusion._core.sampling.{name}"
    for name in ("MEASURES", "NORMS", "difference", "exact_ends", "intervals", "measures")
}
#: Rivals and loaders read their arguments as the package does.
CHECKED = *(f"confusion._core.{room}." for room in ("arguments", "labels")), "confusion.linear.base."
CELL = re.compile(r"^ *```+\{code-cell\}[^\n]*\n(?: *:[^\n]*\n)*(.*?)^ *```", re.M | re.S)


def code(path):
    """The Python of a module, or of the cells of a chapter."""
    text = path.read_text(encoding="utf-8")
    return text if path.suffix == ".py" else "\n".join(CELL.findall(text))


def private(source, inner=False):
    """What a source takes of ours that is not public; with `inner`, public names may come from modules of a room."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    found = {name for name in found if name.partition(".")[0] in ("confusion", "confusion_studies", "coursemachine")}
    outer = {name: re.sub(r"^(confusion\.[a-z]\w*)\.\w+\.(\w+)$", r"\1.\2", name) if inner else name for name in found}
    unknown = {name for name in found if name.partition(".")[0] == "confusion" and outer[name] not in ADDRESSES}
    return (unknown | {name for name in found - ADDRESSES if "._" in name}) - EXCEPTIONS


@pytest.mark.parametrize("path", sorted((ROOT / "book" / "_text").rglob("*.md")), ids=lambda path: path.stem)
def test_a_chapter_takes_public_names(path):
    assert not private(code(path))


@pytest.mark.parametrize("folder", ["confusion_studies", "benchmarks", "book/figures"])
def test_studies_and_benchmarks_take_public_names(folder):
    files = sorted((ROOT / folder).rglob("*.py"))
    taken = {path: private(code(path), inner=True) for path in files}
    for path in taken:
        if path.parent.name in ("rivals", "data"):
            taken[path] = {name for name in taken[path] if not name.startswith(CHECKED)}
    assert files and {path.name: names for path, names in taken.items() if names} == {}


def test_a_public_name_has_one_address_and_comes_from_its_own_room():
    times = Counter(name for room in ROOMS.values() for name in room.__all__)
    assert set(times.values()) == {1} and set(confusion.__all__) <= set(times)
    for room, module in ROOMS.items():
        homes = {name: getattr(getattr(module, name), "__module__", room) for name in module.__all__}
        assert {name: home for name, home in homes.items() if not f"{home}.".startswith(f"{room}.")} == {}
