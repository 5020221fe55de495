"""The panels of CoMBo's chapters: regions of a vote, dots that grow with their cost."""

import math

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from confusion.metrics import confusion_matrix
from confusion_studies.combo.panels import (
    class_errors_panel,
    cost_sample,
    trade_off,
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


def test_a_vote_that_never_changes_has_one_cell():
    model = AdaBoostMMClassifier(1).fit([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]], [0, 0, 1])
    xs, ys, answers = vote_grid(model)
    assert answers.tolist() == [[0]] and xs.tolist() == ys.tolist() == [-math.inf, math.inf]


def test_a_dot_grows_with_its_cost():
    fig, ax = figures.subplots()
    cost_sample(ax, [[0, 0], [1, 1], [2, 2]], [0, 0, 0], [0.0, 1.0, 1000.0])
    assert [c.get_sizes().item() for c in ax.collections] == [3.0, 12.0, 96.0]


def test_class_errors_have_their_lines_and_dots():
    fig, ax = figures.subplots(width=3.3, height=2.2)
    errors = np.array([[np.nan, np.nan], [0.5, 0.1], [0.2, 0.4]])
    class_errors_panel(ax, errors, 2)
    first, dot, second, other = ax.lines[:4]
    assert first.get_ydata().tolist() == [0.5, 0.2] and second.get_ydata().tolist() == [0.1, 0.4]
    assert [mark.get_xydata()[0].tolist() for mark in (dot, other)] == [[2, 0.2], [2, 0.4]]
    assert [text.get_text() for text in ax.texts] == ["class 1", "class 2"]


def test_every_method_of_a_trade_off_is_named_where_it_is():
    fig, ax = figures.subplots(width=4.2, height=4.2)
    paths = {name: dict.fromkeys(("exact", "printed"), np.full((3, 2), at)) for name, at in (("A", 0.1), ("B", 0.4))}
    trade_off(ax, paths, 1, rivals={"C": (0.3, 0.2)}, printed=[(0.5, 0.5)] * 2, limits=((0, 0), (1, 1)))
    heights = {text.get_text(): text.get_position()[1] for text in ax.texts}
    assert heights == pytest.approx({"A": 0.1**0.5, "B": 0.4**0.5, "C": 0.2**0.5}, abs=1e-3)
