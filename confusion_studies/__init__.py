"""The studies: what was run for the book, its stored results, and the panels of one source's chapters.

A folder for each source (``copa``, ``uma``, ``combo``) holds its experiments and, in ``panels``, its pictures;
``results`` the stored tables; ``rounding`` says how closely a table can be repeated; ``claims`` what the sources say,
with verdicts.  ``python -m confusion_studies`` runs the experiments.
"""

from pathlib import Path

from coursemachine.runs import tables

#: The committed result tables.
RESULTS = Path(__file__).parent / "results"


def load_results(name):
    """Rows of a stored result table, a list of dicts with numbers as numbers; see :mod:`coursemachine.runs.tables`."""
    if not (RESULTS / f"{name}.csv").exists():
        raise FileNotFoundError(f"no results in {name}.csv: run `python -m confusion_studies {name}` first")
    return tables.load_results(name, RESULTS)
