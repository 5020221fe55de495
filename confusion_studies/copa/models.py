"""The classifiers compared in COPA's chapters, each a function of its one parameter C, with the grid for C."""

import warnings
from functools import partial

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from confusion.copa.update import CopaClassifier
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, operator_norm

__all__ = ["MODELS", "choose_C", "fit_quietly", "scores"]

_POWERS = 10.0 ** np.arange(-4, 4.5, 1)


def _copa(C, seed, **options):
    return CopaClassifier(C, fit_intercept=True, random_state=seed, **options)


def _perceptron(update, C, seed):
    return UltraconservativePerceptron(update, C, fit_intercept=True, random_state=seed)


#: name: (constructor of C and the seed, grid of C; a grid of one value where the model has no C)
MODELS = {
    "COPA": (_copa, _POWERS),
    "COPA, C/T": (partial(_copa, scaling="inverse-count"), 100 * _POWERS),
    "COPA, C/T²": (partial(_copa, scaling="inverse-count-squared"), 1e4 * _POWERS),
    "perceptron": (partial(_perceptron, "max"), np.ones(1)),
    "max-hinge PA": (partial(_perceptron, "max-hinge"), _POWERS),
    "logistic": (lambda C, seed: LogisticRegression(C=C, max_iter=1000), _POWERS),
    "logistic, balanced": (lambda C, seed: LogisticRegression(C=C, class_weight="balanced", max_iter=1000), _POWERS),
    "SVM, balanced": (
        lambda C, seed: LinearSVC(C=C, class_weight="balanced", dual=False, max_iter=5000, random_state=seed),
        _POWERS,
    ),
}


def fit_quietly(model, X, y):
    """Fit; a solver that stops early on an extreme C of the grid is a candidate like any other."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, y)


def scores(y_true, y_pred, labels):
    """Accuracy, operator norm of the confusion matrix, and per-class errors of predictions."""
    C = confusion_matrix(y_true, y_pred, labels=labels)
    return {"accuracy": float(np.mean(y_true == y_pred)), "norm": operator_norm(C), "errors": C.sum(axis=1)}


def choose_C(name, train, test, seed, criterion="norm"):
    """The C of the model's grid with the smallest norm, or largest accuracy, on `test`; the first one on ties."""
    make, grid = MODELS[name]
    if len(grid) == 1:
        return float(grid[0])
    labels = np.unique(np.concatenate([train[1], test[1]]))
    found = [scores(test[1], fit_quietly(make(C, seed), *train).predict(test[0]), labels) for C in grid]
    values = [score["norm"] if criterion == "norm" else -score["accuracy"] for score in found]
    return float(grid[int(np.argmin(values))])
