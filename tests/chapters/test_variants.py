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

WRONG, RIGHT, NAMED = 3, 2, 2
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


def answers(chapter):
    """What the chapter's module has for each stub: right and wrong ones."""
    return import_module(f"tests.chapters.variants.{chapter.rsplit('/', 1)[1].replace('-', '_')}").STUBS


def verdicts(chapter):
    """(answer in words, verdict wanted, verdict, mistakes known), with what is needed of the chapter run once."""
    cells, done, names = cells_of(chapter), set(), {"__name__": "variants"}
    for stub, at in checks(chapter):
        for number, code in needed(cells, at)[:-1]:
            if number not in done:
                value_of(code, names)
                done.add(number)
        right, wrong = answers(chapter)[stub]
        for because, function in [*enumerate(right, start=1), *wrong.items()]:
            seen = names | function.__globals__
            names[stub] = FunctionType(function.__code__, seen, stub, function.__defaults__, function.__closure__)
            wanted = "wrong" if because in wrong else "right"
            yield because, wanted, value_of(cells[at].source, names), [*names.get("mistakes", [])]


CHAPTERS = [name for name in (name_of(BOOK, text) for text in chapters(BOOK)) if checks(name)]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_stub_has_variants(chapter):
    found = answers(chapter)
    assert [*found] == [stub for stub, _ in checks(chapter)]
    assert all(len(one.right) >= RIGHT and len(one.wrong) >= WRONG for one in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_right_variants_are_accepted_and_wrong_ones_refused(chapter):
    """A wrong one is refused for what it gives, as an error says nothing of the cases; each known mistake is named."""
    seen = [*verdicts(chapter)]
    assert [f"{because}: {verdict}" for because, wanted, verdict, _ in seen if verdict.kind != wanted] == []
    known = {verdict.name: mistakes for _, _, verdict, mistakes in seen}
    said = {(verdict.name, verdict.words.split("; ", 1)[-1]) for _, _, verdict, _ in seen}
    assert [(stub, words) for stub, mistakes in known.items() for words in mistakes if (stub, words) not in said] == []
    assert min(map(len, known.values())) >= NAMED
