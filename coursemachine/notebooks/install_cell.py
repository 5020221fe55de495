"""The first code cell of every chapter's notebook: is the book's package here?

No text has it: it is the same everywhere, and must work where the package is missing.  While no repository is
configured (``repository: url`` of ``_config.yml``) it says in a sentence what to install; with one it installs it from
there.
"""

from functools import cache

import yaml

from coursemachine import DISTRIBUTION
from coursemachine.checkout import BOOK

TAGS = ["remove-cell", "install"]
#: The cell without its way to install.  It looks for a folder and imports nothing, so that a package which is put right
#: meanwhile needs no other kernel.
CELL = """\
import importlib.util
from pathlib import Path

{missing}
places = importlib.util.find_spec("confusion").submodule_search_locations or ["."]
if not any(Path(place, "_core").is_dir() for place in places):
    raise ImportError(
        f"what is called confusion in {{places[0]}} is not the package of this book: remove it "
        "(pip uninstall confusion), then install {package} as the book's page “Installing” says"
    )"""
SAY = """\
if importlib.util.find_spec("confusion") is None:
    raise ModuleNotFoundError(
        "this notebook needs the package {package}: the book's page “Installing” says how to get it "
        "(what the public index calls confusion is another package)"
    )"""
INSTALL = """\
if importlib.util.find_spec("confusion") is None:
    %pip install --quiet "{requirement}"
    importlib.invalidate_caches()"""


def source(requirement=None):
    """The cell; `requirement` is what pip installs where the package is missing, None to say how to get it."""
    missing = INSTALL.format(requirement=requirement) if requirement else SAY.format(package=DISTRIBUTION)
    return CELL.format(missing=missing, package=DISTRIBUTION)


def from_repository(repository):
    """What pip installs from the sources at an address, None without one."""
    return f"{DISTRIBUTION}[notebook] @ git+{repository}" if repository else None


@cache
def configured():
    """The one address of the repository that ``_config.yml`` names, "" for none."""
    config = yaml.safe_load((BOOK / "_config.yml").read_text(encoding="utf-8"))
    return (config.get("repository") or {}).get("url") or ""
