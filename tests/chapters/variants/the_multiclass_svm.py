"""Answers to the stub of *The multiclass SVM*."""

import numpy as np

from tests.chapters.variants import Answers


def own_of(scores, y):
    return scores[np.arange(len(y)), y]


def rivals(scores, y, own=-np.inf):
    return np.where(np.eye(scores.shape[1], dtype=bool)[y], own, scores)


def lack(scores, y):
    return 1 - own_of(scores, y) + rivals(scores, y).max(axis=1)


def in_a_loop(scores, y):
    return [max(0, 1 - (row[own] - np.delete(row, own).max())) for row, own in zip(scores, y)]


def summed(scores, y):
    return np.maximum(0, 1 - own_of(scores, y)[:, None] + rivals(scores, y)).sum(axis=1)


def with_a_loss_of_one_for_each_rival(scores, y):
    own = np.take_along_axis(scores, y[:, None], axis=1)
    return (scores + (np.arange(scores.shape[1]) != y[:, None]) - own).max(axis=1)  # the own class gives the zero


STUBS = {
    "slack": Answers(
        [in_a_loop, with_a_loss_of_one_for_each_rival],
        {
            "the own score is set to zero before the maximum": lambda scores, y: np.maximum(
                0, 1 - own_of(scores, y) + rivals(scores, y, 0).max(axis=1)
            ),
            "the own score is a rival": lambda scores, y: 1 - own_of(scores, y) + scores.max(axis=1),
            "not cut at zero": lack,
            "the hinges of all rivals are added up": summed,
            "the distance of the margin from 1, on either side": lambda scores, y: abs(lack(scores, y)),
        },
    )
}
