"""Numbers of the chapter "What the average inherits", without the package's steps, bounds and risks."""

import math

import numpy as np
import pytest

from tests.chapters.stored import numbers_in, scenes_of, table

CHAPTER = "copa/what-the-average-inherits"


def one_weight(labels, C):
    """Weights before each step on X = 1, and the losses there: w moves by loss / (1 + 2 / C)."""
    w, path, losses = 0.0, [], []
    for sign in 1 - 2 * np.asarray(labels):
        path.append(w)
        losses.append(max(0.0, 1 - sign * w))
        w += sign * losses[-1] / (1 + 2 / C)
    return np.array(path), np.array(losses)


def norms(labels, C):
    path, losses = one_weight(labels, C)
    online = max(losses[labels == p].mean() for p in (0, 1))
    return online, 1 + abs(path.mean())


def test_the_counterexample(printed):
    for T, *told in (numbers_in(" ".join(row)) for row in table(printed, "T")):
        y = np.repeat([0, 1], int(T) // 2)
        online, average = norms(y, math.inf)
        radius = 2 * math.sqrt(2 * 2 * (4 / T) * math.log(2 / 0.05))
        wanted = [online, online + radius, average, norms(y, 1.0)[1]]
        assert told == pytest.approx(wanted, abs=0.00051)
        assert online == pytest.approx(4 / T)


def test_the_promise_is_broken_by_sorted_labels(printed):
    broken = [float(row[-1]) > float(row[-2]) for row in table(printed, "labels")]
    assert broken == [True, False]


def test_the_strip_starts_where_the_promise_is_kept():
    told, at = scenes_of(CHAPTER)["strip"]
    online, average = norms(np.array([told["names"].index(letter) for letter in at["y"]]), math.inf)
    assert online > average + 0.1 and at["C"] == "∞"


def test_blocks_of_a_strip():
    """rb-ex-strip: three blocks, and k blocks of equal length."""
    for T in (8, 48, 240):
        y = np.repeat([0, 1, 0], [T // 4, T // 2, T // 4])
        assert norms(y, math.inf) == pytest.approx([6 / T, 1 + 1 / T])
    for k in (2, 4, 12, 60):
        assert norms(np.repeat([0, 1] * (k // 2), 120 // k), math.inf)[0] == pytest.approx(2 * k / 120)
