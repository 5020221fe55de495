"""A chapter's text may be opened and saved in JupyterLab: it comes back as text, changed by the edit alone."""

import pytest
from nbformat.v4 import new_output

from coursemachine.checkout import BOOK, ROOT
from coursemachine.notebooks.chapters import chapters, name_of, parse
from coursemachine.notebooks.checks import TAGS, Chapter, tags_are_known

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


def test_every_tag_is_explained():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [tag for tag in sorted(TAGS) if f"`{tag}`" not in text] == []
