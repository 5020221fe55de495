"""Experiments that take too long for a chapter: their tasks are run once, and the table that they give is committed.

An experiment is a module that has

``NAME``
    its name on the command line and the name of its table;
``KEY``, ``ROW_KEY``
    the columns that identify a task, and those that identify a row within its task;
``ROWS``
    the number of rows of the whole table;
``tasks()``
    the list of all tasks, each a dict with the columns of KEY;
``run(task, **options)``
    the rows of a task, each a dict of plain numbers and strings, all with the same columns; with options fewer of them.

:mod:`.tables` reads, checks and writes the tables, :mod:`.made` records what made them, :mod:`.runner` runs the tasks,
:mod:`.cluster` does so on other machines, :mod:`.slices` compares rows that were computed again, :mod:`.command` is the
command line.  The experiments are passed in: nothing here imports one.  What the chapters say of a table that was
computed again is judged by :mod:`coursemachine.notebooks.reproduce`.
"""
