"""Which cells need which, by their names."""

import pytest

from coursemachine.live.names import needs

IMPORT = "import numpy as np\nfrom coursemachine.exercises import check"


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["x = 1", "y = 2", "x + y"], [[], [], [0, 1]]),
        (["x = 1", "x = 2", "print(x)"], [[], [], [1]]),
        (["def f(x):\n    return g(x)", "def g(x):\n    return h", "h = 1", "f(1)"], [[], [], [], [0, 1, 2]]),
        ([IMPORT, "rng = np.random.default_rng(0)", "x = rng.normal()", "y = rng.normal()"], [[], [0], [1], [1, 2]]),
        ([IMPORT, "x = np.ones(2)", "np.sort(x)", "x.sort()", "x"], [[], [0], [0, 1], [1, 2], [1, 2, 3]]),
        ([IMPORT, "x = np.ones(2)", "y = np.sort(x)", "x"], [[], [0], [0, 1], [1]]),
        (["x = [1]", "x[0] = 2", "x"], [[], [0], [0, 1]]),
        (["x = 1", "x += 1", "x"], [[], [0], [1]]),
        (["x = 1", "[x for x in range(3)]", "(lambda x: x)(1)", "def f(x=x): pass"], [[], [], [], [0]]),
        (["def f():\n    global n\n    n = 1", "f()", "n"], [[], [0], [0]]),
        (["class A:\n    x = 1", "x", "A.x = 2", "A().x"], [[], [], [0], [0, 2]]),
        (["x = 1", "x = (", "1 + 1"], [[], [0], [1]]),
        (["x = 1", "del x", "x"], [[], [0], [1]]),
        (["x = 1", "for k in range(2):\n    pass", "k", "f'{x}'"], [[], [], [1], [0]]),
        (["with open('a') as file:\n    pass", "file", "match 3:\n    case z:\n        pass", "z"], [[], [0], [], [2]]),
        (["k = 1", "for k in range(3):\n    print(k)", "k = 2\nprint(k)"], [[], [], []]),
        (["k = 1", "if k:\n    j = 2\nelse:\n    j = 3\nj", "if k:\n    m = 1\nm", "m"], [[], [0], [0], [2]]),
        (["e = 1", "try:\n    f = 1\nexcept ValueError as e:\n    print(e)\nf", "f"], [[], [], [1]]),
        (["if (n := 3) > 2:\n    pass", "n", ""], [[], [0], []]),
    ],
)
def test_a_cell_needs_those_that_made_or_changed_what_it_reads(cells, found):
    assert needs(cells) == found
