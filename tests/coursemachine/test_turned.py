"""Sliders that ask a kernel: the cells of the chapters, in a plain one."""

import nbformat
import pytest
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm
from coursemachine.checkout import BOOK
from coursemachine.notebooks.chapters import code_cells, run
from coursemachine.notebooks.preview import needed

pytestmark = pytest.mark.slow


def regression(share):
    law = ThreeGaussians([share, (1 - share) / 2, (1 - share) / 2])
    model = LogisticRegression().fit(*law.sample(2500, random_state=0))
    norm = operator_norm(law.confusion(model.coef_, intercept=model.intercept_))
    return f"share {share:.2f}: ", f"norm {norm:.2f}"


@pytest.mark.parametrize(
    ("chapter", "name", "value", "telling"),
    [
        ("foundations/why-accuracy-lies", "trained", 0.5, regression),
        ("uma/label-noise", "noise_anew", 0.0, lambda _: ("level 0.00, ‖C⁻¹‖ = 1.00",)),
    ],
)
def test_a_moved_slider_computes_anew(chapter, name, value, telling):
    cells = code_cells(nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4))
    at = next(number for number, cell in enumerate(cells) if f"turn({name}" in cell.source)
    shown, wanted = cells[at].outputs[0].data, telling(value)
    # A page shows the picture of the first values, and no sliders that nothing would answer.
    assert {"text/plain", "image/svg+xml", "image/png"} == set(shown) and wanted[0] not in shown["image/svg+xml"]
    move = f"figure = _\nfigure.sliders[0].value = {value}\nprint(figure.children[-1].value)"
    sources = [*(source for _, source in needed(cells, at)), move]
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, sources)))
    run(notebook, BOOK)
    assert all(words in notebook.cells[-1].outputs[0].text for words in wanted)
