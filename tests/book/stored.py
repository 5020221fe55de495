"""Read a chapter's figures with controls as its notebook stores them, for tests of the numbers they tell."""

import json
from itertools import product
from pathlib import Path

from confusion.lab.frames.grid import unpack

BOOK = Path(__file__).resolve().parents[2] / "book"
STATE = "application/vnd.jupyter.widget-state+json"


def figures_of(chapter):
    """Figures of a chapter such as "foundations/why-accuracy-lies", by title.

    Each is a list of (values, text, svg), one per frame; `values` maps a control to the text of its position.
    """
    notebook = json.loads((BOOK / f"{chapter}.ipynb").read_text(encoding="utf-8"))
    models = notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {}).values()
    found = {}
    for state in (model["state"] for model in models):
        names = [axis["name"] for axis in state["axes"]]
        places = (dict(zip(names, place)) for place in product(*(axis["values"] for axis in state["axes"])))
        frames = zip(places, unpack(state), strict=True)
        found[state["title"]] = [(values, text, picture) for values, (picture, text) in frames]
    return found
