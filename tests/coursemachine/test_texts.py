"""A chapter's text may be opened and saved in JupyterLab: it comes back as text, changed by the edit alone."""

import pytest
from nbformat.v4 import new_output

from coursemachine.checkout import BOOK, ROOT
from coursemachine.notebooks.chapters import chapters, name_of, parse
from coursemachine.notebooks.checks import TAGS, Chapter, exercises_are_tagged, tags_are_known

jupytext = pytest.importorskip("jupytext")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
TEXTS = chapters(BOOK)


@pytest.mark.parametrize("text", TEXTS, ids=[name_of(BOOK, text) for text in TEXTS])
def test_a_text_comes_back_from_a_notebook(text, tmp_path):
    manager = jupytext.TextFileContentsManager()
    manager.root_dir = str(tmp_path)
    before = text.read_text(encoding="utf-8")
    (tmp_path / "chapter.md").write_text(before, encoding="utf-8")
    model = manager.get("chapter.md", type="notebook")
    # What JupyterLab adds when cells have run.
    model["content"].metadata |= {"kernelspec": KERNEL, "language_info": {"name": "python", "version": "3.12.1"}}
    for number, one in enumerate(cell for cell in model["content"].cells if cell.cell_type == "code"):
        one.execution_count, one.outputs = number, [new_output("stream", text="1\n")]
        one.metadata |= {"execution": {"iopub.status.busy": "2020"}, "trusted": True, "scrolled": True}
    manager.save({"type": "notebook", "format": "json", "content": model["content"]}, "chapter.md")
    assert (tmp_path / "chapter.md").read_text(encoding="utf-8") == before
    cell = next(cell for cell in model["content"].cells if cell.cell_type == "markdown" and "\n\n" in cell.source)
    old, new = cell.source, cell.source.replace("\n\n", "\n\nOne more sentence.\n\n", 1)
    cell.source = new
    manager.save({"type": "notebook", "format": "json", "content": model["content"]}, "chapter.md")
    assert (tmp_path / "chapter.md").read_text(encoding="utf-8") == before.replace(old, new, 1)


def test_a_tag_without_a_meaning_is_refused():
    fresh = parse("# Title\n\n```{code-cell} ipython3\n:tags: [hide-imput, slow]\n\n1\n```\n")
    (sentence,) = tags_are_known(Chapter(BOOK, None, fresh, None))
    assert sentence.startswith("code cell 1: the tag 'hide-imput' means nothing")


STUB = "```{code-cell} ipython3\n:tags: [stub]\n\ndef f(x):\n    ...  # your lines\n```\n"
CHECK = "```{code-cell} ipython3\n:tags: [check]\n\ncheck(f, cases)\n```\n"
SOLUTION = CHECK.replace("[check]", "[solution]").replace("cases", "cases, solution=True")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (":tags: [stub]\n\n", "", [
            "0 code cells have the tag 'stub', and 1 the tag 'solution'",
            "code cell 1: it has a line '...  # your lines', and needs the tag 'stub'",
        ]),
        ("    ...  # your lines", "    return 1", [
            "code cell 1: it has the tag 'stub', and needs a line '...  # your lines'",
        ]),
        (CHECK, "", ["code cell 1: it has the tag 'stub', and the next cell needs the tag 'check'"]),
        ("[solution]", "[check]", [
            "1 code cells have the tag 'stub', and 0 the tag 'solution'",
            "code cell 3: it has the tag 'check', and needs a line 'check(name, cases)'",
            "code cell 3: it has a line 'check(name, cases, solution=True)', and needs the tag 'solution'",
        ]),
    ],
)  # fmt: skip
def test_the_tags_of_an_exercise_and_its_lines_go_together(old, new, told):
    text = f"# Title\n\n{STUB}\n{CHECK}\n{SOLUTION}"
    assert text.count(old) == 1
    assert list(exercises_are_tagged(Chapter(BOOK, None, parse(text), None))) == []
    found = exercises_are_tagged(Chapter(BOOK, None, parse(text.replace(old, new)), None))
    assert list(found) == told


def test_every_tag_is_explained():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [tag for tag in sorted(TAGS) if f"`{tag}`" not in text] == []
