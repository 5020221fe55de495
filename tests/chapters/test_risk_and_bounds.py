"""Numbers of the chapter "Test before you learn", computed without the package's bounds and risks."""

import math
import re

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from confusion.datasets import ThreeGaussians
from coursemachine.labels import typeset
from tests.chapters.stored import figures_of, rows_of

CHAPTER = "copa/risk-and-bounds"


def numbers_after(text, start):
    line = next(line for line in text.splitlines() if line.strip().startswith(start))
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", line.split(start, 1)[1])]


def test_frames_hold_the_table_and_the_three_formulas():
    rows = {(typeset(f"{float(row['share']):.1%}"), row["T"]): row for row in rows_of("concentration")}
    frames = figures_of(CHAPTER)["Concentration of the risk against the three bounds"]
    assert len(frames) == len(rows) == 20
    for values, numbers, text, _ in frames:
        T, row = int(values["T"]), rows[values["share"], values["T"]]
        small = round(T * float(row["share"]))
        total = 2 / small + 1 / (T - 2 * small)
        free = math.sqrt(2 / 2 * total * math.log(2 / 0.05))
        as_printed, route = (math.sqrt(2 * 3 * total * math.log(count / 0.05)) for count in (3, 6))
        seen = float(row["operator_q95"])
        expected = {"observed": seen, "factor": free / seen}
        expected |= {"dimension-free": free, "printed": as_printed, "route": route}
        assert numbers == pytest.approx(expected, rel=1e-6)
        assert ("grey zone" in text) == (as_printed > math.sqrt(2))


def test_nearest_neighbour_by_scikit_learn(printed):
    law = ThreeGaussians()
    X, y = law.sample(1600, random_state=3)
    y_test = np.repeat(np.arange(3), 1000)
    X_test = law.sample_inputs(y_test, random_state=4)
    progressive = [0] + [y[:t][np.argmin(np.hypot(*(X[:t] - X[t]).T))] for t in range(1, 1600)]

    def norm(true, predicted):
        C = np.array([[np.mean(predicted[true == p] == q) * (p != q) for q in range(3)] for p in range(3)])
        return math.sqrt(np.linalg.eigvalsh(C @ C.T).max())

    assert norm(y, np.array(progressive)) == pytest.approx(0.508, abs=0.01)
    fresh = norm(y_test, KNeighborsClassifier(1).fit(X, y).predict(X_test))
    told = re.search(r"^1600\n(\S+)\n(\S+)$", printed, re.MULTILINE).groups()
    assert [float(one) for one in told] == pytest.approx([0, fresh], abs=0.0051)


def table(printed, first, number):
    lines = printed.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    return [line.strip("| ").split(" | ") for line in lines[at + 2 : at + 2 + number]]


def test_radii_for_several_numbers_of_classes(printed):
    lines, forms = table(printed, "bound", 3), ((1 / 4, lambda Q: 2), (1, lambda Q: Q), (1, lambda Q: 2 * Q))
    for (_, _, *told), (scale, first) in zip(lines, forms, strict=True):
        for cell, Q in zip(told, (2, 3, 10, 26), strict=True):
            rows = Q - 1 if scale < 1 else Q
            radius = math.sqrt(2 * scale * rows * math.log(first(Q) / 0.05) * Q / 1000)
            assert float(cell) == pytest.approx(radius, abs=0.0051)


def test_bounds_for_a_fixed_classifier(printed):
    lines = table(printed, "test examples", 3)
    for line, counts in zip(lines, ([4500, 250, 250], [120, 40, 7, 7], [50] * 10), strict=True):
        Q, total = len(counts), sum(1 / n for n in counts)
        wanted = [
            math.sqrt(2 * Q * total * math.log(20 * Q)),
            math.sqrt(total) * (1 + math.sqrt(math.log(20))),
            math.sqrt((Q - 1) / 2 * total * math.log(40)),
            math.sqrt(math.log(20) / (2 * min(counts))),
        ]
        assert [float(cell) for cell in line[1:]] == pytest.approx(wanted, abs=0.00051)


def test_the_stream_of_the_perceptron(printed):
    """The online matrix by shares of wrong answers, and what it estimates on fresh samples of some rounds."""
    law = ThreeGaussians()
    X, y = law.sample(2500, random_state=0)
    Z, W, path, answers = np.column_stack([X, np.ones(2500)]), np.zeros((3, 3)), [], []
    for x, p in zip(Z, y):
        path.append(W)
        scores = W @ x
        answers.append(scores.argmax())
        rival = np.where(np.arange(3) == p, -np.inf, scores).argmax()
        if scores[p] <= scores[rival]:
            W = W.copy()
            W[p] += x
            W[rival] -= x
    C = np.array([[np.mean(np.array(answers)[y == p] == q) * (p != q) for q in range(3)] for p in range(3)])
    stated = float(re.search(r"^norm (\S+)$", printed, re.MULTILINE)[1])
    assert stated == pytest.approx(np.linalg.norm(C, 2), abs=0.0051)
    rng, exact = np.random.RandomState(8), np.zeros((3, 3))
    for p in range(3):
        for t in rng.permutation(np.flatnonzero(y == p))[:120]:
            fresh = np.column_stack([law.sample_inputs(np.full(400, p), rng), np.ones(400)])
            exact[p] += np.bincount((fresh @ path[t].T).argmax(axis=1), minlength=3) / 400 / 120
    told = float(re.search(r"^(0\.\d\d)\n0\.45\n0\.84$", printed, re.MULTILINE)[1])
    assert np.linalg.norm(exact * (1 - np.eye(3)), 2) == pytest.approx(told, abs=0.06)


def test_waiting_for_kind_coins(printed):
    """rb-ex-asks (b): whoever may stop is outside of the radius far more often than promised; a fixed count is not."""
    ever, fixed = numbers_after(printed, "stops: at some T_b")
    coins = np.random.default_rng(77).integers(2, size=(1000, 2000)).cumsum(axis=1)
    m = np.arange(1, 2001)
    outside = np.abs(coins / m - 0.5) > np.sqrt(np.log(40) / (2 * m))
    assert ever == pytest.approx(outside.any(axis=1).mean(), abs=0.04) and ever > 0.08
    assert fixed < 0.05
    assert numbers_after(printed, "union bound: at some T_b")[0] < 0.05


def test_the_ball_of_the_zero_one_loss():
    """rb-ex-hand (c): no ball around zero and the unit vectors is smaller, wherever its centre."""
    rng = np.random.default_rng(0)
    for n in (2, 5, 25):
        points = np.vstack([np.zeros(n), np.eye(n)])
        best = math.sqrt((n - 1) / n)
        centre = np.full(n, 1 / n)
        assert np.linalg.norm(points - centre, axis=1).max() == pytest.approx(best)
        for _ in range(200):
            other = centre + rng.normal(size=n) * 10 ** rng.uniform(-3, 0)
            assert np.linalg.norm(points - other, axis=1).max() >= best - 1e-12
