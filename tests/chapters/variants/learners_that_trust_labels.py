"""The chapter "Learners that trust labels": a member of the family that shares the step by how far a class is ahead."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("shared_steps")
def class_by_class(scores, y):
    errors = [r for r in range(len(scores)) if r != y and scores[r] >= scores[y]]
    tau = np.zeros(len(scores))
    if errors:
        total = sum(scores[r] - scores[y] for r in errors)
        for r in errors:
            tau[r] = -(scores[r] - scores[y]) / total if total > 0 else -1 / len(errors)
        tau[y] = 1
    return tau


@right("shared_steps")
def with_weights(scores, y):
    others = np.arange(len(scores)) != y
    for part in (np.clip(scores - scores[y], 0, None), others & (scores == scores[y])):
        if np.any(part):
            return (~others).astype(float) - part / np.sum(part)
    return np.zeros(len(scores))


@wrong("shared_steps", because="does not move on a tie")
def no_ties(scores, y):
    ahead = np.maximum(scores - scores[y], 0)
    if not ahead.any():
        return np.zeros(len(scores))
    tau = -ahead / ahead.sum()
    tau[y] = 1
    return tau


@wrong("shared_steps", because="shares equally, as the uniform perceptron does")
def equally(scores, y):
    errors = [r for r in range(len(scores)) if r != y and scores[r] >= scores[y]]
    tau = np.zeros(len(scores))
    if errors:
        tau[errors], tau[y] = -1 / len(errors), 1
    return tau


@wrong("shared_steps", because="puts all on the worst offender")
def all_on_one(scores, y):
    errors = [r for r in range(len(scores)) if r != y and scores[r] >= scores[y]]
    tau = np.zeros(len(scores))
    if errors:
        tau[max(errors, key=lambda r: scores[r])], tau[y] = -1, 1
    return tau


@wrong("shared_steps", because="counts the label among those that tie")
def the_label_ties_too(scores, y):
    ahead = np.maximum(scores - scores[y], 0)
    part = ahead if ahead.any() else (scores == scores[y]).astype(float)
    if part.sum() <= 1 and not ahead.any():
        return np.zeros(len(scores))
    tau = -part / part.sum()
    tau[y] = 1
    return tau


@wrong("shared_steps", because="does not divide, so that the sum is not zero")
def not_divided(scores, y):
    tau = -np.maximum(scores - scores[y], 0)
    if not tau.any():
        tau = -1.0 * ((scores == scores[y]) & (np.arange(len(scores)) != y))
    tau[y] = 1 if tau.any() else 0
    return tau
