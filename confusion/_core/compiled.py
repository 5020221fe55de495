"""Compiled loops where numba is installed; where it is not the loops themselves, or their twins.

The algorithms write each hot loop once, as a plain function decorated with :func:`compiled`.  numba is installed with
the package but does not exist everywhere (not in the browser), so the decorator falls back to the loop as it is
written.  A loop that hurts then has a *twin*: a function of the same name in the module ``..._twins`` beside the
loop's, with the same arguments and the same results to the last bit, written with whole arrays of numpy.  The loop
remains the definition of what both do.

The environment variable ``CONFUSION_NO_NUMBA=1`` forces that fallback; ``CONFUSION_NO_NUMBA=loops`` leaves out the
twins too, so that the two can be compared.
"""

import os
import sys
import warnings
from contextlib import contextmanager
from functools import partial

from sklearn.exceptions import EfficiencyWarning

__all__ = ["COMPILED", "SLOW", "compiled", "interruptible", "warn_if_slow"]

SWITCHED_OFF = bool(os.environ.get("CONFUSION_NO_NUMBA"))
#: False when the loops are to run as they are written.
TWINS = os.environ.get("CONFUSION_NO_NUMBA") != "loops"
try:
    if SWITCHED_OFF:
        raise ImportError("numba switched off by CONFUSION_NO_NUMBA")
    import numba
except ImportError:
    numba = None

#: True when the hot loops of this process are compiled.
COMPILED = numba is not None

#: Microseconds that a fit may take uncompiled before it says so.
SLOW = 20_000_000

_warned = False


def compiled(function=None, *, twin=None):
    """Compile `function` with numba if it is there; its Python original is always ``.py_func``.

    No ``fastmath``: a reordered sum would make results depend on the machine.  Where there is no folder to keep
    compiled code in, it is compiled again in each process.

    Parameters
    ----------
    function : function, optional
        The loop; left out where the decorator is given a twin.
    twin : function, optional
        What runs in its place where there is no numba: the same arguments, the same results bit for bit.

    Returns
    -------
    function
        The compiled loop, else its twin, else the loop.
    """
    if function is None:
        return partial(compiled, twin=twin)
    if numba is None:
        chosen = twin if twin is not None and TWINS else function
        chosen.py_func = function
        return chosen
    try:
        return numba.njit(cache=True, nogil=True, fastmath=False)(function)
    except RuntimeError:  # "no locator available": a read-only installation of a user without a home
        return numba.njit(nogil=True, fastmath=False)(function)


@contextmanager
def interruptible():
    """Let a Ctrl-C that arrives during a compiled call be the KeyboardInterrupt it is.

    numba runs Python code to wrap an array that a compiled function returns.  An interrupt there comes out of the call
    as a SystemError, which whoever catches `Exception`, a grid search for one, takes for a failed fit.
    """
    try:
        yield
    except SystemError as error:
        below = error.__cause__ or error.__context__
        while below is not None and not isinstance(below, KeyboardInterrupt):
            below = below.__cause__ or below.__context__
        if below is None:
            raise
        raise KeyboardInterrupt from error


def warn_if_slow(time, *, stacklevel=3):
    """Say that loops run uncompiled, and what to do, if they take `SLOW` or longer; once in a process.

    Parameters
    ----------
    time : float or int
        Microseconds that the caller's loops are about to take uncompiled, roughly: within a factor of six where it
        was measured (``benchmarks/estimates.py``), but for a linear SVM, whose passes nobody knows beforehand.
    stacklevel : int, default 3
        Frame that the warning points at; 3 is whoever called the function that calls this one.

    Warns
    -----
    sklearn.exceptions.EfficiencyWarning
    """
    global _warned
    if COMPILED or _warned or time < SLOW:
        return
    _warned = True
    if sys.platform == "emscripten":
        remedy = "there is no numba in the browser; use fewer examples or rounds here, or run this on a computer"
    elif SWITCHED_OFF:
        remedy = "unset the environment variable CONFUSION_NO_NUMBA and start Python anew"
    else:
        remedy = "install numba (pip install numba) and start Python anew"
    message = f"the loops of this fit run uncompiled, up to a hundred times slower than compiled: {remedy}"
    warnings.warn(message, EfficiencyWarning, stacklevel=stacklevel)
