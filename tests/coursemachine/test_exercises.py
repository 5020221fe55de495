"""A reader's function gets one sentence, whatever it does; the book's own must be right."""

import numpy as np
import pytest

from coursemachine.exercises import check
from coursemachine.labels import KEY

CASES = [((np.array([1.0, 2.0]),), [2.0, 4.0]), ((np.zeros(2),), [0.0, 0.0])]
FIRST, SECOND = "case 1 of 2, for [1. 2.]", "case 2 of 2, for [0. 0.]"


def stub(x):
    """Twice the numbers."""
    ...  # your lines


def forgotten(x):
    2 * x


def some_ways(x):
    if x.any():
        return 2 * x


def lost(x):
    x = x + 0
    return x / missing  # noqa: F821


@pytest.mark.parametrize(
    ("function", "kind", "words"),
    [
        (stub, "empty", "not written yet"),
        (forgotten, "wrong", f"gives nothing back in {FIRST}; is there a return on every way through it?"),
        (some_ways, "wrong", f"gives nothing back in {SECOND}; is there a return on every way through it?"),
        (lambda x: None, "empty", "not written yet"),
        (lambda x: 2 * x, "right", "right in 2 cases of 2"),
        (lambda x: 2 * x + 1e-9, "right", "right in 2 cases of 2"),
        (np.cumsum, "wrong", f"wrong in {FIRST}; it should give [2. 4.], and gives [1. 3.]"),
        (lambda x: 2 * x + (not x.any()), "wrong", f"wrong in {SECOND}; it should give [0. 0.], and gives [1. 1.]"),
        (lambda x: 2 * x[:1], "wrong", f"wrong in {FIRST}; it should give [2. 4.], and gives [2.]"),
        (lambda x: [[1], [1, 2]], "wrong", f"wrong in {FIRST}; it should give [2. 4.], and gives [[1], [1, 2]]"),
        (lambda x: "four", "wrong", f"wrong in {FIRST}; it should give [2. 4.], and gives four"),
        (lost, "error", f"stops in {FIRST}, line {lost.__code__.co_firstlineno + 2} of its cell, with NameError: name "
         "'missing' is not defined"),
        (5, "error", f"stops in {FIRST} with TypeError: 'int' object is not callable"),
    ],
)
def test_a_reader_gets_a_verdict(function, kind, words):
    verdict = check(function, CASES, mistakes={"this is of a later exercise": lost})
    name = getattr(function, "__name__", "this")
    assert repr(verdict) == f"{name}: {words}"
    label = {"kind": "verdict", "verdict": kind, "words": words}
    assert verdict._repr_mimebundle_() == ({"text/plain": f"{name}: {words}"}, {KEY: label})


def test_what_a_function_changes_is_its_own():
    wanted = np.array([1.0, 2.0])
    cases = [((wanted,), wanted)]

    def spoils(x):
        x[:] = 0
        return x

    assert check(spoils, cases).kind == "wrong"
    assert wanted.tolist() == [1, 2]
    assert check(lambda x: x, cases, solution=True).kind == "right"


@pytest.mark.parametrize("wrong", [lambda x: x, stub, lambda x: x / 0])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_solution_must_be_right(wrong):
    with pytest.raises(AssertionError, match=": (wrong|not written)"):
        check(wrong, CASES, solution=True)


def test_where_nbgrader_runs_what_is_not_right_is_an_error(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert check(lambda x: 2 * x, CASES).kind == "right"
    with pytest.raises(AssertionError, match="not written yet"):
        check(stub, CASES)


def test_long_values_are_cut():
    told = repr(check(np.cumsum, [((np.arange(100.0),), np.zeros(100))]))
    assert told.startswith("cumsum: wrong in case 1 of 1") and told.count("...") >= 2 and len(told) < 220
