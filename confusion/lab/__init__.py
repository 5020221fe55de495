"""What serves the book: figures, figures with controls, tables and the long experiments.

Nothing of the package below imports this room.  It needs the extra ``notebook``; :func:`needs_extra` says so where a
part of it is missing.
"""

import sys
from contextlib import contextmanager

# Two packages in one folder overwrite each other's __init__.py, and removing one takes it away from both.
if not hasattr(sys.modules["confusion"], "operator_norm"):
    raise ImportError(
        "what is imported as confusion is not wholly the package learning-from-confusion: another one of that name was "
        "put over it. Remove both (pip uninstall confusion learning-from-confusion), then install ours again"
    )

__all__ = ["needs_extra"]


@contextmanager
def needs_extra(what, extra="notebook"):
    """Turn a missing package inside the block into an ImportError that says what `what` needs and how to get it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = missing.name.partition(".")[0]
        raise ImportError(f"{what} needs {package}: {how_to_get(extra)}", name=missing.name) from missing


def how_to_get(extra):
    """Commands that install an extra, for a reader with and without a checkout."""
    # Where the package is installed, pip takes its extras from there and asks no index for it.
    return f"pip install 'learning-from-confusion[{extra}]', or pip install '.[{extra}]' in a checkout"
