"""A test that reaches neither the package nor the book is evidence for a text and belongs to ``tests/mathematics``.

Found without running anything: a test reaches a name if it, its fixtures, its decorators or the helpers of its module
mention it.  Names that come from the package, the book's tools or the tests' helpers count, and so do files of the
repository that are named in a string.
"""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
TOOLS = {path.stem for folder in ("_tools", "_ext") for path in (TESTS.parent / "book" / folder).glob("*.py")}
OURS = {"confusion", "tests", *TOOLS}
FILES = re.compile(
    r"\bconfusion\.|(?:from|import) confusion|\.(?:ci|github)/"
    r"|^(book|confusion|benchmarks|README\.md|pyproject\.toml|requirements\.txt|Makefile|tests/slow\.txt)$"
)
MODULES = sorted(path for path in TESTS.rglob("test_*.py") if path.parent.name not in ("mathematics", "browser"))


def names_of(node):
    """Names and files that a definition mentions, but for its own variables; a function's arguments are fixtures."""
    own = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in own:
            yield part.id
        elif isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and FILES.search(part.value):
            yield "a file"
        elif isinstance(part, (ast.Import, ast.ImportFrom)):
            yield from imported(part)


def imported(node):
    """The names an import binds, if they are ours; anyone else's are of no interest."""
    if isinstance(node, ast.ImportFrom):
        return ["a file"] if node.level or node.module.split(".")[0] in OURS else []
    return ["a file"] if any(alias.name.split(".")[0] in OURS for alias in node.names) else []


def bound(statement):
    """Names that a statement of a module binds; the variables of its comprehensions are nobody else's."""
    inner = [part for part in ast.walk(statement) if isinstance(part, ast.comprehension)]
    hidden = {id(part) for comprehension in inner for part in ast.walk(comprehension.target)}
    stored = (part for part in ast.walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return {part.id for part in stored if id(part) not in hidden}


def reach_nothing(source):
    """Names of the tests of a module that reach neither the package nor the book."""
    defined, ours = {}, {"a file"}
    for node in ast.parse(source).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            if imported(node):
                ours |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = node.body[0]
            body = node.body[1:] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else node.body
            parts = [*node.decorator_list, *([node.args] if isinstance(node, ast.FunctionDef) else node.bases), *body]
            whole = ast.Module([ast.Expr(part) if isinstance(part, ast.expr) else part for part in parts], [])
            defined.setdefault(node.name, set()).update(names_of(whole))
        else:
            for name in bound(node):
                defined.setdefault(name, set()).update(names_of(node))

    def reached(name, seen):
        if name in ours:
            return True
        seen.add(name)
        return any(reached(other, seen) for other in defined.get(name, ()) if other not in seen)

    tests = [name for name in defined if name.startswith("test_")]
    return [name for name in tests if not reached(name, set())]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TESTS)))
def test_every_test_reaches_the_package_or_the_book(path):
    assert reach_nothing(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted((TESTS / "mathematics").glob("test_*.py")), ids=lambda path: path.name)
def test_evidence_is_marked_and_says_for_what(path):
    source = path.read_text(encoding="utf-8")
    assert "\npytestmark = pytest.mark.mathematics\n" in source
    assert "chapter" in ast.get_docstring(ast.parse(source))
    assert reach_nothing(source), "every test here reaches the package: it belongs to the tests of a room"


def test_what_reaches_nothing_is_found():
    source = '''
import numpy as np
from confusion import risk
LAW = [risk([0], [p]) for p in range(2)]
SIZES = [1, 2]
def helper():
    return LAW
def idle():
    return np.eye(2), SIZES
@pytest.fixture
def sample():
    return helper()
def test_by_a_helper():
    assert helper()
def test_by_a_fixture(sample):
    assert sample
@pytest.mark.parametrize("call", [lambda: risk([0], [0])])
def test_by_a_decorator(call):
    call()
def test_in_a_process():
    run("import confusion")
def test_inside():
    from confusion import metrics
def test_of_nothing():
    """Of risk and confusion."""
    p, LAW = 1, 2
    assert idle() and sum(SIZES) == p + LAW
'''
    assert reach_nothing(source) == ["test_of_nothing"]
