"""What serves the book: figures, figures with controls, tables and the long experiments.

Nothing of the package below imports this room.  It needs the book's extra,
``pip install 'learning-from-confusion[book]'``; :func:`needs_extra` says so where a part of it is missing.
"""

from contextlib import contextmanager

__all__ = ["needs_extra"]


@contextmanager
def needs_extra(what):
    """Turn a missing package inside the block into an ImportError that says what `what` needs and how to get it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = missing.name.partition(".")[0]
        advice = f"{what} needs {package}: pip install 'learning-from-confusion[book]'"
        raise ImportError(advice, name=missing.name) from missing
