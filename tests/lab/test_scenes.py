"""Figures that are handled directly: their output, their digest, and what the comparer says of two of them."""

import copy
import re

import numpy as np
import pytest
from pictures import frames_difference

from confusion.lab import figures
from confusion.lab.frames import SCENES, scene
from confusion.lab.frames.front import STATIC, front_end
from confusion.lab.frames.grid import state_digest, told

POINTS = np.array([[0.1, 0.2], [-1.0, 0.5], [0.3, -0.4]])


def made(**changed):
    fig, _ = figures.subplots(width=2, height=2)
    at = {"m": [0, 0.1], "a": [0, 1], "b": np.array([0.5, -0.5]), "c": [-0.5, -0.5], "share": 0.9, "cell": ""}
    options = {"title": "Drag it", "alt": "Three points.", "question": "Which way?", "picture": fig, "at": at}
    options |= {
        "points": POINTS,
        "labels": [0, 1, 2],
        "names": list("abc"),
        "box": (-2, 2, -2, 2),
        "shares": [0.5, 0.9],
    }
    return scene("boundary", **options | changed)


@pytest.fixture(scope="module")
def state():
    figure = made()
    return {key: getattr(figure, key) for key in told({"kind": ""})}


def test_output_of_a_scene():
    figure = made(caption="What it is.", name="drag")
    line = repr(figure)
    assert re.fullmatch(
        r"<figure \w{12}: Drag it; controls: by hand \(m, a, b, c, share, cell\); name: drag; caption: What it is\.>",
        line,
    )
    data, _ = figure._repr_mimebundle_()
    assert data["text/plain"] == line
    assert {"image/svg+xml", "image/png", "application/vnd.jupyter.widget-view+json"} <= set(data)
    # Moved by a reader, it is still what was made.
    figure.at = figure.at | {"share": 0.5}
    assert repr(figure) == line


def test_the_front_end_of_each_scene_is_its_own():
    assert (STATIC / "flipbook.js").exists()
    for kind in SCENES:
        sources = front_end(kind)
        assert f"shell(view, {kind})" in sources["_esm"] and "function copaStep" in sources["_esm"]
        assert ".cf-formula" in sources["_css"]
    assert "copaStep" not in front_end()["_esm"] and ".cf-formula" not in front_end()["_css"]
    assert made().get_state()["_esm"] == front_end("boundary")["_esm"]


def test_equal_scenes_have_no_difference(state):
    again = copy.deepcopy(state)
    assert frames_difference(state, again) is None
    again["parameters"]["points"][1][0] *= 1 + 1e-12
    assert frames_difference(state, again) is None
    assert state_digest(state) != state_digest(again)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda s: s["parameters"]["points"][1].__setitem__(0, -1.01),
            "parameters.points[1][0] is -1.0 stored, -1.01 now",
        ),
        (lambda s: s["parameters"]["labels"].append(1), "parameters.labels has 3 entries stored, 4 now"),
        (lambda s: s["parameters"].pop("shares"), "parameters has points, labels, names, box, shares stored"),
        (lambda s: s["at"].update(cell="ab"), "at.cell is '' stored, 'ab' now"),
        (lambda s: s["at"].update(share=True), "at.share is 0.9 stored, True now"),
        (lambda s: s.update(title="Turn it"), "title is 'Drag it' stored, 'Turn it' now"),
        (lambda s: s.update(question="Why?"), "question is 'Which way?' stored, 'Why?' now"),
        (lambda s: s.update(kind="noise"), "it is 'boundary' stored, 'noise' now"),
    ],
)
def test_a_different_scene_is_told(state, change, sentence):
    other = copy.deepcopy(state)
    change(other)
    assert sentence in frames_difference(state, other)
    assert state_digest(state) != state_digest(other)


def test_a_scene_is_no_flip_book(state):
    assert "boundary" in frames_difference(state, {"title": "Drag it", "axes": []})


def test_a_page_of_a_scene_alone(tmp_path):
    made().to_html(tmp_path / "one.html")
    text = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert '"kind": "boundary"' in text
    assert re.findall(r"https?://(?!www\.w3\.org/\d)", text) == []
