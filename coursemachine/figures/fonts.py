"""The fonts of the book's pictures: those that come with matplotlib, whatever this machine's list of fonts says.

matplotlib keeps its list of fonts in the reader's home, made once, by whichever installation came first.  A list in
which its own fonts are missing (or come after a system's) moves every formula of a picture by a fraction of a unit.
"""

from pathlib import Path

from coursemachine import needs_extra

with needs_extra("coursemachine.figures"):
    import matplotlib
    from matplotlib import font_manager


def own_fonts_first(manager=None):
    """Put matplotlib's own fonts at the head of a list of fonts, by default its own; one that is right stays."""
    manager = font_manager.fontManager if manager is None else manager
    folder = Path(matplotlib.get_data_path(), "fonts", "ttf").resolve()
    ours = sorted(folder.glob("*.ttf"))
    listed = list(dict.fromkeys(Path(entry.fname).resolve() for entry in manager.ttflist))
    if set(listed[: len(ours)]) == set(ours):
        return
    others = [entry for entry in manager.ttflist if Path(entry.fname).resolve() not in set(ours)]
    manager.ttflist.clear()
    for path in ours:
        manager.addfont(path)
    manager.ttflist.extend(others)
