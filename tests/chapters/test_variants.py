"""Every check cell accepts right answers and refuses wrong ones: `tests/chapters/variants` keeps some of each."""

import ast
import re
from functools import cache
from importlib import import_module
from types import FunctionType

import pytest

from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import chapters, code_cells, name_of, parse
from coursemachine.notebooks.needed_code import tree
from coursemachine.notebooks.preview import needed
from tests.chapters.variants import Variant

WRONG, RIGHT = 3, 2
CHECKED = re.compile(r"^check\((\w+),", re.MULTILINE)


@cache
def cells_of(chapter):
    return code_cells(parse((BOOK / "_text" / f"{chapter}.md").read_text(encoding="utf-8")))


def tagged(cell, tag):
    return tag in cell.metadata.get("tags", ())


def checks(chapter):
    """(stub, number of its check cell) of a chapter, in order."""
    numbers = [number for number, cell in enumerate(cells_of(chapter)) if tagged(cell, "check")]
    return [(CHECKED.search(cells_of(chapter)[number].source)[1], number) for number in numbers]


def value_of(code, names):
    """Run the code of a cell; the value of its last line, where that is an expression."""
    body = tree(code).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return last and eval(compile(last, "<cell>", "eval"), names)


@cache
def tried(chapter):
    """The verdict on each variant of a chapter, with what is needed of the chapter run once."""
    cells, found, done, names = cells_of(chapter), [], set(), {"__name__": "variants"}
    for stub, at in checks(chapter):
        for number, code in needed(cells, at)[:-1]:
            if number not in done:
                value_of(code, names)
                done.add(number)
        for variant in variants(chapter):
            if variant.stub == stub:
                function = variant.function
                seen = names | function.__globals__
                names[stub] = FunctionType(function.__code__, seen, stub, function.__defaults__, function.__closure__)
                found.append((variant, value_of(cells[at].source, names)))
    return found


def variants(chapter):
    name = chapter.rsplit("/", 1)[1].replace("-", "_")
    module = import_module(f"tests.chapters.variants.{name}")
    return [one for one in vars(module).values() if isinstance(one, Variant)]


CHAPTERS = [name for name in (name_of(BOOK, text) for text in chapters(BOOK)) if checks(name)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_stub_has_variants(chapter):
    stubs = [stub for stub, _ in checks(chapter)]
    assert {one.stub for one in variants(chapter)} == {*stubs}
    for stub in stubs:
        mine = [one.right for one in variants(chapter) if one.stub == stub]
        assert mine.count(False) >= WRONG and mine.count(True) >= RIGHT, stub


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_right_variants_are_accepted_and_wrong_ones_refused(chapter):
    wrong = [
        f"{one.stub}, {one.function.__name__}: {verdict}"
        for one, verdict in tried(chapter)
        if (verdict.kind == "right") != one.right or verdict.kind == "empty"
    ]
    assert not wrong, "\n".join(wrong)
    assert len(tried(chapter)) == len(variants(chapter))
