"""Compiled loops where numba is installed, the same functions uncompiled where it is not.

The algorithms write each hot loop once, as a plain function decorated with :func:`compiled`.  numba
comes with the package, but it does not exist in the browser, where the decorator falls back to the identity;
the environment variable ``CONFUSION_NO_NUMBA=1`` forces that fallback.
"""

from __future__ import annotations

import os

__all__ = ["COMPILED", "compiled"]

try:
    if os.environ.get("CONFUSION_NO_NUMBA"):
        raise ImportError("numba switched off by CONFUSION_NO_NUMBA")
    import numba
except ImportError:
    numba = None

#: True when the hot loops of this process are compiled.
COMPILED = numba is not None


def compiled(function):
    """Compile `function` with numba if it is there; its Python original is always ``.py_func``.

    No ``fastmath``: a reordered sum would make results depend on the machine.  Where there is no folder to keep
    compiled code in, it is compiled again in each process.
    """
    if numba is None:
        function.py_func = function
        return function
    try:
        return numba.njit(cache=True, nogil=True, fastmath=False)(function)
    except RuntimeError:  # "no locator available": a read-only installation of a user without a home
        return numba.njit(nogil=True, fastmath=False)(function)
