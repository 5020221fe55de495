"""Where the checkout is, what its pyproject.toml says to the machine, and the environment of every kernel."""

import os
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "book"
_TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
#: What the machine must know of the book that it makes: ``[tool.coursemachine]`` of ``pyproject.toml``.
SETTINGS = _TOOLS["coursemachine"]
#: Folders of Python that only a checkout has, not the wheel.
CHECKOUT_ONLY = tuple(
    f"{name.rstrip('*').replace('.', '/')}/" for name in _TOOLS["setuptools"]["packages"]["find"]["exclude"]
)
CLAIMS_FOLDER = ROOT / SETTINGS["claims"]


def variables():
    """Return the variables that make a run repeatable: the checkout's package, one thread, no inline figures."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return threads | {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)),
        "PYTHONHASHSEED": "0",
        # ipykernel would choose the inline backend, which draws open figures a second time.
        "MPLBACKEND": "agg",
        # Frozen modules make the debugger warn on stderr.
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
