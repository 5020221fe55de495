"""The long runs behind the book: one module per experiment, results committed as small tables.

An experiment module has

``NAME``
    the name used on the command line and for the result file;
``KEY``
    the columns that identify a task;
``ROW_KEY``
    the columns that identify a row within its task;
``tasks()``
    the list of all tasks, each a dict holding at least the columns of KEY;
``run(task)``
    the rows of one task, each a dict of plain numbers and strings, all with the same columns;
``part(task, rng)``, ``cost(task)``, ``tolerances(task)``
    how a random part of the rows is computed again and compared, see :mod:`.slices`; each may be left out.

``python -m confusion.lab.experiments NAME`` runs the tasks that have no stored rows yet, see :mod:`.runner`.  Beside
each table stands its provenance, see :mod:`.provenance`; ``--status`` says which tables are what the code makes.
"""

from confusion.lab.experiments.stored import RESULTS, load_results

__all__ = ["RESULTS", "load_results"]
