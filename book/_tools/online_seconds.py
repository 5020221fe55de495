"""How long cells take in the page, as ``make online`` measured it: ``online_seconds.json``, by digest of the code.

Only cells that take :data:`LEAST` seconds or more stand there.  The pages tell the time before a reader's click, see
``book/_ext/live_cells.py``.
"""

import hashlib
import json
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
FILE = Path(__file__).with_suffix(".json")
LEAST = 5
#: A time that differs from the kept one by less than this factor says nothing new.
NOISE = 1.4


def digest(source):
    """Name of a cell in the file; empty lines at its end do not count."""
    return hashlib.sha256(source.rstrip("\n").encode()).hexdigest()[:16]


def known():
    """Seconds by digest; empty before the first measurement."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}


def present(book=BOOK):
    """Digests of all code cells of the stored notebooks."""
    cells = (cell for path in book.glob("*/*.ipynb") for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
    return {digest("".join(cell["source"])) for cell in cells if cell["cell_type"] == "code"}


def renewed(old, measured, there):
    """What the file should hold.

    Parameters
    ----------
    old, measured : dict
        Seconds by digest, as kept and as measured now; a cell that was not measured keeps its time.
    there : set of str
        Digests of the cells that the book has.

    Returns
    -------
    dict
        Whole seconds by digest, in the order of the digests.
    """
    kept = {name: time for name, time in old.items() if name in there and name not in measured}
    for name, time in measured.items():
        if name in old and old[name] / NOISE < time < old[name] * NOISE:
            kept[name] = old[name]
        elif time >= LEAST:
            kept[name] = round(time)
    return dict(sorted(kept.items()))


def keep(measured):
    """Write what was measured into the file."""
    FILE.write_text(json.dumps(renewed(known(), measured, present()), indent=1) + "\n", encoding="utf-8")
