"""The multi-class kernel SVM of the lecture: one optimisation for all classes, with the max-hinge."""

import warnings

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import as_float, check_integer, check_positive, check_random, read_sample
from confusion._core.labels import check_classes, check_two_classes
from confusion._core.refit import unchanged_on_error
from confusion._core.weights import positive_examples, weighted_by_class
from confusion.linear.base import LinearClassifier, canonical_csr
from confusion.margins.svm_dual import solve_kernel, solve_linear
from confusion.margins.svm_kernels import KernelFunction, KernelRows

__all__ = ["MulticlassSVC"]

#: Scores that differ by less than this share of the sum of their terms are ties.
NEGLIGIBLE = 1e-12
#: What can help where a fit ends before its gap is small enough.
REMEDIES = {
    "max_iter": "raise max_iter or tol",
    "patience": "it has not halved for long: raise tol, set max_iter to a larger number",
    "rounding": "what is left cannot be told from rounding: raise tol",
}


class MulticlassSVC(LinearClassifier):
    """Multi-class kernel support vector machine of one optimisation problem.

    Over one function f_y for each class, without intercepts::

        min  1/2 sum_y |f_y|^2 + sum_i C_i eta_i,    eta_i = max(0, 1 - f_{y_i}(x_i) + max_{z != y_i} f_z(x_i)),

    solved through its dual by exact steps, one example at a time (:func:`confusion.margins.block_step`).  Kernels other
    than the linear one are made for some thousand examples.

    Parameters
    ----------
    C : float, default=1.0
        Price of slack, positive; that of example i is C times its weights.
    kernel : {"linear", "rbf", "poly", "sigmoid", "cosine", "precomputed"} or callable, default="linear"
        As in ``sklearn.svm.SVC``: a function gets two matrices of shapes (n, d) and (m, d) and returns one of shape
        (n, m); for "precomputed" X is the kernel matrix, (m, m) in :meth:`fit` and (n, m) later.
    degree, gamma, coef0 : float
        Of "poly", of all three of "rbf", "poly" and "sigmoid", and of the last two; gamma="scale" is 1 / (d var X),
        "auto" is 1 / d.
    tol : float, default=1e-3
        The fit ends when the duality gap is at most `tol` times the objective, which is then within this share of the
        least possible.
    max_iter : int, default=-1
        Most passes over the examples (linear kernel) or working sets of at most 1024 examples (others).  Without limit,
        -1, a fit also ends when its gap has not halved in 20,000 passes or 500 times as many sets as hold all examples.
    class_weight : dict, "balanced" or None, default=None
        As in scikit-learn; multiplies the sample weights.
    cache_size : float, default=200
        Megabytes for the kernel matrix, 8 m^2 bytes, or where it does not fit for the rows of a working set, which are
        then computed anew each time.  8 MB come on top.  Without effect on "linear" and "precomputed".
    random_state : int, RandomState or None, default=None
        Source of the order in which the linear kernel visits the examples.  The others have the same order in each fit.
        With None two fits of the same data stop at two points within `tol`; a few predictions may differ.

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
        Primal and dual objective of `dual_coef_`, and the first less the second.
    converged_ : bool
        Whether the gap is at most `tol` times the objective.
    kkt_residual_ : float
        Largest violation of the conditions of Kuhn and Tucker: over the examples, the largest 1[z != y_i] + f_z(x_i)
        less the smallest of a class that carries some of C_i (alpha_iz < 0; alpha_iy < C_i for the true one).
    n_iter_ : int
        Passes or working sets.
    n_features_in_, feature_names_in_ : int and array of shape (d,)
        As in scikit-learn.

    Notes
    -----
    The lecture prints the classifier with the sign (-1)^delta before its multipliers, which is -f: the argmax would be
    the argmin.  The exponent has to be 1 - delta, as in `dual_coef_`.  eta_i is the deficit of the *margin*, not of the
    score of the true class.

    The linear problem is that of ``LinearSVC(multi_class="crammer_singer", fit_intercept=False)``; an intercept there,
    with ``intercept_scaling=s``, is the kernel K + s^2.  With two classes f_1 = -f_0, and f_1 - f_0 is the binary SVM
    without intercept whose price is 2 C.  Scores that differ from the largest by less than 1e-12 of the sum of their
    terms are made equal to it.  ``SVC`` solves another problem: one SVM, with intercept, for each pair.

    A fit that ends at a limit warns, and keeps the point of the lowest objective that it met.  It also warns where only
    rounding is left: differences of scores below 4e-15 of their terms count as none in the steps, but do in the gap.
    Where C K(x, x) >> 1 and classes overlap a fit takes many passes: scale the features.  The linear kernel takes about
    8 k (d + 7 m) bytes and a copy of X in CSR.

    Where a kernel is not positive semidefinite ("sigmoid", as a rule) the dual is not convex.  The fit ends where no
    small step raises it; gap and objective are computed by the same formulas, and prove nothing.

    scikit-learn's ``check_estimator`` compares weights with repetitions to 1e-7, which takes ``tol=1e-12``.  Its
    ``check_class_weight_classifiers`` fails: without an intercept no weight makes one class win everywhere.

    References
    ----------
    Crammer and Singer, On the algorithmic implementation of multiclass kernel-based vector machines, JMLR 2, 2001.

    Keerthi et al., A sequential dual method for large scale multi-class linear SVMs, KDD 2008.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = MulticlassSVC(kernel="rbf").fit(X, y)
    >>> bool(model.score(X, y) > 0.95), model.converged_
    (True, True)
    """

    def __init__(
        self, C=1.0, *, kernel="linear", degree=3, gamma="scale", coef0=0.0, tol=1e-3, max_iter=-1, class_weight=None,
        cache_size=200, random_state=None,
    ):  # fmt: skip
        self.C, self.kernel, self.degree, self.gamma, self.coef0 = C, kernel, degree, gamma, coef0
        self.tol, self.max_iter, self.class_weight = tol, max_iter, class_weight
        self.cache_size, self.random_state = cache_size, random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        tags.input_tags.sparse = not tags.input_tags.pairwise
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
        """
        with unchanged_on_error(self):
            C, tol = check_positive(self.C, "C", infinite=False), check_positive(self.tol, "tol", infinite=False)
            no_limit = as_float(self.max_iter, "max_iter") == -1
            most = None if no_limit else check_integer(self.max_iter, "max_iter", 1, "whole number or -1")
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
            function = self._function = KernelFunction(self.kernel, self.degree, self.gamma, self.coef0, X)
            with np.errstate(over="ignore", invalid="ignore"):
                if function.kernel == "linear":
                    progress = solve_linear(sparse.csr_array(X), codes, prices, k, tol, most, rng)
                else:
                    progress = solve_kernel(KernelRows(function, X, megabytes), codes, prices, k, tol, most)
            if progress.end == "overflow":
                raise ValueError("the scores overflow: rescale the features, or choose a smaller C")
            if progress.end != "converged":
                words = f"the duality gap is still {progress.gap:.3g}, the objective {progress.primal:.3g}, after"
                words += f" {progress.n_iter} iterations; {REMEDIES[progress.end]}, scale the features, or lower C"
                warnings.warn(words, ConvergenceWarning, stacklevel=2)
            used = np.flatnonzero(progress.alpha.any(axis=1))
            self.support_, self.dual_coef_ = kept[used], progress.alpha[used]
            self.support_vectors_ = np.empty((0, 0)) if function.kernel == "precomputed" else X[used]
            vars(self).pop("coef_", None)
            if function.kernel == "linear":
                self.coef_ = np.ascontiguousarray((X.T @ progress.alpha).T)
            self.objective_, self.dual_objective_ = float(progress.primal), float(progress.dual)
            self.duality_gap_, self.kkt_residual_ = float(progress.gap), float(progress.violation)
            self.n_iter_, self.converged_ = progress.n_iter, progress.end == "converged"
        return self

    def _scores(self, X):
        """f_y(x), ties with the largest made exact; in blocks of rows, so that no large matrix is made at once."""
        check_is_fitted(self)
        X, step = self._read(X, reset=False), max(1, 2**22 // max(1, len(self.support_)))
        scores, linear = np.zeros((X.shape[0], len(self.classes_))), hasattr(self, "coef_")
        with np.errstate(over="ignore", invalid="ignore"):
            for start in range(0, X.shape[0] if len(self.support_) else 0, step):
                K, weights = X[start : start + step], self.coef_.T if linear else self.dual_coef_
                if self._function.kernel == "precomputed":
                    K = K[:, self.support_]
                elif not linear:
                    K = self._function(K, self.support_vectors_)
                products, terms = K @ weights, abs(K) @ np.abs(weights)
                top, near = products.max(axis=1, keepdims=True), NEGLIGIBLE * terms.max(axis=1, keepdims=True)
                scores[start : start + step] = np.where(products >= top - near, top, products)
        if not np.isfinite(scores).all():
            raise ValueError("X has scores that overflow: rescale the features")
        return scores

    def _read(self, *data, **options):
        accepted = False if isinstance(self.kernel, str) and self.kernel == "precomputed" else "csr"
        read = read_sample(self, *data, accept_sparse=accepted, **options)
        return (canonical_csr(read[0]), read[1]) if len(data) == 2 else canonical_csr(read)
