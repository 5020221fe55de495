"""Compiled loops where numba is installed; where it is not, the loops themselves.

The algorithms write each hot loop once, as a plain function decorated with :func:`compiled`.  numba is installed with
the package but does not exist everywhere (not in the browser), so the decorator falls back to the loop as it is
written.  In :mod:`confusion.linear` and :mod:`confusion.boosting` the plain definition of the algorithm runs there
instead, written independently of the loops: the two agree up to rounding.  The environment variable
``CONFUSION_NO_NUMBA=1`` forces that fallback.

Compiled code is stored on disk in a folder of its own for each state of the package's source (:func:`cache_folder`).
numba renews what it has stored when the file of the function has changed, but not when a function or constant has that
it takes from another file, and would go on running the old one.
"""

import errno
import os
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

from sklearn.exceptions import EfficiencyWarning

__all__ = ["COMPILED", "compiled", "interruptible", "warn_if_slow"]

SWITCHED_OFF = bool(os.environ.get("CONFUSION_NO_NUMBA"))
try:
    if SWITCHED_OFF:
        raise ImportError("numba switched off by CONFUSION_NO_NUMBA")
    import numba
except ImportError:
    numba = None

#: True when the hot loops of this process are compiled.
COMPILED = numba is not None

#: A fit of so many steps takes some twenty seconds or more uncompiled.
STEPS = 10**6

#: Bytes that a folder for compiled code must have room for, and what a system says where there is none.
ROOM = 4 * 2**20
FULL = (errno.ENOSPC, errno.EDQUOT)

#: Where the source lies.
PACKAGE = Path(__file__).parents[1]

_warned = False


def compiled(function):
    """Compile `function` with numba if it is there; its Python original is always ``.py_func``.

    No ``fastmath``: a reordered sum would make results depend on the machine.  Where there is no folder to keep
    compiled code in, it is compiled again in each process.
    """
    if numba is None:
        function.py_func = function
        return function
    options = {"nogil": True, "fastmath": False}
    folder, of_others = cache_folder(), numba.config.CACHE_DIR
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # read here and now, for this function only
        try:
            return numba.njit(cache=True, **options)(function)
        except RuntimeError:  # a function that no file can be found for
            pass
        finally:
            numba.config.CACHE_DIR = of_others
    return numba.njit(**options)(function)


@cache
def cache_folder():
    """The folder for compiled code of this state of the source; None where no folder can be written to.

    It lies in ``NUMBA_CACHE_DIR`` if that is set, else in the package's ``__pycache__``, else in the user's
    ``~/.cache``.  A new one removes those that were last used more than a day ago.
    """
    digest = sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes() + b"\0")
    for place in (numba.config.CACHE_DIR, PACKAGE / "__pycache__", "~/.cache/confusion"):
        if not place:
            continue
        try:
            folder = Path(place).expanduser() / f"confusion.{digest.hexdigest()[:16]}"
            if not folder.exists():
                folder.mkdir(parents=True, exist_ok=True)
                for other in folder.parent.glob("confusion.*"):
                    if other.stat().st_mtime < time.time() - 86400:
                        shutil.rmtree(other, ignore_errors=True)
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(bytes(ROOM))
            for file in folder.rglob("*.nb[ic]"):  # a pickle ends with a full stop: one cut short would stop every fit
                if not file.read_bytes().endswith(b"."):
                    file.unlink()
            os.utime(folder)
        except (OSError, RuntimeError) as error:  # no right to write; no home; no room
            if getattr(error, "errno", None) in FULL:
                warnings.warn(f"no compiled code is kept in {place}, which is full; make room", stacklevel=2)
            continue
        return folder
    return None


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


def warn_if_slow(steps, *, stacklevel=3):
    """Warn before a fit of at least `STEPS` steps that its loops run uncompiled, once in a process.

    The warning points at the caller of the function that calls this one, for `stacklevel` 3.
    """
    global _warned
    if COMPILED or _warned or steps < STEPS:
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
