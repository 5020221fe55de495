"""Steps of two chapters: when zero scores are best (Scores, margins and surrogates), a maximum (Guarantees)."""

import numpy as np
import pytest

pytestmark = pytest.mark.mathematics


def disk(m, likely, seed):
    """The chapter's sample, written again: angles clockwise from the top, radii that fill the disk evenly."""
    rng = np.random.default_rng(seed)
    angle = 2 * np.pi * rng.random(m)
    radius = np.sqrt(rng.random(m))
    best = np.rint(angle / (2 * np.pi / 3)).astype(int) % 3
    other = (best + 1 + rng.integers(2, size=m)) % 3
    y = np.where(rng.random(m) < likely, best, other)
    return radius[:, None] * np.column_stack([np.sin(angle), np.cos(angle)]), y, best


def test_zero_scores_are_optimal_on_the_first_disk():
    """Why the SVM sleeps: directions in which all of f = Wx + b can go raise its loss at zero, for any price."""
    X, y, best = disk(3000, 0.4, seed=0)
    Z = np.column_stack([X, np.ones(len(y))])
    rng = np.random.default_rng(1)
    centers = np.array([[0, 1], [np.sqrt(3) / 2, -0.5], [-np.sqrt(3) / 2, -0.5]])
    directions = [np.column_stack([centers, np.zeros(3)]), *rng.normal(size=(500, 3, 3))]
    for W in directions:
        F = Z @ W.T
        own = F[np.arange(len(y)), y]
        F[np.arange(len(y)), y] = -np.inf
        assert (F.max(axis=1) - own).mean() > 0  # slope of the max-hinge at zero
    assert {tuple(row) for row in np.eye(3)[best]} == {tuple(row) for row in np.eye(3)}


@pytest.mark.parametrize("seed", range(10))
def test_the_maximum_over_the_others_is_a_maximum_over_all(seed):
    rng = np.random.default_rng(seed)
    scores, y = rng.normal(size=(5, 6, 4)) * rng.choice([0.3, 1, 4]), rng.integers(4, size=6)
    own = np.eye(4)[y]
    others = np.where(own == 1, -np.inf, scores).max(axis=2)
    for factor in (2.0, 2.5, 100.0):
        shifted = scores - factor * np.abs(scores).max() * own
        np.testing.assert_allclose(shifted.max(axis=2), others, rtol=0, atol=1e-12)


def test_twice_the_largest_score_is_needed():
    scores = np.array([1.0, -1.0, -1.0])  # the own class first
    assert (scores - [2.0, 0, 0]).max() == -1 < (scores - [1.9, 0, 0]).max()
