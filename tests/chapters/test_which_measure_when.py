"""The numbers of the chapter "Which measure when", by other routes."""

from functools import cache

import numpy as np
import pytest
from sklearn import metrics as sk

from confusion_studies import triage
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "foundations/which-measure-when"
(FRAMES,) = figures_of(CHAPTER).values()


def at(threshold, share):
    """Numbers of the frame whose controls read these per cents."""
    wanted = [round(100 * threshold), round(100 * share)]
    (found,) = [frame.numbers for frame in FRAMES if sum(map(numbers_in, frame.values.values()), []) == wanted]
    return found


@cache
def drawn():
    """Many fresh patients of each class, and the probabilities that the plain regression gives them."""
    y = np.repeat([0, 1, 2], 60_000)
    return y, triage.fitted("logistic regression").predict_proba(triage.LAW.sample_inputs(y, random_state=9))


@pytest.mark.slow
@pytest.mark.parametrize("threshold", [0.5, 0.1, 0.07, 0.01])
@pytest.mark.parametrize("share", [0.02, 0.1, 2 / 3])
def test_alarms_on_a_large_sample(threshold, share):
    y, P = drawn()
    answers = np.where(1 - P[:, 0] >= threshold, 1 + P[:, 1:].argmax(axis=1), 0)
    weight = np.array([1 - share, share / 2, share / 2])[y]
    found, ill, alarm = at(threshold, share), y > 0, answers > 0
    assert found["recall"] == pytest.approx(sk.recall_score(ill, alarm), abs=0.006)
    assert found["false"] == pytest.approx(alarm[~ill].mean(), abs=0.006)
    assert found["precision"] == pytest.approx(sk.precision_score(ill, alarm, sample_weight=weight), abs=0.015)
    assert found["accuracy"] == pytest.approx(sk.accuracy_score(y, answers, sample_weight=weight), abs=0.006)
    assert found["macro-F1"] == pytest.approx(sk.f1_score(y, answers, sample_weight=weight, average="macro"), abs=0.012)
    assert found["kappa"] == pytest.approx(sk.cohen_kappa_score(y, answers, sample_weight=weight), abs=0.015)
    assert found["balanced error"] == pytest.approx(1 - sk.balanced_accuracy_score(y, answers), abs=0.006)


def test_a_lower_threshold_finds_more_and_the_share_moves_what_it_should():
    thresholds = sorted({round(frame.numbers["false"], 9) for frame in FRAMES})
    assert len(thresholds) == 8 and len(FRAMES) == 24
    for share in (0.02, 0.1, 2 / 3):
        path = [at(threshold, share) for threshold in (0.5, 0.3, 0.2, 0.1, 0.07, 0.05, 0.02, 0.01)]
        for name, sign in {"recall": 1, "false": 1, "precision": -1}.items():
            assert (np.diff([each[name] for each in path]) * sign > 0).all()
    for threshold in (0.5, 0.07):
        rare, common = at(threshold, 0.02), at(threshold, 2 / 3)
        for name in ("recall", "false", "balanced error", "norm"):
            assert rare[name] == pytest.approx(common[name])
        assert rare["precision"] < 0.7 * common["precision"] and rare["kappa"] < common["kappa"]
