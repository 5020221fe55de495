"""Each part of the course machine says what to install where an extra is missing; what needs none works without."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow  # its first test waits for the process of all

PARTS = {
    "coursemachine.figures": "matplotlib",
    "coursemachine.runs.runner": "tqdm",
    "confusion_studies.__main__": "tqdm",
}
#: One process for all: first the package with every extra out of reach, then each part, imported afresh with one
#: package out of reach.
SCRIPT = """
import importlib, json, sys
parts = json.loads(sys.argv[1])
extra = {*parts.values(), "IPython", "anywidget", "ipywidgets", "traitlets"}
sys.modules.update(dict.fromkeys(extra))
import confusion, confusion.datasets, confusion.limits
answers = {"course machine": "coursemachine" in sys.modules}
from confusion_studies import load_results
answers["rows"] = len(load_results("concentration"))
for part, missing in parts.items():
    for name in list(sys.modules):
        if name.startswith("coursemachine") or name.partition(".")[0] in extra:
            del sys.modules[name]
    sys.modules[missing] = None
    try:
        importlib.import_module(part)
        answers[part] = "no error"
    except Exception as error:
        answers[part] = f"{type(error).__name__}: {error}"
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def answers():
    run = subprocess.run([sys.executable, "-c", SCRIPT, json.dumps(PARTS)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_without_the_extra_says_what_to_install(answers, part):
    assert answers[part].startswith("ImportError: coursemachine.")
    advice = "pip install 'learning-from-confusion[notebook]', or pip install '.[notebook]' in a checkout"
    assert answers[part].endswith(f"needs {PARTS[part]}: {advice}")


def test_stored_results_are_read_without_the_extra(answers):
    assert answers["rows"] == 20


def test_the_package_itself_needs_nothing_of_the_extra(answers):
    assert answers["course machine"] is False
