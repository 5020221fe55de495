r"""The theory of CoMBo (Koco and Capponi 2013, Sections 3 and 4) as it holds: norm, loss, rounds, what a sample says.

C_S is the confusion matrix of the vote on the sample, rows of true classes divided by the m_y, diagonal zero; its
entries sum to K times the balanced error (BER).  L_T is the loss of CoMBo after T rounds, ``L_0 = K(K - 1)``.

.. math::
   BER \le \|C_S\| \le \|C_S\|_F \le \sum_{l \ne j} c_{lj} = K\,BER \le L_T, \qquad \|C_S\|_F^2 \le K\,BER,

the first step because :math:`K\,BER = 1^\top C_S 1`, the last of the first chain because a misclassified example pays
at least its weight, the second chain because no entry exceeds one.  Hence (10), in no need of the printed proof.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_finite, check_probability, check_whole, finite_array, float_array
from confusion.limits.concentration import online_risk_radius

__all__ = [
    "ProductThresholds",
    "TrainingBound",
    "fixed_classifier_radius",
    "norm_from_balanced_error",
    "norm_from_loss",
    "normalised_loss_floor",
    "product_thresholds",
    "round_factor",
    "training_bound",
]


class TrainingBound(NamedTuple):
    """Upper bounds after the last round, none larger than what any classifier satisfies.

    Attributes
    ----------
    loss, balanced_error, norm : float
        On the loss, and on the error and the norm on the sample.
    """

    loss: float
    balanced_error: float
    norm: float


class ProductThresholds(NamedTuple):
    """What the product of the sqrt(1 - delta_t^2) must stay below, for Theorem 1 to say what is not known beforehand.

    Attributes
    ----------
    balanced_error, norm, norm_below_one : float
        For the balanced error, for the norm, and for a norm below 1.
    """

    balanced_error: float
    norm: float
    norm_below_one: float


def norm_from_loss(loss):
    r"""Inequality (10) as sharp as its true proof makes it: :math:`\|C_S\| \le \min(L_T, \sqrt{L_T})`.

    Parameters
    ----------
    loss : float or array-like
        L_T, finite and not negative; any bound on the sum of the entries of C_S will do.

    Returns
    -------
    float or ndarray
        Bound on the norm, of the shape of `loss`.

    Notes
    -----
    The paper gets :math:`\sqrt{L_T}` by the Frobenius norm, and :math:`L_T` from that if :math:`L_T \ge 1`, which it
    shows for *normalised* scores (:func:`normalised_loss_floor`).  The loss that is minimised falls below 1, where the
    smaller :math:`L_T` is a bound too, as the sum of the entries.
    """
    loss = float_array(loss, "loss")
    if not ((loss >= 0) & (loss < np.inf)).all():
        raise ValueError("loss must be finite and not negative")
    bound = np.minimum(loss, np.sqrt(loss))
    return float(bound) if bound.ndim == 0 else bound


def norm_from_balanced_error(error, n_classes):
    r"""The two sides of :math:`BER \le \|C\| \le \min(K\,BER, \sqrt{K\,BER}, \sqrt{K - 1})`, any confusion matrix.

    Parameters
    ----------
    error : float in [0, 1]
        The balanced error: the mean of the K class errors.
    n_classes : int
        K, at least 2.

    Returns
    -------
    low, high : float
        The norm is between them.

    Notes
    -----
    The left side is attained where every class errs alike and evenly, the right one where one entry is not zero
    (K BER <= 1), and where whole classes are mistaken for one and the same other one (K BER a whole number below K).
    :math:`\|C\|^2` is at most the largest column sum times the largest row sum, so at most :math:`K - 1`.
    """
    K, error = _n_classes(n_classes), check_probability(error, "error")
    return error, min(norm_from_loss(K * error), float(np.sqrt(K - 1)))


def round_factor(edge, alpha=None):
    r"""Right side of (16): :math:`\frac12((1 - \delta)e^\alpha + (1 + \delta)e^{-\alpha})`, bounds L_t / L_{t-1}.

    Parameters
    ----------
    edge : float or array-like in [-1, 1]
        delta_t.
    alpha : float or array-like, optional
        Weight of the weak learner, finite and not negative.  Default: that of Algorithm 1, which gives the least of
        (16), :math:`\sqrt{1 - \delta^2}`.

    Returns
    -------
    float or ndarray
        The factor, for each edge.

    Notes
    -----
    Lemma 1 prints the loss without the 1/m_y of the cost matrix; it holds with them.  In its proof the line after
    "Hence" drops the sum over the misclassified examples.  The bound is an equality where every wrong answer takes the
    whole loss of its example, as for K = 2; the exact step of :class:`confusion.boosting.ComboClassifier` does better
    elsewhere.

    Examples
    --------
    >>> round_factor(0.6), round(round_factor(0.6, 0.0), 3), round(round_factor(0.6, np.log(2)), 3)
    (0.8, 1.0, 0.8)
    """
    delta = float_array(edge, "edge")
    if not (np.abs(delta) <= 1).all():
        raise ValueError("edge must be from -1 to 1")
    if alpha is None:
        factor = np.sqrt((1 - delta) * (1 + delta))
    else:
        alpha = float_array(alpha, "alpha")
        if not ((alpha >= 0) & (alpha < np.inf)).all():
            raise ValueError("alpha must be finite and not negative")
        try:
            delta, alpha = np.broadcast_arrays(delta, alpha)
        except ValueError:
            raise ValueError(f"edge and alpha must have shapes that fit, got {delta.shape} and {alpha.shape}") from None
        with np.errstate(over="ignore"):
            grows = (1 - delta) * np.exp(np.where(delta < 1, alpha, 0))  # 0 for an edge of 1, however large e^alpha
        factor = 0.5 * (grows + (1 + delta) * np.exp(-alpha))
    return float(factor) if factor.ndim == 0 else factor


def training_bound(edges, n_classes):
    r"""Theorem 1 as it should read: :math:`K\,BER \le L_T \le K(K-1)\prod_t\sqrt{1-\delta_t^2}`.

    Parameters
    ----------
    edges : array-like of shape (T,)
        delta_t from 0 to 1.
    n_classes : int
        K, at least 2.

    Returns
    -------
    TrainingBound
        ``loss``, the right side; ``balanced_error``, that over K, at most 1; ``norm``, by :func:`norm_from_loss`, at
        most :math:`\sqrt{K - 1}`.

    Notes
    -----
    The paper says "the error after T rounds is" this.  What is bounded is the loss, and by it the *sum of the class
    errors* on the sample; the error itself is at most the largest class's share of the sample times the bound.
    An edge of 1 asks for an infinite weight; put in the tanh of the weight that it got.

    Examples
    --------
    >>> TrainingBound(*(round(value, 4) for value in training_bound([0.3] * 50, 4)))
    TrainingBound(loss=1.1356, balanced_error=0.2839, norm=1.0656)
    """
    K, edges = _n_classes(n_classes), finite_array(edges, "edges", ("T",))
    if not ((edges >= 0) & (edges <= 1)).all():
        raise ValueError("edges must be from 0 to 1")
    loss = float(K * (K - 1) * np.prod(round_factor(edges)))
    return TrainingBound(loss, min(1.0, loss / K), min(norm_from_loss(loss), float(np.sqrt(K - 1))))


def product_thresholds(n_classes):
    r"""Below which :math:`\prod_t\sqrt{1-\delta_t^2}` Theorem 1 says what is not known beforehand.

    Parameters
    ----------
    n_classes : int
        K, at least 2.

    Returns
    -------
    ProductThresholds
        ``balanced_error = 1/(K - 1)``: the sum of the class errors is below K; ``norm = 1/K``: the norm is below
        :math:`\sqrt{K - 1}`, the largest there is, and the balanced error below that of a constant answer;
        ``norm_below_one = 1/(K(K - 1))``: the norm is below 1, and (10) without a root the better bound.
    """
    K = _n_classes(n_classes)
    return ProductThresholds(1 / (K - 1), 1 / K, 1 / (K * (K - 1)))


def normalised_loss_floor(n_classes):
    """K(K - 1)/e, what the loss of scores divided by the sum of the alpha_t is never below.

    Parameters
    ----------
    n_classes : int
        K, at least 2.

    Returns
    -------
    float
        The floor.  The paper proves (9) by it; for K >= 3 it makes the normalised loss useless as a bound, as it and
        its root exceed the sqrt(K - 1) that no norm exceeds: 2.21 and 1.49 against 1.41 for three classes.
    """
    K = _n_classes(n_classes)
    return K * (K - 1) / float(np.e)


def fixed_classifier_radius(class_counts, *, delta=0.05, form="mcdiarmid"):
    r"""How much the norm of C may exceed that of C_S, for a classifier that does not depend on the sample.

    Parameters
    ----------
    class_counts : array-like of shape (K,)
        m_k, at least one each.
    delta : float in (0, 1], default 0.05
        Probability of failure.
    form : {"mcdiarmid", "printed"}, default "mcdiarmid"
        :math:`\sqrt{\sum_k 1/m_k}\,(1 + \sqrt{\ln(1/\delta)})`, or Corollary 1:
        :math:`\sqrt{2K\sum_k m_k^{-1}\ln(K/\delta)}`.

    Returns
    -------
    float
        With probability at least ``1 - delta`` over X given y, :math:`\|C\| \le \|C_S\|` + radius.

    Notes
    -----
    Corollary 1 is stated for "a classifier h over the training sample", and is **false** for one that was learned from
    it: one nearest neighbour on pure noise has C_S = 0 and a norm of (K - 1)/K at any m.  For a fixed h:
    the mean of :math:`\|C - C_S\|_F^2` is a sum of variances, less than :math:`\sum_k 1/m_k`; one example of class k
    moves two entries of row k by at most 1/m_k, the Frobenius norm by at most :math:`\sqrt 2/m_k`; McDiarmid's
    inequality adds :math:`\sqrt{\sum_k m_k^{-1}\ln(1/\delta)}`.  This is always below the printed radius, as
    :math:`(1 + \sqrt x)^2 \le 2 + 2x`.

    Examples
    --------
    >>> [round(fixed_classifier_radius([4500, 250, 250], form=form), 4) for form in ("mcdiarmid", "printed")]
    [0.2476, 0.4494]
    """
    printed = online_risk_radius(class_counts, delta=delta, form="printed")
    if not isinstance(form, str) or form not in ("mcdiarmid", "printed"):
        raise ValueError(f"form must be one of mcdiarmid, printed, got {form!r}")
    if form == "printed":
        return printed
    total = np.sum(1 / float_array(class_counts, "class_counts"))
    return float(np.sqrt(total) * (1 + np.sqrt(-np.log(delta))))


def _n_classes(n_classes):
    """K as a float, so small that no bound is beyond the range of floats."""
    K = float(check_whole(n_classes, "n_classes", 2))
    check_finite(K * K, "n_classes is")
    return K
