"""Answers to the stubs of *Boosting and stumps*."""

import numpy as np

from confusion.metrics import confusion_matrix, operator_norm
from tests.chapters.variants import Answers


def by_the_step(D, right, log=lambda odds: np.log(odds) / 2, error=lambda D, right: D[~right].sum(), total=sum):
    eps = error(D, right)
    D = D * np.exp(np.where(right, -1, 1) * log((1 - eps) / eps))
    return D / total(D)


def in_a_loop(D, right):
    good = sum(weight for weight, is_right in zip(D, right) if is_right)
    return [weight / 2 / (good if is_right else 1 - good) for weight, is_right in zip(D, right)]


def path(model, X, y, norm):
    return [norm(y, answers) for answers in model.staged_predict(X)]


def counted(y, answers):
    C = np.zeros((3, 3))
    np.add.at(C, (y, answers), 1 / np.bincount(y, minlength=3)[y])
    return C - np.diag(C.diagonal())


def by_eigenvalues(model, X, y):
    found = []
    for scores in model.staged_decision_function(X):
        C = counted(y, scores.argmax(axis=1))
        found.append(np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]))
    return found


def norms(model, X, y):
    return path(model, X, y, lambda y, answers: operator_norm(confusion_matrix(y, answers)))


STUBS = {
    "one_round": Answers(
        [lambda D, right: by_the_step(D, right), in_a_loop],
        {
            "forgets to divide by Z": lambda D, right: by_the_step(D, right, total=lambda D: 1),
            "an error that counts": lambda D, right: by_the_step(D, right, error=lambda D, right: np.mean(~right)),
            "the logarithm without the half": lambda D, right: by_the_step(D, right, np.log),
            "one half to each example that is wrong": lambda D, right: np.where(right, D / D[right].sum() / 2, 0.5),
        },
    ),
    "norm_path": Answers(
        [norms, by_eigenvalues],
        {
            "begins before round 1": lambda model, X, y: [1.0, *norms(model, X, y)],
            "the Frobenius norm": lambda model, X, y: path(model, X, y, lambda y, h: np.linalg.norm(counted(y, h))),
            "the last round only": lambda model, X, y: norms(model, X, y)[-1:] * 6,
            "the least norm so far, as if it could not rise": lambda *case: np.minimum.accumulate(norms(*case)),
        },
    ),
}
