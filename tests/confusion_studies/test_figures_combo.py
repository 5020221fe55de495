"""Regions of a vote, what they weigh, short axes; what else the panels draw stored pictures of chapters hold."""

import math

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from confusion.metrics import confusion_matrix
from confusion_studies.combo.panels import (
    log_ticks,
    strip_masses,
    vote_cells,
    vote_confusion,
    vote_grid,
    vote_regions,
)
from coursemachine import figures


def test_the_matrix_of_a_vote_is_that_of_many_examples():
    law = ThreeGaussians()
    model = ComboClassifier(30, max_depth=2).fit(*law.sample(600, random_state=3))
    X, y = ThreeGaussians(weights=[1 / 3, 1 / 3, 1 / 3]).sample(300_000, random_state=5)
    # Six standard errors of a share among 100,000.
    assert vote_confusion(model, law) == pytest.approx(confusion_matrix(y, model.predict(X)), abs=0.0095)


def test_regions_are_the_predictions():
    X, y = ThreeGaussians().sample(600, random_state=3)
    model = ComboClassifier(30).fit(X, y)
    xs, ys, answers = vote_grid(model)
    points = np.random.default_rng(0).uniform(-3, 3, size=(2000, 2))
    cells = answers[np.searchsorted(xs, points[:, 0]) - 1, np.searchsorted(ys, points[:, 1]) - 1]
    assert (cells == model.predict(points)).all()
    box = (-2.0, 2.0, -1.0, 2.5)
    fig, ax = figures.subplots()
    vote_regions(ax, model, box)
    wide, high = np.diff(np.clip(xs, *box[:2])), np.diff(np.clip(ys, *box[2:]))
    for q, patch in enumerate(ax.patches):
        rectangles = patch.get_path().vertices
        starts = np.flatnonzero(np.isnan(rectangles[:, 0]))
        pieces = [piece[~np.isnan(piece[:, 0])][:5] for piece in np.split(rectangles, starts)]
        area = sum(np.prod(np.ptp(piece, axis=0)) for piece in pieces if len(piece) >= 4)
        assert area == pytest.approx(wide @ (answers == q) @ high)


def test_strips_have_the_mass_of_their_examples():
    law = ThreeGaussians()
    edges, points = vote_cells(ComboClassifier(5).fit(*law.sample(600, random_state=3)))
    X, y = law.sample(100_000, random_state=5)
    for f, (cuts, masses) in enumerate(zip(edges, strip_masses(edges, law))):
        middles = np.moveaxis(points, f, 0)[:, 0, f]
        assert (cuts[:-1] < middles).all() and (middles <= cuts[1:]).all()
        assert masses.sum(axis=1) == pytest.approx(np.ones(3))
        for q in range(3):
            there = np.bincount(np.searchsorted(cuts, X[y == q, f]) - 1, minlength=len(middles)) / (y == q).sum()
            assert masses[q] == pytest.approx(there, abs=0.04)  # five standard errors among 5,000


def test_a_vote_that_never_changes_has_one_cell():
    model = AdaBoostMMClassifier(1).fit([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [0, 0, 1])
    xs, ys, answers = vote_grid(model)
    assert answers.tolist() == [[0]] and xs.tolist() == ys.tolist() == [-math.inf, math.inf]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0.004, 0.2, [0.01, 0.03, 0.1]), (0.04, 0.12, [0.05, 0.07, 0.1]), (0.3, 4, [0.3, 1, 3])],
)
def test_ticks_of_a_short_axis_are_three_at_least(low, high, ticks):
    fig, ax = figures.subplots()
    ax.set(xscale="log", xlim=(low, high))
    log_ticks(ax.xaxis, low, high)
    assert ax.get_xticks() == pytest.approx(ticks)
