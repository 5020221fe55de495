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

from confusion._core.arguments import check_choice, check_finite, check_integer, float_array
from confusion.limits.concentration import online_risk_radius

__all__ = ["fixed_classifier_radius", "product_thresholds"]


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
        :math:`\sqrt{K - 1}`, the largest there is, and the balanced error below that of a constant prediction;
        ``norm_below_one = 1/(K(K - 1))``: the norm is below 1, and (10) without a root the better bound.
    """
    K = float(check_integer(n_classes, "n_classes", 2))
    check_finite(K * K, "n_classes is")
    return ProductThresholds(1 / (K - 1), 1 / K, 1 / (K * (K - 1)))


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
    if check_choice(form, "form", ("mcdiarmid", "printed")) == "printed":
        return printed
    total = np.sum(1 / float_array(class_counts, "class_counts"))
    return float(np.sqrt(total) * (1 + np.sqrt(-np.log(delta))))
