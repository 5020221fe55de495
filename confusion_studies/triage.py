"""The running case of Part I: 2,500 patients to learn from, 2,000 fresh ones to test on, a classifier for each chapter.

Class a is health and b and c are two diseases, 90, 5 and 5 % of the patients, of whom two measurements are known
(:class:`~confusion.datasets.ThreeGaussians`).  The seeds of both samples were fixed before any answer was seen, and
what a classifier has to choose it chooses by cross-validation on the patients to learn from.  A row of the table holds
the answers to the test patients, a letter each, and four measures with their 95 % intervals.
"""

from functools import cache

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.multiclass import OneVsOneClassifier
from sklearn.tree import DecisionTreeClassifier

from confusion.boosting import AdaBoostMHClassifier
from confusion.datasets import ThreeGaussians
from confusion.linear import UltraconservativePerceptron
from confusion.margins import MulticlassSVC
from confusion.metrics import (
    balanced_error,
    confusion_matrix,
    measure_interval,
    operator_norm,
    paired_comparison,
    per_class_error,
    risk,
)
from confusion_studies import load_results

NAME = "triage"
KEY = ("classifier",)
ROW_KEY = ()
ROWS = 8

LAW = ThreeGaussians()
CLASSES = "abc"
N_LEARN, N_TEST = 2500, 2000
SEED_LEARN, SEED_TEST = 0, 1


@cache
def patients():
    """X and y to learn from, X and y to test on; classes 0, 1, 2."""
    return (*LAW.sample(N_LEARN, random_state=SEED_LEARN), *LAW.sample(N_TEST, random_state=SEED_TEST))


def shares():
    """Shares of the classes among the test patients."""
    return np.bincount(patients()[3]) / N_TEST


#: name: (the package's name, function of the error matrix)
MEASURES = {
    "accuracy": ("accuracy", lambda C: 1 - risk(C, shares())),
    "balanced error": ("balanced_error", balanced_error),
    "largest class error": ("largest_class_error", lambda C: per_class_error(C).max()),
    "norm": ("operator_norm", operator_norm),
}


def logistic(**options):
    """Logistic regression, fitted until nothing moves."""
    return LogisticRegression(C=1e3, tol=1e-8, max_iter=1000, **options)


def prior_shift(X, y):
    """Logistic regression whose probabilities are divided by the class shares: a logarithm less on each score."""
    model = logistic().fit(X, y)
    model.intercept_ = model.intercept_ - np.log(np.bincount(y) / len(y))
    return model


def of_least_norm(model, grid, X, y):
    """The model with the values of `grid` whose norm is smallest, on average over five folds; the first on ties."""
    norm = make_scorer(lambda y_true, y_pred: operator_norm(confusion_matrix(y_true, y_pred)), greater_is_better=False)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return GridSearchCV(model, grid, scoring=norm, cv=folds).fit(X, y).best_estimator_


#: name: how it is fitted, in the order of the chapters
CLASSIFIERS = {
    "logistic regression": lambda X, y: logistic().fit(X, y),
    "logistic, balanced weights": lambda X, y: logistic(class_weight="balanced").fit(X, y),
    "logistic, prior shift": prior_shift,
    "averaged perceptron": lambda X, y: UltraconservativePerceptron(
        average=True, fit_intercept=True, random_state=0
    ).fit(X, y),
    "multiclass SVM, balanced": lambda X, y: of_least_norm(
        MulticlassSVC(kernel="rbf", class_weight="balanced", tol=1e-4), {"C": [0.01, 0.03, 0.1, 0.3, 1, 3, 10]}, X, y
    ),
    "AdaBoost.MH, balanced start": lambda X, y: AdaBoostMHClassifier(50, start="balanced").fit(X, y),
    "one-vs-one, balanced": lambda X, y: OneVsOneClassifier(logistic(class_weight="balanced")).fit(X, y),
    "pruned tree, balanced": lambda X, y: of_least_norm(
        DecisionTreeClassifier(class_weight="balanced", random_state=0),
        {"ccp_alpha": np.geomspace(1e-4, 1e-1, 13)},
        X,
        y,
    ),
}


def tasks():
    """One task per classifier."""
    return [{"classifier": name} for name in CLASSIFIERS]


def run(task):
    """The row of a classifier."""
    _, _, X_test, y_test = patients()
    answers = fitted(task["classifier"]).predict(X_test)
    row = {**task, "answers": "".join(CLASSES[q] for q in answers)}
    C = confusion_matrix(y_test, answers)
    for name, (measure, function) in MEASURES.items():
        low, high = measure_interval(y_test, answers, measure)
        row |= {name: function(C), f"{name}, low": low, f"{name}, high": high}
    return [row]


@cache
def fitted(name):
    """The classifier of a name, fitted to the patients to learn from."""
    X, y, _, _ = patients()
    return CLASSIFIERS[name](X, y)


@cache
def _stored():
    return {row["classifier"]: row for row in load_results(NAME)}


def answers(name):
    """Stored answers of a classifier to the test patients: classes 0, 1, 2."""
    return np.array([CLASSES.index(letter) for letter in _stored()[name]["answers"]])


def measured(name):
    """What was stored of a classifier: each measure with the ends of its interval, (value, low, high)."""
    row = _stored()[name]
    return {measure: (row[measure], row[f"{measure}, low"], row[f"{measure}, high"]) for measure in MEASURES}


def against(first, second, measure="norm"):
    """Compare two classifiers on the test patients: :func:`confusion.metrics.paired_comparison` of a measure's name."""
    return paired_comparison(patients()[3], answers(first), answers(second), MEASURES[measure][0])


def compared(*names):
    """Header and rows of these classifiers, of all where none is named: ``table(**compared("..."), caption=...)``."""
    rows = [[name, *measured(name).values()] for name in names or CLASSIFIERS]
    return {"header": ["classifier", *MEASURES], "rows": rows}
