"""One step of the multi-class SVM's dual, by itself: the projection on a simplex, and the block of one example."""

import numpy as np

from confusion._core.arguments import check_class_number, check_finite, check_not_negative, check_positive, finite_array
from confusion.margins.svm_loops import step_row

__all__ = ["block_step", "project_simplex"]


def project_simplex(point, total=1.0):
    """Project a point on the simplex {b : b_z >= 0, sum_z b_z = total}.

    Parameters
    ----------
    point : array-like of shape (k,)
        What is projected, k >= 1.
    total : float, default=1.0
        Sum of the entries, positive.

    Returns
    -------
    array of shape (k,)
        The nearest point of the simplex, ``max(0, point - theta)``; theta is found by sorting.

    Raises
    ------
    ValueError, TypeError
        For entries that are not finite, a total that is not positive, numbers beyond the range of floats.

    Examples
    --------
    >>> project_simplex([0.75, 0.5, -1.0]).tolist()
    [0.625, 0.375, 0.0]
    """
    point, total = finite_array(point, "point", ("k",), empty=False), check_positive(total, "total", infinite=False)
    with np.errstate(all="ignore"):
        down = np.sort(point.max() - point)  # depths below the largest entry
        levels = (total + np.cumsum(down)) / np.arange(1, len(down) + 1)
        level = levels[np.flatnonzero(down < levels)[-1]] if (down < levels).any() else levels[0]
        return check_finite(np.maximum(0.0, level - (point.max() - point)), "point or total is")


def block_step(scores, y, norm, price, alpha):
    """Solve the dual of the multi-class SVM exactly in the block of one example.

    Parameters
    ----------
    scores : array-like of shape (k,)
        f_z(x) of the example, with the present `alpha`.
    y : int
        Its class.
    norm : float
        K(x, x), not negative.
    price : float
        C, the price of its slack, positive; infinity is the hard margin.
    alpha : array-like of shape (k,)
        Its present block: sum zero, ``alpha[y] <= price``, the others not positive.

    Returns
    -------
    array of shape (k,)
        The new block, which maximises ``alpha[y] - 1/2 sum_z |f_z|^2`` over the blocks allowed while those of all other
        examples stay.  ``alpha`` itself is not changed.

    Raises
    ------
    ValueError, TypeError
        For arrays of other shapes or not finite, a class that is none, a block that is not allowed, numbers that
        overflow.

    Notes
    -----
    With e_z = 1[z != y] the new block is ``price e(y) - project_simplex(price e(y) - alpha + (e + scores) / norm,
    price)``.  From ``alpha = 0`` it is the passive-aggressive step for the max-hinge, slack bought at the price C.
    Where norm is 0 the block does not change any score: the whole price goes to the classes of the largest e + scores,
    in equal parts.

    Examples
    --------
    >>> block_step([0.0, 0.0, 0.0], 0, 1.0, 1.0, [0.0, 0.0, 0.0]).round(6).tolist()
    [0.666667, -0.333333, -0.333333]
    """
    scores, alpha = (finite_array(values, name, ("k",)) for values, name in ((scores, "scores"), (alpha, "alpha")))
    if len(scores) < 2 or alpha.shape != scores.shape:
        raise ValueError(f"scores and alpha must have the same shape (k,), k >= 2; got {scores.shape}, {alpha.shape}")
    y = check_class_number(y, "y", len(scores))
    norm, price = check_not_negative(norm, "norm"), check_positive(price, "price")
    slack = 1e-9 * max(1.0, np.abs(alpha).max())
    if abs(alpha.sum()) > slack or alpha[y] > price + slack or (np.delete(alpha, y) > slack).any():
        raise ValueError("alpha must sum to zero, with alpha[y] at most price and no other entry positive")
    gradient, new, classes = 1.0 + scores, alpha[None].copy(), np.arange(len(scores))
    gradient[y] = scores[y]
    if norm == 0.0 and np.isinf(price) and gradient.max() > gradient[y]:
        raise ValueError("price must be finite where norm is 0: no step can reach the margin")
    with np.errstate(all="ignore"):
        step_row(gradient, y, norm, price, new, 0, classes, len(classes), classes.copy(), np.empty(len(classes)), 1.0)
    return check_finite(new[0], "scores, norm or price is")
