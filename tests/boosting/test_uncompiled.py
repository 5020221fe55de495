"""Without numba: the same numbers, and a word before a large fit begins."""

import os
import subprocess
import sys

import numpy as np
from numpy.testing import assert_allclose

from confusion import ComboClassifier
from tests.helpers import sample

WITHOUT = {**os.environ, "CONFUSION_NO_NUMBA": "1"}


def test_uncompiled_loops_equal_compiled_ones(tmp_path):
    X, y = sample(m=330, seed=14)
    X[:, 1] = np.round(X[:, 1])
    np.savez(tmp_path / "sample.npz", X=X, y=y)
    script = (
        "import sys, numpy as np\n"
        "from confusion._core.compiled import COMPILED\n"
        "from confusion import ComboClassifier as C\n"
        "import warnings; warnings.simplefilter('error')\n"  # here an overflow would be seen
        "assert not COMPILED\n"
        "C(40, step='edge').fit([[0.0], [1.0], [1.0]], [0, 1, 0], [1e300, 1e300, 5e-324])\n"
        "f = np.load(sys.argv[1] + '/sample.npz')\n"
        "sizes = (1, 'exact'), (3, 'edge')\n"
        "models = [C(34, max_depth=d, step=step).fit(f['X'], f['y']) for d, step in sizes]\n"
        "np.savez(sys.argv[1] + '/out.npz', *[a for m in models for a in (m.votes(f['X']), m.losses_)])\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True, env=WITHOUT)
    models = [ComboClassifier(34, max_depth=depth, step=step).fit(X, y) for depth, step in ((1, "exact"), (3, "edge"))]
    uncompiled = np.load(tmp_path / "out.npz")
    for got, name in zip((a for m in models for a in (m.votes(X), m.losses_)), uncompiled.files):
        assert_allclose(got, uncompiled[name], rtol=1e-9)


def test_a_large_fit_without_numba_warns_before_it_begins():
    script = (
        "import warnings, numpy as np\n"
        "from sklearn.exceptions import EfficiencyWarning\n"
        "from sklearn.tree import DecisionTreeClassifier as Tree\n"
        "from confusion import ComboClassifier as C\n"
        "from confusion._core import compiled\n"
        "X, y = np.random.default_rng(0).normal(size=(5000, 4)), np.arange(5000) % 3\n"
        "warnings.simplefilter('error')\n"
        "C(5).fit(X[:600], y[:600])\n"  # of the size of the book's examples
        "for big in (C(10_000), C(20, max_depth=10**30), C(100_000, estimator=Tree(max_depth=1))):\n"
        "    try:\n"
        "        compiled._warned = False\n"
        "        big.fit(X, y)\n"
        "    except EfficiencyWarning:\n"
        "        assert not hasattr(big, 'classes_')\n"
        "    else:\n"
        "        raise AssertionError(big)\n"
        "C(5).fit(X[:600], y[:600])\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env=WITHOUT, timeout=300)
