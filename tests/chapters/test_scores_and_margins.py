"""The numbers of the chapter "Scores, margins and surrogates", by other routes."""

import numpy as np
import pytest

from confusion.margins import surrogate_answers
from tests.chapters.stored import figures_of, scenes_of

CHAPTER = "foundations/scores-and-margins"
HINGES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge")
SMOOTH = ("softmax", "exponential", "one-vs-all-exponential")


def test_losses_of_the_marked_example():
    """Ramp and hinge see the margin alone, and only the ramp sees the threshold."""
    shown = figures_of(CHAPTER)["Losses against the margin"]
    assert len(shown) == 10
    for frame in shown:
        rho, rivals = float(frame.values["rho"]), 2 if frame.values["rivals"] == "level" else 1
        wanted = [0, max(0, 1 - 0.5 / rho), 0.5, np.log1p(rivals * np.exp(-0.5)), rivals * np.exp(-0.5)]
        assert list(frame.numbers.values()) == pytest.approx(wanted, abs=1e-7)


def test_the_triangle_starts_where_two_losses_are_undecided():
    """Two losses do not answer the most probable class, and a cost of 4 turns all but one."""
    _, at = scenes_of(CHAPTER)["triangle"]
    assert at == {"p": [0.45, 0.40, 0.15], "cost": 1, "loss": "max-hinge"}
    found = {}
    for cost in (1, 2, 4):
        p = np.array(at["p"]) * [1, 1, cost]
        answers = [surrogate_answers(p / p.sum(), kind) for kind in (*HINGES, *SMOOTH)]
        found[cost] = ["".join(np.array(list("abc"))[one]) for one in answers]
    assert found == {1: ["abc", "ab", *"aaaa"], 2: ["abc", "ab", *"aaaa"], 4: ["abc", *"ccccc"]}
