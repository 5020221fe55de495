"""The chapter "Learners that trust labels": a member of the family that shares the step by how far a class is ahead."""

import numpy as np

from tests.chapters.variants import Answers


def moved(y, part):
    """The step that takes from the classes by their part; none where there is none."""
    part = np.asarray(part, dtype=float)
    return (np.arange(len(part)) == y) - part / part.sum() if part.any() else np.zeros(len(part))


def ahead(s, y):
    return np.maximum(s - s[y], 0)


def rivals(s, y):
    return (s >= s[y]) & (np.arange(len(s)) != y)


def class_by_class(scores, y):
    errors = [r for r in range(len(scores)) if r != y and scores[r] >= scores[y]]
    tau = np.zeros(len(scores))
    if errors:
        total = sum(scores[r] - scores[y] for r in errors)
        for r in errors:
            tau[r] = -(scores[r] - scores[y]) / total if total > 0 else -1 / len(errors)
        tau[y] = 1
    return tau


def the_label_ties_too(s, y):
    ties = s == s[y]
    return (
        moved(y, ahead(s, y)) + 0.0
        if ahead(s, y).any() or ties.sum() == 1
        else (np.arange(len(s)) == y) - ties / ties.sum()
    )


STUBS = {
    "shared_steps": Answers(
        [class_by_class, lambda s, y: moved(y, ahead(s, y) if ahead(s, y).any() else rivals(s, y))],
        {
            "does not move on a tie": lambda s, y: moved(y, ahead(s, y)),
            "shares equally, as the uniform perceptron does": lambda s, y: moved(y, rivals(s, y)),
            "puts all on the worst offender": lambda s, y: moved(
                y, rivals(s, y) & (np.arange(len(s)) == np.where(rivals(s, y), s, -np.inf).argmax())
            ),
            "counts the label among those that tie": the_label_ties_too,
            "does not divide, so that the sum is not zero": lambda s, y: (
                moved(y, rivals(s, y)) if not ahead(s, y).any() else (np.arange(len(s)) == y) - ahead(s, y)
            ),
        },
    )
}
