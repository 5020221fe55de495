"""The wheel of the whole distribution, which the site offers to a reader and loads into the page's Python."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from coursemachine import DISTRIBUTION
from coursemachine.checkout import ROOT, SETTINGS

#: What it is made of, and what of the book is none of it.
SOURCES = ("pyproject.toml", "README.md", "LICENSE", *SETTINGS["packages"])
LEFT_OUT = shutil.ignore_patterns("__pycache__", "_build", "_text", "_static", "*.ipynb")


def name():
    """File name of the wheel."""
    return f"{DISTRIBUTION.replace('-', '_')}-{version(DISTRIBUTION)}-py3-none-any.whl"


def build(goal):
    """Build the wheel into a folder, without network; the same sources make the same bytes."""
    with tempfile.TemporaryDirectory() as folder:  # so that nothing of the build stays in the checkout
        for source in SOURCES:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, Path(folder, source), ignore=LEFT_OUT)
            else:
                shutil.copy2(ROOT / source, folder)
        quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
        command = [sys.executable, "-m", "pip", "wheel", *quiet, "--wheel-dir", str(goal), folder]
        first_day_of_archives = os.environ | {"SOURCE_DATE_EPOCH": "315532800"}
        run = subprocess.run(command, env=first_day_of_archives, capture_output=True, text=True)
    if run.returncode or not Path(goal, name()).is_file():
        raise RuntimeError(f"the wheel was not built: {run.stdout}{run.stderr}")
