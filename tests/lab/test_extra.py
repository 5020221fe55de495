"""Each part of the lab says what to install where the book's extra is missing; what needs none works without."""

import subprocess
import sys

import pytest

PARTS = {
    "confusion.lab.figures": "matplotlib",
    "confusion.lab.frames": "anywidget",
    "confusion.lab.tables": "IPython",
    "confusion.lab.experiments.runner": "tqdm",
    "confusion.lab.experiments.__main__": "tqdm",
}


def run_without(missing, code):
    block = f"import sys\nfor name in {list(missing)!r}: sys.modules[name] = None\n"
    return subprocess.run([sys.executable, "-c", block + code], capture_output=True, text=True)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_without_the_extra_says_what_to_install(part):
    answer = run_without([PARTS[part]], f"import {part}")
    assert answer.returncode == 1
    last = answer.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: confusion.lab.") and last.endswith(
        f"needs {PARTS[part]}: pip install 'learning-from-confusion[book]'"
    )


def test_stored_results_are_read_without_the_extra():
    code = "from confusion.lab.experiments import load_results\nprint(len(load_results('concentration')))"
    answer = run_without(sorted(set(PARTS.values())), code)
    assert answer.returncode == 0 and int(answer.stdout) == 20


def test_the_package_itself_needs_nothing_of_the_extra():
    code = "import confusion, confusion.datasets, confusion.limits\nassert 'confusion.lab' not in sys.modules"
    assert run_without([*PARTS.values(), "ipywidgets", "traitlets"], code).returncode == 0
