"""The learners compared on one draw of the UMA paper's protocol, in families of like cost.

A family is a generator: (name, labels it learns from, function from X to predictions, facts).  `labels` is "g" for
y = g(S), "redrawn" for labels of the same noise matrix that are independent of x given the class, and for learners
that see true labels "S_conf", "bought" (S_conf and the m Q examples of step 1) or "all".  So f_y of Table 1 is
(perceptron, g), f_conf is (perceptron, S_conf), f_full is (perceptron, all).
"""

from functools import partial

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import SelfTrainingClassifier
from sklearn.svm import LinearSVC

from confusion.linear.forward_softmax import ForwardSoftmax
from confusion.linear.s3vm import S3VMClassifier
from confusion.linear.ultraconservative import UltraconservativePerceptron
from confusion.metrics import confusion_matrix, confusion_rate
from confusion.uma.classifier import UmaClassifier
from confusion_studies.copa.models import fit_quietly
from confusion_studies.uma.protocol import estimate, redrawn_labels

__all__ = ["FAMILIES", "evaluate", "predict_last", "uma"]

#: passes of the perceptrons over their sample
EPOCHS = 10

#: updates of UMA per class: 400 on the digits, 1,040 on letter
UPDATES = 40

#: price of the loss for every logistic model (scikit-learn's C); ForwardSoftmax gets the same price
LOGISTIC_C = 10.0


def uma(sample, y, C=None, selection="error", updates=UPDATES, **start):
    """UMA on S with labels `y`, fitted; returns it and the facts about the fit."""
    Q = sample.data.n_classes
    seed, classes = sample.seed, np.arange(Q)
    model = UmaClassifier(C, selection, step="pair", max_iter=updates * Q, classes=classes, random_state=seed)
    model.fit(sample.data.X, y, **start)
    estimated = float(model.estimated_errors_[model.best_iter_])
    return model, {"n_iter": model.n_iter_, "best_iter": model.best_iter_, "estimated": estimated}


def predict_last(model, X):
    """Predictions of a model's last iterate, which is not always the one it keeps; classes 0..Q-1."""
    return np.asarray(X @ model.last_coef_.T).argmax(axis=1)


def evaluate(sample, prediction):
    """Error and confusion rate of predictions on the test set."""
    true = sample.data.t_test
    labels = np.arange(sample.data.n_classes)
    C = confusion_matrix(true, prediction, labels=labels)
    return {"error": float(np.mean(prediction != true)), "confusion": confusion_rate(C)}


def _perceptrons(sample, labels, rows, y):
    for name, average in (("perceptron", False), ("averaged perceptron", True)):
        model = UltraconservativePerceptron(average=average, epochs=EPOCHS, random_state=sample.seed)
        yield name, labels, model.fit(sample.data.X[rows], y).predict, {}


def _true(sample):
    """(labels, examples) of the learners that see true labels."""
    return ("S_conf", sample.conf), ("bought", sample.bought), ("all", np.arange(len(sample.data.t)))


def perceptrons(sample, full=True):
    """g itself, f_y, f_conf, the perceptron on all labels that were bought and, with `full`, f_full."""
    yield "g", "g", sample.g.predict, {"n_iter": sample.g.n_iter_}
    yield from _perceptrons(sample, "g", slice(None), sample.y)
    for labels, rows in _true(sample)[: 3 if full else 2]:
        yield from _perceptrons(sample, labels, rows, sample.data.t[rows])


def _last(model, facts):
    """The facts of a fit for its last iterate."""
    return {**facts, "best_iter": facts["n_iter"], "estimated": float(model.estimated_errors_[-1])}


def _umas(sample, labels, y):
    for selection in ("error", "mass", "confusion"):
        model, facts = uma(sample, y, sample.C, selection)
        yield f"UMA, {selection}", labels, model.predict, facts
        if selection == "error":
            yield "UMA, error, last", labels, partial(predict_last, model), _last(model, facts)
    model, facts = uma(sample, y)
    yield "UMA, C = I", labels, model.predict, facts
    C, seen = estimate(sample.data.t, y, sample.data.n_classes)
    model, facts = uma(sample, y, C)
    yield "UMA, error, true C", labels, model.predict, {**facts, **seen}


def umas(sample):
    """UMA as printed and its variants, on y = g(S)."""
    yield from _umas(sample, "g", sample.y)
    t, y, conf = sample.data.t, sample.y, sample.conf
    C, facts = estimate(t[conf], y[conf], sample.data.n_classes, ridge=1.0)
    model, fitted = uma(sample, y, C)
    yield "UMA, error, ridge", "g", model.predict, {**facts, **fitted}
    model, fitted = uma(sample, y, sample.C, coef_init=sample.g.coef_)
    yield "UMA, error, from g", "g", model.predict, fitted
    yield "UMA, error, from g, last", "g", partial(predict_last, model), _last(model, fitted)


def long_uma(sample):
    """UMA as printed with five times the updates."""
    model, facts = uma(sample, sample.y, sample.C, updates=5 * UPDATES)
    yield "UMA, error, long", "g", model.predict, facts


def redrawn(sample):
    """The learners from noisy labels where Assumption 2 holds; C is the one estimated for y = g(S)."""
    y = redrawn_labels(sample)
    yield from _perceptrons(sample, "redrawn", slice(None), y)
    yield from _umas(sample, "redrawn", y)


def linear_svms(sample, sees=slice(2)):
    """Linear SVMs on the true labels that were bought, or on those of :func:`_true` that `sees` names."""
    for labels, rows in _true(sample)[sees]:
        model = LinearSVC(random_state=sample.seed).fit(sample.data.X[rows], sample.data.t[rows])
        yield "LinearSVC", labels, model.predict, {}


def _logistic():
    return LogisticRegression(C=LOGISTIC_C, max_iter=500)


def svms(sample):
    """Linear SVMs, logistic regression and self-training on the true labels that were bought."""
    yield from linear_svms(sample)
    X, t = sample.data.X, sample.data.t
    for labels, rows in _true(sample)[:2]:
        yield "logistic", labels, _logistic().fit(X[rows], t[rows]).predict, {}
    known = np.full(len(t), -1)
    known[sample.bought] = t[sample.bought]
    model = SelfTrainingClassifier(_logistic()).fit(X, known)
    yield "self-training", "bought", model.predict, {"n_iter": model.n_iter_}


#: S3VM's labels, and whether it has the balance constraint
S3VMS = (("S_conf", True), ("S_conf", False), ("bought", True))


def s3vms(sample, variants=S3VMS, pool=None, **options):
    """S3VM; `pool` unlabelled examples at most, drawn for the run, where all of them take too long."""
    X, t = sample.data.X, sample.data.t
    for name, balance in variants:
        rows = dict(_true(sample))[name]
        rest = np.setdiff1d(np.arange(len(t)), rows)
        if pool is not None and pool < len(rest):
            rest = np.random.RandomState(sample.seed).choice(rest, size=pool, replace=False)
        known = np.concatenate([t[rows], np.full(len(rest), -1)])
        model = S3VMClassifier(balance=balance, random_state=sample.seed, **options)
        fit_quietly(model, X[np.concatenate([rows, rest])], known)
        yield f"S3VM{'' if balance else ', no balance'}", name, model.predict, {"pool": len(rest)}


def _forward(sample, labels, y):
    model = ForwardSoftmax(sample.C, l2=1 / (LOGISTIC_C * len(y)))
    if np.unique(y).size == sample.data.n_classes:
        yield "forward softmax", labels, model.fit(sample.data.X, y).predict, {}
    yield "logistic", labels, _logistic().fit(sample.data.X, y).predict, {}


def modern(sample):
    """Softmax regression with forward correction, plain logistic regression, and cleanlab, on both kinds of labels."""
    for labels, y in (("g", sample.y), ("redrawn", redrawn_labels(sample))):
        yield from _forward(sample, labels, y)
        yield "cleanlab", labels, _cleanlab(sample, y).predict, {}
    yield "logistic", "all", _logistic().fit(sample.data.X, sample.data.t).predict, {}


def _cleanlab(sample, y):
    """Confident learning around logistic regression; it is not given C."""
    try:
        from cleanlab.classification import CleanLearning
    except ImportError as error:
        raise ImportError("cleanlab is not installed; run: pip install learning-from-confusion[book]") from error
    options = {"find_label_issues_kwargs": {"n_jobs": 1}, "low_memory": False, "verbose": False}
    return CleanLearning(_logistic(), seed=sample.seed, **options).fit(sample.data.X, y)


FAMILIES = {
    "perceptrons": perceptrons, "UMA": umas, "UMA, long": long_uma, "redrawn": redrawn, "SVM": svms,
    "SVM, all": partial(linear_svms, sees=slice(2, 3)), "S3VM": s3vms, "modern": modern,
}  # fmt: skip

_COLUMNS = ("n_iter", "best_iter", "estimated", "pool")


def rows(task, sample, learners):
    """One row per learner: the task, what was bought and measured, and the two measures on the test set."""
    spent = {"S_conf": len(sample.conf), "all": len(sample.data.t)}
    for model, labels, predict, facts in learners:
        known = {**sample.facts, **dict.fromkeys(_COLUMNS, float("nan")), **facts}
        yield {
            **task, "model": model, "labels": labels, **evaluate(sample, predict(sample.data.X_test)),
            "n_labels": spent.get(labels, len(sample.bought)), **known,
        }  # fmt: skip
