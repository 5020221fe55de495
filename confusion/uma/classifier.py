"""The estimator of UMA, the unconfused multiclass additive algorithm; Algorithm 2 is :mod:`confusion.uma.algorithm`."""

from copy import copy

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.metrics.pairwise import pairwise_kernels

from confusion._core.arguments import (
    as_float,
    by_name,
    check_flag,
    check_integer,
    check_not_negative,
    check_random,
    float_array,
)
from confusion._core.labels import check_two_classes, class_codes
from confusion._core.refit import unchanged_on_error
from confusion.linear.base import LinearClassifier
from confusion.noise.matrices import check_noise_matrix
from confusion.uma.algorithm import SELECTIONS, STEPS, TIE, uma

__all__ = ["UmaClassifier"]

#: Root mean squares of |x_i| must lie between the inverse of this number and it: scores and Gram matrices are products
#: of features with each other, and these must neither overflow nor underflow.
LARGEST = 2.0**400


class UmaClassifier(LinearClassifier):
    """Linear classifier learned from noisy labels and their noise matrix, Algorithm 2.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q), optional
        Column-stochastic, ``C[k, q] = P(noisy = k | true = q)``, invertible; rows and columns of a data frame by name,
        else in the order of `classes`.  Default: the identity (no noise), with which UMA is a batch perceptron.
    selection : {"error", "confusion", "random", "mass"}, default "error"
        The pair of the next update: the longest z_pq (19); the longest z_pq / pi_q (20); one at random; the largest
        estimate of P(predicted p, true q).
    alpha : float, default 0.0
        Margin by which an example must be won to be in a region (8), in units of scores <w, x>: it is to be chosen for
        the length of `X` and of `coef_init`, without which it must be 0.  Examples won by less are in no update.
    step : {"max", "uniform", "pair"}, default "max"
        Step sizes, see :func:`uma_step_sizes`; "pair" is that of the paper's experiments.
    max_iter : int, default 1000
        Number of updates at most.  On noisy labels z_pq has a sampling error that no W makes vanish, and this is the
        usual stop.
    tol : float, default 1e-6
        Vectors z_pq no longer than `tol`, at least 1e-11, times the root mean square of ``|x_i|`` count as zero.
    n_iter_no_change : int or None, default None
        Stop when so many updates in a row have not lowered the least estimated error; None never does.
    keep : {"best", "last"}, default "best"
        Keep the iterate of least estimated error, or the last.  Of errors equal up to rounding, the first wins.
    fit_intercept : bool, default False
        Add a constant feature 1.  The paper has none.
    classes : array-like of shape (Q,), optional
        All labels, in the order of `noise_matrix`.  Default: the sorted labels of the sample, which must then be as
        many as the matrix has columns.
    random_state : int, RandomState or None, default None
        Source of the "random" pairs.
    kernel : {"linear", "rbf", "poly", "precomputed"} or callable, default "linear"
        Of scikit-learn's ``pairwise_kernels``, as are `gamma`, `degree` and `coef0`; for "precomputed" `X` is the Gram
        matrix, (n, n) in :meth:`fit` and (m, n) later.  A callable is given two samples and returns the matrix.
    gamma : float or None, default None
        Of "rbf" and "poly"; None is 1 / d.
    degree, coef0 : float, default 3, 1.0
        Of "poly": ``(gamma <x, x'> + coef0) ** degree``.

    Attributes
    ----------
    classes_ : array of shape (Q,)
        Sorted.
    coef_ : array of shape (Q, d)
        Class vectors, with the sum they started with: zero without `coef_init`.  With a kernel their coefficients,
        shape (Q, n): ``w_r = sum_i coef_[r, i] phi(x_i)``.
    intercept_ : array of shape (Q,)
    X_fit_ : array or CSR matrix of shape (n, d), or None
        The sample that a kernel is to be evaluated on.
    last_coef_, last_intercept_ : arrays of these shapes
        Those of the last iterate, whichever is kept.
    noise_matrix_ : array of shape (Q, Q)
        In the order of `classes_`.
    estimated_errors_ : array of shape (``n_iter_`` + 1,)
        Before the first update and after each, 1 - sum_p [C^-1 N_p]_p / n, with N_p the counts of the noisy labels
        of the sample among the examples predicted p.
    selected_pairs_ : array of shape (``n_iter_``, 2)
        (p, q) of each update, positions in `classes_`.
    best_iter_ : int
        Updates made when the kept iterate was reached.
    n_iter_ : int
    stop_reason_ : {"max_iter", "tol", "no_error", "n_iter_no_change"}
        `max_iter` updates made; no z_pq longer than `tol`; no z_pq left whose error set is not empty (with "mass",
        no pair of positive mass); `n_iter_no_change` updates without a lower estimated error.  Neither "tol" nor
        "no_error" says that no error is left: z_pq is an estimate, and with alpha > 0 the examples that are won by less
        than alpha, rightly or wrongly, are in no z_pq.
    n_features_in_ : int

    Notes
    -----
    Departures from the printed algorithm, and what it leaves open:

    * It starts at W = 0 with strict margins, which empties every region: here A_p is the set of examples predicted p,
      ties to the first class.
    * Of numbers that are equal up to 1e-11 of their scale (``confusion.uma.algorithm.TIE``) the first one is taken:
      pairs by their worth, classes by their scores, in `fit` and `predict`; a margin that close to alpha meets it.
    * The error set is that of the scores of z_pq, with the threshold 0 whatever alpha is (see :func:`uma_step_sizes`).
    * A pair whose error set is empty is passed over for the next best one, as it would be chosen for ever.
    * "Until ``|z_pq|`` is too small" has no threshold in the paper: see `tol`.
    * (19) and (20) range over p != q.
    * pi_q is an estimate that can be negative and is raised to 1/n; "mass" passes over pairs of mass <= 0.

    What the estimated error is worth:

    * It is unbiased for a W that is independent of the sample; for the W learned from it, it is biased low.
    * Labels that a classifier made are not independent of x given the class, as Assumption 2 asks: at that classifier
      itself the estimate is at most 0 if no entry of C^-1 off the diagonal is positive, whatever its error.

    What else is to be known:

    * Multiplying `X` by a number changes no prediction if `alpha` is 0 and there is no intercept and no `coef_init`
      (which would have to be multiplied too).  Features so large or small that their products overflow or underflow, a
      root mean square of ``|x_i|`` beyond 2^400 or below 2^-400, are refused.
    * Memory: n Q + Q^2 d numbers, with a kernel n Q + n^2 + Q^2 n.  Sparse data stay sparse, sums of them are dense.
    * There is no sample_weight.  z_pq unmixes the sums of a region because the labels within a class follow its column
      of C; weights that depend on the noisy label, as those that balance classes do, would change that column.  Weights
      that do not depend on it stand for repeated examples, and these can be given.
    * Kernels (Section 3.6): the class vectors are combinations of the examples, and Algorithm 2 sees their Gram matrix
      alone; an update costs n^2.  The paper's way is KernelPCA before UMA in a Pipeline.

    Examples
    --------
    >>> import numpy as np
    >>> from confusion.noise import corrupt_labels
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(4000, 2))
    >>> t, C = (X @ [[2, -1, -1], [0, 2, -2]]).argmax(axis=1), np.array([[0.4, 0.1, 0], [0.6, 0.5, 0], [0, 0.4, 1]])
    >>> y = corrupt_labels(t, C, random_state=0)
    >>> UmaClassifier(C).fit(X, y).score(X, t) > 0.95 > 0.8 > UmaClassifier().fit(X, y).score(X, t)
    True
    """

    def __init__(
        self, noise_matrix=None, selection="error", alpha=0.0, step="max", max_iter=1000, tol=1e-6,
        n_iter_no_change=None, keep="best", fit_intercept=False, classes=None, random_state=None, kernel="linear",
        gamma=None, degree=3, coef0=1.0,
    ):  # fmt: skip
        self.noise_matrix, self.selection, self.alpha, self.step = noise_matrix, selection, alpha, step
        self.max_iter, self.tol, self.n_iter_no_change, self.keep = max_iter, tol, n_iter_no_change, keep
        self.fit_intercept, self.classes, self.random_state = fit_intercept, classes, random_state
        self.kernel, self.gamma, self.degree, self.coef0 = kernel, gamma, degree, coef0

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._precomputed()
        return tags

    def fit(self, X, y, coef_init=None, intercept_init=None):
        """Learn from noisy labels.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features, or a Gram matrix (n, n); sparse ones are read as CSR.
        y : array-like of shape (n,)
            Noisy labels.
        coef_init : array-like of shape (Q, d), optional
            Class vectors to start from, in the order of `classes_`; for instance a perceptron's.  Default: zero.  With
            a kernel their coefficients, (Q, n).
        intercept_init : array-like of shape (Q,), optional
            Intercepts to start from, in that order; only with ``fit_intercept=True``, without a kernel.  Default: zero.

        Returns
        -------
        self
            The fitted classifier.
        """
        with unchanged_on_error(self):
            done = []
            for now, best_iter in self._iterates(X, y, coef_init, intercept_init):
                done.append(now)
                if self.keep == "best" and best_iter == len(done) - 1:
                    best = now.W.copy()
            if self.keep == "last":
                best, best_iter = now.W, len(done) - 1
            return self._read_out(best, done, best_iter)

    def path(self, X, y, coef_init=None, intercept_init=None):
        """Yield the iterates of :meth:`fit`, each a classifier of its own; the estimator itself is not fitted.

        Parameters
        ----------
        X, y, coef_init, intercept_init
            As for :meth:`fit`.

        Yields
        ------
        UmaClassifier
            After 0, 1, 2, ... updates the classifier that they have led to, whatever `keep` is: `fit` with as many
            updates and ``keep="last"``.  Its `stop_reason_` is None where an update follows.

        Examples
        --------
        >>> X, y = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [0, 1, 1]
        >>> [round(float(model.score(X, y)), 2) for model in UmaClassifier().path(X, y)]
        [0.33, 0.67, 1.0]
        """
        learner = clone(self)
        done = []
        for now, _ in learner._iterates(X, y, coef_init, intercept_init):
            done.append(now)
            yield copy(learner)._read_out(now.W, done, len(done) - 1)

    def _iterates(self, X, y, coef_init, intercept_init):
        """The iterates, up to that at which `n_iter_no_change` ends the run, and the number of the best one so far."""
        run, best, best_iter = self._begin(X, y, coef_init, intercept_init), np.inf, 0
        tie = TIE * np.abs(np.linalg.inv(self.noise_matrix_)).max()
        for made, now in enumerate(run):
            if now.error < best - tie:
                best, best_iter = now.error, made
            if now.stop is None and made - best_iter == self.n_iter_no_change:
                now = now._replace(stop="n_iter_no_change")
            yield now, best_iter
            if now.stop:
                return

    def _begin(self, X, y, coef_init, intercept_init):
        """The run of Algorithm 2 on a sample, begun at its first iterate when that is asked for."""
        self._check_parameters()
        X, y = self._check_sample(X, y)
        X = sparse.csr_array(X) if sparse.issparse(X) else X
        codes, self.noise_matrix_ = self._classes_and_matrix(y)
        gram = not self._linear()
        self.X_fit_ = X if gram and not self._precomputed() else None
        if gram:
            X = self._gram(X)
            if X.shape[0] != X.shape[1] or not np.allclose(X, X.T, atol=1e-8 * abs(X).max()) or X.trace() < 0:
                raise ValueError("the Gram matrix must be square and symmetric, its trace not negative")
        _check_scale(np.sqrt(abs(X.diagonal())) if gram else X)
        if self.fit_intercept and gram:
            X = X + 1.0
        elif self.fit_intercept:
            ones = np.ones((X.shape[0], 1))
            X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        W = self._start(coef_init, intercept_init, X.shape[1])
        with np.errstate(over="ignore", invalid="ignore"):
            if not np.isfinite(X @ W.T).all():
                raise ValueError("the scores of coef_init overflow: rescale it or the features")
        settings = {name: getattr(self, name) for name in ("selection", "alpha", "step", "max_iter", "tol")}
        rng = check_random(self.random_state)
        return uma(X, codes, self.noise_matrix_, W, gram=gram, rng=rng, **settings)

    def _read_out(self, kept, done, best_iter):
        """Set what a fit has found; `done` lists its iterates."""

        def parts(W):
            if not self._linear():
                return W.copy(), W.sum(axis=1) if self.fit_intercept else np.zeros(len(W))
            d = self.n_features_in_
            return W[:, :d].copy(), W[:, d].copy() if self.fit_intercept else np.zeros(len(W))

        (self.coef_, self.intercept_), (self.last_coef_, self.last_intercept_) = parts(kept), parts(done[-1].W)
        self.estimated_errors_ = np.array([each.error for each in done])
        self.selected_pairs_ = np.array([each.pair for each in done[1:]], dtype=int).reshape(-1, 2)
        self.best_iter_, self.n_iter_, self.stop_reason_ = best_iter, len(done) - 1, done[-1].stop
        return self

    def _linear(self):
        return isinstance(self.kernel, str) and self.kernel == "linear"

    def _precomputed(self):
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def _gram(self, X):
        """The kernel between `X` and the sample, shape (m, n)."""
        if self.X_fit_ is None:
            K = X
        elif callable(self.kernel):
            K = self.kernel(X, self.X_fit_)
        else:
            options = {"gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}
            with np.errstate(all="ignore"):
                K = pairwise_kernels(X, self.X_fit_, metric=self.kernel, filter_params=True, **options)
        K = float_array(K.toarray() if sparse.issparse(K) else K, "the kernel's matrix")
        shape = X.shape[0], X.shape[1] if self.X_fit_ is None else self.X_fit_.shape[0]
        if K.shape != shape or not np.isfinite(K).all():
            raise ValueError(f"the kernel's matrix must be finite, of shape {shape}: rescale the features, or mend it")
        return K

    def _products(self, X):
        """Scores, those that are equal to the largest up to rounding made exactly equal."""
        X = X if self._linear() else self._gram(X)
        scores = super()._products(X)
        with np.errstate(over="ignore"):
            tie = TIE * (abs(self.coef_).max() * abs(X).sum(axis=1) + abs(self.intercept_).max())
        top = scores.max(axis=1)
        return np.where(scores >= (top - np.ravel(tie))[:, None], top[:, None], scores)

    def _classes_and_matrix(self, y):
        """Codes of the labels in `classes_`, and the noise matrix in that order."""
        C = None if self.noise_matrix is None else check_noise_matrix(self.noise_matrix)
        given, codes = class_codes(y, self.classes, n_classes=None if C is None else len(C))
        C = None if C is None else check_noise_matrix(self.noise_matrix, classes=given)
        order = np.argsort(check_two_classes(given))
        self.classes_ = given[order]
        rank = np.empty(len(order), dtype=np.intp)
        rank[order] = np.arange(len(order))
        return rank[codes], np.eye(len(order)) if C is None else C[np.ix_(order, order)]

    def _start(self, coef_init, intercept_init, d):
        Q, features = len(self.classes_), self.n_features_in_ if self._linear() else d
        W = np.zeros((Q, d))
        if coef_init is None and self.alpha > 0:
            raise ValueError("alpha > 0 needs coef_init: at W = 0 no example is won by a positive margin")
        if intercept_init is not None and not (self.fit_intercept and self._linear()):
            raise ValueError('intercept_init needs fit_intercept=True and kernel="linear"')
        for name, value, part in (
            ("coef_init", coef_init, W[:, :features]),
            ("intercept_init", intercept_init, W[:, -1]),
        ):
            if value is not None:
                value = float_array(by_name(value, name, self.classes_), name)
                if value.shape != part.shape or not np.isfinite(value).all():
                    raise ValueError(f"{name} must be finite, of shape {part.shape}, got shape {value.shape}")
                part[...] = value
        return W

    def _check_parameters(self):
        kernels = ("linear", "rbf", "poly", "precomputed")
        choices = {"selection": SELECTIONS, "step": STEPS, "keep": ("best", "last"), "kernel": kernels}
        for name, allowed in choices.items():
            value = getattr(self, name)
            if not (isinstance(value, str) and value in allowed or name == "kernel" and callable(value)):
                also = " or a function" if name == "kernel" else ""
                raise ValueError(f"{name} must be one of {list(allowed)}{also}, got {value!r}")
        check_flag(self.fit_intercept, "fit_intercept")
        for name in ("alpha", "tol", "degree", *(["gamma"] if self.gamma is not None else [])):
            check_not_negative(getattr(self, name), name)
        check_integer(self.max_iter, "max_iter", 1)
        if self.n_iter_no_change is not None:
            check_integer(self.n_iter_no_change, "n_iter_no_change", 1)
        if not np.isfinite(as_float(self.coef0, "coef0")):
            raise ValueError(f"coef0 must be a finite number, got {self.coef0!r}")


def _check_scale(X):
    """Refuse features whose products overflow or underflow, by the root mean square of the rows' lengths."""
    with np.errstate(over="ignore"):
        scale = np.sqrt((X * X).sum() / X.shape[0])
    if scale > LARGEST or (scale < 1 / LARGEST and (X.data if sparse.issparse(X) else X).any()):
        raise ValueError(f"products of features {'overflow' if scale > 1 else 'underflow'}: rescale the features")
