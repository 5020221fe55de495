r"""The margin of a score function, the rho-margin loss, and the chain of four losses that the lecture's bounds use.

Scores are an array with a row for each example and a column for each class; a class that no example has keeps its
column, since its scores count among the others.

References
----------
.. [1] Lu, "EE6550 Machine Learning, Lecture Seven: Multi-Class Classification", 2017.
.. [2] Mohri, Rostamizadeh, Talwalkar, "Foundations of Machine Learning", MIT Press, 2nd ed. 2018, chapter 9.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import by_name, check_finite, check_positive, class_numbers, finite_array, float_array

__all__ = ["margin_chain", "margin_losses_by_class", "margins", "rho_margin_loss"]


class MarginChain(NamedTuple):
    """The four losses of :func:`~confusion.margins.margin_chain`, each at least the one before.

    Attributes
    ----------
    error : float
        Share of the examples that the argmax of the scores, its first column at a tie, gets wrong.
    not_positive : float
        Share of the examples with a margin of zero or less: a tie counts as an error.
    margin_loss : float
        Mean rho-margin loss.
    at_most_rho : float
        Share of the examples with a margin of at most rho.
    """

    error: float
    not_positive: float
    margin_loss: float
    at_most_rho: float


def margins(scores, y):
    r"""Margin of each example: the score of its class minus the largest score of another class.

    Parameters
    ----------
    scores : array-like of shape (m, k)
        ``scores[i, z]`` is f(x_i, z); k is at least two.
    y : array-like of shape (m,)
        True classes, numbers from 0 to k - 1.  Not every class needs an example.

    Returns
    -------
    ndarray of shape (m,)
        :math:`\rho_f(x_i, y_i) = f(x_i, y_i) - \max_{z \ne y_i} f(x_i, z)`.

    Notes
    -----
    The classifier that predicts a largest score errs on an example only if the margin is zero or less.  The converse
    is false: at a tie the margin is zero, and the prediction may be right.

    Examples
    --------
    >>> margins([[2.0, 0.5, 1.0], [0.0, 1.0, 1.0]], [0, 1])
    array([1., 0.])
    """
    scores, y = _scores_and_classes(scores, y)
    rows = np.arange(len(y))
    others = scores.copy()
    others[rows, y] = -np.inf
    with np.errstate(over="ignore"):
        return check_finite(scores[rows, y] - others.max(axis=1), "scores are")


def rho_margin_loss(margin, rho):
    r"""The rho-margin loss: one up to the margin zero, zero from the margin rho on, a straight line between.

    Parameters
    ----------
    margin : float or array-like
        Margins, of any shape.
    rho : float
        Threshold, positive.

    Returns
    -------
    float or ndarray
        :math:`\Phi_\rho(t) = \min(1, \max(0, 1 - t / \rho))`, of the shape of `margin`.

    Notes
    -----
    It is :math:`1/\rho`-Lipschitz, never increases with the margin and never decreases with rho.  It is a function of
    the *scores*, not of the classifier: scores times a positive constant have the same argmax and, in general, another
    margin loss, unless rho is multiplied, too.

    Examples
    --------
    >>> rho_margin_loss([-1.0, 0.0, 0.5, 2.0, 3.0], 2.0)
    array([1.  , 1.  , 0.75, 0.  , 0.  ])
    """
    margin, rho = float_array(margin, "margin"), check_positive(rho, "rho", infinite=False)
    if not np.isfinite(margin).all():
        raise ValueError("margin must be finite; it holds NaN or infinity")
    with np.errstate(over="ignore"):
        loss = np.clip(1 - margin / rho, 0.0, 1.0)
    return float(loss) if loss.ndim == 0 else loss


def margin_chain(scores, y, rho):
    r"""The lecture's chain of four losses on a sample, each at least the one before.

    Parameters
    ----------
    scores, y
        As in :func:`margins`; one example or more.
    rho : float
        Threshold, positive.

    Returns
    -------
    MarginChain
        :math:`\hat R_S(h) \le \frac1m \sum_i 1[\rho_f \le 0] \le \hat R_{S,\rho}(f) \le \frac1m \sum_i 1[\rho_f \le
        \rho]`.

    Examples
    --------
    >>> margin_chain([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 3.0]], [0, 1, 0, 0], rho=2.0)
    MarginChain(error=0.25, not_positive=0.5, margin_loss=0.625, at_most_rho=1.0)
    """
    margin, rho = margins(scores, y), check_positive(rho, "rho", infinite=False)
    if not margin.size:
        raise ValueError("scores must hold an example; the losses are means over the sample")
    scores, y = _scores_and_classes(scores, y)
    shares = (scores.argmax(axis=1) != y, margin <= 0, rho_margin_loss(margin, rho), margin <= rho)
    return MarginChain(*(float(np.mean(share)) for share in shares))


def margin_losses_by_class(scores, y, rho):
    r"""Mean rho-margin loss on the examples of each class.

    Parameters
    ----------
    scores, y
        As in :func:`margins`.
    rho : float
        Threshold, positive.

    Returns
    -------
    ndarray of shape (k,)
        Entry p is the mean of :math:`\Phi_\rho(\rho_f(x_i, p))` over the examples of class p, at least the class's
        error on the sample.  A class without an example gets 1, the largest loss: nothing was seen of it.

    Examples
    --------
    >>> margin_losses_by_class([[2.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 3.0, 0.0]], [0, 0, 1], rho=1.0)
    array([0.25, 0.  , 1.  ])
    """
    loss = rho_margin_loss(margins(scores, y), rho)
    scores, y = _scores_and_classes(scores, y)
    k = scores.shape[1]
    counts, sums = np.bincount(y, minlength=k), np.bincount(y, weights=loss, minlength=k)
    return np.divide(sums, counts, out=np.ones(k), where=counts > 0)


def _scores_and_classes(scores, y):
    scores = finite_array(by_name(scores, "scores", range, (1,)), "scores", ("m", "k"))
    m, k = scores.shape
    if k < 2:
        raise ValueError(f"scores must have a column for each class, two or more, got shape {scores.shape}")
    return scores, class_numbers(y, "y", k, m)
