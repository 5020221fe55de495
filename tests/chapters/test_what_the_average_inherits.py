"""Numbers of the chapter "What the average inherits", without the package's steps, bounds and risks."""

import math
import re

import numpy as np
import pytest

from tests.chapters.stored import numbers_in, scenes_of

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
    gibbs = max(np.maximum(0, 1 - path).mean(), np.maximum(0, 1 + path).mean())
    return online, 1 + abs(path.mean()), gibbs


def rows(printed, first, number):
    lines = printed.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    return [numbers_in(line) for line in lines[at + 2 : at + 2 + number]]


def test_the_counterexample(printed):
    for T, *told in rows(printed, "T", 3):
        y = np.repeat([0, 1], int(T) // 2)
        online, average, gibbs = norms(y, math.inf)
        radius = 2 * math.sqrt(2 * 2 * (4 / T) * math.log(2 / 0.05))
        wanted = [online, online + radius, average, gibbs, norms(y, 1.0)[1]]
        assert told == pytest.approx(wanted, abs=0.00051)
        assert online == pytest.approx(4 / T)


def test_the_strip_starts_where_the_promise_is_kept(printed):
    told, at = scenes_of(CHAPTER)["strip"]
    y = np.array([told["names"].index(letter) for letter in at["y"]])
    assert np.bincount(y).tolist() == [12, 12] and at["C"] == "∞" == told["prices"][0]
    online, average, _ = norms(y, math.inf)
    assert online > average + 0.1
    best = norms(np.sort(y), math.inf)
    stated = re.search(r"^(\d+)\n(\d\.\d\d)\n(\d\.\d\d)\n(\d\.\d\d)\n(\d\.\d\d)$", printed, re.MULTILINE).groups()
    blocks = 1 + np.sum(np.diff(y) != 0)
    assert [float(one) for one in stated] == pytest.approx([blocks, online, average, best[0], best[1]], abs=0.0051)


def test_the_promise_is_broken_by_sorted_labels(printed):
    """Sums are right, and only the sorted row breaks it."""
    found = rows(printed, "labels", 2)
    for online, radius, promised, average in found:
        assert promised == pytest.approx(online + radius, abs=0.0101)
        assert (average > promised) == (online == found[0][0])
    assert found[0][1] == found[1][1]


def test_the_radii_of_the_versions(printed):
    """Ratios do not depend on the bound of the losses."""
    (_, _, classwise), (_, _, weights), (_, _, counts), (_, _, blocks) = rows(printed, "version", 4)
    L, T, pi = math.log(40), 40_000, np.array([0.9, 0.05, 0.05])
    one = math.sqrt((1 / 36_000 + 2 / 2000) * L)
    other = math.sqrt(4 * (1 / (T * pi)).sum() * L) + math.sqrt(4 / 3) * math.sqrt(2) * L / (3 * T * 0.05)
    assert weights == counts == pytest.approx(classwise * other / one, rel=0.004)
    assert blocks == pytest.approx(classwise * math.sqrt(3 * L / 13_333) / one, rel=0.006)


def test_blocks_of_a_strip():
    """rb-ex-strip: three blocks, and k blocks of equal length."""
    for T in (8, 48, 240):
        y = np.repeat([0, 1, 0], [T // 4, T // 2, T // 4])
        assert norms(y, math.inf)[:2] == pytest.approx([6 / T, 1 + 1 / T])
    for k in (2, 4, 12, 60):
        assert norms(np.repeat([0, 1] * (k // 2), 120 // k), math.inf)[0] == pytest.approx(2 * k / 120)


def test_shuffles(printed):
    """rb-ex-code, with other shuffles: none is above by a tenth, sorted labels are by far."""
    rng, labels = np.random.default_rng(5), np.repeat([0, 1], 200)
    gaps = [np.subtract(*norms(rng.permutation(labels), 1.0)[1::-1]) for _ in range(200)]
    assert max(gaps) < 0.1 and "shuffles above by a tenth: 0 of 200" in printed
    online, average, _ = norms(labels, 1.0)
    told = float(re.search(r"sorted labels: above by (\S+)", printed)[1])
    assert told == pytest.approx(average - online, abs=0.0051) and told > 0.9
