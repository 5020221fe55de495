"""Read what a chapter's notebook stores: its figures with controls, and what its cells print."""

import csv
import json
import re
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from confusion_studies import RESULTS
from coursemachine.checkout import BOOK
from coursemachine.controls.grid import unpack, unpack_numbers
from coursemachine.labels import label_of

#: Vectors of the three classes of UMA's disc.
DISC = np.array([[1.0, 0.2], [-0.3, 0.9], [-0.6, -0.8]])


class Shown(NamedTuple):
    """A frame: what its controls read, its numbers by name, its sentence, and its picture as SVG text."""

    values: dict
    numbers: dict
    text: str
    picture: str


@cache
def notebook_of(chapter):
    """The stored notebook of a chapter such as "foundations/why-accuracy-lies"."""
    return json.loads((BOOK / f"{chapter}.ipynb").read_text(encoding="utf-8"))


@cache
def rows_of(name):
    """The rows of a stored table, every cell as its text."""
    with (RESULTS / f"{name}.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


def printed_in(chapter):
    """Everything the chapter's cells print or tabulate, one text."""
    outputs = [output for cell in notebook_of(chapter)["cells"] for output in cell.get("outputs", [])]
    texts = [output.get("text") or output["data"].get("text/markdown", "") for output in outputs]
    return "\n".join("".join(text) for text in texts)


def table(printed, first):
    """Rows of cells of the printed table whose first header is `first`."""
    lines = f"\n{printed}".partition(f"\n| {first} |")[2].splitlines()[2:]
    heads = [line.startswith(("|:-", "|--")) for line in [*lines[1:], ""]]  # another table may follow at once
    body = lines[: next((at for at, line in enumerate(lines) if heads[at] or not line.startswith("|")), len(lines))]
    return [line.strip("| ").split(" | ") for line in body]


def numbers_in(text):
    """The numbers of a line without signs and powers."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*", text.rstrip("."))]


def error_matrix(y, answers, Q=3):
    """Shares of wrong answers in each class, counted one by one."""
    C = np.zeros((Q, Q))
    np.add.at(C, (y, answers), 1 / np.bincount(y, minlength=Q)[y])
    return C * (1 - np.eye(Q))


def disc(n, seed):
    """Points of the disc of UMA's chapters."""
    rng = np.random.default_rng(seed)
    angle, radius = 2 * np.pi * rng.uniform(size=n), np.sqrt(rng.uniform(size=n))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def noisy_disc(C, seed, n=2003, points=1):
    """Points of the disc, their classes, and labels drawn by walking down the columns of C."""
    X = disc(n, points)
    t = [max(range(3), key=lambda q: DISC[q] @ x) for x in X]
    draws = np.random.RandomState(seed).random_sample(len(t))
    noisy = [next(p for p in range(3) if p == 2 or u < C[: p + 1, q].sum()) for q, u in zip(t, draws)]
    return X, np.array(t), np.array(noisy)


def states_of(chapter):
    """Data of all figures with controls of a chapter, scenes among them."""
    labels = [label_of(output) for cell in notebook_of(chapter)["cells"] for output in cell.get("outputs", ())]
    return [label["figure"] for label in labels if "figure" in label]


def scenes_of(chapter):
    """Scenes of a chapter by kind: (parameters, first state)."""
    return {state["kind"]: (state["parameters"], state["at"]) for state in states_of(chapter) if "kind" in state}


def figures_of(chapter):
    """Frames of the figures of a chapter, by title, without the scenes."""
    found = {}
    for state in (state for state in states_of(chapter) if "kind" not in state):
        names = [axis["name"] for axis in state["axes"]]
        places = [dict(zip(names, place)) for place in product(*(axis["values"] for axis in state["axes"]))]
        frames = zip(places, unpack_numbers(state["frame_numbers"]), unpack(state), strict=True)
        found[state["title"]] = [Shown(values, numbers, text, svg) for values, numbers, (svg, text) in frames]
    return found
