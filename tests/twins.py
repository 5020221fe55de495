"""What the tests of the twins share: a loop and its twin on copies of the same arguments, compared bit by bit."""

from copy import deepcopy
from types import FunctionType

import numpy as np

written = {}  # what has been made so far


def as_written(loop):
    """The uncompiled loop, and uncompiled whatever it calls, with numba or without.

    A compiled function and its Python original agree in all but the last bits: numba has its own ``np.mean``.
    """
    function = loop.py_func
    if function not in written:
        names = dict(function.__globals__)
        written[function] = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        names |= {name: as_written(value) for name, value in names.items() if hasattr(value, "py_func")}
    return written[function]


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
    expected, got = as_written(loop)(*mine), twin(*other)
    compared = list(zip(parts([expected, mine]), parts([got, other]), strict=True))
    for a, b in compared:
        assert a.shape == b.shape and a.dtype.kind == b.dtype.kind
        if a.dtype == b.dtype and a.tobytes() == b.tobytes():  # the many that are; the rest is slow and tells where
            continue
        np.testing.assert_array_equal(b, a)
        if a.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(b), np.signbit(a))
    return expected
