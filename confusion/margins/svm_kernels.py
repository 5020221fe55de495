"""Kernels as scikit-learn names them: checked, evaluated in blocks, rows kept up to a limit of memory."""

from functools import partial

import numpy as np
from scipy import sparse
from sklearn.metrics.pairwise import pairwise_kernels

from confusion._core.arguments import as_float, check_not_negative

__all__ = ["KernelFunction", "KernelRows"]

NAMES = ("linear", "rbf", "poly", "sigmoid", "cosine")
#: which parameters scikit-learn's function of that name takes
TAKES = {"rbf": ("gamma",), "poly": ("gamma", "degree", "coef0"), "sigmoid": ("gamma", "coef0")}
#: rows of the kernel matrix that are computed or read at a time
ROWS = 256
#: a kernel matrix is symmetric if it differs from its transpose by at most this share of its largest entry
ASYMMETRY = 1e-8


class KernelFunction:
    """K(A, B) as a float matrix, refused if it is not finite; `X` is the sample, for ``gamma="scale"``."""

    def __init__(self, kernel, degree, gamma, coef0, X):
        if not callable(kernel) and not (isinstance(kernel, str) and kernel in (*NAMES, "precomputed")):
            raise ValueError(f"kernel must be a function or one of {[*NAMES, 'precomputed']}, got {kernel!r}")
        if not np.isfinite(as_float(coef0, "coef0")):
            raise ValueError(f"coef0 must be a finite number, got {coef0!r}")
        given = {"degree": check_not_negative(degree, "degree"), "gamma": gamma_of(gamma, X, kernel), "coef0": coef0}
        self.kernel = kernel
        self.options = {name: given[name] for name in TAKES.get(kernel, ())} if isinstance(kernel, str) else {}

    def __call__(self, A, B):
        shape = A.shape[0], B.shape[0]
        with np.errstate(all="ignore"):
            called = self.kernel if callable(self.kernel) else partial(pairwise_kernels, metric=self.kernel)
            K = called(A, B, **self.options)
            K = np.asarray(K.toarray() if sparse.issparse(K) else K)
        if K.shape != shape:
            raise ValueError(f"kernel must return a matrix of shape {shape} here, got shape {K.shape}")
        if K.dtype.kind not in "biuf":
            raise TypeError(f"kernel must return real numbers, got an array of {K.dtype}")
        return finite_kernel(K.astype(float, copy=False))


def gamma_of(gamma, X, kernel):
    """The number that `gamma` stands for; scikit-learn's "scale" is 1 / (d var X), 1 where all is constant."""
    if not isinstance(gamma, str):
        return check_not_negative(gamma, "gamma")
    if gamma not in ("scale", "auto"):
        raise ValueError(f"gamma must be 'scale', 'auto' or a number >= 0, got {gamma!r}")
    if kernel not in TAKES or gamma == "auto":
        return 1.0 / X.shape[1]
    with np.errstate(all="ignore"):
        var = (X.multiply(X)).mean() - X.mean() ** 2 if sparse.issparse(X) else X.var()
        gamma = 1.0 / (X.shape[1] * var) if var != 0 else 1.0
    if not np.isfinite(gamma) or gamma <= 0:
        raise ValueError("gamma='scale' is beyond the range of floats: rescale the features")
    return float(gamma)


def finite_kernel(K):
    """Return the matrix if it is finite; squares of rows, the diagonal, are what overflows first."""
    if not np.isfinite(K.sum()) and not np.isfinite(K).all():
        raise ValueError("the kernel has values that are NaN or infinite: rescale the features, or mend the kernel")
    return K


def check_symmetric(K, name):
    """Return a kernel matrix, refused if it has a name and is not symmetric."""
    limit = ASYMMETRY * max(abs(K.max()), abs(K.min()))
    for start in range(0, len(K) if name else 0, ROWS):
        part = slice(start, start + ROWS)
        if (np.abs(K[part] - K[:, part].T) > limit).any():
            raise ValueError(f"{name} must be symmetric, K(x, x') = K(x', x)")
    return K


class KernelRows:
    """The kernel matrix of the sample `X` if it fits into `megabytes`, else room for the rows that do, at least two."""

    def __init__(self, function, X, megabytes):
        self.function, self.X, m = function, X, X.shape[0]
        self.name = "the matrix that kernel returns" if callable(function.kernel) else ""
        if function.kernel == "precomputed":  # X is the matrix
            self.whole, self.most, self.K = True, m, check_symmetric(finite_kernel(X), "a precomputed X")
            return
        self.most = int(min(m, max(2, megabytes * 1e6 / (8 * m))))
        self.whole, self.K = self.most == m, np.empty((self.most, m))
        if self.whole:
            self.fill(np.arange(m))
            check_symmetric(self.K, self.name)
            self.name = ""  # blocks need no check

    def fill(self, chosen):
        """Compute the rows of the positions `chosen`."""
        for start in range(0, len(chosen), ROWS):
            part = chosen[start : start + ROWS]
            self.K[start : start + len(part)] = self.function(self.X[part], self.X)

    def block(self, chosen):
        """K among the positions `chosen`, at most `most`; :meth:`add` then has their rows."""
        self.places = chosen if self.whole else np.arange(len(chosen))
        if not self.whole:
            self.fill(chosen)
        return check_symmetric(self.K[np.ix_(self.places, chosen)], self.name)

    def add(self, G, steps):
        """Add K(., x_i) times a row of `steps` to the scores `G`, shape (m, k), for each i of the last block."""
        for start in range(0, len(steps), ROWS):
            part = slice(start, start + ROWS)
            G += self.K[self.places[part]].T @ steps[part]
