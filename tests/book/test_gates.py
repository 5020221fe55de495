"""The gates hold: a small chapter is mutated in every way a stored book can go wrong, and a gate sees each.

nbval runs once over the good notebook and over one that is wrong in every cell; it reports cell by cell.
"""

import copy
import re
import subprocess
import sys
from xml.etree import ElementTree

import kernel_env
import nbformat
import notebooks
import pytest

CHAPTER = """# A small chapter

Prose that nobody executes.

```{code-cell} ipython3
from IPython.display import HTML, Markdown

from confusion.lab import figures
from confusion.lab.frames import Frame, frames


def matrix(entry):
    fig, ax = figures.subplots(width=2, height=2)
    figures.matrix_cells(ax, [[0, entry], [0.1, 0]])
    return fig
```

```{code-cell} ipython3
print("norm 0.211")
```

```{code-cell} ipython3
HTML("<table><tr><td>0.211</td></tr></table>")
```

```{code-cell} ipython3
Markdown("the norm is **0.211**")
```

```{code-cell} ipython3
HTML("<b>0.211</b>")
```

```{code-cell} ipython3
figures.show(matrix(0.211), "a matrix")
```

```{code-cell} ipython3
def draw(k):
    return Frame(matrix(k), f"The entry is {k}.", {"k": k})


frames(draw, title="Dial", k=[1, 2, 3])
```

```{code-cell} ipython3
print("stripped later")
```
"""
STATE = notebooks.STATE


def outputs(notebook, cell):
    return [one for one in notebook.cells if one.cell_type == "code"][cell].outputs


def dial(notebook):
    return notebook.metadata.widgets[STATE]["state"]["figure-01"]["state"]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book of one chapter, its notebook made as the real ones are."""
    root = tmp_path_factory.mktemp("book")
    text = root / "_text" / "part" / "mini.md"
    text.parent.mkdir(parents=True)
    text.write_text(CHAPTER, encoding="utf-8")
    assert notebooks.main(["--book", str(root)]) == 0
    return root


@pytest.fixture
def stored(book):
    """The notebook to mutate; it is put back afterwards."""
    path = book / "part" / "mini.ipynb"
    good = path.read_bytes()
    yield nbformat.read(path, as_version=4)
    path.write_bytes(good)


def sentences(book, notebook):
    nbformat.write(notebook, book / "part" / "mini.ipynb")
    return notebooks.problems(book, book / "_text" / "part" / "mini.md")


# What nbval must see, by cell.  A stderr output is added to the first cell.
def stderr_added(notebook):
    outputs(notebook, 0).append(nbformat.v4.new_output("stream", name="stderr", text="UserWarning: old"))


def number_in_printed_text(notebook):
    outputs(notebook, 1)[0].text = "norm 0.212\n"


def number_in_a_table(notebook):
    data = outputs(notebook, 2)[0].data
    data["text/html"] = data["text/html"].replace("0.211", "0.212")


def number_in_markdown(notebook):
    data = outputs(notebook, 3)[0].data
    data["text/markdown"] = data["text/markdown"].replace("0.211", "0.212")


def number_in_html(notebook):
    data = outputs(notebook, 4)[0].data
    data["text/html"] = data["text/html"].replace("0.211", "0.212")


def inline_picture(notebook):
    data = outputs(notebook, 5)[0].data
    data["text/html"] = data["text/html"].replace("0.21<", "0.22<")


def digest_of_a_figure(notebook):
    data = outputs(notebook, 6)[0].data
    data["text/plain"] = re.sub(r"^<figure \w{12}", "<figure 0123456789ab", data["text/plain"])


def stripped_output(notebook):
    outputs(notebook, 7).clear()


SEEN_BY_NBVAL = [
    stderr_added,
    number_in_printed_text,
    number_in_a_table,
    number_in_markdown,
    number_in_html,
    inline_picture,
    digest_of_a_figure,
    stripped_output,
]


@pytest.fixture(scope="module")
def nbval(book, tmp_path_factory):
    """Outcome of every cell: {"good": [...], "bad": [...]}."""
    root = tmp_path_factory.mktemp("nbval")
    good = nbformat.read(book / "part" / "mini.ipynb", as_version=4)
    bad = copy.deepcopy(good)
    for mutate in SEEN_BY_NBVAL:
        mutate(bad)
    nbformat.write(good, root / "good.ipynb")
    nbformat.write(bad, root / "bad.ipynb")
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider"]
    command += ["--rootdir", root, "-c", kernel_env.ROOT / "pyproject.toml", f"--junitxml={root / 'told.xml'}", root]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 1, run.stdout + run.stderr
    cases = ElementTree.parse(root / "told.xml").iter("testcase")
    outcomes = {"good": [], "bad": []}
    for case in cases:
        outcomes[case.get("classname").split(".")[-2]].append("FAILED" if len(case) else "PASSED")
    return outcomes


def test_nbval_passes_what_is_right(nbval):
    assert nbval["good"] == ["PASSED"] * len(SEEN_BY_NBVAL)


@pytest.mark.parametrize("cell", range(len(SEEN_BY_NBVAL)), ids=[mutate.__name__ for mutate in SEEN_BY_NBVAL])
def test_nbval_sees(nbval, cell):
    assert nbval["bad"][cell] == "FAILED"


# What nbval cannot see and the check of the notebooks must.
def frame_picture(notebook):
    lines = dial(notebook)["lines"]
    place = next(k for k, line in enumerate(lines) if ">3.00<" in line)
    lines[place] = lines[place].replace("3.00", "3.01")


def frame_text(notebook):
    dial(notebook)["texts"][2] = "The entry is 4."


def frame_label(notebook):
    dial(notebook)["axes"][0]["values"][1] = "2.5"


def frame_order(notebook):
    dial(notebook)["grid"].reverse()


def front_end(notebook):
    dial(notebook)["_esm"] += "// old"


def widget_state_lost(notebook):
    del notebook.metadata["widgets"]


def prose(notebook):
    notebook.cells[0].source += " And more."


def code(notebook):
    notebook.cells[2].source = 'print("norm 0.212")'


def error_stored(notebook):
    outputs(notebook, 1).append(nbformat.v4.new_output("error", ename="E", evalue="", traceback=[]))


def not_run(notebook):
    notebook.cells[2].execution_count = None


def bare_object(notebook):
    outputs(notebook, 3)[0].data = {"text/plain": "<thing object at 0x7f00>"}


CHECKED = {
    frame_picture: "frames are not those",
    frame_text: "frames are not those",
    frame_label: "frames are not those",
    frame_order: "frames are not those",
    digest_of_a_figure: "frames are not those",
    inline_picture: "picture is not the one",
    front_end: "old front end",
    widget_state_lost: "frames are not those",
    prose: "text and notebook differ",
    code: "text and notebook differ",
    stderr_added: "an error or a warning",
    error_stored: "an error or a warning",
    not_run: "was not run",
    bare_object: "bare object",
}


def test_check_passes_what_is_right(book, stored):
    assert sentences(book, stored) == []


@pytest.mark.parametrize("mutate", CHECKED, ids=lambda mutate: mutate.__name__)
def test_check_sees(book, stored, mutate):
    mutate(stored)
    assert any(CHECKED[mutate] in sentence for sentence in sentences(book, stored))


def test_front_end_is_renewed_without_running(book, stored):
    path = book / "part" / "mini.ipynb"
    good = path.read_bytes()
    front_end(stored)
    nbformat.write(stored, path)
    assert notebooks.main(["--front-end", "--book", str(book)]) == 0
    assert path.read_bytes() == good


def test_check_sees_a_missing_notebook_and_an_orphan(book, stored, capsys):
    path = book / "part" / "mini.ipynb"
    path.rename(book / "part" / "stray.ipynb")
    assert notebooks.main(["--check", "--book", str(book)]) == 1
    assert re.search(r"mini.ipynb: has no notebook\n.*stray.ipynb: no text makes", capsys.readouterr().err)
    (book / "part" / "stray.ipynb").unlink()


def test_verify_demands_the_same_bytes(book, stored, capsys):
    assert notebooks.main(["--verify", "--book", str(book)]) == 0
    number_in_printed_text(stored)
    nbformat.write(stored, book / "part" / "mini.ipynb")
    assert notebooks.main(["--verify", "--book", str(book)]) == 1
    assert "stored '\"norm 0.212" in capsys.readouterr().err


def test_a_chapter_that_does_not_run_is_named(tmp_path, capsys):
    text = tmp_path / "_text" / "broken.md"
    text.parent.mkdir()
    text.write_text("```{code-cell} ipython3\n1 / 0\n```\n", encoding="utf-8")
    assert notebooks.main(["--book", str(tmp_path)]) == 1
    assert "broken.ipynb: does not run" in capsys.readouterr().err


def test_an_unknown_chapter_is_refused(book):
    with pytest.raises(SystemExit, match="no chapter is called nowhere; there are: part/mini"):
        notebooks.main(["nowhere", "--check", "--book", str(book)])
