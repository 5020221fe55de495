"""The first code cell of all notebooks: the same everywhere, silent with our package, one plain sentence without it."""

import os
import subprocess
import sys

import pytest

from coursemachine.checkout import BOOK, ROOT
from coursemachine.notebooks import install_cell


def run(*folders):
    """What the cell prints where only these folders can be imported from."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, folders))
    # Without site-packages, where this package may be installed.
    command = [sys.executable, "-S", "-c", install_cell.source()]
    return subprocess.run(command, env=environment, cwd=BOOK, capture_output=True, text=True, encoding="utf-8")


def test_it_is_silent_where_the_package_is():
    answer = run(ROOT)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_a_missing_package_is_told_in_a_sentence(tmp_path):
    answer = run(tmp_path)
    last = answer.stderr.splitlines()[-1]
    assert answer.returncode == 1 and last.startswith("ModuleNotFoundError: this notebook needs the package learning-")
    assert "“Installing”" in last and "://" not in last


@pytest.mark.parametrize("files", [["__init__.py", "parser.py"], ["parser.py"]], ids=["package", "folder"])
def test_a_strangers_package_is_told_and_not_imported(tmp_path, files):
    (tmp_path / "confusion").mkdir()
    for name in files:
        (tmp_path / "confusion" / name).write_text("raise SystemExit('imported')\n", encoding="utf-8")
    last = run(tmp_path).stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: what is called confusion in {tmp_path / 'confusion'} is not the package of")
    assert "pip uninstall confusion" in last
