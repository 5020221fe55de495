"""Which packages a cell needs: what it imports, and what our own modules import for it, found without running them."""

import ast
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from coursemachine import DISTRIBUTION

HOME = Path(__file__).parents[2]


@cache
def own():
    """Our own packages."""
    return set((distribution(DISTRIBUTION).read_text("top_level.txt") or "").split())


def imported(source):
    """Modules that a code imports, anywhere in it, by their dotted names; what may be a module is among them."""
    try:
        nodes = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError):  # it will say so when it runs
        return set()
    modules = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return modules


@cache
def _of_module(name):
    place = HOME.joinpath(*name.split("."))
    file = next((one for one in (place / "__init__.py", place.with_suffix(".py")) if one.is_file()), None)
    return imported(file.read_text(encoding="utf-8")) if file else set()


def packages(source):
    """Names of the packages that a code needs, but for our own."""
    wanted, seen = imported(source), set()
    while wanted:
        seen.add(name := wanted.pop())
        above = name.rpartition(".")[0]
        if name.partition(".")[0] in own():
            wanted |= ({above} if above else set()) | _of_module(name)
        wanted -= seen
    return sorted({name.partition(".")[0] for name in seen} - own())
