"""Compare the stored pictures of a chapter with fresh ones: as pictures, not as bytes.

A picture is an output with an SVG and a PNG; a figure with controls has its data beside them, as its label.  Of an SVG
the elements, their order, attributes, colours and words are equal exactly, and coordinates within `TOLERANCE`, a
fiftieth of the picture's unit, which no eye can see: rounding differs between processors.  Of a PNG the pixels are
equal on the whole.  Words and positions of a figure's controls are equal exactly, its numbers within `RELATIVE`.
"""

import base64
import io
import re
from itertools import product, zip_longest
from math import isclose
from os.path import commonprefix

import numpy as np
from matplotlib.image import imread

from coursemachine.controls.grid import unpack
from coursemachine.labels import KEY, label_of
from coursemachine.notebooks.chapters import VIEW, outputs

#: Most that a coordinate may differ, in units of the picture's viewBox (about a pixel).
TOLERANCE = 0.02
#: Most that a number of a figure with controls may differ, relative to it; such numbers may be stored with 8 digits.
RELATIVE = 1e-7
#: Most that a number of a frame may differ: where an optimiser stops is decided by the last bits.
FRAME_NUMBERS = 1e-4
#: Most that pixels between 0 and 1 may differ, root of the mean square; the nearest two pictures of the book have .1.
PIXELS = 0.01

SVG, PNG = "image/svg+xml", "image/png"
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_PLACES = re.compile(
    r' (?:d|points|d?[xy]|[xy][12]|c[xy]|r[xy]?|width|height)="[^"]*"| transform="(?:(?:translate|rotate)\([^)]*\) ?)+"'
)
# An id that begins with a digest of the picture ties its parts together: what counts is which part it names.
_MADE_ID = re.compile(r'(?<=["#])[sfx][0-9a-f]{12}s?(?=(?:p\d+)?-\d+)')
#: What of a figure is the packed form of its frames.
_PACKED = {"lines", "pictures", "texts", "grid"}


def difference(old, new, tolerance=RELATIVE):
    """First difference of two values as a sentence, None when a reader sees the same; `tolerance` is of numbers.

    Values are those of JSON, and arrays of pixels; text that starts with ``<svg`` is a picture.
    """
    if isinstance(old, list) and isinstance(new, list):
        old, new = dict(enumerate(old)), dict(enumerate(new))
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old | new:
            if key not in old or key not in new:
                return f"{key} is {'not stored' if key in new else 'missing'}"
            if sentence := difference(old[key], new[key], FRAME_NUMBERS if key == "frame_numbers" else tolerance):
                return f"{key}: {sentence}"
        return None
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        same = old.shape == new.shape and np.sqrt(np.mean((old - new) ** 2)) <= PIXELS
        return None if same else "other pixels"
    if isinstance(old, int | float) and isinstance(new, int | float):
        same = isclose(old, new, rel_tol=tolerance, abs_tol=tolerance)
    elif isinstance(old, str) and isinstance(new, str):
        if old.lstrip().startswith("<svg"):
            pairs = zip_longest(_lines(old), _lines(new), fillvalue="")
            old, new = next((pair for pair in pairs if not _near(*pair)), ("", ""))
        same = old == new
        start = max(0, len(commonprefix([old, new])) - 30)
        old, new = old[start:], new[start:]
    else:
        same = old is new
    return None if same else f"{old!r:.80} stored, {new!r:.80} now"


def _lines(svg):
    """Lines of a picture, about one for each element, its made ids replaced by their number of appearance."""
    known = {}
    return _MADE_ID.sub(lambda hit: known.setdefault(hit.group(), f"id{len(known)}"), svg).split("\n")


def _near(line, other):
    """Whether two lines of SVG are equal but for coordinates that are nearly so."""
    if line == other:
        return True
    (form, places), (other_form, other_places) = _taken_apart(line), _taken_apart(other)
    # 1.02 - 1 is larger than .02 by a last bit.
    return form == other_form and all(abs(a - b) <= TOLERANCE + 1e-9 for a, b in zip(places, other_places))


def _taken_apart(line):
    places = []

    def note(hit):
        places.extend(map(float, _NUMBER.findall(hit.group())))
        return _NUMBER.sub("#", hit.group())

    return _PLACES.sub(note, line), places


def seen(output):
    """What a reader sees of an output besides its text, as :func:`difference` takes it: its picture and its label."""
    data, label = output.get("data", {}), label_of(output)
    parts = {"picture": data.get(SVG), "metadata": label}
    if PNG in data:
        parts["PNG"] = imread(io.BytesIO(base64.b64decode(data[PNG])))
    if "figure" in label:
        parts["metadata"] = label | {"figure": _figure(label["figure"])}
    return parts


def _figure(data):
    """Data of a figure with its frames by position."""
    if "grid" not in data:
        return data
    try:
        places = product(*([f"{axis['name']}={value}" for value in axis["values"]] for axis in data["axes"]))
        frames = dict(zip(map(", ".join, places), map(list, unpack(data)), strict=True))
    except (LookupError, ValueError, TypeError) as error:
        frames = f"cannot be read, {type(error).__name__} {error}"
    return {"frame": frames} | {key: value for key, value in data.items() if key not in _PACKED}


def compare_outputs(stored, fresh):
    """Compare the pictures and labels of a cell's outputs: a sentence for each that differs.

    The fresh outputs get the stored images, so that nbval, which compares the rest, finds no other difference.
    """
    sentences = []
    # Of a stream, what is printed at once and what later is one text or several.
    for old, new in zip(*([output for output in some if "data" in output] for some in (stored, fresh))):
        if SVG in new["data"]:
            new["data"].pop(VIEW, None)  # as when a notebook is stored
        if sentence := difference(seen(old), seen(new)):
            sentences.append(f"{new['data'].get('text/plain', '')[:60]!r}: {sentence}")
        _give_images(new, old)
    return sentences


def keep_stored_bytes(stored, fresh):
    """Give those pictures of a fresh notebook that equal a stored one its bytes; `fresh` is changed."""
    known, now = ([(number, output, seen(output)) for number, output in of if _shows(output)]
                  for of in (outputs(stored), outputs(fresh)))  # fmt: skip
    for number, output, picture in now:
        nearest = sorted(known, key=lambda entry: abs(entry[0] - number))  # cells may have come or gone
        same = next((other for _, other, before in nearest if not difference(before, picture)), None)
        if same:
            _give_images(output, same)
            output["metadata"][KEY] = label_of(same)


def _shows(output):
    return SVG in output.get("data", {})


def _give_images(output, stored):
    if _shows(output) and _shows(stored):  # a picture in place of something else is a plain difference of the outputs
        output["data"].update({kind: stored["data"][kind] for kind in (SVG, PNG) if kind in stored["data"]})
