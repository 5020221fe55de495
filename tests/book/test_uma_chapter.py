"""The numbers told by the anatomy figure of the chapter "UMA", recomputed with loops and linear systems."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from confusion.uma import proposition4_counterexample
from tests.book.stored import figures_of

FIGURES = figures_of("uma/uma")
V = np.array([[1.0, 0.2], [-0.3, 0.9], [-0.6, -0.8]])
C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
OVER = np.array([[0.28, 0.12, 0.0], [0.72, 0.76, 0.12], [0.0, 0.12, 0.88]])
FED = {"true": C, "identity": np.eye(3), "over-estimated": OVER}


def away_from_rounding_edges(values, decimals):
    scaled = np.asarray(values) * 10**decimals
    return np.abs(np.abs(scaled - np.floor(scaled)) - 0.5).min() > 1e-6


@pytest.fixture(scope="module")
def sample():
    """Points, true classes, and noisy labels drawn by walking down the columns of C."""
    rng = np.random.default_rng(1)
    angle, radius = 2 * np.pi * rng.uniform(size=2003), np.sqrt(rng.uniform(size=2003))
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    t = np.array([max(range(3), key=lambda q: V[q] @ x) for x in X])
    noisy = []
    for q, u in zip(t, np.random.RandomState(2).random_sample(len(t))):
        p = 0
        while p < 2 and u >= C[: p + 1, q].sum():
            p += 1
        noisy.append(p)
    return X, t, np.array(noisy)


@pytest.fixture(scope="module")
def runs(sample):
    """What each of ten updates shows, for each matrix: pair, z, the true mean, J and the true error."""
    X, t, y = sample
    found = {}
    for fed, M in FED.items():
        W, shown = np.zeros((3, 2)), []
        for _ in range(10):
            won = np.array([int(np.argmax(W @ x)) for x in X])
            z, J = {}, np.zeros((3, 3))
            for p in range(3):
                gamma = np.array([X[(won == p) & (y == k)].sum(axis=0) for k in range(3)]) / len(X)
                counts = np.array([np.sum((won == p) & (y == k)) for k in range(3)]) / len(X)
                unmixed, J[p] = np.linalg.solve(M, gamma), np.linalg.solve(M, counts)
                z |= {(p, q): unmixed[q] for q in range(3) if q != p}
            for p, q in sorted(z, key=lambda pair: -math.hypot(*z[pair])):
                scores = W @ z[p, q]
                rivals = [r for r in range(3) if r != q and scores[r] >= scores[q]]
                if rivals:
                    break
            mu = X[(won == p) & (t == q)].sum(axis=0) / len(X)
            shown.append((p, q, z[p, q], mu, J, np.mean(won != t)))
            worst = max(rivals, key=lambda r: (scores[r], r == p))
            W[q] += z[p, q]
            W[worst] -= z[p, q]
        found[fed] = shown
    return found


def test_the_figure_is_complete():
    assert {title: len(frames) for title, frames in FIGURES.items()} == {"UMA anatomy": 30}


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["UMA anatomy"])
def test_the_anatomy_tells_what_loops_find(runs, values, text, picture):
    step, fed = int(values["step"]) - 1, values["fed"]
    p, q, z, mu, J, error = runs[fed][step]
    assert text.startswith(f"Update {step + 1}, C {fed}: predicted {p + 1}, true {q + 1}, ")
    told = text.replace("−", "-")
    length, estimated, true = math.hypot(*z), 1 - np.trace(J), error
    assert float(re.search(r"‖z‖ = (\S+)\. ", told).group(1)) == pytest.approx(length, abs=5.1e-4)
    assert float(re.search(r"estimated (\S+), ", told).group(1)) == pytest.approx(estimated, abs=5.1e-4)
    assert float(re.search(r"true (\S+)\.$", told).group(1)) == pytest.approx(true, abs=5.1e-4)
    assert away_from_rounding_edges([length, estimated, true], 3)
    assert ("No such example" in told) == (not mu.any())
    if mu.any():
        cross = z[0] * mu[1] - z[1] * mu[0]
        angle = abs(math.degrees(math.atan2(cross, z @ mu)))
        assert float(re.search(r"off by (\d+)°", told).group(1)) == pytest.approx(angle, abs=0.501)
        assert away_from_rounding_edges([angle], 0)
    for entry in J.ravel():
        assert f"{round(entry, 2) + 0.0:.2f}" in picture
    assert f"predicted {p + 1}, true {q + 1}" in picture


def told(fed):
    """What the figure says of each update with a matrix, in their order."""
    texts = {int(values["step"]): text for values, text, _ in FIGURES["UMA anatomy"] if values["fed"] == fed}
    return [texts[step].replace("−", "-") for step in sorted(texts)]


def test_the_identity_fights_over_two_pairs():
    texts = told("identity")
    pairs = [re.search(r"predicted (\d), true (\d)", text).groups() for text in texts]
    assert set(pairs[2:]) == {("2", "1"), ("1", "2")}
    assert pairs[3] == ("1", "2") and "No such example" in texts[3]
    angles = {("1", "2"): [], ("2", "1"): []}
    for pair, text in zip(pairs[2:], texts[2:]):
        if found := re.search(r"off by (\d+)°", text):
            angles[pair].append(int(found[1]))
    assert max(angles["2", "1"]) < 16 and min(angles["1", "2"]) > 45


def test_only_the_over_estimated_matrix_goes_far_below_zero():
    lowest = {fed: min(float(re.search(r"estimated (\S+), ", text)[1]) for text in told(fed)) for fed in FED}
    assert lowest["identity"] > 0 > lowest["true"] > -0.06 and lowest["over-estimated"] < -0.25


@pytest.mark.parametrize("eta", [0.5, 0.3, 0.1, 0.03, 0.01, 0.001])
def test_the_two_points_by_the_margin_of_b_alone(eta):
    """After the first update only <w_2 - w_1, b> matters: 1 - eta, less 2 eta an update, until it is not positive."""
    exact = Fraction(str(eta))
    margin, updates = 1 - exact, 1
    while margin > 0:
        margin -= 2 * exact
        updates += 1
    assert updates == 1 + math.ceil((1 - exact) / (2 * exact)) == proposition4_counterexample(eta).n_updates
