"""UMA and forward correction told a noise matrix that was estimated without any true label, the truth, or nothing.

Two samples.  "ten classes" is the toy of :mod:`confusion_studies.uma.toy` in its base reading, drawn again until every
class has points, with its family of noise at i = 3; "three classes" is the disc of the chapter on UMA, where class 1
keeps 40 % of its labels.  The estimators of :mod:`confusion.noise.noisy_only` see noisy labels only, through
cross-validated probabilities: "anchor points" (at the 97 % quantile, among the examples of a label) and "confident
joint" those of nearest neighbours, "EM" those of logistic regression, from which it goes on to a softmax model of the
true classes.  EM runs until the likelihood stands still to 1e-13, with models fitted by Newton's method: where a solver
that stops early ends depends on the processor, and UMA on a matrix that differs by .001 may learn something else.

A row is one told matrix in one run: the largest difference of its entries from the true ones, the norm of its inverse,
and of UMA and forward correction told it the norm and error on 10,000 test points with true labels.  "truth" tells the
true matrix, and "nothing" the identity: UMA is then a batch perceptron, and forward correction softmax regression.
Where an estimator gives no invertible matrix its row is empty.
"""

import warnings

import numpy as np
from scipy.linalg import block_diag
from scipy.special import log_softmax, softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from confusion.metrics import confusion_matrix, frobenius_norm
from confusion.noise.families import noise_family, random_noise_matrix
from confusion.noise.labels import corrupt_labels
from confusion.noise.matrices import check_noise_matrix, inverse_norm
from confusion.noise.noisy_only import anchor_points, confident_joint, em_noise
from confusion.uma.classifier import UmaClassifier
from confusion_studies.rivals import ForwardSoftmax
from confusion_studies.uma.toy import GEOMETRIC, PATIENCE, RUNS, UPDATES, drawn

NAME = "uma_estimated"
KEY = ("sample", "n", "run")
ROW_KEY = ("told",)
ROWS = 400

SAMPLES = ("three classes", "ten classes")
SIZES = (300, 1000, 3000, 10_000)
#: the three classes of the chapter on UMA, and their noise
VECTORS = np.array([[1.0, 0.2], [-0.3, 0.9], [-0.6, -0.8]])
NOISE = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
LEVEL = 3
QUANTILE = 0.97
#: of half a squared weight, beside the summed loss
PRICE = 0.01


def tasks():
    """One task per sample, size and run."""
    return [{"sample": name, "n": n, "run": r} for name in SAMPLES for n in SIZES for r in RUNS]


def three_classes(n, rng):
    """n points, uniform on the unit disc, and their classes."""
    angle, radius = 2 * np.pi * rng.random_sample(n), np.sqrt(rng.random_sample(n))
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return X, (X @ VECTORS.T).argmax(axis=1)


def samples(task):
    """X, noisy labels, test points with true labels, and the noise matrix."""
    n, r = task["n"], task["run"]
    if task["sample"] == "three classes":
        C, (X, t), test = NOISE, *(three_classes(m, np.random.RandomState(s + r)) for m, s in ((n, 0), (10_000, 500)))
    else:
        C = noise_family(random_noise_matrix(10, random_state=3000 + r), LEVEL)
        _, (X, t), test = drawn(r, {"law": GEOMETRIC | {"on_empty": "redraw"}}, n)
    return X, corrupt_labels(t, C, random_state=4000 + r, classes=np.arange(len(C))), test, C


def logistic():
    """Softmax regression with next to no penalty: the classes are cut by lines."""
    return LogisticRegression(C=100.0, solver="newton-cholesky", tol=1e-10, max_iter=1000)


class SoftLabels(ClassifierMixin, BaseEstimator):
    """The same for EM, whose examples stand one after the other with class 0, then with class 1, ...

    Newton's method from the last fit, until the gradient is 1e-9 an example; the penalty is on the intercepts, too.
    That a step needs every example once and not Q times makes it twenty times as fast as scikit-learn's solver.
    """

    def fit(self, X, y, sample_weight):
        """The weights of an example, which sum to one, are its law of the classes from 0 to Q - 1."""
        R = sample_weight.reshape(y[-1] + 1, -1).T
        Z = with_one(X[: len(R)])
        W = getattr(self, "coef_", np.zeros((R.shape[1], Z.shape[1])))

        def loss(W):
            return PRICE / 2 * np.sum(W**2) - np.sum(R * log_softmax(Z @ W.T, axis=1))

        for _ in range(1000):
            P = softmax(Z @ W.T, axis=1)
            gradient = (P - R).T @ Z + PRICE * W
            if abs(gradient).max() < 1e-9 * len(Z):
                break
            A = (P[:, :, None] * Z[:, None]).reshape(len(Z), -1)
            curvature = PRICE * np.eye(W.size) - A.T @ A
            curvature += block_diag(*((Z * p[:, None]).T @ Z for p in P.T))
            step = np.linalg.solve(curvature, gradient.ravel()).reshape(W.shape)
            while loss(W - step) > loss(W) * (1 + 1e-12):
                step /= 2
            W = W - step
        else:
            raise FloatingPointError("Newton's method has not ended after 1,000 steps: raise PRICE")
        self.coef_, self.classes_ = W, np.arange(len(W))
        return self

    def predict_proba(self, X):
        """The model's law of the class of each example."""
        return softmax(with_one(X) @ self.coef_.T, axis=1)


def with_one(X):
    """Inputs with a column of ones, for the intercepts."""
    return np.column_stack([X, np.ones(len(X))])


def anchors(X, y, folds, Q):
    """Anchor points, by nearest neighbours."""
    return anchor_points(probabilities(neighbours(y), X, y, folds), y, quantile=QUANTILE, classes=np.arange(Q))


def joint(X, y, folds, Q):
    """Columns of the confident joint, by nearest neighbours."""
    J = confident_joint(y, probabilities(neighbours(y), X, y, folds), classes=np.arange(Q))
    return J / J.sum(axis=0)


def em(X, y, folds, Q):
    """EM with a softmax model, begun at logistic regression."""
    proba = probabilities(logistic(), X, y, folds)
    return em_noise(y, proba, X, SoftLabels(), classes=np.arange(Q), tol=1e-13, max_iter=100_000).noise_matrix


ESTIMATORS = {"anchor points": anchors, "confident joint": joint, "EM": em}


def neighbours(y):
    """As many nearest neighbours as the root of n, which a rule of thumb says."""
    return KNeighborsClassifier(round(len(y) ** 0.5))


def probabilities(model, X, y, folds):
    """Out-of-sample probabilities of the noisy labels."""
    return cross_val_predict(model, X, y, cv=folds, method="predict_proba")


def estimate(estimator, X, y, Q):
    """The estimated matrix, or None where it is not invertible or a label is missing."""
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        warnings.filterwarnings("ignore", message="Number of classes in training fold", category=RuntimeWarning)
        try:
            return check_noise_matrix(ESTIMATORS[estimator](X, y, folds, Q))
        except ValueError:
            return None


def learners(C):
    """UMA and forward correction, told C."""
    uma = UmaClassifier(
        C, step="pair", max_iter=UPDATES, n_iter_no_change=PATIENCE, classes=np.arange(len(C)), random_state=0
    )
    return {"UMA": uma, "forward": ForwardSoftmax(C)}


def run(task):
    """One row per told matrix."""
    X, y, (X_test, t_test), C = samples(task)
    Q = len(C)
    matrices = {"truth": C, "nothing": np.eye(Q)} | {name: estimate(name, X, y, Q) for name in ESTIMATORS}
    rows = []
    for told, D in matrices.items():
        row = {**task, "told": told, "off": "", "inverse": ""}
        row |= {f"{what}, {name}": "" for name in ("UMA", "forward") for what in ("norm", "error")}
        if D is not None:
            row |= {"off": float(abs(D - C).max()), "inverse": inverse_norm(D)}
            for name, model in learners(D).items():
                predicted = model.fit(X, y).predict(X_test)
                row[f"norm, {name}"] = frobenius_norm(confusion_matrix(t_test, predicted, labels=np.arange(Q)))
                row[f"error, {name}"] = float(np.mean(predicted != t_test))
        rows.append({column: round(value, 4) if isinstance(value, float) else value for column, value in row.items()})
    return rows
