"""The multi-class kernel SVM of the lecture: one optimisation for all classes, with the max-hinge."""

import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import check_positive, check_random, read_sample
from confusion._core.compiled import warn_if_slow
from confusion._core.labels import check_classes, check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion._core.weights import positive_examples, weighted_by_class
from confusion.linear.base import canonical_csr
from confusion.margins.svm_kernels import BLOCK, KernelFunction, KernelRows
from confusion.margins.svm_solvers import check_limit, solve_kernel, solve_linear

__all__ = ["MulticlassSVC"]

#: Scores that differ by less than this share of the sum of their terms are ties.
NEGLIGIBLE = 1e-12


class MulticlassSVC(ClassifierMixin, BaseEstimator):
    """Multi-class kernel support vector machine of one optimisation problem.

    Over one function f_y for each class, without intercepts::

        min  1/2 sum_y |f_y|^2 + sum_i C_i eta_i,    eta_i = max(0, 1 - f_{y_i}(x_i) + max_{z != y_i} f_z(x_i)),

    solved through its dual by exact steps, one example at a time (:func:`confusion.margins.block_step`); kernels other
    than the linear one have cheaper steps of two classes first.

    Parameters
    ----------
    C : float, default=1.0
        Price of slack, positive; that of example i is C times its weights.
    kernel : {"linear", "rbf", "poly", "sigmoid", "cosine", "precomputed"} or callable, default="linear"
        As in ``sklearn.svm.SVC``: a function gets two matrices of shapes (n, d) and (m, d) and returns one of shape
        (n, m); for "precomputed" X is the kernel matrix, (m, m) in :meth:`fit` and (n, m) later.
    degree : float, default=3
        Of "poly".
    gamma : {"scale", "auto"} or float, default="scale"
        Of "rbf", "poly" and "sigmoid"; "scale" is 1 / (d var X), "auto" is 1 / d.
    coef0 : float, default=0.0
        Of "poly" and "sigmoid".
    tol : float, default=1e-3
        The fit ends when the duality gap is at most `tol` times the objective.  The gap is computed exactly, so that
        the objective is then within this share of the least possible.
    max_iter : int, default=-1
        Most passes over the examples (linear kernel), sweeps (others), or working sets where the kernel matrix is not
        kept; -1 is no limit.
    class_weight : dict, "balanced" or None, default=None
        As in scikit-learn; multiplies the sample weights.
    cache_size : float, default=200
        Megabytes for values of the kernel.  The whole matrix is kept if it fits, 8 m^2 bytes; else the rows that were
        used last.  Without effect on "linear", which keeps no kernel, and "precomputed".
    random_state : int, RandomState or None, default=None
        Source of the order in which the linear kernel visits the examples; the others draw nothing.

    Attributes
    ----------
    classes_ : array of shape (k,)
        Labels that occur with a positive weight, k of them.
    dual_coef_ : array of shape (n_support, k)
        alpha_iy of the support vectors, f_y = sum_i alpha_iy K(x_i, .).  Each row sums to zero; the entry of the true
        class lies in [0, C_i], no other is positive.
    support_, support_vectors_ : arrays of shape (n_support,) and (n_support, d)
        Positions in X of the examples with alpha_i != 0, and their rows (shape (0, 0) for "precomputed").
    coef_ : array of shape (k, d)
        The vectors w_y of the linear kernel, k = 2 rows for two classes as well; not there for other kernels.
    objective_, dual_objective_, duality_gap_ : float
        Primal and dual objective, and the first less the second.
    kkt_residual_ : float
        Largest violation of the conditions of Kuhn and Tucker, in units of the scores: over the examples, the largest
        of 1[z != y_i] + f_z(x_i) less the smallest among the classes that carry some of C_i (alpha_iz < 0, or
        alpha_iy < C_i for the true one).
    n_iter_ : int
        Passes, sweeps or working sets.
    n_features_in_ : int
        Number of features, d.
    feature_names_in_ : array of shape (d,)
        Names of the features, if X has names that are all strings.

    Notes
    -----
    The lecture prints the classifier with the sign (-1)^delta before its multipliers, which is -f: the argmax would be
    the argmin.  The exponent has to be 1 - delta, as in `dual_coef_`.  eta_i is the deficit of the *margin*, not of the
    score of the true class.

    The linear problem is that of ``LinearSVC(multi_class="crammer_singer", fit_intercept=False)``; an intercept there,
    with ``intercept_scaling=s``, is the kernel K + s^2.  With two classes f_1 = -f_0, and f_1 - f_0 is the binary SVM
    without intercept whose price is 2 C.  ``SVC`` solves another problem: one SVM, with intercept, for each pair.

    Steps go 1.3 times as far as the optimum of a block before they are projected (over-relaxation).  A fit also ends,
    with a warning, when its gap has not halved in 20,000 passes (linear kernel), 3,000 sweeps (other kernels) or 500
    working sets, and without one when the gap cannot be told from rounding.  Without an intercept no class weight makes
    one class win everywhere.

    Where a kernel is not positive semidefinite ("sigmoid", as a rule) the dual is not convex.  The steps end where no
    single example can improve it; gap and objective are computed by the same formulas, and prove nothing.

    The linear kernel keeps W, alpha and a list of classes for each example (those that may still move; all are asked
    again before the end), 8 k (d + 1.5 m) bytes, and a copy of X in CSR.  Where C K(x, x) >> 1 and classes
    overlap a fit takes many passes: scale the features.

    References
    ----------
    Crammer and Singer, On the algorithmic implementation of multiclass kernel-based vector machines, JMLR 2, 2001.

    Keerthi et al., A sequential dual method for large scale multi-class linear SVMs, KDD 2008.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = MulticlassSVC(kernel="rbf").fit(X, y)
    >>> bool(model.score(X, y) > 0.95), bool(model.duality_gap_ <= 1e-3 * model.objective_)
    (True, True)
    """

    def __init__(
        self,
        C=1.0,
        *,
        kernel="linear",
        degree=3,
        gamma="scale",
        coef0=0.0,
        tol=1e-3,
        max_iter=-1,
        class_weight=None,
        cache_size=200,
        random_state=None,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight
        self.cache_size = cache_size
        self.random_state = random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = not isinstance(self.kernel, str) or self.kernel != "precomputed"
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        return tags

    def fit(self, X, y, sample_weight=None):
        """Solve the problem for a sample.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, d)
            Features, or the kernel matrix of shape (m, m) for ``kernel="precomputed"``, which must be dense.
        y : array-like of shape (m,)
            Class labels; at least two classes of positive weight.
        sample_weight : array-like of shape (m,), optional
            Non-negative.  Examples of weight zero are left out, and classes that consist of them.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For features or a kernel that are not finite, a kernel not symmetric, labels that are no classes, one class
            only, negative weights, a parameter out of range, numbers that overflow; the estimator is then as before.

        Warns
        -----
        sklearn.exceptions.ConvergenceWarning
            If the fit ends before the gap is small enough.
        """
        with unchanged_on_error(self):
            return self._fit(X, y, sample_weight)

    def _fit(self, X, y, sample_weight):
        C, tol = check_positive(self.C, "C", infinite=False), check_positive(self.tol, "tol", infinite=False)
        most = check_limit(self.max_iter)
        megabytes, rng = check_positive(self.cache_size, "cache_size"), check_random(self.random_state)
        X, y = self._read(X, y, order="C")
        check_classes(y)
        function = KernelFunction(self.kernel, self.degree, 1.0, self.coef0, X)
        if function.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise ValueError(f"X must be the square kernel matrix for kernel='precomputed', got shape {X.shape}")
        kept, y, weights = positive_examples(np.arange(len(y)), y, sample_weight)
        if len(kept) < X.shape[0]:
            X = X[kept][:, kept] if function.kernel == "precomputed" else X[kept]
        self.classes_, codes = np.unique(y, return_inverse=True)
        k = len(check_two_classes(self.classes_))
        with np.errstate(over="ignore", under="ignore"):
            prices = C * weighted_by_class(self.class_weight, self.classes_, codes, weights)
            if not np.isfinite(prices.sum()) or not (prices > 0).all():
                raise ValueError("C times class_weight and sample_weight is beyond the range of floats")
        self._kernel_function = KernelFunction(self.kernel, self.degree, self.gamma, self.coef0, X)
        with np.errstate(over="ignore", invalid="ignore"):
            found = self._solve(X, codes, prices, k, tol, most, megabytes, rng)
        if not np.isfinite([found.dual, found.gap]).all():
            raise ValueError("the scores overflow: rescale the features, or choose a smaller C")
        if not found.converged:
            warnings.warn(
                f"the duality gap is still {found.gap:.3g} after {found.n_iter} iterations; raise max_iter or tol, "
                "scale the features, or choose a smaller C",
                ConvergenceWarning,
                stacklevel=4,
            )
        self._keep(X, kept, found)
        return self

    def _solve(self, X, codes, prices, k, tol, most, megabytes, rng):
        if self._kernel_function.kernel == "linear":
            return solve_linear(sparse.csr_array(X), codes, prices, k, tol, most, rng)
        warn_if_slow(len(codes), k * len(codes) ** 2, stacklevel=5)
        return solve_kernel(KernelRows(self._kernel_function, X, megabytes), codes, prices, k, tol, most)

    def _keep(self, X, kept, found):
        used = np.flatnonzero(found.alpha.any(axis=1))
        self.support_, self.dual_coef_ = kept[used], found.alpha[used]
        precomputed = self._kernel_function.kernel == "precomputed"
        self.support_vectors_ = np.empty((0, 0)) if precomputed else X[used]
        if hasattr(self, "coef_"):
            del self.coef_
        if found.W is not None:
            self.coef_ = np.ascontiguousarray(found.W.T)
        self.objective_, self.dual_objective_ = float(found.dual + found.gap), float(found.dual)
        self.duality_gap_, self.kkt_residual_ = float(found.gap), float(found.violation)
        self.n_iter_ = found.n_iter

    def decision_function(self, X):
        """Scores of the classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features, or for ``kernel="precomputed"`` the kernel between them and the sample, shape (n, m).

        Returns
        -------
        ndarray of shape (n, k), or (n,) for two classes
            f_y(x) in the order of ``classes_``; for two classes f_1(x) - f_0(x), positive where the second is
            predicted.
            Scores that differ from the largest by less than 1e-12 of the sum of their terms are made equal to it.

        Raises
        ------
        ValueError
            For NaN or infinite features, another number of features than :meth:`fit` had, scores that overflow, a
            classifier that is not fitted.
        """
        scores = self._scores(X)
        return scores if scores.shape[1] > 2 else scores[:, 1] - scores[:, 0]

    def predict(self, X):
        """Label of the largest score.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            As for :meth:`decision_function`.

        Returns
        -------
        ndarray of shape (n,)
            Entries of ``classes_``; ties go to the first class there.

        Raises
        ------
        ValueError
            As in :meth:`decision_function`.
        """
        scores = self._scores(X)  # first, so that a classifier that is not fitted says so
        return self.classes_[scores.argmax(axis=1)]

    def _scores(self, X):
        """f_y(x), ties with the largest made exact; in blocks of rows, so that no large matrix is made at once."""
        check_is_fitted(self)
        X = self._read(X, reset=False)
        linear, step = hasattr(self, "coef_"), max(1, BLOCK // max(1, len(self.support_)))
        scores = np.zeros((X.shape[0], len(self.classes_)))
        if not len(self.support_):
            return scores
        with np.errstate(over="ignore", invalid="ignore"):
            for start in range(0, X.shape[0], step):
                part = X[start : start + step]
                if linear:
                    K, weights = part, self.coef_.T
                else:
                    K, weights = self._between(part), self.dual_coef_
                found, terms = K @ weights, abs(K) @ np.abs(weights)
                top, near = found.max(axis=1, keepdims=True), NEGLIGIBLE * terms.max(axis=1, keepdims=True)
                scores[start : start + step] = np.where(found >= top - near, top, found)
        if not np.isfinite(scores).all():
            raise ValueError("X has scores that overflow: rescale the features")
        return scores

    def _between(self, X):
        """Kernel between the rows of X and the support vectors."""
        if self._kernel_function.kernel == "precomputed":
            return X[:, self.support_]
        return self._kernel_function(X, self.support_vectors_)

    def _read(self, *data, **options):
        accepted = False if isinstance(self.kernel, str) and self.kernel == "precomputed" else "csr"
        read = read_sample(self, *data, accept_sparse=accepted, **options)
        return (canonical_csr(read[0]), read[1]) if len(data) == 2 else canonical_csr(read)
