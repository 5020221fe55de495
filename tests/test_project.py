"""The project's own files agree with each other: version, dependencies, lock."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement

import confusion
from coursemachine.checkout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EVERYTHING = {
    extra: [Requirement(line) for line in lines]
    for extra, lines in ({"": PROJECT["dependencies"]} | PROJECT["optional-dependencies"]).items()
}
#: What each extra asks for of others' packages; "" for the package itself.
WANTED = {extra: [one for one in lines if one.name != PROJECT["name"]] for extra, lines in EVERYTHING.items()}


def reached(extra):
    """An extra and those that it builds on; tests/chapters/test_install_page.py compares the page with them."""
    nested = [name for one in EVERYTHING[extra] if one.name == PROJECT["name"] for name in one.extras]
    return {extra}.union(*(reached(name) for name in nested))


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_stands_in_the_package_and_is_repeated_right():
    assert re.findall(r"^version: (.+)$", text_of("CITATION.cff"), re.M) == [confusion.__version__]
    assert re.findall(r"^## \[(\d.+?)\]", text_of("CHANGELOG.md"), re.M)[0] == confusion.__version__
    assert re.findall(r"\bversion (\d[\d.]+\d)", text_of("book/index.md")) == [confusion.__version__]


def test_readme_says_why_each_dependency():
    section = text_of("README.md").split("## Why each dependency")[1].split("\n## ")[0]
    given = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0]:
            given += [(cells[1] if len(cells) == 3 else "", name) for name in cells[0].split(", ")]
    wanted = [(extra, requirement.name) for extra, requirements in WANTED.items() for requirement in requirements]
    assert sorted(given) == sorted(wanted)


@pytest.mark.parametrize("extra", WANTED)
def test_the_lock_has_what_pyproject_asks_for(extra):
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", text_of("requirements.txt"), re.M))
    for requirement in WANTED[extra]:
        assert requirement.specifier.contains(locked[requirement.name]), requirement
