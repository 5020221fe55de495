"""The scripts of the figures: the machine knows no word of this book, and imports go one way."""

import re

import pytest

from coursemachine.checkout import BOOK, ROOT
from coursemachine.controls.front import SCENES

MACHINE, BOOKS = ROOT / "coursemachine" / "controls" / "static", BOOK / "scenes"
#: What names an algorithm, a law or a learner of this book.
ALGORITHMS = ["copa", "uma", "combo", "adaboost", "perceptron", "pruning", "boosting", "stump", "hinge", "softmax"]
ALGORITHMS += ["gaussian", "surrogate", "svm"]
#: What is made of others' sources: the bundle of the book's scenes, esbuild's packages.
MADE = {"bundle", "vendor", "fonts", "__pycache__", "package-lock.json"}
MODULES = sorted([*MACHINE.glob("*.js"), *BOOKS.rglob("*.js")])


def of_the_machine():
    """Every source of the machine: path -> text."""
    paths = (path for path in (ROOT / "coursemachine").rglob("*") if path.is_file() and not MADE & {*path.parts})
    return {path: path.read_text(encoding="utf-8") for path in paths}


def found(pattern, texts):
    return {
        f"{path.relative_to(ROOT)}: {match[0]}" for path in texts for match in re.finditer(pattern, texts[path], re.I)
    }


def test_the_machine_has_no_word_of_this_book():
    sources = of_the_machine()
    chapters = [path.relative_to(BOOK / "_text").with_suffix("").as_posix() for path in (BOOK / "_text").rglob("*.md")]
    assert len(sources) > 100 and len(chapters) > 30
    names = "|".join(map(re.escape, chapters))
    assert found(rf"\b({'|'.join(ALGORITHMS)})s?\b|\b({names})\b", sources) == set()
    # Scenes have ordinary names ("wall", "errors"): only what makes figures could mean one of them.
    figures = {path: text for path, text in sources.items() if {"controls", "figures"} & {*path.parts}}
    assert found(rf"[\"'`]({'|'.join(SCENES)})[\"'`]", figures) == set()


def imported(path):
    """What a module takes from others."""
    text = path.read_text(encoding="utf-8")
    return [
        (path.parent / one).resolve() for one in re.findall(r'^(?:import|export) [^;]* from "([^"]+)";', text, re.M)
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_what_is_below_it(path):
    taken = imported(path)
    assert all(one in MODULES for one in taken)
    if path.parent == MACHINE:
        assert all(one.parent == MACHINE for one in taken)
    elif path.parent == BOOKS:  # of the machine its front alone, which a bundle puts in its place
        assert all(one == MACHINE / "front.js" or one.is_relative_to(BOOKS) for one in taken)
    else:  # numbers alone: what is computed draws nothing
        assert all(one == MACHINE / "numbers.js" or one.parent == path.parent for one in taken)


def test_no_import_goes_round():
    left = {path: {*imported(path)} for path in MODULES}
    while ready := {path for path, taken in left.items() if not taken & left.keys()}:
        left = {path: taken for path, taken in left.items() if path not in ready}
    assert left == {}
