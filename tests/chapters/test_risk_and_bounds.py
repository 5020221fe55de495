"""Numbers of the chapter on the online confusion risk, computed without the package's bounds and risks."""

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
        free = math.sqrt(2 * 2 * total * math.log(2 / 0.05))
        as_printed, route = (math.sqrt(2 * 3 * total * math.log(count / 0.05)) for count in (3, 6))
        seen = float(row["operator_q95"])
        expected = {"observed": seen, "factor": free / seen}
        expected |= {"dimension-free": free, "printed": as_printed, "route": route}
        assert numbers == pytest.approx(expected, rel=1e-6)
        assert ("grey zone" in text) == (free > math.sqrt(2))


def test_nearest_neighbour_by_scikit_learn(printed):
    law = ThreeGaussians()
    X, y = law.sample(1600, random_state=3)
    y_test = np.repeat(np.arange(3), 1000)
    X_test = law.sample_inputs(y_test, random_state=4)
    progressive = [0] + [y[:t][np.argmin(np.hypot(*(X[:t] - X[t]).T))] for t in range(1, 1600)]

    def norm(true, predicted):
        C = np.array([[np.mean(predicted[true == p] == q) * (p != q) for q in range(3)] for p in range(3)])
        return math.sqrt(np.linalg.eigvalsh(C @ C.T).max())

    sizes = (100, 200, 400, 800, 1600)
    online = [norm(y[:T], np.array(progressive[:T])) for T in sizes]
    fresh = [norm(y_test, KNeighborsClassifier(1).fit(X[:T], y[:T]).predict(X_test)) for T in sizes]
    assert numbers_after(printed, "training data:") == [0] * 5
    assert numbers_after(printed, "online estimate:") == pytest.approx(online, abs=0.0051)
    assert numbers_after(printed, "new data:") == pytest.approx(fresh, abs=0.0051)


@pytest.mark.parametrize("C", [math.inf, 1.0])
@pytest.mark.parametrize("T", [100, 1000, 10_000])
def test_counterexample_in_one_dimension(printed, C, T):
    """The update of two classes with X = 1 moves w by loss / (1 + 2/C): the chapter's table from that alone."""
    w, first, second, path = 0.0, 0.0, 0.0, []
    for t in range(T):
        path.append(w)
        sign = 1 if t < T // 2 else -1
        loss = max(0.0, 1 - sign * w)
        first, second = (first + loss, second) if sign > 0 else (first, second + loss)
        w += sign * loss / (1 + 2 / C)
    empirical = max(first, second) / (T / 2)
    bound = empirical + 2 * math.sqrt(2 * 2 * (4 / T) * math.log(2 / 0.05))
    mean = np.mean(path)
    average = max(1 - mean, 1 + mean)
    gibbs = max(np.mean(np.maximum(0, 1 - np.array(path))), np.mean(np.maximum(0, 1 + np.array(path))))
    line = next(line for line in printed.splitlines() if line.split()[:2] == [str(C), str(T)])
    told = [float(word) for word in line.split()[2:]]
    assert told == pytest.approx([empirical, bound, average, gibbs], abs=0.000051)


def test_radii_for_several_numbers_of_classes(printed):
    table = printed.split("1000 examples of each class")[1].splitlines()[2:6]
    assert len(table) == 4
    for line in table:
        Q, *told = map(float, line.split())
        factors = ((Q - 1) * math.log(40), Q * math.log(20 * Q), Q * math.log(40 * Q))
        assert told == pytest.approx([math.sqrt(2 * factor * Q / 1000) for factor in factors], abs=0.000051)
