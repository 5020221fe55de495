"""The estimator that every additive online algorithm of the package shares: checks, epochs, average, prediction."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.extmath import row_norms, safe_sparse_dot
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import check_is_fitted, validate_data

from ._steps import dense_pass, sparse_pass

__all__ = ["OnlineLinearClassifier", "centred", "check_positive", "check_step"]


def centred(V):
    """Class vectors that sum to zero, w_q = v_q - mean(v), from uncentred storage `V` of shape (Q, d)."""
    return V - V.mean(axis=0)


def check_positive(value, name, *, infinite=True):
    """Return `value` as a float if it is a number > 0, else raise an error that names the argument."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}")
    value = float(value)
    if not value > 0 or (np.isinf(value) and not infinite):
        kind = "a positive number" if infinite else "a finite positive number"
        raise ValueError(f"{name} must be {kind}, got {value!r}")
    return value


def check_step(W, x, y):
    """Validate the arguments of a single step; `W` (Q, d) and `x` (d,) finite, `y` a row of `W`."""
    W, x = np.array(W, dtype=float), np.asarray(x, dtype=float)
    if W.ndim != 2 or W.shape[0] < 2:
        raise ValueError(f"W must have shape (Q, d), one row for each of Q >= 2 classes; got shape {W.shape}")
    if x.shape != W.shape[1:]:
        raise ValueError(f"x must have shape ({W.shape[1]},) to match W of shape {W.shape}; got {x.shape}")
    if not (np.isfinite(W).all() and np.isfinite(x).all()):
        raise ValueError("W and x must be finite: remove or impute NaN and infinite entries")
    if isinstance(y, (bool, np.bool_)) or not isinstance(y, (int, np.integer)):
        raise TypeError(f"y must be the integer row of the true class in W, got {y!r}")
    if not 0 <= y < len(W):
        raise ValueError(f"y must lie in 0..{len(W) - 1} (the rows of W), got {y}")
    with np.errstate(over="ignore"):
        sqnorm = float(x @ x)
    if np.isinf(sqnorm):
        raise ValueError("the squared norm of x overflows: rescale the features")
    return W, x, int(y), sqnorm


def _mean_class(part):
    """Mean over the classes of (features, Q) storage; a product is much faster than a mean over a short axis."""
    return part @ np.full((part.shape[1], 1), 1 / part.shape[1])


class OnlineLinearClassifier(ClassifierMixin, BaseEstimator):
    """Base of the additive online classifiers: validation, epochs, averaging, prediction.

    A subclass gives `_check_parameters()`, returning ``(rule, C, power)``: the number of its
    rule, and the aggressiveness C / T_y^power of an example of class y.  Its constructor sets `epochs`, `average`,
    `shuffle`, `fit_intercept` and `random_state`.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y):
        """Run `epochs` passes over the sample.

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
        y : array-like of shape (n,)
            Class labels of any type scikit-learn accepts; at least two classes.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            For NaN or infinite features, a single class, or a parameter outside its range.
        """
        rule, C, power = self._check_all_parameters()
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, order="C")
        check_classification_targets(y)
        self._start(np.unique(y), X)
        codes = np.searchsorted(self.classes_, y)
        self.class_count_ = np.bincount(codes, minlength=len(self.classes_)).astype(float)
        rng = check_random_state(self.random_state)
        for _ in range(self.epochs):
            order = rng.permutation(len(codes)) if self.shuffle else np.arange(len(codes))
            self._pass(X, codes, order, rule, C, power, running=False)
        return self._read_out()

    def partial_fit(self, X, y, classes=None):
        """Continue with one pass over `(X, y)`, in the order given.

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
        y : array-like of shape (n,)
        classes : array-like, optional
            Every label the stream will ever show; needed at the first call, where it defaults to the labels
            of that first batch.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            For a label that is not in `classes`; the state reached before the call is kept.
        """
        rule, C, power = self._check_all_parameters()
        first = not hasattr(self, "classes_")
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, order="C", reset=first)
        check_classification_targets(y)
        if classes is not None:
            classes = unique_labels(classes)
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError(f"classes={classes.tolist()} differs from the first call: {self.classes_.tolist()}")
        known = self.classes_ if not first else np.unique(y) if classes is None else classes
        unknown = np.setdiff1d(y, known)
        if unknown.size:
            raise ValueError(
                f"y has labels {unknown.tolist()} outside classes={known.tolist()}; "
                "name every class in the first call of partial_fit(X, y, classes=...)"
            )
        if first:
            self._start(known, X)
        codes = np.searchsorted(self.classes_, y)
        self._pass(X, codes, np.arange(len(codes)), rule, C, power, running=True)
        return self._read_out()

    def decision_function(self, X):
        """Scores <w_q, x> (plus intercept), shape (n, Q); for two classes the second one's, shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        scores = safe_sparse_dot(X, self.coef_.T, dense_output=True) + self.intercept_
        return scores[:, 1] if len(self.classes_) == 2 else scores

    def predict(self, X):
        """Label of the largest score, shape (n,); ties go to the first class of `classes_`."""
        scores = self.decision_function(X)
        codes = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[codes]

    def _check_all_parameters(self):
        if isinstance(self.epochs, bool) or not isinstance(self.epochs, (int, np.integer)):
            raise TypeError(f"epochs must be an integer, got {self.epochs!r}")
        if self.epochs < 1:
            raise ValueError(f"epochs must be at least 1, got {self.epochs}")
        return self._check_parameters()

    def _start(self, classes, X):
        if len(classes) < 2:
            raise ValueError(f"y must hold at least 2 classes, got {len(classes)} class: {classes.tolist()}")
        self.classes_ = classes
        self.class_count_ = np.zeros(len(classes))
        self.n_steps_ = 0
        self._state = np.zeros((X.shape[1] + 1, 2 * len(classes)))

    def _pass(self, X, codes, order, rule, C, power, *, running):
        with np.errstate(over="ignore"):
            sqnorms = row_norms(X, squared=True) + float(self.fit_intercept)
        if not np.isfinite(sqnorms).all():
            raise ValueError("X has rows whose squared norm overflows: rescale the features")
        if self.n_steps_:
            # The common part of the vectors grows with every step and would in time cost digits of their differences.
            for part in np.hsplit(self._state, 2):
                part -= _mean_class(part)
        examples = (X.data, X.indices, X.indptr) if sparse.issparse(X) else (X,)
        settings = (C, self.class_count_, float(power), running, float(self.fit_intercept))
        one_pass = sparse_pass if sparse.issparse(X) else dense_pass
        steps = one_pass(rule, *examples, codes, sqnorms, order, *settings, self._state, float(self.n_steps_))
        self.n_steps_ = int(steps)

    def _read_out(self):
        V, U = np.hsplit(self._state, 2)
        W = V + U / max(self.n_steps_, 1) if self.average else V.copy()
        W -= _mean_class(W)
        if not np.isfinite(W).all():
            raise ValueError("the weights overflowed: rescale the features or choose a smaller C")
        self.coef_, self.intercept_ = W[:-1].T, W[-1] * float(self.fit_intercept)
        return self
