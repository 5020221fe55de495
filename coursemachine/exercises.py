"""Exercises in code: a stub that a reader fills, and a cell that checks it.

>>> def twice(x):
...     ...  # your lines
>>> cases = [((2,), 4), ((-1,), -2)]
>>> check(twice, cases)
twice: not written yet
>>> check(lambda x: x + 2, cases, name="twice")
twice: wrong in case 2 of 2; it should give -2, and gives 1
>>> check(lambda x: 2 * x, cases, name="twice")
twice: right in 2 cases of 2
"""

import numpy as np


def check(function, cases, *, name=None, solution=False, tolerance=1e-6):
    """Say whether a reader's function does what an exercise asks for.

    Parameters
    ----------
    function : callable
        The reader's; a stub gives None.
    cases : list of (tuple, array-like)
        Arguments, and what the function should give for them.
    name : str, optional
        What the function is called; by default its own name.
    solution : bool
        True where the book checks its own solution: then anything but right is an error.
    tolerance : float
        Allowed difference of each number.

    Raises
    ------
    AssertionError
        If a solution is not right.
    """
    verdict = _verdict(function, cases, tolerance)
    sentence = f"{name or function.__name__}: {verdict}"
    if solution and not verdict.startswith("right"):
        raise AssertionError(sentence)
    print(sentence)


def _verdict(function, cases, tolerance):
    for number, (arguments, wanted) in enumerate(cases, start=1):
        try:
            found = function(*arguments)
        except Exception as error:  # whatever a reader's lines do, they get a sentence
            return f"stops in case {number} of {len(cases)} with {type(error).__name__}: {error}"
        if found is None or found is ...:
            return "not written yet"
        if not _same(found, wanted, tolerance):
            return f"wrong in case {number} of {len(cases)}; it should give {_short(wanted)}, and gives {_short(found)}"
    return f"right in {len(cases)} case{'s' * (len(cases) > 1)} of {len(cases)}"


def _same(found, wanted, tolerance):
    try:
        found, wanted = np.asarray(found), np.asarray(wanted)
        return found.shape == wanted.shape and np.allclose(found, wanted, rtol=0, atol=tolerance)
    except (TypeError, ValueError):  # no numbers
        return False


def _short(value):
    text = " ".join(str(np.asarray(value)).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
