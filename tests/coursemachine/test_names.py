"""What cells need of each other, by the names that they read and write."""

import pytest

from coursemachine.names import conflicting_cells, dependents, needed, part

CELLS = {
    "import": "import numpy as np\nfrom random import shuffle",
    "data": "X = np.ones(3)\nrng = np.random.default_rng(0)",
    "picture": "fig, ax = subplots(); ax.plot(X); ax.set(title='mine')\nfor X_q in X: ax.text(X_q, 0, 'here')\nfig",
    "function": "def double(x):\n    return factor * x\ndef quadruple(x):\n    return double(double(x))",
    "factor": "factor = 2",
    "drawn": "a = rng.normal()",
    "fit": "model = Model()\nmodel.fit(X, a)\nlen(X)",
    "mixed": "shuffle(X)\nnp.fill_diagonal(X, 0)\nprint(X)",
    "call": "quadruple(3)",
    "again": "rng.normal(), model.score(X)",
    "wrong": "def broken(:",
    "own": "def f():\n    return g()\ndef g():\n    return a\n[f() for a_q in X]",
    "branch": "if a > 0:\n    factor = 3\nelse:\n    other = [lambda: np for np in (1, 2)]",
    "late": "factor + 1",
    "loop": "while X.any():\n    X[0], (b, *c) = 0, (1, 2)\ntry:\n    pass\nexcept ValueError as d:\n    d",
    "end": "b, c, X, d",
}
NAMES, CODES = list(CELLS), list(CELLS.values())


def run_for(*asked, fresh=()):
    numbers = needed(CODES, [NAMES.index(one) for one in asked], [NAMES.index(one) for one in fresh])
    return " ".join(NAMES[number] for number in numbers)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("data", "import data"),
        ("picture", "import data picture"),
        # A function needs its names where it is called, also through others.
        ("function", "function"),
        ("call", "function factor call"),
        # What was shuffled is another; a generator has drawn before; a model is fitted.
        ("again", "import data drawn fit mixed again"),
        ("own", "import data drawn mixed own"),
        # Only one way of the branch gives it a value.
        ("late", "import data factor drawn branch late"),
        ("end", "import data mixed loop end"),
        ("wrong", "wrong"),
    ],
)
def test_what_a_cell_needs(asked, found):
    assert run_for(asked) == found


def test_what_holds_does_not_run_again_unless_one_above_it_writes_the_same():
    assert run_for("drawn", fresh=["data"]) == "drawn"
    assert run_for("call", fresh=["function"]) == "factor call"
    codes = ["x = 1\ny = 1", "x = 2", "x, y"]
    assert list(needed(codes, [2], [0, 1])) == [2]
    assert needed(codes, [2], [1]) == {0: {"y"}, 1: {"x"}, 2: set()}
    assert list(needed(codes, [1, 2], [0])) == [1, 2]


def test_a_generator_goes_on_where_the_cell_above_left_it():
    assert list(needed(["rng = default_rng(0)", "a = rng.normal()", "x = 1", "rng.normal()"], [3])) == [0, 1, 3]


def test_of_imports_only_those_that_are_needed_run():
    code = "import numpy as np\nfrom a.b import c, d\nimport e.f"
    assert part(code, {"d"}) == "from a.b import c, d" and part(code, {"e", "np"}) == "import numpy as np\nimport e.f"
    assert part(f"{code}\nx = 1", {"np"}) == f"{code}\nx = 1"


def older(name, before):
    return " ".join(NAMES[number] for number in dependents(CODES, NAMES.index(name), before))


def test_what_is_old_after_a_change():
    assert older("picture", "fig, ax = subplots(figsize=(3, 3)); ax.plot(X)\nfig") == ""
    assert older("function", "def double(x):\n    return x") == "call"
    assert older("factor", "factor = 3") == "call late"
    assert older("factor", "factor = 2  # a word more") == ""
    # A name that is not made any more.
    assert older("picture", "a = 1") == ""
    assert older("function", "b = 1\nmodel = None") == "call"
    assert older("drawn", "model = rng") == "fit again own branch late"


def test_what_holds_no_longer():
    codes = ["import numpy as np\nx = 1", "import numpy as np", "x += 1", "import other as np", "y = 2"]
    assert [conflicting_cells(codes, at) for at in range(5)] == [[2, 3], [3], [0], [0, 1], []]
