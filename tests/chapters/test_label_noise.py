"""The numbers of the noise machine of "Label noise and ultraconservative updates", by another route."""

import math

import numpy as np
import pytest

from confusion.linear import ultraconservative_step
from confusion.noise import check_noise_matrix, dominance
from confusion.uma import mistake_bound
from tests.chapters.stored import DISC, figures_of, noisy_disc

FIGURES = figures_of("uma/label-noise")


def direction_class(angle):
    """True class of a direction, from the scores written out."""
    return max(range(3), key=lambda q: DISC[q, 0] * math.cos(angle) + DISC[q, 1] * math.sin(angle))


def matrix(shape, level):
    """The noise matrices written entry by entry."""
    C = np.eye(3)
    if shape == "symmetric":
        return np.array([[1 - level if p == q else level / 2 for q in range(3)] for p in range(3)])
    if shape == "pair flip":
        return np.array([[1 - level if p == q else level * (p == (q + 1) % 3) for q in range(3)] for p in range(3)])
    if shape == "one bad class":
        C[:, 0] = 1 - level, level / 2, level / 2
        return C
    M = np.random.RandomState(5).random_sample((3, 3))
    return (1 - level) * C + level * M / M.sum(axis=0)


def perceptron(X, y):
    """Average of the vectors after every example, in the package's order: its own permutations, nothing else of it."""
    rng, W, total = np.random.RandomState(0), np.zeros((3, 2)), np.zeros((3, 2))
    for _ in range(3):
        for i in rng.permutation(len(y)):
            scores = W @ X[i]
            rivals = [r for r in range(3) if r != y[i] and scores[r] >= scores[y[i]]]
            if rivals:
                worst = max(rivals, key=lambda r: (scores[r], -r))
                W[y[i]] += X[i]
                W[worst] -= X[i]
            total += W
    return total


def risk(W):
    """Share of the circle where W errs, from the exact angles at which its answer or the truth changes."""
    borders = [0.0, 2 * math.pi]
    for vectors in (DISC, W):
        for a in range(3):
            for b in range(a):
                u = vectors[a] - vectors[b]
                at = math.atan2(u[0], -u[1]) % math.pi
                borders += [at, at + math.pi]
    borders.sort()
    wrong = 0.0
    for low, high in zip(borders, borders[1:]):
        mid = (low + high) / 2
        answer = int(np.argmax(W @ [math.cos(mid), math.sin(mid)]))
        wrong += (high - low) * (answer != direction_class(mid))
    return wrong / (2 * math.pi)


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Noise machine"])
def test_the_machine_tells_the_matrix(values, numbers, text, picture):
    shape, level = values["shape"], float(values["level"])
    C = matrix(shape, level)
    eigen = np.sqrt(np.linalg.eigvalsh(C.T @ C))
    assert numbers["inverse"] == pytest.approx(1 / eigen[0], rel=1e-6)
    assert numbers["condition"] == pytest.approx(eigen[-1] / eigen[0], rel=1e-6)
    assert ("no longer" in text) == any(C[:, q].argmax() != q for q in range(3))
    for entry in C.ravel():
        assert f"{entry:.2f}" in picture
    X, t, noisy = noisy_disc(C, 0)
    assert numbers["wrong"] == pytest.approx(np.mean(noisy != t), abs=1e-6)
    assert numbers["error"] == pytest.approx(
        risk(perceptron(X, noisy)), abs=1e-3
    )  # 3607 directions against exact angles


def test_a_singular_matrix_still_names_the_concept():
    likely = np.array([[0.4, 0.0, 0.2, 0.2], [0.0, 0.4, 0.2, 0.2], [0.3, 0.3, 0.35, 0.25], [0.3, 0.3, 0.25, 0.35]])
    with pytest.raises(ValueError, match="singular"):
        check_noise_matrix(likely)
    gap = dominance(likely).likeliest.min()
    assert gap == pytest.approx(0.1)
    rng = np.random.default_rng(0)
    for _ in range(100):
        t, f, mass = rng.integers(4, size=9), rng.integers(4, size=9), rng.dirichlet(np.ones(9))
        assert mass @ (likely[t, t] - likely[f, t]) >= gap * (mass @ (f != t)) - 1e-12


@pytest.mark.decides("uma/theorem-1", "false")
def test_theorem_1_is_false_on_the_noisy_sample():
    """One example with both labels in turn: an update each time, where the concept's margin allows one in all."""
    W, updates = np.zeros((2, 1)), 0
    for label in [0, 1] * 50:
        before, W = W, ultraconservative_step(W, np.ones(1), label)
        updates += (W != before).any()
    W_star = np.array([1.0, -1.0]) / np.sqrt(2)
    assert updates == 100 > mistake_bound(W_star[0] - W_star[1]) == pytest.approx(1)
