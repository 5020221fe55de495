"""What the book's site needs beyond Jupyter Book: its own MathJax and loader, and a mended theme."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# autodoc documents the checkout, installed or not.
sys.path.insert(0, str(HERE.parents[1]))


def add_vendored(app, config):
    """Serve book/_vendor.  Not from _static: Jupyter Book would load every script there on every page."""
    config.html_static_path.append(str(HERE.parent / "_vendor"))


def copy_mathjax(app, error):
    """Put the parts of MathJax that a page may ask for beside it (the PyPI package is only their carrier)."""
    if error or app.builder.format != "html":
        return
    import mathjax

    source = Path(mathjax.__file__).parent / "static" / "mathjax" / "es5"
    goal = Path(app.outdir) / "_static" / "mathjax"
    goal.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source / "tex-chtml.js", goal)
    for part in ("input/tex/extensions", "output/chtml/fonts/woff-v2", "a11y", "sre"):
        shutil.copytree(source / part, goal / part, dirs_exist_ok=True)


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", add_vendored)
    app.connect("build-finished", copy_mathjax)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
