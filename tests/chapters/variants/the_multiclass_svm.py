"""Answers to the stub of *The multiclass SVM*."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("slack")
def in_a_loop(scores, y):
    found = []
    for row, own in zip(scores, y):
        rival = max(score for q, score in enumerate(row) if q != own)
        found.append(max(0.0, 1 - row[own] + rival))
    return found


@right("slack")
def by_sorting(scores, y):
    own = scores[np.arange(len(y)), y]
    two = np.sort(scores, axis=1)[:, -2:]
    # The largest score is the own one or a rival's; ties are no matter.
    rival = np.where(scores.argmax(axis=1) == y, two[:, 0], two[:, 1])
    return (1 - own + rival).clip(0)


@wrong("slack", because="the own score is set to zero before the maximum")
def own_is_zero(scores, y):
    scores, rows = scores.copy(), np.arange(len(y))
    own = scores[rows, y].copy()
    scores[rows, y] = 0
    return np.maximum(0, 1 - own + scores.max(axis=1))


@wrong("slack", because="the own class is among the rivals")
def own_is_a_rival(scores, y):
    own = scores[np.arange(len(y)), y]
    return np.maximum(0, 1 - own + scores.max(axis=1))


@wrong("slack", because="not cut at zero")
def negative(scores, y):
    rivals = np.where(np.eye(scores.shape[1], dtype=bool)[y], -np.inf, scores)
    return 1 - scores[np.arange(len(y)), y] + rivals.max(axis=1)


@wrong("slack", because="the score is compared with 1, not the margin")
def of_the_score(scores, y):
    return np.maximum(0, 1 - scores[np.arange(len(y)), y])


@wrong("slack", because="the hinges of all rivals are added up")
def summed(scores, y):
    lack = np.maximum(0, 1 - scores[np.arange(len(y)), y][:, None] + scores)
    lack[np.arange(len(y)), y] = 0
    return lack.sum(axis=1)


@right("slack")
def by_deleting_the_own_score(scores, y):
    return [max(0, 1 - (row[own] - np.delete(row, own).max())) for row, own in zip(scores, y)]


@wrong("slack", because="the second largest score is taken for the rival's, also where a rival leads")
def second_largest(scores, y):
    own = scores[np.arange(len(y)), y]
    return np.maximum(0, 1 - own + np.sort(scores, axis=1)[:, -2])


@wrong("slack", because="the margin of the answer, which does not know the class")
def of_the_answer(scores, y):
    two = np.sort(scores, axis=1)[:, -2:]
    return np.maximum(0, 1 - two[:, 1] + two[:, 0])


@wrong("slack", because="only wrong answers pay")
def of_errors(scores, y):
    rivals = np.where(np.eye(scores.shape[1], dtype=bool)[y], -np.inf, scores).max(axis=1)
    return np.maximum(0, rivals - scores[np.arange(len(y)), y])


@wrong("slack", because="the rivals' mean is compared, not their largest score")
def of_the_mean_rival(scores, y):
    own = scores[np.arange(len(y)), y]
    return np.maximum(0, 1 - own + (scores.sum(axis=1) - own) / (scores.shape[1] - 1))


@right("slack")
def with_a_loss_of_one_for_each_rival(scores, y):
    own = np.take_along_axis(scores, y[:, None], axis=1)
    rival = np.arange(scores.shape[1]) != y[:, None]
    return (scores + rival - own).max(axis=1)  # the own class gives the zero


@wrong("slack", because="the distance of the margin from 1, on either side")
def on_either_side(scores, y):
    rivals = np.where(np.eye(scores.shape[1], dtype=bool)[y], -np.inf, scores)
    return abs(1 - scores[np.arange(len(y)), y] + rivals.max(axis=1))


@wrong("slack", because="the mean over the examples")
def mean(scores, y):
    return np.mean(in_a_loop.function(scores, y))
