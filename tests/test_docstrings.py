"""The examples of every docstring, run."""

import doctest
import importlib
import pkgutil

import pytest

import confusion

MODULES = [m.name for m in pkgutil.walk_packages(confusion.__path__, "confusion.") if not m.name.endswith("__main__")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed, "see the captured output"
