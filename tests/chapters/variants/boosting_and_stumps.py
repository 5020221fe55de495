"""Answers to the stubs of *Boosting and stumps*."""

import numpy as np

from confusion.metrics import confusion_matrix, operator_norm
from tests.chapters.variants import right, wrong


@right("one_round")
def by_the_step(D, right):
    eps = D[~right].sum()
    alpha = 0.5 * np.log((1 - eps) / eps)
    D = D * np.exp(np.where(right, -alpha, alpha))
    return D / D.sum()


@right("one_round")
def in_a_loop(D, right):
    good = sum(weight for weight, is_right in zip(D, right) if is_right)
    return [weight / 2 / (good if is_right else 1 - good) for weight, is_right in zip(D, right)]


@wrong("one_round", because="forgets to divide by Z")
def not_normalised(D, right):
    eps = D[~right].sum()
    alpha = 0.5 * np.log((1 - eps) / eps)
    return D * np.exp(np.where(right, -alpha, alpha))


@wrong("one_round", because="the logarithm without the half")
def full_step(D, right):
    eps = D[~right].sum()
    D = D * np.where(right, eps / (1 - eps), (1 - eps) / eps)
    return D / D.sum()


@wrong("one_round", because="doubles what is wrong")
def doubled(D, right):
    D = np.where(right, D, 2 * D)
    return D / D.sum()


@wrong("one_round", because="counts examples, not weights")
def by_counts(D, right):
    return np.where(right, 0.5 / right.sum(), 0.5 / (~right).sum())


@right("one_round")
def by_the_error(D, right):
    eps = np.dot(D, ~right)
    factor = np.full(len(D), 1 / (2 * (1 - eps)))
    factor[~right] = 1 / (2 * eps)
    return factor * D


@wrong("one_round", because="what is right gets heavier")
def sign_of_the_step(D, right):
    eps = D[~right].sum()
    D = D * np.exp(np.where(right, 0.5, -0.5) * np.log((1 - eps) / eps))
    return D / D.sum()


@wrong("one_round", because="the logarithm of base 2, with the weights normalised")
def base_two(D, right):
    eps = D[~right].sum()
    alpha = 0.5 * np.log2((1 - eps) / eps)
    D = D * np.exp(np.where(right, -alpha, alpha))
    return D / D.sum()


@wrong("one_round", because="the share of wrong examples in place of their weight")
def unweighted_error(D, right):
    eps = np.mean(~right)
    D = np.where(right, D / (1 - eps), D / eps)
    return D / D.sum()


@wrong("one_round", because="one half to each example that is wrong")
def half_each(D, right):
    return np.where(right, D / D[right].sum() / 2, 0.5)


@right("norm_path")
def by_votes_one_after_the_other(model, X, y):
    found, n = [], np.bincount(y, minlength=3)
    for answers in model.staged_predict(X):
        C = np.zeros((3, 3))
        np.add.at(C, (y, answers), 1 / n[y])
        C -= np.diag(C.diagonal())
        found.append(np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]))
    return found


@wrong("norm_path", because="the diagonal is left in")
def with_the_diagonal(model, X, y):
    found = []
    for answers in model.staged_predict(X):
        C = np.zeros((3, 3))
        np.add.at(C, (y, answers), 1 / np.bincount(y)[y])
        found.append(np.linalg.norm(C, 2))
    return found


@wrong("norm_path", because="counts, not rates")
def of_counts(model, X, y):
    found = []
    for answers in model.staged_predict(X):
        C = np.zeros((3, 3))
        np.add.at(C, (y, answers), answers != y)
        found.append(np.linalg.norm(C, 2))
    return found


@wrong("norm_path", because="the largest class error")
def largest_row(model, X, y):
    return [confusion_matrix(y, answers).sum(axis=1).max() for answers in model.staged_predict(X)]


@wrong("norm_path", because="begins before round 1")
def with_round_zero(model, X, y):
    path = [operator_norm(confusion_matrix(y, answers)) for answers in model.staged_predict(X)]
    return [1.0, *path]


@wrong("norm_path", because="fits another model to the examples")
def fitted_again(model, X, y):
    return [operator_norm(confusion_matrix(y, answers)) for answers in type(model)(6).fit(X, y).staged_predict(X)]


@right("norm_path")
def from_scores(model, X, y):
    found = []
    for scores in model.staged_decision_function(X):
        C = np.zeros((3, 3))
        for p, q in zip(y, scores.argmax(axis=1)):
            C[p, q] += 1 / np.sum(y == p)
        np.fill_diagonal(C, 0)
        found.append(np.linalg.norm(C, 2))
    return np.array(found)


@right("norm_path")
def by_singular_values(model, X, y):
    return [np.linalg.svd(confusion_matrix(y, answers))[1][0] for answers in model.staged_predict(X)]


@wrong("norm_path", because="the norm at the end only")
def only_the_last(model, X, y):
    return [operator_norm(confusion_matrix(y, model.predict(X)))]


@wrong("norm_path", because="rows and columns the other way round")
def answers_first(model, X, y):
    return [operator_norm(confusion_matrix(answers, y, labels=[0, 1, 2])) for answers in model.staged_predict(X)]


@wrong("norm_path", because="the Frobenius norm")
def frobenius(model, X, y):
    return [np.linalg.norm(confusion_matrix(y, answers)) for answers in model.staged_predict(X)]


@wrong("norm_path", because="error rates")
def errors(model, X, y):
    return [np.mean(answers != y) for answers in model.staged_predict(X)]


@wrong("norm_path", because="the least norm so far, as if it could not rise")
def least_so_far(model, X, y):
    return np.minimum.accumulate([operator_norm(confusion_matrix(y, one)) for one in model.staged_predict(X)])


@wrong("norm_path", because="shares of all examples, not of each class")
def of_joint_shares(model, X, y):
    found = []
    for answers in model.staged_predict(X):
        C = np.zeros((3, 3))
        np.add.at(C, (y, answers), (answers != y) / len(y))
        found.append(np.linalg.norm(C, 2))
    return found


@right("one_round")
def only_the_wrong_ones_grow(D, right):
    eps = D[~right].sum()
    D = np.where(right, D, D * (1 - eps) / eps)
    return D / D.sum()
