"""Sliders that ask a kernel: the cells of the chapters, in a plain one."""

import nbformat
import pytest
from nbclient import NotebookClient
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm
from coursemachine.checkout import BOOK, variables

pytestmark = pytest.mark.slow


def regression(share):
    law = ThreeGaussians([share, (1 - share) / 2, (1 - share) / 2])
    model = LogisticRegression().fit(*law.sample(2500, random_state=0))
    norm = operator_norm(law.confusion(model.coef_, intercept=model.intercept_))
    return f"share {share:.2f}: ", f"norm {norm:.2f}"


@pytest.mark.parametrize(
    ("chapter", "before", "name", "value", "telling"),
    [
        ("foundations/why-accuracy-lies", ['names = "abc"'], "trained", 0.5, regression),
        ("uma/label-noise", ["V = np.array", "disc(2003"], "noise_anew", 0.0, lambda _: ("level 0.00, ‖C⁻¹‖ = 1.00",)),
    ],
)
def test_a_moved_slider_computes_anew(monkeypatch, chapter, before, name, value, telling):
    for variable, setting in variables().items():
        monkeypatch.setenv(variable, setting)
    stored = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    code = [
        cell for cell in stored.cells if cell.cell_type == "code" and "install" not in cell.metadata.get("tags", [])
    ]
    own = next(cell for cell in code if f"turn({name}" in cell.source)
    # A page shows the picture of the first values, and no sliders that nothing would answer.
    assert {"text/plain", "image/svg+xml", "image/png"} == set(own.outputs[0].data)
    wanted = telling(value)
    assert wanted[0] not in own.outputs[0].data["image/svg+xml"]
    chosen = [code[0], *(one for words in before for one in code if words in one.source), own]
    move = f"figure = _\nfigure.sliders[0].value = {value}\nprint(figure.children[-1].value)"
    cells = [nbformat.v4.new_code_cell(source) for source in [*(one.source for one in chosen), move]]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()
    assert all(words in cells[-1].outputs[0].text for words in wanted)
