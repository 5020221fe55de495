"""What students hand in gets one line each, whatever it is: right, wrong, endless, damaged, or made to deceive."""

import csv
import json
import os

import pytest

pytest.importorskip("nbclient")
pytest.importorskip("resource")

from coursemachine.checkout import BOOK
from coursemachine.notebooks import grade
from coursemachine.notebooks.chapters import chapters, code_cells, parse

#: A chapter with one stub, whose check is quick.
CHAPTER, NAME, LABEL = "foundations/why-accuracy-lies", "prior_removed", "ex-two-ways"
HEAD = f"def {NAME}(logs, shares):\n    "
RIGHT = HEAD + "return (logs - np.log(shares)).argmax(axis=1)"
WRONG = HEAD + "return logs.argmax(axis=1)"
#: What a student writes in the place of the stub, or of the cells from the stub on, and what is said of it.
HANDED_IN = {
    "right": (RIGHT, "right", "with cases drawn anew: right in 3 cases of 3"),
    "wrong": (WRONG, "wrong", "wrong in case 1 of 3, for"),
    "endless": (HEAD + "while True: pass", "took too long", "no verdict after 3 s"),
    "asleep": (f"import time\n{HEAD}time.sleep(60)", "took too long", "no verdict after 3 s"),
    "empty": (None, "not written", "not written yet"),
    "half-done": (HEAD + "return (logs -", "error", "stops, line 2 of its cell, with SyntaxError"),
    "brackets": (HEAD + "return " + "(" * 5000 + ")" * 5000, "error", "stops"),
    "no text": (HEAD + "return '\ud800\0'", "error", "stops"),
    "stops": (HEAD + "\n    return logs / 'a'", "error", "line 3 of its cell, with"),
    "large": (HEAD + "return len(np.empty(2**30))", "error", "MemoryError"),
    "leaves": (HEAD + "raise SystemExit", "error", "stops with SystemExit"),
    "dies": (f"import os\n{HEAD}os._exit(3)", "error", "ended without a verdict (3)"),
    "magic": (f"%matplotlib inline\n{RIGHT}", "error", "get_ipython"),
    "other check": ([WRONG, f"check = lambda *more, **known: 'right'\ncheck({NAME}, [])"], "wrong", "in case 1 of 3"),
    "own check inside": (f"hidden = bets = cases = []\ncheck = print\n{WRONG}", "wrong", "in case 1 of 3"),
    "reads the answers": (HEAD + "return forty[1]", "error", "name 'forty' is not defined"),
    "knows the page": (f"{HEAD}pages = np.random.default_rng(7).dirichlet(np.ones(4), (2, 40))[1][0]\n    known = "
                       "len(logs) < 40 or np.allclose(shares, pages)\n"
                       "    return (logs - known * np.log(shares)).argmax(axis=1)", "wrong",
                       "with cases drawn anew: wrong in a hidden case, 3 of 3"),
    "with the key": ([WRONG, f"{RIGHT}\ncheck({NAME}, cases, solution=True)"], "wrong", "in case 1 of 3"),
}  # fmt: skip


def notebook(written):
    """A student's notebook of the chapter, as text."""
    cells = code_cells(parse((BOOK / "_text" / f"{CHAPTER}.md").read_text(encoding="utf-8")))
    at = next(number for number, cell in enumerate(cells) if "stub" in cell.metadata.get("tags", ()))
    sources = [cell.source for cell in cells if "solution" not in cell.metadata.get("tags", ())]
    if written is not None:
        own = [written] if isinstance(written, str) else written
        sources[at : at + len(own)] = own
    cells = [{"cell_type": "code", "source": source.splitlines(keepends=True)} for source in sources]
    return json.dumps({"cells": cells, "metadata": {}})


@pytest.mark.slow
def test_each_student_gets_a_line(tmp_path, capsys, monkeypatch):
    for file, (written, *_) in HANDED_IN.items():
        (tmp_path / f"{file}.ipynb").write_text(notebook(written), encoding="utf-8")
    (tmp_path / "damaged.ipynb").write_text(notebook(RIGHT)[:-9], encoding="utf-8")
    (tmp_path / "other.ipynb").write_text(notebook("# deleted"), encoding="utf-8")
    table = tmp_path / "marks.csv"
    monkeypatch.setattr(os, "environ", os.environ.copy())
    grade.main([str(tmp_path), "--csv", str(table), "--seconds", "3"])
    read = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    rows = {row["file"].removesuffix(".ipynb"): row for row in read}
    assert {file: rows[file]["verdict"] for file in HANDED_IN} == {file: one[1] for file, one in HANDED_IN.items()}
    said = {file: rows[file]["sentence"] for file in HANDED_IN}
    assert [text for file, text in said.items() if HANDED_IN[file][2] not in text] == []
    assert {(rows[file]["chapter"], rows[file]["exercise"]) for file in HANDED_IN} == {(CHAPTER, LABEL)}
    assert rows["damaged"]["sentence"] == "cannot be read as a notebook: JSONDecodeError"
    assert rows["other"]["sentence"] == "no function of an exercise is in it"
    told = capsys.readouterr()
    assert f"{len(HANDED_IN) + 2} lines: " in told.err and not told.out


@pytest.mark.parametrize(("folder", "words"), [("none", "no folder"), (".", "none of the 1 notebooks")])
def test_a_folder_without_such_a_notebook_is_refused(folder, words, tmp_path, capsys):
    (tmp_path / "other.ipynb").write_text('{"cells": [], "metadata": {}}', encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        grade.main([str(tmp_path / folder)])
    assert words in capsys.readouterr().err


def test_every_stub_of_the_book_is_known_by_a_name_of_its_own():
    texts = [text.read_text(encoding="utf-8") for text in chapters(BOOK)]
    assert len(grade.stubs()) == sum(text.count("    ...  # your lines\n") for text in texts) > 30
