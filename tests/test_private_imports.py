"""No module takes what another one calls private: neither a library's, which breaks with its next release, nor ours."""

import ast
from pathlib import Path

import pytest

import confusion

PACKAGE = Path(confusion.__file__).parent
MODULES = {str(path.relative_to(PACKAGE.parent)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def is_private(name):
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def private_names(place, source):
    """What `source`, the module at `place`, takes from others although it begins with an underscore.

    A private module serves its own folder (``confusion/_core`` is in the folder of all rooms), a private name its
    module; so do the private attributes of a module that was imported.
    """
    folder = place.rsplit("/", 1)[0].replace("/", ".")
    modules, found = set(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            taken = [(alias.name, None) for alias in node.names]
            modules |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            taken = [(node.module or "", alias.name) for alias in node.names]
            modules |= {alias.asname or alias.name for alias in node.names}
        else:
            continue
        for module, name in taken:
            parts = module.split(".")
            for k, part in enumerate(parts):
                home = ".".join(parts[:k])
                if is_private(part) and not (parts[0] == "confusion" and f"{folder}.".startswith(f"{home}.")):
                    found.append(module)
            if name is not None and is_private(name):
                found.append(f"{module}.{name}")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            root = node.value
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name) and root.id in modules:
                found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("place", MODULES)
def test_no_module_takes_what_another_calls_private(place):
    assert not private_names(place, MODULES[place])


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from sklearn.utils import _safe_indexing", ["sklearn.utils._safe_indexing"]),
        ("from sklearn.utils._mask import indices", ["sklearn.utils._mask"]),
        ("import scipy.sparse._base as base", ["scipy.sparse._base"]),
        ("import numpy as np\nnp.linalg._umath.svd(np.eye(2))", ["np.linalg._umath"]),
        ("from sklearn import svm\nsvm._base.fit", ["svm._base"]),
        ("from confusion.datasets._plane import fibonacci_normal", ["confusion.datasets._plane"]),
        ("from confusion.metrics import _norm", ["confusion.metrics._norm"]),
        ("from confusion._core.arguments import real\nfrom confusion import __version__", []),
        ("from __future__ import annotations\nself._W = x._y", []),
    ],
)
def test_private_names_are_seen(source, found):
    assert private_names("confusion/uma/bounds.py", source) == found


def test_a_private_module_serves_its_folder():
    assert private_names("confusion/datasets/real.py", "from confusion.datasets._plane import fibonacci_normal") == []
