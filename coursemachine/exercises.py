"""Exercises in code: a stub that a reader fills, and a cell that checks it.

>>> def twice(x):
...     ...  # your lines
>>> cases = [((2,), 4), ((-1,), -2)]
>>> check(twice, cases)
twice: not written yet
>>> check(lambda x: x + 2, cases)
<lambda>: wrong in case 2 of 2, for -1; it should give -2, and gives 1
>>> check(lambda x: 2 * x, cases)
<lambda>: right in 2 cases of 2

Lists among the arguments arrive as arrays.  Of a case in ``hidden`` it is not said what is right:

>>> check(lambda x: -2 * x if x < 0 else 4, cases[:1], hidden=[((3,), 6)])
<lambda>: wrong in a hidden case, 2 of 2, for 3; what should it give there?

A typical mistake is called by its name where its answer is given:

>>> check(lambda x: x**2, [((3,), 6)], mistakes={"this is the square": lambda x: x**2})
<lambda>: wrong in case 1 of 1, for 3; this is the square
"""

import os
import traceback
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from coursemachine.labels import KEY, label

#: Set where nbgrader runs a notebook: it takes an error for no point, and anything else for one.
GRADING = "NBGRADER_EXECUTION"


@dataclass(frozen=True)
class Verdict:
    """What is said of a function, by its name: a sentence, and "right", "wrong", "error" or "empty" (not written)."""

    name: str
    kind: str
    words: str

    def __repr__(self):
        return f"{self.name}: {self.words}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": repr(self)}, {KEY: label("verdict", verdict=self.kind, words=self.words)}


def check(function, cases, *, hidden=(), mistakes=None, solution=False, tolerance=1e-6):
    """Say whether a reader's function does what an exercise asks for, a verdict that a cell shows as its last line.

    Parameters
    ----------
    function : callable
        The reader's; it gets copies, so that it may change its arguments.
    cases, hidden : list of (tuple, array-like)
        Arguments, and what the function should give for them; a list among the arguments becomes an array.  The hidden
        are tried last and not told: a function that only knows the others fails there.
    mistakes : dict from str to callable, optional
        What to say of a typical mistake, and the function of a reader who makes it; the first that fits is said.
    solution : bool
        True where the book checks its own solution: then all but right is an AssertionError, as where nbgrader runs.
    tolerance : float
        Allowed difference of each number.
    """
    found = _verdict(function, cases, list(hidden), mistakes or {}, tolerance)
    verdict = Verdict(getattr(function, "__name__", "this"), *found)
    if (solution or GRADING in os.environ) and verdict.kind != "right":
        raise AssertionError(repr(verdict))
    return verdict


def _verdict(function, cases, hidden, mistakes, tolerance):
    count = len(cases) + len(hidden)
    for number, (arguments, wanted) in enumerate([*cases, *hidden], start=1):
        told = number <= len(cases)
        given = ", for " * bool(arguments) + ", ".join(_short(one, 36) for one in arguments)
        case = f"{'case' if told else 'a hidden case,'} {number} of {count}{given}"
        try:
            found = function(*_given(arguments))
        except Exception as error:  # whatever a reader's lines do, they get a sentence
            return "error", f"stops in {case}{_place(error, function)} with {type(error).__name__}: {error}"
        if found is None or found is ...:
            if getattr(getattr(function, "__code__", None), "co_code", None) in _NOTHING:
                return "empty", "not written yet"
            return "wrong", f"gives nothing back in {case}; is there a return on every way through it?"
        if not _same(found, wanted, tolerance):
            for words, mistaken in mistakes.items():
                with suppress(Exception):  # who goes back to an earlier exercise has the mistakes of a later one
                    if _same(found, mistaken(*_given(arguments)), tolerance):
                        return "wrong", f"wrong in {case}; {words}"
            answers = f"it should give {_short(wanted)}, and gives {_short(found)}"
            return "wrong", f"wrong in {case}; {answers if told else 'what should it give there?'}"
    return "right", f"right in {count} case{'s' * (count > 1)} of {count}"


def _given(arguments):
    """Copies of the arguments of a case, lists as arrays."""
    return [np.array(one) if isinstance(one, list) else deepcopy(one) for one in arguments]


def _stub(): ...


def _stub_with_words():
    """Say what it does."""


#: What Python makes of a body of ``...`` and words alone, whatever the arguments.
_NOTHING = {_stub.__code__.co_code, _stub_with_words.__code__.co_code}


def _place(error, function):
    """The line of the function's own cell that was reached last."""
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f", line {lines[-1]} of its cell," if lines else ""


def _same(found, wanted, tolerance):
    try:
        found, wanted = np.asarray(found), np.asarray(wanted)
        return found.shape == wanted.shape and np.allclose(found, wanted, rtol=0, atol=tolerance)
    except (TypeError, ValueError):  # no numbers
        return False


def _short(value, most=60):
    with suppress(TypeError, ValueError):  # rows of several lengths are no array
        value = np.asarray(value)
        value = value.round(9) if value.dtype.kind == "f" else value
    text = " ".join(str(value).split())
    return text if len(text) <= most else f"{text[: most - 3]}..."
