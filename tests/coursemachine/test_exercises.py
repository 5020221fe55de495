"""A reader's function gets one sentence, whatever it does; the book's own must be right."""

import numpy as np
import pytest

from coursemachine.exercises import check

CASES = [((np.array([1.0, 2.0]),), [2.0, 4.0]), ((np.zeros(2),), [0.0, 0.0])]


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda x: None, "double: not written yet"),
        (lambda x: ..., "double: not written yet"),
        (lambda x: 2 * x, "double: right in 2 cases of 2"),
        (lambda x: 2 * x + 1e-9, "double: right in 2 cases of 2"),
        (lambda x: x, "double: wrong in case 1 of 2; it should give [2. 4.], and gives [1. 2.]"),
        (lambda x: 2 * x + (not x.any()), "double: wrong in case 2 of 2; it should give [0. 0.], and gives [1. 1.]"),
        (lambda x: 2 * x[:1], "double: wrong in case 1 of 2; it should give [2. 4.], and gives [2.]"),
        (lambda x: "four", "double: wrong in case 1 of 2; it should give [2. 4.], and gives four"),
        (lambda x: x / missing, "double: stops in case 1 of 2 with NameError: name 'missing' is not defined"),  # noqa: F821
    ],
)
def test_a_reader_gets_a_sentence(capsys, function, sentence):
    check(function, CASES, name="double")
    assert capsys.readouterr().out == f"{sentence}\n"


@pytest.mark.parametrize("wrong", [lambda x: x, lambda x: None, lambda x: x / 0])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_solution_must_be_right(wrong, capsys):
    with pytest.raises(AssertionError, match="double: (wrong|not written)"):
        check(wrong, CASES, name="double", solution=True)
    check(lambda x: 2 * x, CASES, name="double", solution=True)
    assert "right" in capsys.readouterr().out


def test_a_function_has_its_own_name_and_long_values_are_cut(capsys):
    def halves(x):
        return x / 2

    check(halves, [((np.arange(100.0),), np.zeros(100))])
    told = capsys.readouterr().out
    assert told.startswith("halves: wrong in case 1 of 1") and told.count("...") >= 2 and len(told) < 220
