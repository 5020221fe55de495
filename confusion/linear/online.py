"""The estimator that the additive online algorithms of the package share: passes over a sample, and the average."""

import numpy as np
from scipy import sparse
from sklearn.utils.multiclass import unique_labels

from confusion._core.arguments import check_flag, check_integer, check_random
from confusion._core.compiled import COMPILED, warn_if_slow
from confusion._core.labels import check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion.linear.base import LinearClassifier
from confusion.linear.loops import passes
from confusion.linear.steps import OVERFLOW, mean_class

__all__ = ["OnlineLinearClassifier"]

#: More passes than anybody waits for: nothing ends a fit before the last.
MAX_EPOCHS = 10**9


class OnlineLinearClassifier(LinearClassifier):
    """Base of the additive online classifiers: what comes before and after their passes.

    A subclass has `_settings()`, which checks its parameters and returns (name of the rule, C, power) for the
    aggressiveness C / T_y^power of an example of class y, and `_algorithm`, the generator of its steps, for where there
    is no numba.

    :meth:`partial_fit` with one example, or one batch, after the other gives the path of iterates.
    """

    def __init__(self, C, epochs, average, shuffle, fit_intercept, random_state):
        self.C, self.epochs, self.average = C, epochs, average
        self.shuffle, self.fit_intercept, self.random_state = shuffle, fit_intercept, random_state

    def fit(self, X, y):
        """Learn from `epochs` passes over the sample.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features; sparse ones are read as CSR.
        y : array-like of shape (n,)
            Class labels, numbers or strings; at least two classes.

        Returns
        -------
        self
            The fitted classifier.
        """
        with unchanged_on_error(self), np.errstate(all="ignore"):
            settings = self._check_all_parameters()
            X, y = self._check_sample(X, y)
            self._forget(np.unique(y))
            rng, n, epochs = check_random(self.random_state), len(y), int(self.epochs)
            warn_if_slow(epochs * n)
            orders = (rng.permutation(n) if self.shuffle else np.arange(n) for _ in range(epochs))
            return self._learn(X, y, orders, *settings)

    def partial_fit(self, X, y, classes=None):
        """Continue with one pass over `(X, y)`, in the order given.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features of the batch, as for :meth:`fit`.
        y : array-like of shape (n,)
            Class labels of the batch; one class may be all that it shows.
        classes : array-like of shape (Q,), optional
            Every label the stream will ever show, two or more, in any order.  Default at the first call: the labels of
            that batch.  Later calls, and all after :meth:`fit`, may leave it out or repeat it.

        Returns
        -------
        self
            The classifier after the batch.
        """
        with unchanged_on_error(self), np.errstate(all="ignore"):
            settings = self._check_all_parameters()
            first = not hasattr(self, "classes_")
            X, y = self._check_sample(X, y, reset=first)
            known = self._known_classes(y, classes, first)
            unknown = np.setdiff1d(y, known)
            if unknown.size:
                raise ValueError(f"y has labels {unknown.tolist()} outside classes={known.tolist()}; "
                                 "name every class in the first call of partial_fit(X, y, classes=...)")  # fmt: skip
            if first:
                self._forget(known)
            warn_if_slow(len(y))
            return self._learn(X, y, [np.arange(len(y))], *settings, running=True)

    def _check_all_parameters(self):
        if check_integer(self.epochs, "epochs", 1) > MAX_EPOCHS:
            raise ValueError(f"epochs must be at most {MAX_EPOCHS}, for all of them are run; got {self.epochs!r}")
        for name in ("average", "shuffle", "fit_intercept"):
            check_flag(getattr(self, name), name)
        return self._settings()

    def _known_classes(self, y, classes, first):
        if classes is not None:
            classes = unique_labels(classes)
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError(f"classes={classes.tolist()} differs from the first call: {self.classes_.tolist()}")
        return self.classes_ if not first else np.unique(y) if classes is None else classes

    def _forget(self, classes):
        """Start anew: vectors zero, the last feature of each the constant one."""
        self.classes_, self.class_count_, self.n_steps_ = check_two_classes(classes), np.zeros(len(classes)), 0
        self._V = self._U = np.zeros((self.n_features_in_ + 1, len(classes)))

    def _learn(self, X, y, orders, rule, C, power, running=False):
        """Take the steps; T_y counts the whole sample, or with `running` the examples of y received so far."""
        codes = np.searchsorted(self.classes_, y)
        counts = np.bincount(codes, minlength=len(self.classes_)).astype(float)
        T = counts[codes]
        if running:
            by_class = np.argsort(codes, kind="stable")
            T[by_class] = np.arange(1, len(y) + 1) - np.repeat(np.cumsum(counts) - counts, counts.astype(int))
            T, counts = T + self.class_count_[codes], self.class_count_ + counts
        prices = C / T**power
        if not prices.all():
            raise ValueError(f"C={C!r} is too small: it underflows when divided by the class counts")
        if self.fit_intercept:
            ones = np.ones((len(y), 1))
            X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        # The arrays may be shared with a copy of this estimator, or be mapped read-only from a file.
        self._V, self._U, self.class_count_ = self._V.copy(), self._U.copy(), counts
        W, U = (part[: X.shape[1]].T for part in (self._V, self._U))
        steps = passes if COMPILED else self._algorithm
        for iterate in steps(X, codes, prices, W, loss=rule, orders=orders, U=U, tau=self.n_steps_):
            self.n_steps_ = iterate.tau
        mean = self._V + self._U / self.n_steps_ if self.average else self._V
        mean = mean - mean_class(mean)
        if not np.isfinite(mean).all():
            raise ValueError(OVERFLOW)
        self.coef_, self.intercept_ = mean[:-1].T, mean[-1] * float(self.fit_intercept)
        return self
