"""Count what the repository weighs, and fail above ``.ci/weight.toml``: ``make weight``.

A count that has fallen is written there, but not in CI.
"""

import ast
import os
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMITS = ROOT / ".ci" / "weight.toml"
#: What is counted in lines, and its files.
HOUSES = {
    "confusion": ["confusion/**/*.py"],
    "confusion_studies": ["confusion_studies/**/*.py"],
    "coursemachine": [f"coursemachine/**/*.{kind}" for kind in ("py", "js", "ts", "css")],
    "scenes of the book": ["book/scenes/**/*.js", "book/scenes/*.css"],
    "tests": ["tests/**/*.py"],
    "gates and benchmarks": [".ci/*.py", ".ci/*.sh", ".ci/*[a-z]", "benchmarks/*.py", "conftest.py", "Makefile"],
    "figures of the book": ["book/**/*.py"],
    "settings of the book": ["book/*.toml", "book/*.yml"],
}
NOT_OURS = {"_build", "__pycache__", "bundle", "vendor", "node_modules", "weight.toml", "requirements.txt"}
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n((?::[^\n]*\n)*)(.*?)^```$", re.MULTILINE | re.DOTALL)


def texts(*patterns):
    """Our files of these patterns: path -> text."""
    paths = {path for pattern in patterns for path in ROOT.glob(pattern) if not NOT_OURS & {*path.parts}}
    return {path: path.read_text(encoding="utf-8") for path in sorted(paths)}


#: Code of a chapter that its page does not show, by the tag of its cells.
UNSEEN = {"hidden cells": "remove-cell", "code whose output alone is shown": "remove-input"}


def lines_tagged(tag):
    """Lines of code in the cells of all chapters that have a tag, but for those that show code, by ``listing``."""
    cells = (cell for text in texts("book/_text/**/*.md").values() for cell in CELL.findall(text))
    return sum(code.count("\n") for options, code in cells if tag in options and "\nlisting(" not in code)


def public(text):
    """The names in ``__all__``."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [name.value for name in node.value.elts if isinstance(name, ast.Constant)]
    return []


def without_reader():
    """Public names of `confusion` that no page, study or other module takes; a list of all names is no page."""
    houses = ("confusion", "confusion_studies", "coursemachine", "book")
    sources = texts(*(f"{house}/**/*.py" for house in houses), "book/**/*.md")
    words = {
        path: {*re.findall(r"\w+", text)}
        for path, text in sources.items()
        if path.name != "__init__.py" and "reference" not in path.parts
    }
    for path in words:
        if path.is_relative_to(ROOT / "confusion"):
            others = set().union(*(known for other, known in words.items() if other != path))
            yield from (f"{path.relative_to(ROOT)}: {name}" for name in public(sources[path]) if name not in others)


def main():
    """Print each count beside its limit; exit status 1 where one is above."""
    lines = LIMITS.read_text(encoding="utf-8").splitlines()
    limits, names = tomllib.loads("\n".join(lines)), list(without_reader())
    counts = {house: sum(text.count("\n") for text in texts(*patterns).values()) for house, patterns in HOUSES.items()}
    counts |= {what: lines_tagged(tag) for what, tag in UNSEEN.items()}
    counts["public names without a reader"] = len(names)
    above = [what for what, count in counts.items() if count > limits.get(what, 0)]
    for what, count in counts.items():
        print(f"{count:7,} of {limits.get(what, 0):7,}  {what}{'  TOO MUCH' if what in above else ''}")
    if "--names" in sys.argv or "public names without a reader" in above:
        print(*names, sep="\n")
    if above:
        print("Remove as much elsewhere, or raise the number in .ci/weight.toml and give the reason in its line.")
    if not os.environ.get("CI"):
        fallen = {f'"{what}"': count for what, count in counts.items() if count < limits.get(what, 0)}
        entries = ((line, line.partition(" =")[0]) for line in lines)
        new = [f"{what} = {fallen[what]}" if what in fallen else line for line, what in entries]
        LIMITS.write_text("\n".join([*new, ""]), encoding="utf-8")
    return bool(above)


if __name__ == "__main__":
    sys.exit(main())
