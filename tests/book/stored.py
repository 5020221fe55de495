"""Read a chapter's figures with controls as its notebook stores them, for tests of the numbers they tell."""

import json
from itertools import product
from pathlib import Path

from confusion.lab.frames.grid import unpack

BOOK = Path(__file__).resolve().parents[2] / "book"
STATE = "application/vnd.jupyter.widget-state+json"


def states_of(chapter):
    """States of all figures with controls of a chapter, scenes among them."""
    notebook = json.loads((BOOK / f"{chapter}.ipynb").read_text(encoding="utf-8"))
    models = notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {}).values()
    return [model["state"] for model in models]


def scenes_of(chapter):
    """Scenes of a chapter by kind: (parameters, first state)."""
    return {state["kind"]: (state["parameters"], state["at"]) for state in states_of(chapter) if "kind" in state}


def figures_of(chapter):
    """Figures of a chapter such as "foundations/why-accuracy-lies", by title, without the scenes.

    Each is a list of (values, text, svg), one per frame; `values` maps a control to the text of its position.
    """
    found = {}
    for state in (state for state in states_of(chapter) if "kind" not in state):
        names = [axis["name"] for axis in state["axes"]]
        places = (dict(zip(names, place)) for place in product(*(axis["values"] for axis in state["axes"])))
        frames = zip(places, unpack(state), strict=True)
        found[state["title"]] = [(values, text, picture) for values, (picture, text) in frames]
    return found
