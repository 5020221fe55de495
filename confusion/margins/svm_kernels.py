"""Kernels as scikit-learn names them: checked, evaluated in blocks, rows kept up to a limit of memory."""

from collections import OrderedDict

import numpy as np
from scipy import sparse
from sklearn.metrics.pairwise import pairwise_kernels

from confusion._core.arguments import check_not_negative, real

__all__ = ["KernelFunction", "KernelRows"]

NAMES = ("linear", "rbf", "poly", "sigmoid", "cosine")
#: which parameters scikit-learn's function of that name takes
TAKES = {"rbf": ("gamma",), "poly": ("gamma", "degree", "coef0"), "sigmoid": ("gamma", "coef0")}
#: values of a kernel computed at a time where only some are kept
BLOCK = 2**22
#: a kernel matrix is symmetric if it differs from its transpose by at most this share of its largest entry
ASYMMETRY = 1e-8


class KernelFunction:
    """K(A, B) as a float matrix, refused if it is not finite.

    Parameters
    ----------
    kernel : str or callable
        One of `NAMES`, "precomputed", or a function of two matrices as in ``sklearn.svm.SVC``.
    degree, gamma, coef0 : float, str or float, float
        As in ``sklearn.svm.SVC``.
    X : array or sparse matrix of shape (m, d)
        The sample, for ``gamma="scale"``.
    """

    def __init__(self, kernel, degree, gamma, coef0, X):
        if not callable(kernel) and not (isinstance(kernel, str) and kernel in (*NAMES, "precomputed")):
            raise ValueError(f"kernel must be a function or one of {[*NAMES, 'precomputed']}, got {kernel!r}")
        coef0 = real(coef0, "coef0")
        if not np.isfinite(coef0):
            raise ValueError(f"coef0 must be a finite number, got {coef0!r}")
        given = {"degree": check_not_negative(degree, "degree"), "gamma": gamma_of(gamma, X, kernel), "coef0": coef0}
        self.kernel = kernel
        self.options = {name: given[name] for name in TAKES.get(kernel, ())} if isinstance(kernel, str) else {}

    def __call__(self, A, B):
        shape = A.shape[0], B.shape[0]
        with np.errstate(all="ignore"):
            if callable(self.kernel):
                K = self.kernel(A, B)
                K = np.asarray(K.toarray() if sparse.issparse(K) else K)
                if K.shape != shape:
                    raise ValueError(f"kernel must return a matrix of shape {shape} here, got shape {K.shape}")
                if K.dtype.kind not in "biuf":
                    raise TypeError(f"kernel must return real numbers, got an array of {K.dtype}")
            else:
                K = pairwise_kernels(A, B, metric=self.kernel, **self.options)
                K = K.toarray() if sparse.issparse(K) else K
        return finite_kernel(K.astype(float, copy=False))


def gamma_of(gamma, X, kernel):
    """The number that `gamma` stands for; scikit-learn's "scale" is 1 / (d var X), 1 where all is constant."""
    if isinstance(gamma, str):
        if gamma not in ("scale", "auto"):
            raise ValueError(f"gamma must be 'scale', 'auto' or a number >= 0, got {gamma!r}")
        if kernel not in TAKES:
            return 1.0
        if gamma == "auto":
            return 1.0 / X.shape[1]
        with np.errstate(all="ignore"):
            var = (X.multiply(X)).mean() - X.mean() ** 2 if sparse.issparse(X) else X.var()
            gamma = 1.0 / (X.shape[1] * var) if var != 0 else 1.0
        if not np.isfinite(gamma) or gamma <= 0:
            raise ValueError("gamma='scale' is beyond the range of floats: rescale the features")
        return float(gamma)
    return check_not_negative(gamma, "gamma")


def finite_kernel(K):
    """Return the matrix if it is finite; squares of rows, the diagonal, are what overflows first."""
    if not np.isfinite(K.sum()) and not np.isfinite(K).all():
        raise ValueError("the kernel has values that are NaN or infinite: rescale the features, or mend the kernel")
    return K


def check_symmetric(K, name):
    """Refuse a kernel matrix that is not symmetric, in blocks of rows."""
    limit, step = ASYMMETRY * max(abs(K.max()), abs(K.min())), max(1, BLOCK // len(K))
    for start in range(0, len(K), step):
        part = slice(start, start + step)
        if (np.abs(K[part] - K[:, part].T) > limit).any():
            raise ValueError(f"{name} must be symmetric, K(x, x') = K(x', x)")
    return K


class KernelRows:
    """Rows of the kernel matrix of a sample, whole if it fits into `megabytes`, else those used last.

    Parameters
    ----------
    function : KernelFunction
        The kernel; "precomputed" takes `X` itself.
    X : array or sparse matrix of shape (m, d)
        The sample, or its kernel matrix of shape (m, m).
    megabytes : float
        Limit for what is kept.
    """

    def __init__(self, function, X, megabytes):
        self.function, self.X, self.m = function, X, X.shape[0]
        self.most = int(min(self.m, max(1, megabytes * 1e6 / (8 * self.m))))
        self.K, self.kept = None, OrderedDict()
        if function.kernel == "precomputed":
            self.K = check_symmetric(finite_kernel(X), "a precomputed X")
        elif self.most == self.m:
            self.K = function(X, X)
            if callable(function.kernel):
                check_symmetric(self.K, "the matrix that kernel returns")

    def diagonal(self):
        """K(x_i, x_i), shape (m,)."""
        if self.K is not None:
            return self.K.diagonal().copy()
        parts = [self.X[start : start + 64] for start in range(0, self.m, 64)]
        return np.concatenate([self.function(part, part).diagonal() for part in parts])

    def rows(self, chosen):
        """K(x_i, .) for the positions `chosen`, shape (len(chosen), m)."""
        if self.K is not None:
            return self.K[chosen]
        missing = [i for i in chosen.tolist() if i not in self.kept]
        found = np.empty((len(chosen), self.m))
        fresh = dict(zip(missing, self.function(self.X[missing], self.X))) if missing else {}
        for place, i in enumerate(chosen.tolist()):
            if i in fresh:
                found[place] = fresh[i]
                self.kept[i] = found[place].copy()
            else:
                found[place] = self.kept[i]
                self.kept.move_to_end(i)
        while len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return found
