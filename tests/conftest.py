"""Which tests are slow is measured: ``tests/slow.txt`` lists them, and ``pytest tests --find-slow`` renews it."""

from collections import Counter
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("slow.txt")
#: Seconds that a test may take, all its parameters together, before ``-m "not slow"`` leaves it out.
LIMIT = 0.35


def pytest_addoption(parser):
    parser.addoption("--find-slow", action="store_true", help=f"write the tests above {LIMIT} s to tests/slow.txt")


def pytest_configure(config):
    # Workers send their reports to the process that began; only that one writes.
    if config.getoption("--find-slow") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Watch())


def pytest_collection_modifyitems(items):
    slow = set(LIST.read_text(encoding="utf-8").split())
    for item in items:
        if function_of(item.nodeid) in slow:
            item.add_marker(pytest.mark.slow)
    # Two processes end together where what takes long comes first; the gates pass --no-loadscope-reorder.
    count = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -count[item.path])


def function_of(nodeid):
    """``tests/part/test_x.py::test_y`` for each of a test's parameters."""
    return nodeid.partition("[")[0]


class Watch:
    """Adds up what each test took and writes the list when all have run."""

    def __init__(self):
        self.seconds = Counter()

    def pytest_runtest_logreport(self, report):
        self.seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self):
        # What did not run this time, a part of the tests for instance, keeps its place.
        kept = set(LIST.read_text(encoding="utf-8").split()) - set(self.seconds)
        slow = kept | {name for name, seconds in self.seconds.items() if seconds > LIMIT}
        LIST.write_text("".join(f"{name}\n" for name in sorted(slow)), encoding="utf-8")
