"""The numbers of the chapter "Label noise has a matrix", by another route."""

import math

import numpy as np
import pytest

from confusion.noise import check_noise_matrix, dominance
from tests.chapters.stored import DISC, noisy_disc, numbers_in

CHAPTER = "uma/label-noise"


def rows(printed, *first):
    """Numbers of the rows of a table that begin with these cells."""
    start = "| " + " | ".join(first) + " |"
    return [numbers_in(line.removeprefix(start)) for line in printed.splitlines() if line.startswith(start)]


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
@pytest.mark.parametrize("level", [0.44, 0.76, 0.9])
@pytest.mark.parametrize("shape", ["symmetric", "pair flip", "one bad class"])
def test_shapes_of_noise(printed, shape, level):
    found = rows(printed, shape, f"{level:g}")
    assert len(found) == (level in ((0.44, 0.76) if shape == "symmetric" else (0.44, 0.9)))
    for numbers in found:
        C = matrix(shape, level)
        X, t, noisy = noisy_disc(C, 0)
        wanted = [np.mean(noisy != t), 1 / np.sqrt(np.linalg.eigvalsh(C.T @ C)[0])]
        # 3607 directions against exact angles
        assert numbers == pytest.approx([*wanted, risk(perceptron(X, noisy))], abs=1.5e-3)


def test_the_noise_after_training(printed):
    """Nearest neighbours counted by hand, decided with C^-1 times the shares of the noisy labels."""
    C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
    X, _, noisy = noisy_disc(C, 2)
    rng = np.random.default_rng(11)
    angle, radius = 2 * np.pi * rng.uniform(size=3000), np.sqrt(rng.uniform(size=3000))
    new = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    truth = (new @ DISC.T).argmax(axis=1)
    near = ((new[:, None] - X) ** 2).sum(axis=2).argpartition(100, axis=1)[:, :100]
    shares = np.stack([(noisy[near] == k).mean(axis=1) for k in range(3)], axis=1)
    inverse = np.linalg.inv(C)
    wrong = [np.mean(answers.argmax(axis=1) != truth) for answers in (shares, shares @ inverse.T)]
    K = inverse.T @ (1 - np.eye(3))
    bound = np.abs(shares - C.T[truth]).mean(axis=0) @ (K.max(axis=1) - K.min(axis=1))
    [numbers] = rows(printed, "100 nearest neighbours")
    assert numbers == pytest.approx([*wrong, bound], abs=1e-3)


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
