"""The examples of every docstring, run."""

import doctest
import importlib
import pkgutil
from importlib.util import find_spec

import pytest

import confusion

MODULES = [m.name for m in pkgutil.walk_packages(confusion.__path__, "confusion.") if not m.name.endswith("__main__")]
if find_spec("matplotlib") is None:  # the lab needs the book's extra
    MODULES = [name for name in MODULES if not name.startswith("confusion.lab")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed, "see the captured output"
