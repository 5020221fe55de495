"""Answers to the stubs of *Boosting and stumps*."""

import numpy as np

from confusion.metrics import confusion_matrix, operator_norm
from tests.chapters.variants import Answers


def by_the_step(D, right, log=lambda odds: np.log(odds) / 2):
    eps = D[~right].sum()
    D = D * np.exp(np.where(right, -1, 1) * log((1 - eps) / eps))
    return D / D.sum()


def in_a_loop(D, right):
    good = sum(weight for weight, is_right in zip(D, right) if is_right)
    return [weight / 2 / (good if is_right else 1 - good) for weight, is_right in zip(D, right)]


def not_normalised(D, right):
    eps = D[~right].sum()
    return D * np.sqrt(np.where(right, eps / (1 - eps), (1 - eps) / eps))


def path(model, X, y, norm):
    return [norm(y, answers) for answers in model.staged_predict(X)]


def counted(y, answers, unit=lambda n: n):
    C = np.zeros((3, 3))
    np.add.at(C, (y, answers), 1 / unit(np.bincount(y, minlength=3))[y])
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
            "forgets to divide by Z": not_normalised,
            "the logarithm without the half": lambda D, right: by_the_step(D, right, np.log),
            "what is right gets heavier": lambda D, right: by_the_step(D, right, lambda odds: -np.log(odds) / 2),
            "counts examples, not weights": lambda D, right: np.where(right, 0.5 / right.sum(), 0.5 / (~right).sum()),
            "one half to each example that is wrong": lambda D, right: np.where(right, D / D[right].sum() / 2, 0.5),
        },
    ),
    "norm_path": Answers(
        [norms, by_eigenvalues],
        {
            "the diagonal is left in": lambda model, X, y: path(
                model,
                X,
                y,
                lambda y, answers: np.linalg.norm(
                    np.eye(3) - np.diag(counted(y, answers).sum(axis=1)) + counted(y, answers), 2
                ),
            ),
            "shares of all examples, not of each class": lambda model, X, y: path(
                model, X, y, lambda y, answers: operator_norm(counted(y, answers, lambda n: n * 0 + len(y)))
            ),
            "the largest class error": lambda model, X, y: path(
                model, X, y, lambda y, answers: counted(y, answers).sum(axis=1).max()
            ),
            "begins before round 1": lambda model, X, y: [1.0, *norms(model, X, y)],
            "rows and columns the other way round": lambda model, X, y: path(
                model, X, y, lambda y, answers: operator_norm(confusion_matrix(answers, y, labels=[0, 1, 2]))
            ),
            "the Frobenius norm": lambda model, X, y: path(model, X, y, lambda y, h: np.linalg.norm(counted(y, h))),
            "the least norm so far, as if it could not rise": lambda *case: np.minimum.accumulate(norms(*case)),
        },
    ),
}
