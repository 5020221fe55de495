"""The learners compared on one draw of the UMA paper's protocol, in families of like cost.

A learner is (name, labels it learns from, function from X to predictions, facts); the functions below yield some.
`labels` is "g" for y = g(S), "redrawn" for labels of the same noise matrix that are independent of x given the class,
and for learners that see true labels "S_conf", "bought" (S_conf and the m Q examples of step 1) or "all".  So f_y of
Table 1 is (perceptron, g), f_conf is (perceptron, S_conf), f_full is (perceptron, all).
"""

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import SelfTrainingClassifier
from sklearn.svm import LinearSVC

from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, confusion_rate
from confusion.uma.classifier import UmaClassifier
from confusion_studies.copa.models import fit_quietly
from confusion_studies.rivals import ForwardSoftmax, S3VMClassifier
from confusion_studies.uma.protocol import estimate, redrawn_labels
from coursemachine import needs_extra

#: passes of the perceptrons over their sample
EPOCHS = 10

#: updates of UMA per class: 400 on the digits, 1,040 on letter
UPDATES = 40

#: price of the loss for every logistic model (scikit-learn's C); ForwardSoftmax gets the same price
LOGISTIC_C = 10.0

PERCEPTRONS = {
    "perceptron": UltraconservativePerceptron(average=False, epochs=EPOCHS),
    "averaged perceptron": UltraconservativePerceptron(average=True, epochs=EPOCHS),
}
LINEAR_SVM = {"LinearSVC": LinearSVC()}
LOGISTIC = {"logistic": LogisticRegression(C=LOGISTIC_C, max_iter=500)}


def seen(sample, labels):
    """Inputs and labels of the examples that a learner from `labels` sees."""
    if labels == "g":
        return sample.data.X, sample.y
    if labels == "redrawn":
        return sample.data.X, redrawn_labels(sample)
    rows = sample.true_labels(labels)
    return sample.data.X[rows], sample.data.t[rows]


def g(sample):
    """The rough classifier itself."""
    yield "g", "g", sample.g.predict, {"n_iter": sample.g.n_iter_}


def fitted(sample, models, *kinds):
    """Models, by name, fitted on each kind of labels."""
    for labels in kinds:
        for name, model in models.items():
            model = clone(model).set_params(random_state=sample.seed)
            yield name, labels, model.fit(*seen(sample, labels)).predict, {}


def uma_classifier(sample, C, selection="error", max_iter=None):
    """UMA with the step sizes of the paper's experiments, not fitted; ``C=None`` is the identity."""
    classes = np.arange(sample.data.n_classes)
    updates = max_iter or UPDATES * len(classes)
    return UmaClassifier(C, selection, step="pair", max_iter=updates, classes=classes, random_state=sample.seed)


def uma(sample, name, C, labels="g", *, last=False, facts=None, coef_init=None, **options):
    """UMA, and with `last` its last iterate, which is not always the one it keeps; `facts` are those about C."""
    model = uma_classifier(sample, C, **options).fit(*seen(sample, labels), coef_init=coef_init)

    def of_iterate(t):
        estimated = float(model.estimated_errors_[t])
        return {**(facts or {}), "n_iter": model.n_iter_, "best_iter": t, "estimated": estimated}

    def predict_last(X):
        return np.asarray(X @ model.last_coef_.T).argmax(axis=1)

    yield name, labels, model.predict, of_iterate(model.best_iter_)
    if last:
        yield f"{name}, last", labels, predict_last, of_iterate(model.n_iter_)


def umas(sample, labels):
    """UMA as printed, its other selections, and with two other matrices."""
    yield from uma(sample, "UMA, error", sample.C, labels, last=True)
    for selection in ("mass", "confusion"):
        yield from uma(sample, f"UMA, {selection}", sample.C, labels, selection=selection)
    yield from uma(sample, "UMA, C = I", None, labels)
    C, facts = estimate(sample.data.t, seen(sample, labels)[1], sample.data.n_classes)
    yield from uma(sample, "UMA, error, true C", C, labels, facts=facts)


def other_umas(sample):
    """UMA on y = g(S) with a ridge in the estimate of C, and begun at g."""
    t, y = sample.data.t[sample.conf], sample.y[sample.conf]
    C, facts = estimate(t, y, sample.data.n_classes, ridge=1.0)
    yield from uma(sample, "UMA, error, ridge", C, facts=facts)
    yield from uma(sample, "UMA, error, from g", sample.C, last=True, coef_init=sample.g.coef_)


def long_uma(sample):
    """UMA as printed with five times the updates."""
    yield from uma(sample, "UMA, error, long", sample.C, max_iter=5 * UPDATES * sample.data.n_classes)


def self_training(sample):
    """Logistic regression that labels the rest of S itself."""
    known = np.full(len(sample.data.t), -1)
    known[sample.bought] = sample.data.t[sample.bought]
    model = SelfTrainingClassifier(LOGISTIC["logistic"]).fit(sample.data.X, known)
    yield "self-training", "bought", model.predict, {"n_iter": model.n_iter_}


def s3vm(sample, labels, balance=True):
    """S3VM, with or without its balance constraint; see `real` for its options."""
    X, t = sample.data.X, sample.data.t
    rows = sample.true_labels(labels)
    rest = np.setdiff1d(np.arange(len(t)), rows)
    known = np.concatenate([t[rows], np.full(len(rest), -1)])
    model = S3VMClassifier(balance=balance, n_levels=5, max_switches=3)
    fit_quietly(model, X[np.concatenate([rows, rest])], known)
    yield f"S3VM{'' if balance else ', no balance'}", labels, model.predict, {"pool": len(rest)}


def modern(sample, labels):
    """Softmax regression with forward correction, logistic regression, and confident learning, which is not given C."""
    with needs_extra("The family 'modern'"):
        from cleanlab.classification import CleanLearning
    X, y = seen(sample, labels)
    if np.unique(y).size == sample.data.n_classes:
        yield "forward softmax", labels, ForwardSoftmax(sample.C, l2=1 / (LOGISTIC_C * len(y))).fit(X, y).predict, {}
    yield from fitted(sample, LOGISTIC, labels)
    options = {"find_label_issues_kwargs": {"n_jobs": 1}, "low_memory": False, "verbose": False}
    model = CleanLearning(clone(LOGISTIC["logistic"]), seed=sample.seed, **options)
    yield "cleanlab", labels, model.fit(X, y).predict, {}


FAMILIES = {
    "perceptrons": lambda s: [*g(s), *fitted(s, PERCEPTRONS, "g", "S_conf", "bought", "all")],
    "UMA": lambda s: [*umas(s, "g"), *other_umas(s)],
    "UMA, long": long_uma,
    "redrawn": lambda s: [*fitted(s, PERCEPTRONS, "redrawn"), *umas(s, "redrawn")],
    "SVM": lambda s: [
        *fitted(s, LINEAR_SVM, "S_conf", "bought"), *fitted(s, LOGISTIC, "S_conf", "bought"), *self_training(s),
    ],
    "SVM, all": lambda s: fitted(s, LINEAR_SVM, "all"),
    "S3VM": lambda s: [*s3vm(s, "S_conf"), *s3vm(s, "S_conf", balance=False), *s3vm(s, "bought")],
    "S3VM, no K-PCA": lambda s: [*s3vm(s, "S_conf"), *s3vm(s, "S_conf", balance=False)],
    "modern": lambda s: [*modern(s, "g"), *modern(s, "redrawn"), *fitted(s, LOGISTIC, "all")],
}  # fmt: skip


def evaluate(sample, prediction):
    """Error and confusion rate of predictions on the test set."""
    true = sample.data.t_test
    C = confusion_matrix(true, prediction, labels=np.arange(sample.data.n_classes))
    return {"error": float(np.mean(prediction != true)), "confusion": confusion_rate(C)}


def rows(task, sample, learners):
    """One row per learner: the task, what was bought and measured, and the two measures on the test set."""
    none = dict.fromkeys(("n_iter", "best_iter", "estimated", "pool"), float("nan"))
    return [
        {
            **task, "model": model, "labels": labels, **evaluate(sample, predict(sample.data.X_test)),
            "n_labels": len(sample.true_labels("bought" if labels in ("g", "redrawn") else labels)),
            **sample.facts, **none, **facts,
        }
        for model, labels, predict, facts in learners
    ]  # fmt: skip
