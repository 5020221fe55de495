"""Numbers of the chapter "The least norm", from closed forms."""

import re

import numpy as np
import pytest

from tests.chapters.stored import scenes_of

CHAPTER = "decisions/the-least-norm"


def test_norm_falls_while_the_errors_rise():
    """The closed form of the norm, and the class error, all along the curves."""
    told, _ = scenes_of(CHAPTER)["curves"]
    share, (norm, error) = np.array(told["across"]["stops"]), told["lines"]
    assert error["values"] == pytest.approx((1 + share) / 2)
    for Q in (3, 4, 6, 10, 18, 26):
        norms = np.array(norm["values"][str(Q)])
        assert norms == pytest.approx(np.sqrt((1 - share) ** 2 / 4 + 2 * share**2 / (Q - 2)), abs=1e-6)
        best = norms.argmin()
        assert share[best] == pytest.approx((Q - 2) / (Q + 6), abs=0.0051)
        assert norms[best] == pytest.approx(np.sqrt(2 / (Q + 6)), abs=1e-4)
        a, b, other = np.transpose(told["bars"]["values"][str(Q)])
        assert a + b + (Q - 2) * other == pytest.approx(1) and (a == b).all()


def test_the_vectors_do_not_settle(printed):
    first, later = map(float, re.search(r"^first (\S+), lowest later (\S+)$", printed, re.M).groups())
    assert later > first + 0.01 > 0.1122
