"""Random slices of a stored table computed again; a table whose slices are equal can be adopted by changed code.

An experiment says in its module what its slices are: ``ROW_KEY``, the columns that tell the rows of one task apart;
``part(task, rng)``, options of ``run`` that make it compute a random part of the task's rows; ``cost(task)``, the rough
seconds of such a part on one core; ``tolerances(task)`` and ``hangs(row)``, see :func:`differences`.
"""

import hashlib
import math

import numpy as np
from threadpoolctl import threadpool_limits

import confusion
from confusion.lab.experiments import provenance
from confusion.lab.experiments.partial import locked
from confusion.lab.experiments.sources import code_behind, versions_behind
from confusion.lab.experiments.stored import RESULTS, key_of, load_results

__all__ = ["adopt", "choose", "differences", "recompute"]

#: how far a number may be from the stored one where the experiment does not say otherwise
RELATIVE, ABSOLUTE = 1e-5, 1e-6


def choose(module, k, seed, limit=math.inf):
    """`k` different tasks that cost at most `limit` seconds, each with options for ``run``, as `seed` has it.

    Parameters
    ----------
    module : module
        An experiment.
    k : int
    seed : str
        Any text; the same one gives the same slices.
    limit : float
        Seconds, by the module's ``cost``.

    Returns
    -------
    list of (dict, dict)
        Tasks, and options for ``run``.
    """
    cost, part = getattr(module, "cost", lambda task: 0), getattr(module, "part", lambda task, rng: {})
    cheap = [task for task in module.tasks() if cost(task) <= limit]
    if not cheap:
        raise ValueError(f"no task of {module.NAME} costs at most {limit} s")
    digest = hashlib.sha256(f"{module.NAME} {seed}".encode()).hexdigest()
    rng = np.random.default_rng(int(digest[:16], 16))
    chosen = [cheap[k] for k in rng.permutation(len(cheap))[:k]]
    return [(task, part(task, rng)) for task in chosen]


def recompute(module, task, **options):
    """The rows of a slice, on one thread as in a run: sums in another order have other last digits."""
    with threadpool_limits(1):
        return module.run(task, **options)


def differences(module, task, rows, folder=RESULTS):
    """What differs between computed rows of a task and the stored ones, a sentence each; none if nothing does.

    Numbers may differ by 1e-5 of their size or 1e-6, or by what ``module.tolerances(task)`` says: a dict from column to
    the largest difference, ``None`` for a column that is not compared, "otherwise" for all columns not named.  A row
    for which ``module.hangs(row)`` is true must be there, with its columns: processors do not agree on its numbers.
    """
    hangs = getattr(module, "hangs", lambda row: False)
    allowed = getattr(module, "tolerances", lambda task: {})(task)
    other = allowed.get("otherwise", 0)
    unique = (*module.KEY, *getattr(module, "ROW_KEY", ()))
    stored = {}
    for row in load_results(module.NAME, folder):
        stored.setdefault(key_of(unique, row), []).append(row)
    told = [] if rows else [f"{task}: nothing was computed"]
    for row in rows:
        same, name = stored.get(key_of(unique, row), []), provenance.name_of(key_of(unique, row))
        if len(same) != 1 or list(same[0]) != list(row):
            told.append(f"{name}: {len(same)} stored rows" if len(same) != 1 else f"{name}: other columns")
            continue
        told += [
            f"{name}: {column} is stored as {same[0][column]}, computed {value}"
            for column, value in row.items()
            if not (column in unique or hangs(row) or _close(same[0][column], value, allowed.get(column, other)))
        ]
    return told


def adopt(module, *, folder=RESULTS, k=3, seed="0", limit=math.inf):
    """Say of a stored table that today's code makes it, after `k` random slices of it came out equal.

    Only the code may have changed: the table must be the one that its provenance describes.

    Raises
    ------
    ValueError
        If the table is not that one, lacks rows, or a slice differs; then nothing is changed.
    """
    state, why = provenance.status(module, folder)
    if state in provenance.BAD:
        raise ValueError(f"{module.NAME} is {state}: {why}")
    with locked(folder / f"{module.NAME}.lock"):
        told, code = [], code_behind(module)  # read before the slices run: what they ran, whatever is edited meanwhile
        for task, options in choose(module, k, seed, limit):
            shown = provenance.name_of(key_of(module.KEY, task))
            shown += "".join(f", {name} {_shown(value)}" for name, value in options.items())
            print(f"{module.NAME}: {shown}", flush=True)
            wrong = differences(module, task, recompute(module, task, **options), folder)
            if wrong:
                raise ValueError(
                    f"{module.NAME} is not adopted, {len(wrong)} numbers differ:\n" + "\n".join(wrong[:10])
                )
            told.append(shown)
        record = provenance.read_provenance(module.NAME, folder) | {"package": confusion.__version__}
        record["adopted"] = {
            "date": provenance.today(), "seed": seed,
            "how": "these slices were computed again, and what is compared of them was equal",
            "slices": told, "versions": versions_behind(module),
        }  # fmt: skip
        provenance.write_provenance(record | {"code": code}, folder)


def _close(stored, computed, allowed):
    if allowed is None:
        return True
    if isinstance(stored, str) or isinstance(computed, str):
        return stored == computed
    if math.isnan(stored) or math.isnan(computed):
        return math.isnan(stored) and math.isnan(computed)
    return math.isclose(stored, computed, rel_tol=0 if allowed else RELATIVE, abs_tol=allowed or ABSOLUTE)


def _shown(value):
    return ", ".join(map(str, value)) if isinstance(value, list | tuple | range) else str(value)
