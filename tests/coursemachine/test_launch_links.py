"""Links and addresses, and a first cell that installs, come with the repository's one address and not without it.

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
REPOSITORY, SITE = "https://github.com/someone/book", "https://someone.github.io/book"
CELLS = ["# A chapter", "A line, {ref}`and a link <there>`.\n\n(there)=\n## There\n\nMore."]

pytestmark = pytest.mark.slow  # a build each


def built(folder, repository, address=""):
    """A book of one chapter with the real configuration, but for the addresses and what this has nothing to do with."""
    config = yaml.safe_load((BOOK / "_config.yml").read_text(encoding="utf-8"))
    config["repository"]["url"] = repository
    config["html"].pop("favicon")
    config.pop("bibtex_bibfiles")
    options, project = (config["sphinx"]["config"][key] for key in ("html_theme_options", "project"))
    config["sphinx"] = {
        "recursive_update": config["sphinx"]["recursive_update"],
        "extra_extensions": [f"coursemachine.site.{part}" for part in ("downloads", "site_info")]
        + ["sphinxext.opengraph"],
        "config": {
            "html_theme_options": {key: value for key, value in options.items() if isinstance(value, bool)},
            "project": project,
            "ogp_social_cards": {"enable": False},
            "ogp_site_url": "/",
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


def test_one_address_switches_all_on(tmp_path):
    page, cells = built(tmp_path, REPOSITORY, SITE)
    for told in (
        f'<link rel="canonical" href="{SITE}/part/chapter.html"',
        f'<meta property="og:url" content="{SITE}/part/chapter.html"',
        f'<meta property="og:image" content="{SITE}/_static/imbalance-dial.png"',
        f'href="{REPOSITORY}/issues">Report a problem</a>',
    ):
        assert told in page
    assert "https://colab.research.google.com/github/someone/book/blob/main/book/part/chapter.ipynb" in page
    assert "https://mybinder.org/v2/gh/someone/book/main?urlpath=lab/tree/book/part/chapter.ipynb" in page
    text = "\n".join("".join(cell["source"]) for cell in cells)
    assert f'%pip install --quiet "learning-from-confusion[notebook] @ git+{REPOSITORY}"' in text
    assert f"[and a link]({SITE}/part/chapter.html#there)" in text and f"]({SITE}/part/chapter.html)" in text


def test_without_it_none_is_dead(tmp_path):
    page, cells = built(tmp_path, "")
    assert not re.search("colab|mybinder|canonical|og:url|og:image|github", page, re.IGNORECASE)
    text = "\n".join("".join(cell["source"]) for cell in cells)
    assert "%pip" not in text and "://" not in text and "A line, and a link." in text
