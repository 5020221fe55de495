"""What the additive online algorithms of the package share: checks of a step, passes over a sample, the average.

They differ in the multipliers alpha of a step,

    w_q  <-  w_q - (alpha_q - mean(alpha)) x,        q = 1..Q,

which a *rule* gives: a function of the scores <w_q, x> (a list), the true class, |x|^2 and the aggressiveness C.
"""

from math import isfinite

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms
from sklearn.utils.multiclass import unique_labels

from confusion._core.arguments import check_class_number, check_flag, check_random, check_whole, float_array
from confusion._core.compiled import warn_if_slow
from confusion._core.labels import check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion.linear.base import LinearClassifier
from confusion.linear.loops import RULES, dense_pass, sparse_pass

__all__ = ["OnlineLinearClassifier", "Run", "check_step", "moved"]

#: More passes than anybody waits for: nothing ends a fit before the last.
MOST_EPOCHS = 10**9
OVERFLOW = "the weights overflowed: rescale the features or choose a smaller C"


def check_step(W, x, y):
    """Validate the arguments of a single step, `y` a row of `W`; returns W, x, y, the scores as a list, |x|^2."""
    W, x = float_array(W, "W"), float_array(x, "x")
    if W.ndim != 2 or W.shape[0] < 2:
        raise ValueError(f"W must have shape (Q, d), one row for each of Q >= 2 classes; got shape {W.shape}")
    if x.shape != W.shape[1:]:
        raise ValueError(f"x must have shape ({W.shape[1]},) to match W of shape {W.shape}; got {x.shape}")
    if not (np.isfinite(W).all() and np.isfinite(x).all()):
        raise ValueError("W and x must be finite: remove or impute NaN and infinite entries")
    y = check_class_number(y, "y", len(W))
    with np.errstate(over="ignore", invalid="ignore"):
        sqnorm, scores = float(x @ x), (W * x).sum(axis=1)
        finite = np.isfinite(scores.sum())
        large, small = np.isinf(sqnorm * len(W)), sqnorm == 0 and x.any()
    if large or small:
        raise ValueError(f"the squared norm of x {'overflows' if large else 'underflows'}: rescale the features")
    if not finite:
        raise ValueError("the scores W x overflow: rescale the features or W")
    return W, x, y, scores.tolist(), sqnorm


def moved(alpha):
    """Return the multipliers of one step as an array if they are finite."""
    if not np.isfinite(alpha).all():
        raise ValueError("the update overflows: x is too small or too large for this C and W; rescale the features")
    return np.array(alpha)


def _mean_class(part):
    """Mean over the classes of (features, Q) storage; a product is much faster than a mean over a short axis."""
    return part @ np.full((part.shape[1], 1), 1 / part.shape[1])


class Run:
    """A sample on its way through an online algorithm.

    Attributes
    ----------
    W : array of shape (d, Q)
        The class vectors, feature by feature; written to.
    U : array of shape (d, Q)
        The sum over all steps of s * alpha x, s the number of steps before: the mean of the vectors after each step
        is W + U / steps, without a sum over T matrices.  Complete after :meth:`close`.
    steps : int
        Steps made.
    """

    def __init__(self, X, y, W, U, steps, price):
        self.X, self.y, self.W, self.U, self.steps, self.price = X, y, W, U, steps, price
        self.sqnorms, self.sparse = _sqnorms(X, W.shape[1]), sparse.issparse(X)
        self.weighted = None  # s * alpha of each example: U is one product with them at the end

    def weights(self):
        """Room for s * alpha, made when it is first asked for."""
        if self.weighted is None:
            self.weighted = np.zeros((len(self.y), self.W.shape[1]))
        return self.weighted

    def examples(self, order):
        """One example after the other: its scores (a list), its class y, |x|^2, its aggressiveness C / T_y^power.

        Scores are added up feature by feature: equal vectors then have equal scores on every machine, which those of a
        matrix product, whose last columns may be added up in another order, have not.
        """
        X, W, sqnorms, (C, counts, power, running) = self.X, self.W, self.sqnorms.tolist(), self.price
        x, features, data = None, ..., X.data if self.sparse else None
        for i, y in zip(order.tolist(), self.y[order].tolist()):
            if data is None:
                x = X[i]
                scores = (x[:, None] * W).sum(axis=0).tolist()
            else:
                entries = slice(X.indptr[i], X.indptr[i + 1])
                x, features = data[entries], X.indices[entries]
                scores = (x[:, None] * W[features]).sum(axis=0).tolist()
            if not isfinite(sum(scores)):
                raise ValueError(OVERFLOW)
            if running:
                counts[y] += 1
            self.example = i, x, features
            yield scores, y, sqnorms[i], float(C / counts[y] ** power) if power else C
            self.steps += 1

    def move(self, alpha):
        """Move the class vectors along the example received last: w_q <- w_q - (alpha_q - mean(alpha)) x, for all q."""
        if any(alpha):
            i, x, features = self.example
            mean = sum(alpha) / len(alpha)
            row = np.array([a - mean for a in alpha])
            self.W[features] -= x[:, None] * row
            self.weights()[i] += self.steps * row

    def compiled(self, rule, order):
        """The whole pass by the compiled loops, whose vectors are not centred before its end."""
        if self.sparse:
            loop, data, change = sparse_pass, (self.X.data, self.X.indices, self.X.indptr), self.weights()
        else:
            loop, data, change = dense_pass, (self.X,), self.U
        state = self.y, self.sqnorms, order, self.price, self.W, change, float(self.steps)
        steps = loop(RULES.index(rule), *data, *state)
        if np.isnan(steps):
            raise ValueError(OVERFLOW)
        self.steps = int(steps)
        self.W -= _mean_class(self.W)

    def close(self):
        """Add what is missing of U."""
        if self.weighted is not None:
            self.U += self.X.T @ self.weighted
        self.U -= _mean_class(self.U)


class OnlineLinearClassifier(LinearClassifier):
    """Base of the additive online classifiers: what comes before and after their passes.

    A subclass has `_check_parameters()`, which returns (C, power) for the aggressiveness C / T_y^power of an example
    of class y; `_pass(run, order)`, which takes a step on each example; and `fit`.  Its constructor sets `epochs`,
    `average`, `shuffle`, `fit_intercept` and `random_state`.

    :meth:`partial_fit` with one example, or one batch, after the other gives the path of iterates.
    """

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

        Raises
        ------
        ValueError, TypeError
            For a label that is not in `classes`, for other `classes` than those of the first call, and as in
            :meth:`fit`; the state reached before is kept.
        """
        with unchanged_on_error(self), np.errstate(all="ignore"):
            settings = self._check_all_parameters()
            first = not hasattr(self, "classes_")
            X, y = self._check_sample(X, y, reset=first)
            known = self._known_classes(y, classes, first)
            unknown = np.setdiff1d(y, known)
            if unknown.size:
                raise ValueError(
                    f"y has labels {unknown.tolist()} outside classes={known.tolist()}; "
                    "name every class in the first call of partial_fit(X, y, classes=...)"
                )
            if first:
                self._forget(known)
            warn_if_slow(len(y))
            run = self._run(X, y, *settings, running=True)
            self._pass(run, np.arange(len(y)))
            return self._end(run)

    def _check_all_parameters(self):
        if check_whole(self.epochs, "epochs", 1) > MOST_EPOCHS:
            raise ValueError(f"epochs must be at most {MOST_EPOCHS}, for all of them are run; got {self.epochs!r}")
        for name in ("average", "shuffle", "fit_intercept"):
            check_flag(getattr(self, name), name)
        return self._check_parameters()

    def _known_classes(self, y, classes, first):
        if classes is not None:
            classes = unique_labels(classes)
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError(f"classes={classes.tolist()} differs from the first call: {self.classes_.tolist()}")
        return self.classes_ if not first else np.unique(y) if classes is None else classes

    def _begin(self, X, y):
        """Check everything; a run that starts from w_1 = ... = w_Q = 0, with the counts of the whole sample."""
        settings = self._check_all_parameters()
        X, y = self._check_sample(X, y)
        self._forget(np.unique(y))
        warn_if_slow(int(self.epochs) * len(y), stacklevel=4)
        return self._run(X, y, *settings, running=False)

    def _orders(self, run):
        """The order of each epoch."""
        rng = check_random(self.random_state)
        for _ in range(int(self.epochs)):
            yield rng.permutation(len(run.y)) if self.shuffle else np.arange(len(run.y))

    def _end(self, run):
        """Keep the vectors, last and averaged."""
        run.close()
        self.n_steps_ = run.steps
        W = self._V + self._U / self.n_steps_ if self.average else self._V
        W = W - _mean_class(W)
        if not np.isfinite(W).all():
            raise ValueError(OVERFLOW)
        self.coef_, self.intercept_ = W[:-1].T, W[-1] * float(self.fit_intercept)
        return self

    def _forget(self, classes):
        """Start anew: vectors zero, the last feature of each the constant one."""
        self.classes_, self.class_count_, self.n_steps_ = check_two_classes(classes), np.zeros(len(classes)), 0
        self._V = self._U = np.zeros((self.n_features_in_ + 1, len(classes)))

    def _run(self, X, y, C, power, *, running):
        codes = np.searchsorted(self.classes_, y)
        if not running:
            self.class_count_ = np.bincount(codes, minlength=len(self.classes_)).astype(float)
        # The arrays may be shared with a copy of this estimator, or be mapped read-only from a file.
        self._V, self._U, self.class_count_ = self._V.copy(), self._U.copy(), self.class_count_.copy()
        if not C / (self.class_count_.max() + running * len(y)) ** power > 0:
            raise ValueError(f"C={C!r} is too small: it underflows when divided by the class counts")
        if self.fit_intercept:
            ones = np.ones((len(y), 1))
            X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        price = C, self.class_count_, float(power), float(running)
        return Run(X, codes, *(part[: X.shape[1]] for part in (self._V, self._U)), self.n_steps_, price)


def _sqnorms(X, n_classes):
    sqnorms = row_norms(X, squared=True)
    large, small = np.isinf(sqnorms * n_classes), sqnorms == 0
    if large.any():
        raise ValueError("X has rows whose squared norm overflows: rescale the features")
    if small.any() and abs(X[small]).max() > 0:
        raise ValueError("X has rows, not zero, whose squared norm underflows: rescale the features")
    return sqnorms
