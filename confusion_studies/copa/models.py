"""The classifiers compared in COPA's chapters, each with the grid for its one parameter C."""

import warnings

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from confusion.copa.update import CopaClassifier
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, operator_norm

_POWERS = 10.0 ** np.arange(-4, 4.5, 1)

#: name: (classifier, grid for its C; the perceptron's has no effect)
MODELS = {
    "COPA": (CopaClassifier(fit_intercept=True), _POWERS),
    "COPA, C/T": (CopaClassifier(scaling="inverse-count", fit_intercept=True), 100 * _POWERS),
    "COPA, C/T²": (CopaClassifier(scaling="inverse-count-squared", fit_intercept=True), 1e4 * _POWERS),
    "perceptron": (UltraconservativePerceptron("max", fit_intercept=True), np.ones(1)),
    "max-hinge PA": (UltraconservativePerceptron("max-hinge", fit_intercept=True), _POWERS),
    "logistic": (LogisticRegression(max_iter=1000), _POWERS),
    "logistic, balanced": (LogisticRegression(class_weight="balanced", max_iter=1000), _POWERS),
    "SVM, balanced": (LinearSVC(class_weight="balanced", dual=False, max_iter=5000), _POWERS),
}


def fit_quietly(model, X, y, **options):
    """Fit; a solver that stops early on an extreme C of the grid is a candidate like any other."""
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        return model.fit(X, y, **options)


def fitted(name, C, seed, X, y):
    """The classifier of a name with this C, fitted."""
    return fit_quietly(clone(MODELS[name][0]).set_params(C=C, random_state=seed), X, y)


def scores(y_true, y_pred):
    """Accuracy, operator norm of the confusion matrix, mean and largest class error of predictions."""
    C = confusion_matrix(y_true, y_pred)
    errors = C.sum(axis=1)
    measures = {"accuracy": float(np.mean(y_true == y_pred)), "norm": operator_norm(C)}
    return {**measures, "balanced_error": float(errors.mean()), "worst_error": float(errors.max())}


def choose_C(name, train, test, seed, criterion="norm"):
    """The C of the model's grid with the smallest norm, or largest accuracy, on `test`; the first one on ties."""
    grid, sign = MODELS[name][1], {"norm": 1, "accuracy": -1}[criterion]
    found = [scores(test[1], fitted(name, C, seed, *train).predict(test[0]))[criterion] for C in grid]
    return float(grid[np.argmin(sign * np.array(found))])
