"""The site carries the package: ``wheels/NAME.whl``, which the page on installing names.

A reader of the site needs no repository and no index for it.  The same sources make the same bytes.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "wheels"
#: What the wheel is made of; built from a copy, so that nothing of the build stays in the checkout.
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "confusion")
#: Stands for the wheel's name in the text of a page.
PLACE = "WHEEL-OF-THE-BOOK"


def name():
    """File name of the wheel."""
    text = (ROOT / "confusion" / "__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"$', text, re.M)[1]
    return f"learning_from_confusion-{version}-py3-none-any.whl"


def build(goal):
    """Build the wheel into a folder; needs no network.

    Raises
    ------
    RuntimeError
        With what pip says, if it fails or the wheel has another name than the page says.
    """
    with tempfile.TemporaryDirectory() as folder:
        for source in SOURCES:
            if (ROOT / source).is_dir():
                shutil.copytree(
                    ROOT / source, Path(folder, source), ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
                )
            else:
                shutil.copy2(ROOT / source, folder)
        quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
        command = [sys.executable, "-m", "pip", "wheel", *quiet, "--wheel-dir", str(goal), folder]
        # The first day that an archive knows.
        run = subprocess.run(
            command, env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"}, capture_output=True, text=True
        )
    if run.returncode or not Path(goal, name()).is_file():
        raise RuntimeError(f"the wheel of the site was not built: {run.stdout}{run.stderr}")


def fill_in(app, docname, source):
    """Name the wheel where a page speaks of it."""
    source[0] = source[0].replace(PLACE, name())


def carry(app, error):
    """Put the wheel into the built site."""
    if error or app.builder.format != "html":
        return
    try:
        build(Path(app.outdir, FOLDER))
    except RuntimeError as failed:
        raise ExtensionError(str(failed)) from failed


def setup(app):
    """Register with Sphinx."""
    app.connect("source-read", fill_in)
    app.connect("build-finished", carry)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
