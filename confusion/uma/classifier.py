"""UMA, the unconfused multiclass additive algorithm (Louche and Ralaivola 2015, Section 3 and Algorithm 2).

Labels are noisy, P(Y = k | t(X) = q) = C[k, q] with C known.  For every class p, the sums of the examples that p
wins, apart by noisy label, mix the sums apart by true class with the coefficients C; inverting C unmixes them:

    gamma_k^p = (1/n) sum_i 1{x_i in A_p} 1{y_i = k} x_i,     z_pq = sum_k (C^-1)_qk gamma_k^p,
    E z_pq = mu_q^p = E[ 1{t(X) = q} 1{X in A_p} X ].                                                       (9)-(11)

So z_pq stands for the examples of true class q that are predicted p, though no such example is known, and an
ultraconservative algorithm can learn from it as from an example of class q.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import validate_data

from confusion._core.arguments import check_not_negative, check_random, check_whole
from confusion._core.labels import check_classes, class_codes
from confusion.linear.online import OnlineLinearClassifier
from confusion.noise.matrices import check_noise_matrix
from confusion.uma.directions import SELECTIONS, STEPS, pair_worth
from confusion.uma.state import UmaState

__all__ = ["UmaClassifier"]


class UmaClassifier(ClassifierMixin, BaseEstimator):
    """Linear classifier learned from noisy labels and their noise matrix, Algorithm 2.

    Parameters
    ----------
    noise_matrix : array-like of shape (Q, Q), optional
        Column-stochastic, ``C[k, q] = P(noisy = k | true = q)``, invertible; rows and columns in the order of
        `classes`.  Default: the identity (no noise), with which UMA is a batch perceptron.
    selection : {"error", "confusion", "random", "mass"}, default "error"
        The pair of the next update: the longest z_pq (19); the longest z_pq / pi_q (20); one at random; the largest
        estimate of P(predicted p, true q).
    alpha : float, default 0.0
        Margin by which an example must be won to count, in units of scores; positive only with `coef_init`.
    step : {"max", "uniform", "pair"}, default "max"
        Step sizes, see :func:`uma_step_sizes`; "pair" is that of the paper's experiments.
    max_iter : int, default 1000
        Number of updates at most.  On noisy labels z_pq has a sampling error that no W makes vanish, and this is the
        usual stop.
    tol : float, default 1e-6
        Vectors z_pq no longer than `tol` times the root mean square of ``|x_i|`` count as zero.
    keep : {"best", "last"}, default "best"
        Keep the iterate of least estimated error (the first of them), or the last.
    fit_intercept : bool, default False
        Add a constant feature 1.  The paper has none.
    classes : array-like of shape (Q,), optional
        All labels, in the order of `noise_matrix`.  Default: the sorted labels of the sample, which must then be as
        many as the matrix has columns.
    random_state : int, RandomState or None, default None
        Source of the "random" pairs.

    Attributes
    ----------
    classes_ : array of shape (Q,)
        Sorted.
    coef_ : array of shape (Q, d)
        Class vectors, with the sum they started with: zero.
    intercept_ : array of shape (Q,)
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
    stop_reason_ : {"max_iter", "tol", "no_error"}
        `max_iter` updates made; no z_pq longer than `tol`; no z_pq left whose error set is not empty (with "mass",
        no pair of positive mass).
    n_features_in_ : int

    Notes
    -----
    Departures from the printed algorithm.  It starts at W = 0 with strict margins, which empties every region: here
    A_p is the set of examples predicted p, ties to the first class.  A pair whose error set is empty is passed over
    for the next best one, as it would be chosen for ever.  "Until ``|z_pq|`` is too small" has no threshold in the
    paper.  (19) and (20) range over p != q.  pi_q is an estimate that can be negative and is raised to 1/n; "mass"
    passes over pairs of mass <= 0.  The estimated error is unbiased for a W that is independent of the sample; for
    the W learned from it, it is biased low.  Labels that a classifier made are not independent of x given the class,
    as Assumption 2 asks: at that classifier itself the estimate is at most 0 if no entry of C^-1 off the diagonal is
    positive, whatever its error.

    Multiplying `X` by a number changes no prediction.  Kernels: put KernelPCA or Nystroem before it in a Pipeline
    (Section 3.6).

    References
    ----------
    Louche and Ralaivola, Unconfused ultraconservative multiclass algorithms, Machine Learning 99, 2015.

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
        self,
        noise_matrix=None,
        selection="error",
        alpha=0.0,
        step="max",
        max_iter=1000,
        tol=1e-6,
        keep="best",
        fit_intercept=False,
        classes=None,
        random_state=None,
    ):
        self.noise_matrix = noise_matrix
        self.selection = selection
        self.alpha = alpha
        self.step = step
        self.max_iter = max_iter
        self.tol = tol
        self.keep = keep
        self.fit_intercept = fit_intercept
        self.classes = classes
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y, coef_init=None, intercept_init=None):
        """Learn from noisy labels.

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
        y : array-like of shape (n,)
            Noisy labels.
        coef_init : array-like of shape (Q, d), optional
            Class vectors to start from, in the order of `classes_`; for instance a perceptron's.  Default: zero.
        intercept_init : array-like of shape (Q,), optional

        Returns
        -------
        self

        Raises
        ------
        ValueError
            For NaN or infinite features, fewer than two classes, labels outside `classes`, a noise matrix that is
            singular, not column-stochastic or of another size, or a parameter outside its range.
        """
        self._check_parameters()
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, order="C")
        check_classes(y)
        codes, C = self._classes_and_matrix(y)
        if self.fit_intercept:
            ones = np.ones((X.shape[0], 1))
            X = sparse.hstack([X, ones], format="csr") if sparse.issparse(X) else np.hstack([X, ones])
        if sparse.issparse(X) and not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        W = self._start(coef_init, intercept_init, X.shape[1])
        with np.errstate(over="ignore"):
            scale = float(np.sqrt((X.multiply(X) if sparse.issparse(X) else X * X).sum() / X.shape[0]))
        if not np.isfinite(scale):
            raise ValueError("the squared norms of X overflow: rescale the features")
        state = UmaState(X, codes, W, np.linalg.inv(C), float(self.alpha))
        W = self._run(state, self.tol * scale)
        self.noise_matrix_ = C
        d = self.n_features_in_
        self.coef_, self.intercept_ = W[:, :d].copy(), W[:, d] if self.fit_intercept else np.zeros(len(W))
        return self

    decision_function = OnlineLinearClassifier.decision_function
    predict = OnlineLinearClassifier.predict

    def _run(self, state, threshold):
        """Update until a reason to stop; the class vectors to keep."""
        rng = check_random(self.random_state)
        errors, pairs = [state.error()], []
        best, self.best_iter_, stale = state.W.copy(), 0, np.zeros(len(state.W), dtype=bool)
        reason = "max_iter"
        while len(pairs) < self.max_iter:
            step, reason = self._next_step(state, threshold, rng)
            if step is None:
                if state.age == 0:
                    break
                state.refresh()  # the end is declared on sums that carry no rounding errors of many updates
                continue
            p, q, z, tau = step
            state.update(tau, z)
            pairs.append((p, q))
            errors.append(state.error())
            stale |= tau != 0
            if self.keep == "last" or errors[-1] < errors[self.best_iter_]:
                self.best_iter_ = len(pairs)
                if self.keep == "best":
                    best[stale] = state.W[stale]
                    stale[:] = False
        self.estimated_errors_, self.selected_pairs_ = np.array(errors), np.array(pairs, dtype=int).reshape(-1, 2)
        self.n_iter_, self.stop_reason_ = len(pairs), reason
        return best if self.keep == "best" else state.W

    def _next_step(self, state, threshold, rng):
        """(p, q, z_pq, tau) of the best pair with an error set, or None; and the reason to stop if None."""
        worth = pair_worth(state, self.selection, rng)
        step, seen = state.choose(worth, threshold, STEPS.index(self.step))
        return step, "max_iter" if step else "no_error" if seen else "tol"

    def _classes_and_matrix(self, y):
        """Codes of the labels in `classes_`, and the noise matrix in that order."""
        C = None if self.noise_matrix is None else check_noise_matrix(self.noise_matrix)
        given, codes = class_codes(y, self.classes, n_classes=None if C is None else len(C))
        if len(given) < 2:
            raise ValueError(f"y must hold at least 2 classes, got {len(given)} class: {given.tolist()}")
        order = np.argsort(given)
        self.classes_ = given[order]
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order))
        return rank[codes], np.eye(len(order)) if C is None else C[np.ix_(order, order)]

    def _start(self, coef_init, intercept_init, d):
        Q, features = len(self.classes_), self.n_features_in_
        W = np.zeros((Q, d))
        if coef_init is None and self.alpha > 0:
            raise ValueError("alpha > 0 needs coef_init: at W = 0 no example is won by a positive margin")
        for name, value, part in (("coef_init", coef_init, W[:, :features]), ("intercept_init", intercept_init, None)):
            if value is None:
                continue
            if name == "intercept_init":
                if not self.fit_intercept:
                    raise ValueError("intercept_init needs fit_intercept=True")
                part = W[:, features]
            value = np.asarray(value, dtype=float)
            if value.shape != part.shape or not np.isfinite(value).all():
                raise ValueError(f"{name} must be finite, of shape {part.shape}, got shape {value.shape}")
            part[...] = value
        return W

    def _check_parameters(self):
        choices = (("selection", SELECTIONS), ("step", STEPS), ("keep", ("best", "last")))
        for name, allowed in choices:
            value = getattr(self, name)
            if not isinstance(value, str) or value not in allowed:
                raise ValueError(f"{name} must be one of {list(allowed)}, got {value!r}")
        check_not_negative(self.alpha, "alpha")
        check_not_negative(self.tol, "tol")
        check_whole(self.max_iter, "max_iter", 1)
