"""Sliders that ask a kernel: the cells of the chapters, in a plain one."""

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm
from coursemachine.checkout import BOOK, variables

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("chapter", "before", "name", "values"),
    [
        ("foundations/why-accuracy-lies", ['names = "abc"'], "trained", [0.9, 0.5]),
        ("uma/label-noise", ["V = np.array", "X = disc(2003, 1)"], "noise_anew", [1.0, 0.0]),
    ],
)
def test_a_moved_slider_computes_anew(monkeypatch, chapter, before, name, values):
    for variable, value in variables().items():
        monkeypatch.setenv(variable, value)
    stored = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    code = [
        cell for cell in stored.cells if cell.cell_type == "code" and "install" not in cell.metadata.get("tags", [])
    ]
    own = next(cell for cell in code if f"turn({name}" in cell.source)
    # A page shows the picture of the first values, and no sliders that nothing would answer.
    assert {"text/plain", "image/svg+xml", "image/png"} == set(own.outputs[0].data)
    chosen = [code[0], *(one for words in before for one in code if words in one.source), own]
    move = f"figure = _\nfigure.sliders[0].value = {values[1]}\nprint(figure.picture.svg, figure.children[-1].value)"
    sources = [cell.source for cell in chosen] + [move]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    first, moved = "".join(own.outputs[0].data["image/svg+xml"]), notebook.cells[-1].outputs[0].text
    if name == "trained":
        for share, text in zip(values, (first, moved), strict=True):
            law = ThreeGaussians([share, (1 - share) / 2, (1 - share) / 2])
            model = LogisticRegression().fit(*law.sample(2500, random_state=0))
            norm = operator_norm(law.confusion(model.coef_, intercept=model.intercept_))
            assert f"share {share:.2f}: " in text and f"norm {norm:.2f}" in text
    else:
        assert "level 1.00, ‖C⁻¹‖ = 4.26" not in moved and moved.count("level 0.00, ‖C⁻¹‖ = 1.00") == 2
        assert np.unique([first.count("level 1.00"), moved.count("level 1.00")]).tolist() == [0, 1]
