"""The fonts of the book's pictures: those that come with matplotlib, whatever this machine's list of fonts says.

matplotlib keeps its list of fonts in the reader's home, made once, by whichever installation came first.  A list in
which its own fonts are missing (or come after a system's) moves every formula of a picture by a fraction of a unit.
"""

from pathlib import Path

from confusion.lab import needs_extra

with needs_extra("confusion.lab.figures"):
    import matplotlib
    from matplotlib import font_manager

__all__ = ["own_fonts_first"]


def own_fonts_first(manager=None):
    """Put matplotlib's own fonts at the head of the list from which a text's font is chosen.

    Parameters
    ----------
    manager : matplotlib.font_manager.FontManager, optional
        The list; matplotlib's own by default.  A list that is right stays as it is.
    """
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
