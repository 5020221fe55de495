"""The gates hold: a small book is made wrong in every way that a book can go wrong, and a gate sees each.

What nobody looks for: the order of the chapters in the table of contents, but for the cards (``test_cards.py``).
Verdicts and claims are in ``test_claims.py``, the README in ``tests/test_readme.py``.
"""

import os
import re
import subprocess
import sys

import nbformat
import pytest

from coursemachine.checkout import ROOT
from coursemachine.notebooks import make as notebooks
from coursemachine.notebooks.chapters import code_cells
from coursemachine.notebooks.checks import wrong_sums
from coursemachine.notebooks.pictures import compare_outputs


# ---- Sums: what a formula says of plain numbers.
@pytest.mark.parametrize(
    ("formula", "wrong"),
    [
        ("$18 + 18 = 36$", []),
        ("$18 + 18 = 38$", ["a formula says 18 + 18 = 38"]),
        (r"$(49 - 9,\ -7 + 27) = (40, 20)$", []),
        (r"$(49 - 9,\ -7 + 27) = (30, 30)$", [r"a formula says (49 - 9,\ -7 + 27) = (30, 30)"]),
        (r"$\tfrac13 = .33$, $\frac{2}{3} = .66$", [r"a formula says \frac{2}{3} = .66"]),
        ("$n = 2B^2$", []),
        ("```{code-cell} ipython3\n# $1 = 2$\n```\n", []),
    ],
)
def test_sums_are_right(formula, wrong):
    assert list(wrong_sums(formula)) == wrong


# ---- Outputs: a cell of a stored notebook, and the cell whose output it stores instead; "last bits" are no difference.
# What else of a picture or a figure differs is for ``test_pictures.py``.
HEAD = """# A small chapter

```{code-cell} ipython3
from coursemachine import figures
from coursemachine.controls import Frame, frames

CURVE = '<svg viewBox="0 0 216 144">\\n<path d="M 10 100.5 L 20.25 90 L 30 85.75" stroke="red" />\\n</svg>'

def show(old="%", new="", alt="a curve"):
    return figures.show(CURVE.replace(old, new), alt)

def dial(k=(1, 2, 3), old="%", new=""):
    def draw(k):
        return Frame(CURVE.replace(old, new).replace("85.75", f"{85.75 - k}"), f"The end is {k}.", {"k": k})
    return frames(draw, title="Dial", k=k)
```
"""
OUTPUTS = {
    "printed number": ('print("norm 0.211")', 'print("norm 0.212")'),
    "stripped output": ('print("norm 0.211")', "pass"),
    "stripped picture": ("show()", "pass"),
    "colour": ("show()", 'show("red", "blue")'),
    "alternative text": ("show()", 'show(alt="a line")'),
    "last bits of a picture": ("show()", 'show("20.25 90", "20.254 90")'),
    "point in a frame": ("dial()", 'dial(old="20.25 90", new="20.25 94")'),
    "position of a control": ("dial()", "dial((1, 2.5, 3))"),
    "last bits of the frames": ("dial()", 'dial(old="20.25 90", new="20.254 90")'),
}
DIFFER = {number: not name.startswith("last bits") for number, name in enumerate(OUTPUTS, start=2)}


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A book of a good chapter and of one whose notebook has the good sources and the wrong outputs."""
    root = tmp_path_factory.mktemp("book")
    texts = {name: root / "_text" / "part" / f"{name}.md" for name in ("mini", "wrong")}
    texts["mini"].parent.mkdir(parents=True)
    for column, text in enumerate(texts.values()):
        cells = [f"\n```{{code-cell}} ipython3\n{row[column]}\n```\n" for row in OUTPUTS.values()]
        text.write_text(HEAD + "".join(cells), encoding="utf-8")
    assert notebooks.main(["--book", str(root)]) == 0
    good, wrong = (nbformat.read(root / "part" / f"{name}.ipynb", as_version=4) for name in texts)
    for cell, right in zip(wrong.cells, good.cells, strict=True):
        cell.source = right.source
    (root / "part/wrong.ipynb").write_text(notebooks.written(wrong), encoding="utf-8")
    texts["wrong"].write_text(texts["mini"].read_text(encoding="utf-8"), encoding="utf-8")
    assert notebooks.main(["--check", "--book", str(root)]) == 0
    return root


def stored(book, name="mini"):
    return (book / "part" / f"{name}.ipynb").read_text(encoding="utf-8")


@pytest.mark.slow
def test_only_the_last_bits_of_pictures_stay_as_stored(book):
    """A fresh run gives the good notebook where the wrong one is stored."""
    made = notebooks.with_stored_bytes(stored(book, "wrong"), stored(book))
    books = [nbformat.reads(text, as_version=4) for text in (stored(book, "wrong"), made)]
    pairs = list(zip(*map(code_cells, books)))
    assert all(pairs[number][0] == pairs[number][1] for number, differs in DIFFER.items() if not differs)
    differ = {
        number: bool(compare_outputs(old.outputs, new.outputs)) or old.outputs != new.outputs
        for number, (old, new) in enumerate(pairs)
    }
    assert differ == {0: False, 1: False} | DIFFER


@pytest.mark.slow
def test_nbval_sees_each(book):
    command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-rA", "-q"]
    command += ["-p", "conftest", "--rootdir", book, "-c", ROOT / "pyproject.toml", book / "part" / "wrong.ipynb"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, env=environment)
    said = re.findall(r"(\w+) \S+wrong.ipynb::Cell (\d+)", run.stdout)
    assert {int(number): word == "FAILED" for word, number in said} == {0: False, 1: False} | DIFFER
    assert "If the change is meant: python -m coursemachine.notebooks wrong" in run.stdout


# ---- A stored notebook that was edited: seen without a run.  What changes in its cells, and what the check says.
WARNING = nbformat.v4.new_output("stream", name="stderr", text="Warning: old")
OBJECT = nbformat.v4.new_output("display_data", data={"text/plain": "<thing object at 0x7f00>"})
EDITED = {
    "prose": (lambda book, cells: book.cells[0].update(source="And more."), "differ from cell 0 on"),
    "code": (lambda book, cells: cells[1].update(source="print(1)"), "differ from cell 2 on"),
    "cell lost": (lambda book, cells: book.cells.pop(), "text and notebook differ"),
    "not run": (lambda book, cells: cells[1].update(execution_count=None), "was not run"),
    "warning": (lambda book, cells: cells[1].outputs.append(WARNING), "an error or a warning"),
    "error": (lambda book, cells: cells[1].outputs.append(nbformat.v4.new_output("error")), "an error or a warning"),
    "bare object": (lambda book, cells: cells[1].outputs.append(OBJECT), "bare object"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITED)
def test_an_edited_notebook(book, name):
    change, sentence = EDITED[name]
    path, good = book / "part" / "mini.ipynb", stored(book)
    notebook = nbformat.reads(good, as_version=4)
    change(notebook, code_cells(notebook))
    path.write_text(notebooks.written(notebook), encoding="utf-8")
    said = notebooks.problems(book, book / "_text" / "part" / "mini.md")
    path.write_text(good, encoding="utf-8")
    assert any(sentence in one for one in said)


@pytest.mark.slow
def test_missing_orphaned_unlisted_unknown_and_broken_chapters(book, tmp_path, capsys):
    path = book / "part" / "mini.ipynb"
    path.rename(book / "part" / "stray.ipynb")
    (book / "_toc.yml").write_text("chapters:\n- file: part/wrongly\n", encoding="utf-8")
    assert notebooks.main(["--check", "--book", str(book)]) == 1
    (book / "part" / "stray.ipynb").rename(path)
    (book / "_toc.yml").unlink()
    said = capsys.readouterr().err
    assert all(one in said for one in ("mini.ipynb: has no notebook", "stray.ipynb: no text makes", "not in _toc.yml"))
    with pytest.raises(SystemExit, match="no chapter is called nowhere; there are: part/mini"):
        notebooks.main(["nowhere", "--check", "--book", str(book)])
    (tmp_path / "_text").mkdir()
    (tmp_path / "index.md").write_text("$18 + 18 = 38$", encoding="utf-8")
    (tmp_path / "_text" / "broken.md").write_text("```{code-cell} ipython3\n1 / 0\n```\n", encoding="utf-8")
    assert notebooks.main(["--book", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "broken.ipynb: does not run" in said and "index.md: a formula says 18 + 18 = 38" in said
