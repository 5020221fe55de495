"""Links to Colab and Binder, and a first cell that installs, come with the repository's address and not without one.

The same build shows what a printed page has at its head, and the page for an address that leads nowhere.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from coursemachine.checkout import BOOK

yaml = pytest.importorskip("yaml")
pytest.importorskip("jupyter_book")
REPOSITORY, SITE = "https://github.com/someone/book", "https://someone.example/book"
CELLS = ["# A chapter", "A line, {ref}`and a link <there>`.\n\n(there)=\n## There\n\nMore."]

pytestmark = pytest.mark.slow  # a build each


def built(folder, repository, address):
    """A book of one chapter with the real configuration, but for the addresses and what this has nothing to do with."""
    config = yaml.safe_load((BOOK / "_config.yml").read_text(encoding="utf-8"))
    config["repository"]["url"], config["html"]["baseurl"] = repository, address
    config["html"].pop("favicon")
    config.pop("bibtex_bibfiles")
    options, project = (config["sphinx"]["config"][key] for key in ("html_theme_options", "project"))
    config["sphinx"] = {
        "recursive_update": config["sphinx"]["recursive_update"],
        "extra_extensions": [f"coursemachine.site.{part}" for part in ("downloads", "site_info")],
        "config": {
            "html_theme_options": {key: value for key, value in options.items() if isinstance(value, bool)},
            "project": project,
        },
    }
    (folder / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    (folder / "_toc.yml").write_text(
        "format: jb-book\nroot: index\nchapters:\n- file: part/chapter\n", encoding="utf-8"
    )
    (folder / "index.md").write_text("# A book\n", encoding="utf-8")
    (folder / "part").mkdir()
    language = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    chapter = nbformat.v4.new_notebook(
        metadata=language, cells=[*map(nbformat.v4.new_markdown_cell, CELLS), nbformat.v4.new_code_cell("1 + 1")]
    )
    nbformat.write(chapter, folder / "part" / "chapter.ipynb")
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(folder), "-W", "-n", "--keep-going"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    site = folder / "_build" / "html"
    download = (site / "notebooks" / "part" / "chapter.ipynb").read_text(encoding="utf-8")
    lost, page = ((site / name).read_text(encoding="utf-8") for name in ("404.html", "part/chapter.html"))
    assert re.search(r'class="paper-head"[^>]*>Learning from Confusion · \d+ ', page)
    assert "Notebook without solutions" in page
    assert "<h1>Page not found</h1>" in lost and (f'<base href="{address}/">' if address else "document.write") in lost
    return page, json.loads(download)["cells"]


def test_with_addresses(tmp_path):
    page, cells = built(tmp_path, REPOSITORY, SITE)
    assert "https://colab.research.google.com/github/someone/book/blob/main/book/part/chapter.ipynb" in page
    assert "https://mybinder.org/v2/gh/someone/book/main?urlpath=lab/tree/book/part/chapter.ipynb" in page
    text = "\n".join("".join(cell["source"]) for cell in cells)
    assert f'%pip install --quiet "learning-from-confusion[notebook] @ git+{REPOSITORY}"' in text
    assert f"[and a link]({SITE}/part/chapter.html#there)" in text and f"]({SITE}/part/chapter.html)" in text


def test_without_any(tmp_path):
    page, cells = built(tmp_path, "", "")
    assert "colab" not in page.lower() and "mybinder" not in page
    text = "\n".join("".join(cell["source"]) for cell in cells)
    assert "%pip" not in text and "://" not in text and "A line, and a link." in text
