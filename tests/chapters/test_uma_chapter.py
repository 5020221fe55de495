"""What the chapter "Undo the noise in sums, not in labels" says of its figure and of a run with the identity."""

from itertools import islice

import numpy as np
import pytest

from confusion.noise import estimated_joint
from confusion.uma.algorithm import uma
from tests.chapters.stored import DISC, noisy_disc, scenes_of

TOLD, AT = scenes_of("uma/uma")["anatomy"]
C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
FED = {"true": C, "identity": np.eye(3), "over-estimated": np.eye(3) + 1.2 * (C - np.eye(3))}
POINTS, LABELS, TRUTH = (np.array(TOLD[key]) for key in ("points", "labels", "truth"))


def at_first():
    return np.array([AT[name] for name in TOLD["names"]])


def step(W, M, X, y):
    """One update of UMA: the pair, J, the vectors after it, and the answers before it."""
    won, after = (X @ W.T).argmax(axis=1), W.copy()
    _, made = islice(uma(X, y, M, after), 2)
    return made.pair, estimated_joint(y, won, M), after, won


def test_the_sample_by_hand_is_even():
    """Labels in the proportions of C within each class, points evenly in the disc, classes by the concept."""
    assert (np.hypot(*POINTS.T) < 1.005).all() and ((POINTS @ DISC.T).argmax(axis=1) == TRUTH).all()
    for q in range(3):
        shares = np.bincount(LABELS[TRUTH == q], minlength=3) / np.sum(TRUTH == q)
        np.testing.assert_allclose(shares, C[:, q], atol=0.035)
    entries = [[AT.get(f"c{k}{q}", 0.0) for q in TOLD["names"]] for k in TOLD["names"]]
    np.testing.assert_allclose(entries + np.diag(1 - np.sum(entries, axis=0)), C, atol=1e-12)
    for name, told in TOLD["presets"].items():
        np.testing.assert_allclose(told, FED["true" if name == "true C" else name], atol=1e-12)
    assert AT["cell"] == ""


@pytest.mark.parametrize("fed", FED)
def test_what_eight_updates_by_hand_show(fed):
    """The sentences below the figure: pairs in turns, errors that stay, masses that cannot be."""
    W, pairs, lowest, estimated, wrong = at_first(), [], [], [], []
    for _ in range(8):
        pair, J, after, won = step(W, FED[fed], POINTS, LABELS)
        pairs.append(pair)
        lowest.append(J.min())
        estimated.append(1 - np.trace(J))
        wrong.append(np.mean(won != TRUTH))
        W = after.round(2)
    if fed == "true":
        assert estimated[4] == min(estimated) and wrong[4] < 0.4 * wrong[0] and min(lowest) > -0.06
    elif fed == "identity":
        assert set(pairs) == {(0, 1), (1, 0)} and min(wrong) == wrong[0]
    else:
        assert min(lowest) < -0.3 and min(estimated) < -0.25


def test_a_run_with_the_identity_destroys_what_it_repairs():
    """From some update on only two pairs come, and what they call class 2 in the region of 1 is mostly class 1."""
    X, t, y = noisy_disc(C, 2)
    W, pairs, mostly = np.zeros((3, 2)), [], []
    for _ in range(10):
        pair, _, after, won = step(W, np.eye(3), X, y)
        pairs.append(pair)
        mostly.append(np.mean(t[(won == 0) & (y == 1)] == 0) if pair == (0, 1) else None)
        W = after
    assert set(pairs[2:]) == {(0, 1), (1, 0)}
    assert all(share > 0.5 for share in mostly[2:] if share is not None)
