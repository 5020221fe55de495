"""Margins, the rho-margin loss and the chain of four losses, by hand and against their definitions."""

import numpy as np
import pytest

from confusion.margins import margin_chain, margin_losses_by_class, margins, rho_margin_loss


def random_scores(rng, m=40, k=4, ties=True):
    """Scores on a coarse grid, so that ties occur, and classes of which the last has no example."""
    scores = rng.integers(-3, 4, size=(m, k)) / 2 if ties else rng.normal(size=(m, k))
    return scores, rng.integers(k - 1, size=m)


@pytest.mark.evaluates("def-margin", "def-score")
def test_margins_by_their_definition():
    scores, y = random_scores(np.random.default_rng(0))
    slow = [row[p] - max(v for z, v in enumerate(row) if z != p) for row, p in zip(scores, y)]
    np.testing.assert_array_equal(margins(scores, y), slow)


def test_margins_do_not_change_their_arguments_and_take_an_empty_sample():
    scores = np.array([[1.0, 2.0]])
    assert margins(scores, [0]) == -1 and scores.tolist() == [[1.0, 2.0]]
    assert margins(np.empty((0, 3)), np.empty(0, dtype=int)).shape == (0,)


@pytest.mark.evaluates("def-margin-loss", "eq-margin-loss")
def test_margin_loss_by_hand_and_its_shape():
    assert rho_margin_loss(0.0, 3.0) == 1.0 and rho_margin_loss(3.0, 3.0) == 0.0
    assert isinstance(rho_margin_loss(1.0, 3.0), float)
    assert rho_margin_loss([[1.0, -5.0], [9.0, 1.5]], 3.0) == pytest.approx(np.array([[2 / 3, 1], [0, 0.5]]))
    assert rho_margin_loss([1e300, -1e300, 0.0], 1e-300).tolist() == [0.0, 1.0, 1.0]


@pytest.mark.evaluates("eq-margin-chain", "prop-margin-chain")
@pytest.mark.parametrize("seed", range(20))
def test_the_chain_is_a_chain(seed):
    scores, y = random_scores(np.random.default_rng(seed), ties=seed % 2 == 0)
    chain = margin_chain(scores, y, rho=0.5 + seed / 10)
    assert list(chain) == sorted(chain)


def test_the_chain_by_hand_every_step_strict():
    scores = np.array([[1.0, 1.0, 0.0], [0.0, 2.0, 1.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    # margins 0 (a tie that the first column wins), 1, 3, -1; rho = 2
    chain = margin_chain(scores, [0, 1, 0, 2], rho=2.0)
    assert chain == (0.25, 0.5, 0.625, 0.75)


def test_a_tie_is_never_a_win():
    assert margin_chain([[1.0, 1.0]], [0], 1.0) == (0, 1, 1, 1)
    assert margin_chain([[1.0, 1.0]], [1], 1.0) == (1, 1, 1, 1)


def test_losses_by_class_average_to_the_loss():
    scores, y = random_scores(np.random.default_rng(4))
    by_class, counts = margin_losses_by_class(scores, y, 0.8), np.bincount(y, minlength=4)
    assert by_class[3] == 1 and counts[3] == 0
    assert by_class @ counts / len(y) == pytest.approx(margin_chain(scores, y, 0.8).margin_loss)
    assert by_class[1] == pytest.approx(rho_margin_loss(margins(scores, y), 0.8)[y == 1].mean())
