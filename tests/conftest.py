"""No luck: what draws at random draws the same in every run, unless ``EVERY=all``, once a week.

Modules with many slow tests come first: two processes then end together (the gates pass --no-loadscope-reorder).
"""

import os
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import settings

if os.environ.get("EVERY") != "all":
    settings.register_profile("same", derandomize=True, database=None)
    settings.load_profile("same")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """Whoever was given no ``random_state`` takes the one of all; fixtures of a module draw from it, too."""
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002


def pytest_collection_modifyitems(items):
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])
