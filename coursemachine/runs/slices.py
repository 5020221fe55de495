"""Rows computed again and compared with the stored ones: whole tasks, or with options of ``run`` slices of them."""

import math

from threadpoolctl import threadpool_limits

from coursemachine.runs.tables import key_of, load_results, name_of

#: how far a number may be from the stored one, by its size and, where no other tolerance is stated, in all
RELATIVE, ABSOLUTE = 1e-5, 1e-6


def recompute(module, task, options, folder, tolerances=None):
    """Compute a slice again and say what differs, see :func:`differences`."""
    with threadpool_limits(1):  # as in a run: sums in another order have other last digits
        rows = module.run(task, **options)
    return differences(module, task, rows, load_results(module.NAME, folder), tolerances, whole=not options)


def differences(module, task, rows, stored, tolerances=None, *, whole=False):
    """What differs between the computed rows of a task and the stored rows of the table, a sentence each.

    Every row and every column is compared: the rows must be there, once and with the same columns, text must be the
    same, and numbers within 1e-5 of their size or 1e-6.  In the place of 1e-6, `tolerances` gives for (module.NAME,
    row) a dict from column to the largest difference; None stands for columns not named.  Where `whole`, no other rows
    of the task may be stored.
    """
    unique = (*module.KEY, *module.ROW_KEY)
    at_key = {}
    for row in stored:
        if key_of(module.KEY, row) == key_of(module.KEY, task):
            at_key.setdefault(key_of(unique, row), []).append(row)
    found = [] if rows else [f"{task}: nothing was computed"]
    for row in rows:
        same, name = at_key.pop(key_of(unique, row), []), name_of(key_of(unique, row))
        if len(same) != 1:
            found.append(f"{name}: {len(same)} stored rows")
        elif list(same[0]) != list(row):
            found.append(f"{name}: other columns, {', '.join(same[0])} are stored and {', '.join(row)} computed")
        else:
            allowed = tolerances(module.NAME, row) if tolerances else {}
            found += [
                f"{name}: {column} is stored as {same[0][column]}, computed {value}"
                for column, value in row.items()
                if column not in unique and not close(same[0][column], value, allowed.get(column, allowed.get(None)))
            ]
    return found + [f"{name_of(key)}: stored, but not computed" for key in at_key if whole]


def close(stored, computed, allowed=None):
    """Whether two entries are the same, numbers within `allowed`."""
    if isinstance(stored, str) or isinstance(computed, str):
        return stored == computed
    if math.isnan(stored) or math.isnan(computed):
        return math.isnan(stored) and math.isnan(computed)
    return math.isclose(stored, computed, rel_tol=RELATIVE, abs_tol=ABSOLUTE if allowed is None else allowed)
