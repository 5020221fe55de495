"""What the tests of the twins share: a loop and its twin on copies of the same arguments, compared bit by bit."""

from copy import deepcopy

import numpy as np


def parts(values):
    """The arrays and numbers in nested tuples and lists, one after the other."""
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from parts(value)
        else:
            yield np.asarray(value)


def assert_twins(loop, twin, *arguments):
    """Both return the same, and leave the same in their arguments, signs of zeros included; return what they return."""
    mine, other = deepcopy(arguments), deepcopy(arguments)
    expected, got = loop.py_func(*mine), twin(*other)
    compared = list(zip(parts([expected, mine]), parts([got, other]), strict=True))
    for a, b in compared:
        assert a.shape == b.shape and a.dtype.kind == b.dtype.kind
        np.testing.assert_array_equal(b, a)
        if a.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(b), np.signbit(a))
    return expected
