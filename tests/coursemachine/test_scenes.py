"""Figures that are handled directly: their output and their state."""

import re

import numpy as np

from coursemachine import figures
from coursemachine.controls import SCENES, scene
from coursemachine.controls.front import front_end, standalone

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
        "target": {"right": 0.9, "norm": 0.2},
        "law": None,
        "presets": {},
    }
    return scene("boundary", **options | changed)


def test_one_front_end_serves_every_figure():
    sources = front_end()
    assert all(sources["_esm"].count(f"front.kinds.{kind}=") == 1 for kind in SCENES)
    assert {key: made().get_state()[key] for key in sources} == sources
    assert "front.kinds." not in front_end("flipbook")["_esm"] and ".cf-formula" not in front_end("flipbook")["_css"]


def test_a_page_of_a_scene_alone():
    text = standalone(made().metadata()["coursemachine"]["figure"])
    assert '"kind": "boundary"' in text and text.count("var front=") == text.count("front.start(") == 1
    assert re.findall(r"https?://(?!www\.w3\.org/\d)", text) == []
