"""What the page with Python in it asks for, with and without the packages of a notebook."""

import ast
import asyncio
import json
import subprocess
import sys

import numpy as np
import pytest

from coursemachine import figures
from coursemachine.checkout import ROOT
from coursemachine.controls import Axis, Frame, frames, scene
from coursemachine.live import kernel
from coursemachine.notebooks.chapters import VIEW
from coursemachine.tables import table

#: The page has none of these; the figures are the ones of the fixtures below.
SCRIPT = """
import json, sys, warnings
sys.modules.update(dict.fromkeys(["anywidget", "traitlets", "ipywidgets", "IPython", "numba", "tqdm"]))
import confusion
from coursemachine.live import kernel
from confusion_studies.claims import errata
from coursemachine.controls import Scene, frames
from coursemachine.controls.base import anywidget
from tests.coursemachine.test_live import made, stand, SAID

told = {"widgets": anywidget is not None, "compiled": confusion._core.compiled.COMPILED}
figure = made()
bundle = kernel.display_bundle(figure)
told["kinds"], told["line"] = sorted(bundle), bundle["text/plain"]
told["label"] = bundle["coursemachine"]
told["answer"] = json.loads(kernel.ask(figure.model_id, json.dumps(SAID)))
kernel.moved(figure.model_id, '{"index": [1]}')
told["moved"] = [figure.index, figure.frame().text]
told["scene"] = kernel.display_bundle(stand())["coursemachine"]
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
    # A chapter imports the Zen of Python, which prints itself.
    return json.loads(run.stdout.splitlines()[-1])


@pytest.fixture
def figure():
    yield made()
    kernel.fresh()


@pytest.mark.slow
def test_a_figure_is_the_same_with_and_without_widgets(bare, figure):
    bundle = kernel.display_bundle(figure)
    assert (bare["widgets"], bare["compiled"]) == (False, False)
    assert bare["kinds"] == sorted(bundle)
    data, metadata = figure._repr_mimebundle_()
    assert set(bundle) == {*data, "model", "coursemachine"} - {VIEW}
    assert bare["line"] == bundle["text/plain"]
    assert bare["label"] == bundle["coursemachine"] == metadata["coursemachine"]
    assert bare["answer"] == json.loads(kernel.ask(figure.model_id, json.dumps(SAID)))
    assert bare["answer"]["text"] == "It is 1.5." and bare["answer"]["request"] == 7


def test_the_chapters_import_nothing_that_the_page_lacks(bare):
    assert len(imports()) > 50 and bare["failed"] == {}


def test_a_scene_is_the_same_with_and_without_widgets(bare):
    shown = stand()
    kernel.display_bundle(shown)
    assert bare["scene"] == shown.metadata()["coursemachine"] and bare["scene"]["figure"]["kind"] == "norms"
    assert kernel.ask(shown.model_id, '{"anything": 1}') == "null"


def test_a_reader_moves_a_control(bare, figure):
    assert bare["moved"] == [[1], "It is 2."]
    kernel.display_bundle(figure)
    kernel.moved(figure.model_id, '{"index": [1]}')
    assert figure.frame().text == "It is 2."
    with pytest.raises(KeyError, match="title: no reader moves that"):
        kernel.moved(figure.model_id, '{"index": [0], "title": "Mine"}')
    assert figure.index == [1]


def test_without_widgets_a_notebook_is_told_what_to_install(bare):
    assert bare["notebook"] == ["image/png", "image/svg+xml", "text/plain"]
    (heard,) = bare["heard"]
    assert "stands still" in heard and "pip install 'learning-from-confusion[notebook]'" in heard


def test_a_figure_off_its_range_gets_a_sentence(figure):
    kernel.display_bundle(figure)
    told = json.loads(kernel.ask(figure.model_id, json.dumps(SAID | {"exact": {"size": 9}})))
    assert told == {"error": "size must lie between 1 and 2", "request": 7}


def test_a_figure_that_is_gone_says_so(figure):
    kernel.display_bundle(figure)
    kernel.forget(json.dumps([figure.model_id, "never shown"]))
    for ask in (lambda gone: kernel.ask(gone, "{}"), lambda gone: kernel.moved(gone, "{}")):
        with pytest.raises(KeyError, match="run its cell again"):
            ask(figure.model_id)


def test_a_value_becomes_an_output():
    told = {"text/markdown": "| a |\n|--:|\n| 1 |", "text/plain": "Table: without a caption"}
    told["coursemachine"] = {"kind": "table"}
    assert kernel.display_bundle(None) == {} and kernel.display_bundle(table(["a"], [[1]])) == told
    assert kernel.display_bundle(np.array([1.0, 2.0])) == {"text/plain": "array([1., 2.])"}


def test_long_lists_and_dicts_break_as_in_a_notebook():
    from IPython.lib.pretty import pretty

    for value in ({f"name {k}": 10.0**k for k in range(9)}, [f"word number {k}" for k in range(9)], {"b": 1, "a": 2}):
        assert kernel.display_bundle(value) == {"text/plain": pretty(value)}


def test_a_picture_becomes_the_output_of_a_notebook():
    fig, ax = figures.subplots()
    ax.plot([0, 1])
    shown = figures.show(fig, alt="A line")
    data, metadata = shown._repr_mimebundle_()
    bundle = kernel.display_bundle(shown)
    assert len(bundle.pop("panels")) == 1 and bundle == data | metadata


def test_what_an_object_says_of_itself_is_told():
    class Told:
        def __repr__(self):
            return "plain"

        def _repr_html_(self):
            return "<b>rich</b>", {"isolated": True}

        def _repr_png_(self):
            return b"\x89PNG"

        def _repr_latex_(self):
            return "$x^2$"

        def _repr_markdown_(self):
            raise RuntimeError("not today")

        def _repr_svg_(self):
            return None

    told = {"text/html": "<b>rich</b>", "image/png": "iVBORw==", "text/latex": "$x^2$", "text/plain": "plain"}
    assert kernel.display_bundle(Told()) == told
    assert list(kernel.display_bundle(Told)) == ["text/plain"]


@pytest.fixture
def cell():
    """Run a cell; what it gave, and what it printed."""
    kernel.fresh()

    def run(source):
        printed = []
        result = json.loads(asyncio.run(kernel.run(3, source, lambda name, text: printed.append((name, text)))))
        return result, printed

    return run


def test_a_cell_gives_what_it_prints_and_its_last_value(cell):
    result, printed = cell("import sys\nprint('one')\nprint('two', file=sys.stderr)\na = 41\na + 1")
    assert result["outputs"] == [{"text/plain": "42"}] and result["error"] is None
    streams = {name: "".join(text for one, text in printed if one == name) for name in ("stdout", "stderr")}
    assert streams == {"stdout": "one\n", "stderr": "two\n"}
    assert cell("a;")[0]["outputs"] == [] and cell("_")[0]["outputs"] == [{"text/plain": "42"}]
    kernel.fresh()
    assert cell("a")[0]["error"]["kind"] == "NameError"


def test_an_error_has_the_line_of_the_cell_and_no_line_of_ours(cell):
    error = cell("def f(x):\n    return 1 / x\n\nf(0)")[0]["error"]
    assert (error["kind"], error["line"]) == ("ZeroDivisionError", 4)
    assert "<cell 3>" in error["traceback"] and "kernel.py" not in error["traceback"]
    assert cell("x = (")[0]["error"]["line"] == 1
    assert cell("raise SystemExit")[0]["error"]["kind"] == "SystemExit"


def test_neither_a_loop_without_an_end_nor_a_long_value_fills_the_page(cell, monkeypatch):
    (output,) = cell("list(range(300_000))")[0]["outputs"]
    assert len(output["text/plain"]) == kernel.MOST + len(kernel.CUT) and output["text/plain"].endswith(kernel.CUT)
    monkeypatch.setattr(kernel, "MOST", 10)
    _, printed = cell("for _ in range(100): print('word')")
    assert "".join(text for _, text in printed).endswith("... (the rest is not shown)\n")


def test_a_cell_hears_once_that_it_is_to_stop(cell):
    # The page asks again and again, for Pyodide may lose a request.
    cell("from coursemachine.live.kernel import _stop")
    result, printed = cell("try:\n    _stop()\nexcept KeyboardInterrupt:\n    _stop()\n    print('once')\n_stop()\n7")
    assert printed == [("stdout", "once"), ("stdout", "\n")] and result["outputs"] == [{"text/plain": "7"}]
    error = cell("print('on it')\n_stop()")[0]["error"]
    assert (error["kind"], error["line"]) == ("KeyboardInterrupt", 2) and "kernel.py" not in error["traceback"]
    kernel._stop()  # no cell runs


def test_a_cell_may_wait_and_its_names_are_told(cell):
    assert cell("import asyncio\nx = await asyncio.sleep(0, 41)\nawait asyncio.sleep(0, x + 1)")[0]["outputs"] == [
        {"text/plain": "42"}
    ]
    cells = json.dumps(["import numpy as np\nimport re", "x = np.ones(1)", "x"])
    run = [[0, "import numpy as np"], [1, "x = np.ones(1)"], [2, "x"]]
    assert json.loads(kernel.needed(cells, "[2]", "[]")) == run
    assert json.loads(kernel.touched(cells, 1, "x = 0")) == {"old": [2], "conflicting": []}


@pytest.mark.parametrize(
    ("source", "there", "absent"),
    [
        ("1 + 1", "", "numpy"),
        ("import scipy.stats", "scipy", "sklearn"),
        ("from coursemachine.tables import table", "", "numpy matplotlib"),
        ("from coursemachine.exercises import check", "numpy", "matplotlib"),
        ("from coursemachine import figures", "numpy matplotlib", "sklearn"),
        ("from confusion.metrics import risk", "numpy scipy sklearn", "matplotlib confusion"),
        ("def f(:", "", "numpy"),
    ],
)
def test_the_packages_that_a_cell_needs_are_known_before_it_runs(source, there, absent):
    told = kernel.modules(source).replace("import ", "").split()
    assert set(there.split()) <= set(told) and not set(absent.split()) & set(told)


@pytest.mark.parametrize(
    ("source", "hint"), [("%timeit 1 + 1", "Jupyter's own"), ("x = 1\n!ls", "Jupyter's own"), ("x = (1", "")]
)
def test_lines_of_jupyter_have_a_sentence(cell, source, hint):
    error = cell(source)[0]["error"]
    assert error["kind"] == "SyntaxError" and hint in error["hint"] and bool(hint) == bool(error["hint"])
