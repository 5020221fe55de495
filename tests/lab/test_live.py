"""What the page with Python in it asks for, with and without the packages of a notebook."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from confusion.lab import figures, live
from confusion.lab.frames import Axis, Frame, frames, scene
from confusion.lab.tables import table

ROOT = Path(__file__).resolve().parents[2]
#: The page has none of these; the figures are the ones of the fixtures below.
SCRIPT = """
import json, sys, warnings
sys.modules.update(dict.fromkeys(["anywidget", "traitlets", "ipywidgets", "IPython", "numba", "tqdm"]))
import confusion
from confusion.lab import live
from confusion.lab.claims import errata
from confusion.lab.frames import Scene, frames
from confusion.lab.frames.model import WIDGETS
from tests.lab.test_live import made, stand, SAID

told = {"widgets": WIDGETS, "compiled": confusion._core.compiled.COMPILED}
figure = made()
bundle = live.display_bundle(figure)
told["kinds"], told["line"] = sorted(bundle), bundle["text/plain"]
told["state"] = live.state(figure.model_id)
told["answer"] = live.answer(figure.model_id, SAID)
live.moved(figure.model_id, {"index": [1]})
told["moved"] = [figure.index, figure.frame().text]
told["scene"] = live.state(live.display_bundle(stand())[live.VIEW]["model_id"])
try:
    figure.index = "left"
except TypeError as error:
    told["refused"] = str(error)
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    told["notebook"] = sorted(figure._repr_mimebundle_()[0])
told["heard"] = [str(one.message) for one in heard]
told["failed"] = {}
for line in json.loads(sys.argv[1]):
    try:
        exec(line, {})
    except ImportError as error:
        told["failed"][line] = str(error)
print(json.dumps(told))
"""
SAID = {"exact": {"size": 1.5}, "index": [0], "request": 7}


def draw(size):
    fig, ax = figures.subplots()
    ax.plot([0, size])
    return Frame(fig, f"It is {size:g}.")


def made():
    return frames(draw, title="The size", size=Axis([1.0, 2.0], exact=True))


def stand():
    presets = {"equal": [[0.5, 0.5], [0.5, 0.5]]}
    words = {"title": "Norms", "alt": "Two norms of a matrix", "question": "Which is larger?"}
    picture = '<svg viewBox="0 0 9 9"></svg>'
    return scene("norms", **words, picture=picture, at={"cell": [0, 0]}, names=["a", "b"], presets=presets)


def imports():
    """Every import of the chapters but those of the cell that installs, which a page has no use for."""
    found = set()
    for path in (ROOT / "book").glob("[a-z]*/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code" and "install" not in cell["metadata"].get("tags", []):
                lines = ast.walk(ast.parse("".join(cell["source"])))
                found |= {ast.unparse(one) for one in lines if isinstance(one, ast.Import | ast.ImportFrom)}
    return sorted(found)


@pytest.fixture(scope="module")
def bare():
    """What the same figures tell in a Python that has none of the packages of a notebook."""
    command = [sys.executable, "-c", SCRIPT, json.dumps(imports())]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture
def figure():
    shown = made()
    yield shown
    live.forget()


def test_a_figure_is_the_same_with_and_without_widgets(bare, figure):
    bundle = live.display_bundle(figure)
    assert (bare["widgets"], bare["compiled"]) == (False, False)
    assert bare["kinds"] == sorted(bundle) == sorted(figure._repr_mimebundle_()[0] | {live.VIEW: 0})
    assert bare["line"] == bundle["text/plain"]
    assert bare["state"] == live.state(figure.model_id)
    assert bare["answer"] == live.answer(figure.model_id, SAID)
    assert bare["answer"]["text"] == "It is 1.5." and bare["answer"]["request"] == 7


def test_the_chapters_import_nothing_that_the_page_lacks(bare):
    assert len(imports()) > 50 and bare["failed"] == {}


def test_a_scene_is_the_same_with_and_without_widgets(bare):
    shown = stand()
    live.display_bundle(shown)
    assert bare["scene"] == live.state(shown.model_id) and bare["scene"]["kind"] == "norms"
    assert live.answer(shown.model_id, {"anything": 1}) is None


def test_a_reader_moves_a_control(bare, figure):
    assert bare["moved"] == [[1], "It is 2."]
    live.display_bundle(figure)
    live.moved(figure.model_id, {"index": [1]})
    assert figure.frame().text == "It is 2."
    with pytest.raises(KeyError, match="title: no reader moves that"):
        live.moved(figure.model_id, {"index": [0], "title": "Mine"})
    assert figure.index == [1]


def test_without_widgets_a_wrong_state_is_refused_and_a_notebook_is_told_what_to_install(bare):
    assert bare["refused"] == "index: expected list, got 'left'"
    assert bare["notebook"] == ["image/png", "image/svg+xml", "text/plain"]
    (heard,) = bare["heard"]
    assert "stands still" in heard and "pip install 'learning-from-confusion[notebook]'" in heard


def test_a_figure_off_its_range_gets_a_sentence(figure):
    live.display_bundle(figure)
    told = live.answer(figure.model_id, SAID | {"exact": {"size": 9}})
    assert told == {"error": "size must lie between 1 and 2", "request": 7}


def test_a_figure_that_is_gone_says_so(figure):
    live.display_bundle(figure)
    live.forget(figure.model_id, "never shown")
    for ask in (live.state, lambda gone: live.answer(gone, SAID), lambda gone: live.moved(gone, {})):
        with pytest.raises(KeyError, match="run its cell again"):
            ask(figure.model_id)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, {}),
        (0.5, {"text/plain": "0.5"}),
        ("two", {"text/plain": "'two'"}),
        (np.array([1.0, 2.0]), {"text/plain": "array([1., 2.])"}),
        (
            table(["a"], [[1]]),
            {"text/markdown": "| a |\n|--:|\n| 1 |", "text/plain": "<IPython.core.display.Markdown object>"},
        ),
    ],
)
def test_a_value_becomes_an_output(value, told):
    assert live.display_bundle(value) == told


def test_long_lists_and_dicts_break_as_in_a_notebook():
    from IPython.lib.pretty import pretty

    for value in ({f"name {k}": 10.0**k for k in range(9)}, [f"word number {k}" for k in range(9)], {"b": 1, "a": 2}):
        assert live.display_bundle(value) == {"text/plain": pretty(value)}


def test_a_picture_becomes_the_output_of_a_notebook():
    fig, ax = figures.subplots()
    ax.plot([0, 1])
    shown = figures.show(fig, alt="A line")
    assert live.display_bundle(shown) == shown._repr_mimebundle_()


def test_what_an_object_says_of_itself_is_told():
    class Told:
        def __repr__(self):
            return "plain"

        def _repr_html_(self):
            return "<b>rich</b>", {"isolated": True}

        def _repr_png_(self):
            return b"\x89PNG"

        def _repr_latex_(self):
            raise RuntimeError("not today")

        def _repr_svg_(self):
            return None

    assert live.display_bundle(Told()) == {"text/html": "<b>rich</b>", "image/png": "iVBORw==", "text/plain": "plain"}
    assert list(live.display_bundle(Told)) == ["text/plain"]


def test_an_estimator_has_its_diagram_as_in_a_notebook():
    from confusion import CopaClassifier

    told = live.display_bundle(CopaClassifier(random_state=0))
    assert told["text/plain"] == "CopaClassifier(random_state=0)" and "<style>" in told["text/html"]
