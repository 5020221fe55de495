"""The course machine: what makes pages, figures, exercises and checks of chapters.  It knows no algorithm.

A chapter imports ``figures``, ``controls``, ``tables``, ``exercises`` and ``prose``; ``README.md`` beside this file
says what the other parts do.  What a notebook needs is in the extra ``notebook``; :func:`needs_extra` says so where a
part of it is missing.
"""

from contextlib import contextmanager

#: What pip calls the whole: this package, the papers' and the studies.
DISTRIBUTION = "learning-from-confusion"
#: With and without a checkout.  Where the package is installed, pip takes its extras from there and asks no index.
HOW_TO_GET = f"pip install '{DISTRIBUTION}[notebook]', or pip install '.[notebook]' in a checkout"


@contextmanager
def needs_extra(what, extra="notebook"):
    """Turn a missing package inside the block into an ImportError that says what `what` needs and how to get it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = missing.name.partition(".")[0]
        advice = HOW_TO_GET.replace("[notebook]", f"[{extra}]")
        raise ImportError(f"{what} needs {package}: {advice}", name=missing.name) from missing
