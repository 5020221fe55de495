"""The panels of CoMBo's chapters: regions of a vote, dots that grow with their cost."""

import math

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from confusion_studies.combo.panels import cost_sample, vote_grid, vote_regions
from coursemachine import figures


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


def test_a_vote_that_never_changes_has_one_cell():
    model = AdaBoostMMClassifier(1).fit([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [0, 0, 1])
    xs, ys, answers = vote_grid(model)
    assert answers.tolist() == [[0]] and xs.tolist() == ys.tolist() == [-math.inf, math.inf]


def test_a_dot_grows_with_its_cost():
    fig, ax = figures.subplots()
    cost_sample(ax, [[0, 0], [1, 1], [2, 2]], [0, 0, 0], [0.0, 1.0, 1000.0])
    assert [c.get_sizes().item() for c in ax.collections] == [3.0, 12.0, 96.0]
