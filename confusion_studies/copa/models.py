"""The classifiers compared in COPA's chapters, each with the grid for its one parameter C."""

import warnings

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from confusion.copa.update import CopaClassifier
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, operator_norm


class ScoreClassifier(ClassifierMixin, BaseEstimator):
    """Answers the class of largest score <w_q, x> + b_q."""

    def predict(self, X):
        """Answer for each row of `X`."""
        return self.classes_[(X @ self.coef_.T + self.intercept_).argmax(axis=1)]


class MeansClassifier(ScoreClassifier):
    """Two rules without a parameter: the class whose mean has the largest inner product with x, or is nearest to it."""

    def __init__(self, nearest=False):
        self.nearest = nearest

    def fit(self, X, y):
        """Take the class means; the nearest of them has the largest <m_q, x> - |m_q|^2 / 2."""
        self.classes_ = np.unique(y)
        self.coef_ = np.array([X[y == label].mean(axis=0) for label in self.classes_])
        self.intercept_ = -(self.coef_**2).sum(axis=1) / 2 * self.nearest
        self.n_features_in_ = X.shape[1]
        return self


class PoweredLogistic(ScoreClassifier):
    """Logistic regression in which an example of a class with T examples weighs 1 / T^power: 0 is plain, 1 balanced."""

    def __init__(self, power=1.0):
        self.power = power

    def fit(self, X, y):
        """Fit with weights that add up to the number of examples."""
        _, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
        weights = counts[codes] ** -float(self.power)
        model = LogisticRegression(max_iter=1000).fit(X, y, sample_weight=weights * len(y) / weights.sum())
        self.classes_, self.coef_, self.intercept_ = model.classes_, model.coef_, model.intercept_
        self.n_features_in_ = X.shape[1]
        return self


_DECADES = 10.0 ** np.arange(-4, 4.5, 1)
#: For the online learners, since a factor of two in C can double their norm.
_QUARTERS = 10.0 ** np.arange(-4, 4.1, 0.25)

#: name: (classifier, grid for its C, or for its power of the class count; one value where it has neither)
MODELS = {
    "COPA": (CopaClassifier(fit_intercept=True), _QUARTERS),
    "COPA, C/T": (CopaClassifier(scaling="inverse-count", fit_intercept=True), 100 * _QUARTERS),
    "COPA, C/T²": (CopaClassifier(scaling="inverse-count-squared", fit_intercept=True), 1e4 * _QUARTERS),
    "perceptron": (UltraconservativePerceptron("max", fit_intercept=True), np.ones(1)),
    "max-hinge PA": (UltraconservativePerceptron("max-hinge", fit_intercept=True), _QUARTERS),
    "logistic": (LogisticRegression(max_iter=1000), _DECADES),
    "logistic, balanced": (LogisticRegression(class_weight="balanced", max_iter=1000), _DECADES),
    "SVM, balanced": (LinearSVC(class_weight="balanced", dual=False, max_iter=5000), _DECADES),
    "logistic, powers": (PoweredLogistic(), np.arange(25) / 20),
    "class means": (MeansClassifier(), np.ones(1)),
    "nearest mean": (MeansClassifier(nearest=True), np.ones(1)),
}


def fit_quietly(model, X, y, **options):
    """Fit; a solver that stops early on an extreme C of the grid is a candidate like any other."""
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        return model.fit(X, y, **options)


def fitted(name, C, seed, X, y):
    """The classifier of a name with this C (or power), fitted."""
    model = clone(MODELS[name][0])
    options = {"C": C, "power": C, "random_state": seed}
    return fit_quietly(model.set_params(**{k: v for k, v in options.items() if k in model.get_params()}), X, y)


def scores(y_true, y_pred):
    """Accuracy, operator norm of the confusion matrix, mean and largest class error of predictions."""
    C = confusion_matrix(y_true, y_pred)
    errors = C.sum(axis=1)
    measures = {"accuracy": float(np.mean(y_true == y_pred)), "norm": operator_norm(C)}
    return {**measures, "balanced_error": float(errors.mean()), "worst_error": float(errors.max())}


def choose_C(name, train, test, seed, criterion="norm", grid=None):
    """The C of `grid`, by default the model's, with the best score on `test`; the first of those equal to 1e-9.

    The best norm or balanced error is the smallest, the best accuracy the largest.
    """
    grid, sign = MODELS[name][1] if grid is None else grid, -1 if criterion == "accuracy" else 1
    if len(grid) == 1:
        return float(grid[0])
    found = [sign * scores(test[1], fitted(name, C, seed, *train).predict(test[0]))[criterion] for C in grid]
    return float(grid[np.argmax(np.array(found) <= min(found) + 1e-9)])  # what differs by less differs by rounding
