"""How long cells take in the page, as ``make online`` measured it: ``timings.json``, by digest of the code.

Only cells that take :data:`LEAST` seconds or more stand there.  The pages tell the time before a reader's click, see
``coursemachine/site/live_python.py``.
"""

import hashlib
import json
from pathlib import Path

from coursemachine.checkout import BOOK

FILE = Path(__file__).with_suffix(".json")
LEAST = 5


def digest(source):
    """Name of a cell in the file; empty lines at its end do not count."""
    return hashlib.sha256(source.rstrip("\n").encode()).hexdigest()[:16]


def known():
    """Seconds by digest; empty before the first measurement."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}


def present():
    """Digests of all code cells of the stored notebooks."""
    cells = (cell for path in BOOK.glob("*/*.ipynb") for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
    return {digest("".join(cell["source"])) for cell in cells if cell["cell_type"] == "code"}


def save(measured):
    """Write the seconds of each measured cell, by digest; one that was not measured keeps its time."""
    there, times = present(), known() | {name: round(time) for name, time in measured.items()}
    kept = {name: time for name, time in sorted(times.items()) if name in there and time >= LEAST}
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
