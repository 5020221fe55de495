"""The long runs behind the book: one module per experiment, results committed as small tables.

An experiment module has

``NAME``
    the name used on the command line and for the result file;
``KEY``
    the columns that identify a task;
``tasks()``
    the list of all tasks, each a dict holding at least the columns of KEY;
``run(task)``
    the rows of one task, each a dict of plain numbers and strings.

``python -m confusion.lab.experiments NAME`` runs the tasks that have no stored rows yet, see :mod:`.runner`.
"""

from confusion.lab.experiments.stored import RESULTS, load_results

__all__ = ["RESULTS", "load_results"]
