"""Modules with many slow tests first: two processes then end together (the gates pass --no-loadscope-reorder)."""

from collections import Counter


def pytest_collection_modifyitems(items):
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])
