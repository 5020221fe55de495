"""The gates hold: a small chapter is mutated in every way a stored book can go wrong, and a gate sees each.

Every mutation has a code cell of its own.  nbval runs once over the good notebook and over one that is wrong in nearly
every cell; it reports cell by cell.  What nobody looks for: the order of the chapters, which is the editor's choice.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import kernel_env
import nbformat
import notebooks
import pytest
from chapters import STATE, VIEW, code_cells
from outputs import SVG, chapter_differences, picture_in

from confusion.lab.figures.markup import digest
from confusion.lab.frames.grid import pack, state_digest, unpack

pytestmark = pytest.mark.slow  # its first test waits for the notebooks of all

HEAD = '''# A small chapter

Prose that nobody executes.

```{code-cell} ipython3
from IPython.display import HTML, Markdown

from confusion.lab import figures
from confusion.lab.frames import Frame, frames

CURVE = """<svg viewBox="0 0 216 144">
<path d="M 10 100.5 L 20.25 90 L 30 85.75" style="fill:none;stroke:#0072b2;stroke-width:1.8" />
<path d="M 10 120 L 30 120 L 30 100 z" style="fill:#d55e00;opacity:0.12" />
<use href="#s0123456789ab-0" x="20.25" y="90" />
<text x="100" y="140">examples</text>
<defs>
<path id="s0123456789ab-0" d="M 0 2 C 1 2 2 1 2 0" />
</defs>
</svg>"""


def draw(k):
    return Frame(CURVE.replace("85.75", f"{85.75 - k}"), f"The end is {k}.", {"k": k})
```
'''
CELLS = {
    "print": 'print("norm 0.211")',
    "table": 'HTML("<table><tr><td>0.211</td></tr></table>")',
    "markdown": 'Markdown("the norm is **0.211**")',
    "html": 'HTML("<b>0.211</b>")',
    "picture": 'figures.show(CURVE, "a curve")',
    "frames": 'frames(draw, title="Dial", k=[1, 2, 3])',
}


class Cell:
    """A stored code cell with what a mutation needs."""

    def __init__(self, notebook, number):
        self.notebook, self.cell = notebook, code_cells(notebook)[number]
        self.outputs = self.cell.outputs

    @property
    def data(self):
        return self.outputs[0].data

    @property
    def state(self):
        return self.notebook.metadata.widgets[STATE]["state"][self.data[VIEW]["model_id"]]["state"]

    def replace(self, kind, old, new):
        assert self.data[kind].count(old) == 1
        self.data[kind] = self.data[kind].replace(old, new)

    def redraw(self, change):
        """Change the picture and name it by its new digest, as if another machine had made it."""
        old = picture_in(self.outputs[0])
        assert change(old) != old
        self.replace(SVG, old, change(old))
        self.replace("text/plain", digest(old), digest(change(old)))

    def reframe(self, change=list, axes=None):
        """Change the list of (picture, sentence), and the digest."""
        old = state_digest(self.state)
        self.state.update(pack(*zip(*change(unpack(self.state)))))
        if axes:
            self.state["axes"][0].update(axes)
        assert state_digest(self.state) != old
        self.replace("text/plain", old, state_digest(self.state))


def moved(svg):
    """Every coordinate elsewhere by less than an eye can see."""

    def shift(hit):
        return re.sub(r"\d+(\.\d+)?", lambda number: f"{float(number.group()) + 0.004:.3f}", hit.group())

    return re.sub(r' (d|x|y)="[^"]*"', shift, svg).replace("s0123456789ab", "sba9876543210")


def first(change):
    return lambda shown: [change(*shown[0]), *shown[1:]]


def swap(old, new):
    return lambda text: text.replace(old, new)


# What the wrong notebook holds: a name, the cell's kind, the mutation, what nbval says of it (None: it passes).
WRONG = [
    ("printed number", "print", lambda cell: cell.outputs[0].update(text="norm 0.212\n"), "0.212"),
    ("number in a table", "table", lambda cell: cell.replace("text/html", "0.211", "0.212"), "0.212"),
    ("number in Markdown", "markdown", lambda cell: cell.replace("text/markdown", "0.211", "0.212"), "0.212"),
    ("number in HTML", "html", lambda cell: cell.replace("text/html", "0.211", "0.212"), "0.212"),
    (
        "stderr added",
        "html",
        lambda cell: cell.outputs.append(nbformat.v4.new_output("stream", name="stderr", text="Warning: old")),
        "stderr",
    ),
    ("stripped output", "print", lambda cell: cell.outputs.clear(), "Unexpected output"),
    ("stripped picture", "picture", lambda cell: cell.outputs.clear(), "Unexpected output"),
    # Pictures, each with the digest that belongs to what is stored.
    (
        "point of a path",
        "picture",
        lambda cell: cell.redraw(swap("20.25 90", "20.25 90.05")),
        "picture 'a curve': the 1st path differs at point 2: 90.05 stored, 90 now",
    ),
    (
        "colour",
        "picture",
        lambda cell: cell.redraw(swap("#0072b2", "#d55e00")),
        "the 1st path: stroke '#d55e00' stored, '#0072b2' now",
    ),
    (
        "stroke width",
        "picture",
        lambda cell: cell.redraw(swap("width:1.8", "width:2")),
        "the 1st path: stroke-width '2' stored, '1.8' now",
    ),
    (
        "opacity",
        "picture",
        lambda cell: cell.redraw(swap("opacity:0.12", "opacity:0.2")),
        "the 2nd path: opacity '0.2' stored, '0.12' now",
    ),
    (
        "missing path",
        "picture",
        lambda cell: cell.redraw(lambda svg: re.sub("<path d=.*opacity.*\n", "", svg)),
        "2 elements path stored, 3 now",
    ),
    (
        "text in a picture",
        "picture",
        lambda cell: cell.redraw(swap(">examples<", ">samples<")),
        "the 1st text reads 'samples' stored, 'examples' now",
    ),
    (
        "viewBox",
        "picture",
        lambda cell: cell.redraw(swap("216 144", "216 143")),
        "the 1st svg: viewBox '0 0 216 143' stored, '0 0 216 144' now",
    ),
    ("alternative text", "picture", lambda cell: cell.replace("text/plain", "a curve", "a line"), "'text/plain'"),
    (
        "picture without its digest",
        "picture",
        lambda cell: cell.replace(SVG, 'x="100"', 'x="101"'),
        "the 1st text differs in x: 101 stored, 100 now",
    ),
    ("last bits of a picture", "picture", lambda cell: cell.redraw(moved), None),
    ("digest of a picture", "picture", lambda cell: redigest(cell), None),
    # Figures with controls.
    (
        "point in a frame",
        "frames",
        lambda cell: cell.reframe(first(lambda svg, text: (svg.replace("84.75", "84.8"), text))),
        "figure 'Dial': frame k=1: the 1st path differs at point 3: 84.8 stored, 84.75 now",
    ),
    (
        "colour in a frame",
        "frames",
        lambda cell: cell.reframe(first(lambda svg, text: (svg.replace("#d55e00", "#009e73"), text))),
        "frame k=1: the 2nd path: fill '#009e73' stored, '#d55e00' now",
    ),
    (
        "sentence of a frame",
        "frames",
        lambda cell: cell.reframe(lambda shown: [*shown[:2], (shown[2][0], "The end is 4.")]),
        "frame k=3: the sentence reads 'The end is 4.' stored, 'The end is 3.' now",
    ),
    (
        "frames exchanged",
        "frames",
        lambda cell: cell.reframe(lambda shown: [shown[1], shown[0], shown[2]]),
        "frame k=1: the sentence reads 'The end is 2.' stored, 'The end is 1.' now",
    ),
    (
        "pictures of frames exchanged",
        "frames",
        lambda cell: cell.reframe(lambda shown: [(shown[1][0], shown[0][1]), (shown[0][0], shown[1][1]), shown[2]]),
        "frame k=1: the 1st path differs at point 3: 83.75 stored, 84.75 now",
    ),
    (
        "dropped frame",
        "frames",
        lambda cell: cell.reframe(lambda shown: shown[:2], {"values": ["1", "2"]}),
        "frame k=3 is not stored",
    ),
    (
        "position of a control",
        "frames",
        lambda cell: cell.reframe(axes={"values": ["1", "2.5", "3"]}),
        "frame k=2.5 is missing",
    ),
    (
        "label of a control",
        "frames",
        lambda cell: cell.reframe(axes={"label": "noise"}),
        "control k: label 'noise' stored, 'k' now",
    ),
    (
        "frames without their digest",
        "frames",
        lambda cell: cell.state["texts"].__setitem__(0, "The end is 5."),
        "frame k=1: the sentence reads 'The end is 5.' stored",
    ),
    (
        "lost frames",
        "frames",
        lambda cell: cell.notebook.metadata.widgets[STATE]["state"].pop(cell.data[VIEW]["model_id"]),
        "the frames are not stored",
    ),
    (
        "last bits of the frames",
        "frames",
        lambda cell: cell.reframe(lambda shown: [(moved(svg), text) for svg, text in shown]),
        None,
    ),
    ("digest of the frames", "frames", lambda cell: redigest(cell), None),
]
NAMES = [name for name, *_ in WRONG]
CHAPTER = HEAD + "".join(f"\n```{{code-cell}} ipython3\n{CELLS[kind]}\n```\n" for _, kind, _, _ in WRONG)


def redigest(cell):
    data = cell.data
    data["text/plain"] = re.sub(r"(?<=^<)(\w+) \w{12}", r"\1 0123456789ab", data["text/plain"])


def place(kind):
    """Number of the first code cell of a kind; cell 0 imports."""
    return 1 + next(number for number, (_, other, _, _) in enumerate(WRONG) if other == kind)


def mutated(notebook, name):
    """The notebook with one of the mutations above."""
    number = NAMES.index(name)
    WRONG[number][2](Cell(notebook, number + 1))
    return notebook


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book of two equal chapters, made as the real ones are; the notebook of one is wrong in nearly every cell."""
    root = tmp_path_factory.mktemp("book")
    text = root / "_text" / "part" / "mini.md"
    text.parent.mkdir(parents=True)
    text.write_text(CHAPTER, encoding="utf-8")
    assert notebooks.main(["--book", str(root)]) == 0
    shutil.copy(text, text.with_name("wrong.md"))
    notebook = nbformat.read(root / "part" / "mini.ipynb", as_version=4)
    for name in NAMES:
        mutated(notebook, name)
    nbformat.write(notebook, root / "part" / "wrong.ipynb")
    return root


@pytest.fixture
def stored(book):
    """The good notebook, to mutate; it is put back afterwards."""
    path = book / "part" / "mini.ipynb"
    good = path.read_bytes()
    yield nbformat.read(path, as_version=4)
    path.write_bytes(good)


def sentences(book, notebook):
    nbformat.write(notebook, book / "part" / "mini.ipynb")
    return notebooks.problems(book, book / "_text" / "part" / "mini.md")


@pytest.fixture(scope="module")
def nbval(book, tmp_path_factory):
    """What nbval says of every cell, "" where it passes: {"mini": [...], "wrong": [...]}."""
    told = tmp_path_factory.mktemp("nbval") / "told.xml"
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider"]
    # The conftest of the repository, which a test run elsewhere would not find by itself.
    command += ["-p", "conftest", "--rootdir", book, "-c", kernel_env.ROOT / "pyproject.toml", f"--junitxml={told}"]
    environment = os.environ | {"PYTHONPATH": str(kernel_env.ROOT)}
    run = subprocess.run([*command, book / "part"], capture_output=True, text=True, timeout=900, env=environment)
    assert run.returncode == 1, run.stdout + run.stderr
    outcomes = {"mini": [], "wrong": []}
    for case in ElementTree.parse(told).iter("testcase"):
        outcomes[case.get("classname").split(".")[-2]].append("".join(child.text for child in case))
    return outcomes


def test_nbval_passes_what_is_right(nbval):
    assert nbval["mini"] == [""] * (1 + len(WRONG))


@pytest.mark.parametrize("name", NAMES)
def test_nbval_sees(nbval, name):
    number = NAMES.index(name)
    said, told = nbval["wrong"][number + 1], WRONG[number][3]
    assert (told in said) if told else (said == "")


def test_nbval_says_where_and_what_to_do(nbval):
    number = NAMES.index("colour") + 1
    said = nbval["wrong"][number].splitlines()
    assert said[0].startswith("picture 'a curve': the 1st path: stroke")
    assert said[1:] == [
        f'in part/wrong.ipynb, code cell {number} (figures.show(CURVE, "a curve") ...)',
        "If the change is meant: python book/_tools/notebooks.py wrong, and read what git diff shows.",
    ]


# What the check of the notebooks must see, which runs nothing.
def frame_picture(notebook):
    lines = Cell(notebook, place("frames")).state["lines"]
    at = next(k for k, line in enumerate(lines) if "82.75" in line)
    lines[at] = lines[at].replace("82.75", "82.76")


def frame_text(notebook):
    Cell(notebook, place("frames")).state["texts"][2] = "The end is 4."


def frame_label(notebook):
    Cell(notebook, place("frames")).state["axes"][0]["values"][1] = "2.5"


def frame_order(notebook):
    Cell(notebook, place("frames")).state["grid"].reverse()


def front_end(notebook):
    Cell(notebook, place("frames")).state["_esm"] += "// old"


def widget_states_lost(notebook):
    del notebook.metadata["widgets"]


def prose(notebook):
    notebook.cells[0].source += " And more."


def code(notebook):
    code_cells(notebook)[1].source = 'print("norm 0.212")'


def cell_lost(notebook):
    notebook.cells.pop()


def error_stored(notebook):
    Cell(notebook, 1).outputs.append(nbformat.v4.new_output("error", ename="E", evalue="", traceback=[]))


def not_run(notebook):
    Cell(notebook, 1).cell.execution_count = None


def bare_object(notebook):
    Cell(notebook, place("markdown")).outputs[0].data = {"text/plain": "<thing object at 0x7f00>"}


CHECKED = {
    frame_picture: "frames are not those",
    frame_text: "frames are not those",
    frame_label: "frames are not those",
    frame_order: "frames are not those",
    front_end: "old front end",
    widget_states_lost: "frames are not those",
    prose: "text and notebook differ from cell 0 on",
    code: "text and notebook differ from cell 2 on",
    cell_lost: f"text and notebook differ from cell {1 + len(WRONG)} on",
    error_stored: "an error or a warning",
    not_run: "was not run",
    bare_object: "bare object",
    "stderr added": "an error or a warning",
    "picture without its digest": "picture is not the one",
    "digest of a picture": "picture is not the one",
    "frames without their digest": "frames are not those",
    "digest of the frames": "frames are not those",
    "lost frames": "frames are not those",
}


def test_check_passes_what_is_right(book, stored):
    assert sentences(book, stored) == []


@pytest.mark.parametrize("mutate", CHECKED, ids=lambda mutate: getattr(mutate, "__name__", mutate))
def test_check_sees(book, stored, mutate):
    if callable(mutate):
        mutate(stored)
    else:
        mutated(stored, mutate)
    assert any(CHECKED[mutate] in sentence for sentence in sentences(book, stored))


def test_nothing_wrong_passes_both_gates(nbval):
    """A mutation that nbval lets pass is one of the last bits, or the check sees it."""
    passed = {name for name, _, _, told in WRONG if told is None}
    assert passed - set(CHECKED) == {"last bits of a picture", "last bits of the frames"}


def test_check_sees_a_chapter_that_is_not_listed(book, stored):
    toc = book / "_toc.yml"
    toc.write_text("chapters:\n- file: part/mini\n")
    assert sentences(book, stored) == []
    toc.write_text("chapters:\n- file: part/minimal\n")
    assert sentences(book, stored) == ["is not in _toc.yml"]
    toc.unlink()


def test_front_end_is_renewed_without_running(book, stored):
    path = book / "part" / "mini.ipynb"
    good = path.read_bytes()
    front_end(stored)
    nbformat.write(stored, path)
    assert notebooks.main(["mini", "--front-end", "--book", str(book)]) == 0
    assert path.read_bytes() == good


def test_check_sees_a_missing_notebook_and_an_orphan(book, stored, capsys):
    path = book / "part" / "mini.ipynb"
    path.rename(book / "part" / "stray.ipynb")
    assert notebooks.main(["--check", "--book", str(book)]) == 1
    assert re.search(r"mini.ipynb: has no notebook\n(.*\n)*.*stray.ipynb: no text makes", capsys.readouterr().err)
    (book / "part" / "stray.ipynb").unlink()


def test_verify_tells_what_differs(book, capsys):
    assert notebooks.main(["--verify", "--book", str(book)]) == 1
    told = capsys.readouterr()
    assert "part/mini.ipynb: as stored\npart/wrong.ipynb: differs\n" in told.out
    # The chapter that is right: not a word.
    assert "mini" not in told.err
    for name, _, _, sentence in WRONG:
        number = NAMES.index(name) + 1
        if sentence:
            assert f"wrong.ipynb: a fresh run differs, code cell {number}: " in told.err
    assert "code cell 1: 'stdout: norm 0.212' stored, 'stdout: norm 0.211' now" in told.err
    assert "frame k=3: the sentence reads 'The end is 4.' stored, 'The end is 3.' now" in told.err


def test_last_bits_of_pictures_are_kept_when_a_notebook_is_made_again(book, stored):
    path = book / "part" / "mini.ipynb"
    good = path.read_text(encoding="utf-8")
    for name in ("last bits of a picture", "last bits of the frames"):
        mutated(stored, name)
    noisy = notebooks.written(stored)
    assert noisy != good
    path.write_text(noisy, encoding="utf-8")
    assert notebooks.main(["mini", "--book", str(book)]) == 0
    assert path.read_text(encoding="utf-8") == noisy


def test_only_last_bits_are_kept(book, stored):
    """`settled` is what a chapter that is made again is stored as."""
    good = notebooks.written(stored)
    wrong = nbformat.read(book / "part" / "wrong.ipynb", as_version=4)
    settled = nbformat.reads(notebooks.settled(notebooks.written(wrong), good), as_version=4)
    number = NAMES.index("last bits of a picture") + 1
    assert code_cells(settled)[number].outputs == code_cells(wrong)[number].outputs
    assert chapter_differences(stored, settled) == []


def test_verify_can_demand_bytes(book, stored, capsys, monkeypatch):
    good = notebooks.written(stored)
    path = book / "part" / "mini.ipynb"
    path.write_text(notebooks.written(mutated(stored, "last bits of a picture")), encoding="utf-8")
    monkeypatch.setattr(notebooks, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(notebooks, "execute", lambda book, text: good)
    assert notebooks.main(["mini", "--verify", "--book", str(book)]) == 0
    assert notebooks.main(["mini", "--bytes", "--book", str(book)]) == 1
    assert "a fresh run differs, '" in capsys.readouterr().err


def test_a_chapter_that_does_not_run_is_named(tmp_path, capsys):
    text = tmp_path / "_text" / "broken.md"
    text.parent.mkdir()
    text.write_text("```{code-cell} ipython3\n1 / 0\n```\n", encoding="utf-8")
    assert notebooks.main(["--book", str(tmp_path)]) == 1
    assert "broken.ipynb: does not run" in capsys.readouterr().err


def test_an_unknown_chapter_is_refused(book):
    with pytest.raises(SystemExit, match="no chapter is called nowhere; there are: part/mini"):
        notebooks.main(["nowhere", "--check", "--book", str(book)])
