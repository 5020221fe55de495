"""What a preview runs: the cells that a figure needs, without checks; found by name, title or number."""

import pytest
from nbformat.v4 import new_code_cell

pytest.importorskip("nbclient")

from coursemachine.notebooks.preview import find, needed

CELLS = [
    new_code_cell("import numpy as np"),
    new_code_cell("X = np.ones(3)\nunused = 1"),
    new_code_cell("far = X.sum()\nassert far > 2\nprose.says('3', far)", metadata={"tags": ["remove-cell"]}),
    new_code_cell("def draw(T):\n    unused = T\n    return far * unused"),
    new_code_cell('print(X)\ntable([], name="tab-errors")'),
    new_code_cell('dial = frames(draw, title="The dial")\ndial'),
]


@pytest.mark.parametrize("wanted, number", [("the dial", 5), ("dial", 5), ("tab-errors", 4), ("errors", 4), ("3", 3)])
def test_a_figure_is_found(wanted, number):
    assert find(CELLS, wanted) == number


def test_what_is_not_there_is_answered_with_what_is():
    with pytest.raises(SystemExit, match="nothing in the chapter is called 'wheel'; there are: tab errors; dial"):
        find(CELLS, "wheel")


def test_only_what_a_figure_needs_is_run():
    assert needed(CELLS, 5) == [
        (0, CELLS[0].source), (1, CELLS[1].source), (2, "far = X.sum()"), (3, CELLS[3].source), (5, CELLS[5].source)
    ]  # fmt: skip
    assert [number for number, _ in needed(CELLS, 4)] == [0, 1, 4]
