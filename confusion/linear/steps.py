"""A step of the additive online algorithms of the package, and how examples come to it.

They differ in the multipliers alpha of a step,

    w_q  <-  w_q - (alpha_q - mean(alpha)) x,        q = 1..Q,

which a *rule* gives: a function of the scores <w_q, x> (a list), the true class, |x|^2 and the aggressiveness C.
"""

from math import isfinite
from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms

from confusion._core.arguments import check_class_number, float_array

__all__ = [
    "OVERFLOW", "Iterate", "as_finite_multipliers", "check_step", "mean_class", "received", "scores", "squared_norms",
]  # fmt: skip

OVERFLOW = "the weights overflowed: rescale the features or choose a smaller C"


class Iterate(NamedTuple):
    """Where a run is after some of its steps."""

    W: np.ndarray  # class vectors, changed in place by the next step
    U: np.ndarray  # the sum of s (w^s - w^(s+1)) over all steps, s the number of steps before
    tau: int  # steps made

    @property
    def mean(self):
        """(1/tau) sum_k w_q^k, the mean of the vectors after each step, without a sum over tau matrices."""
        return self.W + self.U / self.tau


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


def as_finite_multipliers(alpha):
    """Return the multipliers of one step as an array if they are finite."""
    if not np.isfinite(alpha).all():
        raise ValueError("the update overflows: x is too small or too large for this C and W; rescale the features")
    return np.array(alpha)


def mean_class(part):
    """Mean over the classes of (features, Q) storage; a product is much faster than a mean over a short axis."""
    return part @ np.full((part.shape[1], 1), 1 / part.shape[1])


def squared_norms(X, n_classes):
    """|x|^2 of each row, if no sum of `n_classes` of them leaves the range of floats."""
    sqnorms = row_norms(X, squared=True)
    large, small = np.isinf(sqnorms * n_classes), sqnorms == 0
    if large.any():
        raise ValueError("X has rows whose squared norm overflows: rescale the features")
    if small.any() and abs(X[small]).max() > 0:
        raise ValueError("X has rows, not zero, whose squared norm underflows: rescale the features")
    return sqnorms


def received(X, order):
    """One example after the other: its row, its features, and which these are; of a CSR row those that are stored."""
    if not sparse.issparse(X):
        yield from ((t, X[t], slice(None)) for t in order.tolist())
        return
    for t in order.tolist():
        stored = slice(X.indptr[t], X.indptr[t + 1])
        yield t, X.data[stored], X.indices[stored]


def scores(W, x, at):
    """<w_q, x> for all q, a list, by the features `at`.

    They are added up alike for every class: equal vectors then have equal scores on every machine, which those of a
    matrix product, whose last columns may be added up in another order, have not.
    """
    products = (W[:, at] * x).sum(axis=1).tolist()
    if not isfinite(sum(products)):
        raise ValueError(OVERFLOW)
    return products
