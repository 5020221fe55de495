"""What the additive online algorithms of the package share: checks of a step, epochs and batches, the average."""

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms
from sklearn.utils.multiclass import unique_labels

from confusion._core.arguments import check_class_number, check_flag, check_random, check_whole, float_array
from confusion._core.compiled import warn_if_slow
from confusion._core.labels import check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion.linear.base import LinearClassifier
from confusion.linear.loops import dense_pass, sparse_pass
from confusion.linear.streams import RULES, Price, Stream

__all__ = ["OnlineLinearClassifier", "centred", "check_multipliers", "check_step"]

#: More passes than anybody waits for: nothing ends a fit before the last.
MOST_EPOCHS = 10**9
OVERFLOW = "the weights overflowed: rescale the features or choose a smaller C"


def centred(V):
    """Class vectors that sum to zero, w_q = v_q - mean(v), from uncentred storage `V` of shape (Q, d)."""
    return V - V.mean(axis=0)


def check_step(W, x, y):
    """Validate the arguments of a single step, `y` a row of `W`; returns W, x, y, the squared norm, the scores."""
    W, x = float_array(W, "W"), float_array(x, "x")
    if W.ndim != 2 or W.shape[0] < 2:
        raise ValueError(f"W must have shape (Q, d), one row for each of Q >= 2 classes; got shape {W.shape}")
    if x.shape != W.shape[1:]:
        raise ValueError(f"x must have shape ({W.shape[1]},) to match W of shape {W.shape}; got {x.shape}")
    if not (np.isfinite(W).all() and np.isfinite(x).all()):
        raise ValueError("W and x must be finite: remove or impute NaN and infinite entries")
    y = check_class_number(y, "y", len(W))
    with np.errstate(over="ignore", invalid="ignore"):
        sqnorm, scores = float(x @ x), W @ x
        finite = np.isfinite(scores.sum())
        large, small = np.isinf(sqnorm * len(W)), sqnorm == 0 and x.any()
    if large or small:
        raise ValueError(f"the squared norm of x {'overflows' if large else 'underflows'}: rescale the features")
    if not finite:
        raise ValueError("the scores W x overflow: rescale the features or W")
    return W, x, y, sqnorm, scores


def check_multipliers(alpha):
    """Return `alpha` if it is finite."""
    if not np.isfinite(alpha).all():
        raise ValueError("the update overflows: x is too small or too large for this C and W; rescale the features")
    return alpha


def _mean_class(part):
    """Mean over the classes of (features, Q) storage; a product is much faster than a mean over a short axis."""
    return part @ np.full((part.shape[1], 1), 1 / part.shape[1])


class OnlineLinearClassifier(LinearClassifier):
    """Base of the additive online classifiers: epochs and averaging.

    A subclass gives `_check_parameters()`, returning ``(rule, C, power)``: the name of its rule in
    :data:`confusion.linear.loops.RULES`, and the aggressiveness C / T_y^power of an example of class y.  Its
    constructor sets `epochs`, `average`, `shuffle`, `fit_intercept` and `random_state`.

    :meth:`partial_fit` with one example, or one batch, after the other gives the path of iterates.
    """

    def fit(self, X, y):
        """Run `epochs` passes over the sample.

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

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, labels that are no classes, a single class, a parameter outside its range,
            numbers that overflow or underflow; the estimator is then as it was before the call.
        """
        with unchanged_on_error(self):
            settings = self._check_all_parameters()
            X, y = self._check_sample(X, y)
            self._start(np.unique(y), X)
            codes, sqnorms = np.searchsorted(self.classes_, y), self._sqnorms(X)
            self.class_count_ = np.bincount(codes, minlength=len(self.classes_)).astype(float)
            rng = check_random(self.random_state)
            warn_if_slow(int(self.epochs) * len(codes))
            for _ in range(int(self.epochs)):
                order = rng.permutation(len(codes)) if self.shuffle else np.arange(len(codes))
                self._pass(X, codes, sqnorms, order, *settings, running=False)
            return self._read_out()

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
        with unchanged_on_error(self):
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
                self._start(known, X)
            else:  # the arrays may be shared with a copy of this estimator, or be mapped read-only from a file
                self._V, self._U, self.class_count_ = self._V.copy(), self._U.copy(), self.class_count_.copy()
            codes = np.searchsorted(self.classes_, y)
            warn_if_slow(len(codes))
            self._pass(X, codes, self._sqnorms(X), np.arange(len(codes)), *settings, running=True)
            return self._read_out()

    def _check_all_parameters(self):
        if check_whole(self.epochs, "epochs", 1) > MOST_EPOCHS:
            raise ValueError(f"epochs must be at most {MOST_EPOCHS}, for all of them are run; got {self.epochs!r}")
        for name in ("average", "shuffle", "fit_intercept"):
            check_flag(getattr(self, name), name)
        return self._check_parameters()

    def _start(self, classes, X):
        self.classes_ = check_two_classes(classes)
        self.class_count_ = np.zeros(len(classes))
        self.n_steps_ = 0
        shape = (X.shape[1] + 1, len(classes))
        self._V, self._U = np.zeros(shape), np.zeros(shape)

    def _known_classes(self, y, classes, first):
        if classes is not None:
            classes = unique_labels(classes)
            if not first and not np.array_equal(classes, self.classes_):
                raise ValueError(f"classes={classes.tolist()} differs from the first call: {self.classes_.tolist()}")
        return self.classes_ if not first else np.unique(y) if classes is None else classes

    def _sqnorms(self, X):
        with np.errstate(over="ignore"):
            sqnorms = row_norms(X, squared=True) + float(self.fit_intercept)
            large, small = np.isinf(sqnorms * len(self.classes_)), sqnorms == 0
        if large.any():
            raise ValueError("X has rows whose squared norm overflows: rescale the features")
        if small.any() and abs(X[small]).max() > 0:
            raise ValueError("X has rows, not zero, whose squared norm underflows: rescale the features")
        return sqnorms

    def _pass(self, X, codes, sqnorms, order, rule, C, power, *, running):
        if not C / (self.class_count_.max() + running * len(order)) ** power > 0:
            raise ValueError(f"C={C!r} is too small: it underflows when divided by the class counts")
        stream, price = Stream(codes, sqnorms, order), Price(C, self.class_count_, float(power), running)
        rule, bias, steps = RULES.index(rule), float(self.fit_intercept), float(self.n_steps_)
        with np.errstate(all="ignore"):
            if self.n_steps_:
                # The common part of the vectors grows with every step and would in time cost their differences digits.
                for part in (self._V, self._U):
                    part -= _mean_class(part)
            if sparse.issparse(X):
                arrays, weighted = (X.data, X.indices, X.indptr), np.zeros((X.shape[0], self._V.shape[1]))
                steps = sparse_pass(rule, *arrays, stream, price, bias, self._V, weighted, steps)
                self._U[:-1] += X.T @ weighted
                self._U[-1] += bias * weighted.sum(axis=0)
            else:
                steps = dense_pass(rule, X, stream, price, bias, self._V, self._U, steps)
        if np.isnan(steps):
            raise ValueError(OVERFLOW)
        self.n_steps_ = int(steps)

    def _read_out(self):
        V, U = self._V, self._U
        with np.errstate(all="ignore"):
            W = V + U / max(self.n_steps_, 1) if self.average else V.copy()
            W -= _mean_class(W)
        if not np.isfinite(W).all():
            raise ValueError(OVERFLOW)
        self.coef_, self.intercept_ = W[:-1].T, W[-1] * float(self.fit_intercept)
        return self
