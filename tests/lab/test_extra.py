"""Each part of the lab says what to install where an extra is missing; what needs none works without."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import confusion

pytestmark = pytest.mark.slow  # its first test waits for the process of all

PARTS = {
    "confusion.lab.figures": "matplotlib",
    "confusion.lab.experiments.runner": "tqdm",
    "confusion.lab.experiments.__main__": "tqdm",
}
#: One process for all: first the package with every extra out of reach, then each part of the lab, imported afresh
#: with one package out of reach.
SCRIPT = """
import importlib, json, sys
parts = json.loads(sys.argv[1])
extra = {*parts.values(), "IPython", "anywidget", "ipywidgets", "traitlets"}
sys.modules.update(dict.fromkeys(extra))
import confusion, confusion.datasets, confusion.limits
answers = {"lab": "confusion.lab" in sys.modules}
from confusion.lab.experiments import load_results
answers["rows"] = len(load_results("concentration"))
for part, missing in parts.items():
    for name in list(sys.modules):
        if name.startswith("confusion.lab") or name.partition(".")[0] in extra:
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
    assert answers[part].startswith("ImportError: confusion.lab.")
    advice = "pip install 'learning-from-confusion[notebook]', or pip install '.[notebook]' in a checkout"
    assert answers[part].endswith(f"needs {PARTS[part]}: {advice}")


def test_stored_results_are_read_without_the_extra(answers):
    assert answers["rows"] == 20


def test_the_package_itself_needs_nothing_of_the_extra(answers):
    assert answers["lab"] is False


def test_a_strangers_package_put_over_ours_is_told(tmp_path):
    """The index's package of this name has an __init__.py, too: installed after ours it takes its place."""
    mixed = tmp_path / "confusion"
    mixed.mkdir()
    (mixed / "__init__.py").write_text("Config = object\n", encoding="utf-8")
    for room in Path(confusion.__file__).parent.iterdir():
        if not room.name.startswith("__"):
            (mixed / room.name).symlink_to(room)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", "from confusion.lab import figures"]
    run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and "pip uninstall confusion learning-from-confusion" in run.stderr.splitlines()[-1]
