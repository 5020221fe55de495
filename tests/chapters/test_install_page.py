"""The page on installing: its commands name what there is, and those that can run here say what the page says."""

import html
import re
import shlex
import subprocess
import sys

import pytest
from packaging.requirements import Requirement

from coursemachine.checkout import ROOT
from coursemachine.notebooks import install_cell
from coursemachine.site import made_tables
from tests.test_project import EVERYTHING, PROJECT, WANTED, reached, text_of

TEXT = (ROOT / "book" / "together" / "install.md").read_text(encoding="utf-8")
COMMANDS = [
    html.unescape(re.sub(r"<.*?>", "", line)).strip()
    for line in TEXT.splitlines()
    if re.match(r"    \w|<div.*<pre|pip install", line)
]


def test_the_first_cell_of_a_notebook_calls_the_page_by_its_title():
    assert TEXT.startswith("# Installing\n") and "“Installing”" in install_cell.source()


def test_extras_are_those_of_the_project():
    named = {extra for command in COMMANDS for extra in re.findall(r"\[(\w+)\]", command)}
    assert named == {"notebook"} <= set(EVERYTHING)


def test_one_policy_of_pythons():
    """The package from the first on, the book up to the last: said alike, and each tested before it is published."""
    first, last = re.findall(r"^(?:FIRST|LAST) := (3\.\d+)$", text_of("Makefile"), re.M)
    assert PROJECT["requires-python"] == f">={first}"
    for text in (TEXT, text_of("README.md").split("## The package")[0]):
        said = re.findall(r"\b3\.\d+(?: or later| to 3\.\d+)?", text)
        assert sorted(said) == [f"{first} or later", f"{first} to {last}"]
    checks = text_of(".github/workflows/checks.yml")
    tested = re.findall(r'python-version: "(3\.\d+)"', checks) + re.findall(r'wheel, python: "(3\.\d+)"', checks)
    assert tested == [f"3.{minor}" for minor in range(int(first[2:]), int(last[2:]) + 1)]


def test_without_numba_all_the_rest_is_named():
    section = TEXT.split("## Without numba")[1]
    (block,) = re.findall(r"<pre.*?>(.*?)<span", section, re.S)
    told = {
        Requirement(word) for word in block.split() if word not in ("pip", "install", "--no-deps") and word[0].isalpha()
    }
    wanted = {one for extra in ("", *reached("notebook")) for one in WANTED[extra] if one.name != "numba"}
    assert {one.name for one in told} == {one.name for one in wanted}
    assert {one for one in wanted if "==" in str(one)} <= told


@pytest.mark.slow
def test_the_check_says_what_the_page_says():
    checks = [shlex.split(command)[1:] for command in COMMANDS if command.startswith("python -c")]
    told = [
        subprocess.run([sys.executable, *one], cwd=ROOT, capture_output=True, text=True, check=True) for one in checks
    ]
    assert [one.stdout.strip() for one in told] == ["", "1728"] and "the second 1728" in TEXT


def test_no_address_is_made_up():
    assert "://" not in TEXT


def test_the_last_whole_run_of_a_table_is_the_one_that_is_shown():
    """Where a table was reproduced, that run and its versions, not the older one that made it."""
    old, new = {"day": "2026-01-02", "numpy": "2.0"}, {"day": "2026-03-04", "Python": "3.12.1", "numpy": "2.1"}
    text = made_tables.computed({"a": {"made": old, "reproduced": new}, "b": {"made": old}, "c": {"made": old}})
    rows = text.splitlines()[2:]
    assert rows == ["| 2026-03-04 | Python 3.12.1, numpy 2.1 | `a` |", "| 2026-01-02 | numpy 2.0 | `b`, `c` |"]
