"""The environment every notebook kernel runs in, whoever starts it: the generating script or nbval."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The tools use the checkout's package, as the kernels do, and not another one that is installed.
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


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
