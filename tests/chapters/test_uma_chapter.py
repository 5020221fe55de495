"""The numbers of the anatomy figure of the chapter "UMA", recomputed with loops and linear systems."""

import math

import numpy as np
import pytest

from coursemachine.figures import ACCENT
from coursemachine.labels import typeset
from tests.chapters.stored import figures_of, noisy_disc

FIGURES = figures_of("uma/uma")
C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
OVER = np.array([[0.28, 0.12, 0.0], [0.72, 0.76, 0.12], [0.0, 0.12, 0.88]])
FED = {"true": C, "identity": np.eye(3), "over-estimated": OVER}


@pytest.fixture(scope="module")
def runs():
    """What each of ten updates shows, for each matrix: pair, z, the true mean, J and the true error."""
    X, t, y = noisy_disc(C, 2)
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


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["UMA anatomy"])
def test_the_anatomy_tells_what_loops_find(runs, values, numbers, text, picture):
    step, fed = int(values["step"]) - 1, values["fed"]
    p, q, z, mu, J, error = runs[fed][step]
    assert text.startswith(f"Update {step + 1}, C {fed}: predicted {p + 1}, true {q + 1}, ")
    expected = {"length": math.hypot(*z), "estimated": 1 - np.trace(J), "error": error}
    assert ("No such example" in text) == (not mu.any())
    if mu.any():
        cross = z[0] * mu[1] - z[1] * mu[0]
        expected["angle"] = abs(math.degrees(math.atan2(cross, z @ mu)))
    assert numbers == pytest.approx(expected, abs=1e-6)
    for entry in J.ravel():
        assert typeset(f"{round(entry, 2) + 0.0:.2f}") in picture
    assert picture.count(ACCENT) == sum(round(entry, 2) < 0 for entry in J.ravel())  # frames of what no mass can be
    assert f"predicted {p + 1}, true {q + 1}" in picture
