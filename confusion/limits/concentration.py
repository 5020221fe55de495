r"""Concentration of matrix martingales: the radii on which the papers' bounds stand, as printed and as they hold.

The route printed in [1]_ goes through the matrix Azuma inequality (Corollary 1) and pays for the dimension.  The
shorter route used here does not: the deviation is a martingale in the Hilbert space of Q x Q matrices with
the Frobenius norm, and the Frobenius norm is at least the operator norm.

.. math::  E \cosh\|x + d\| \le e^{b^2/2} \cosh\|x\| \qquad (E d = 0, \|d - c\| \le b \text{ for some } c)

Iterating over the rounds, and Markov's inequality, give :math:`P(\|\sum_t d_t\| \ge r) \le 2 e^{-r^2 / 2 \sum_t
b_t^2}`; *Test before you learn* has the proofs.  Where all centres are 0 this is a special case of Pinelis 1994.

References
----------
.. [1] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.
.. [2] J. A. Tropp, "User-friendly tail bounds for sums of random matrices", Found. Comput. Math. 12, 2012.
.. [3] I. Pinelis, "Optimum bounds for the distributions of martingales in Banach spaces", Ann. Probab. 22,
   1994.
"""

import numpy as np

from confusion._core.arguments import (
    check_choice,
    check_delta,
    check_finite,
    check_not_negative,
    check_positive,
    float_array,
    integer_array,
)

__all__ = ["held_out_norm_bound", "online_risk_radius"]


def online_risk_radius(class_counts, *, loss_bound=1.0, delta=0.05, form="dimension-free"):
    r"""Radius of Theorem 1 (12): how far the online confusion risk is from its empirical version.

    Parameters
    ----------
    class_counts : array-like of shape (Q,)
        Number of examples T_p of each class, at least one each.
    loss_bound : float, default 1.0
        The losses are between 0 and M = `loss_bound`.  The hinge losses (2) are not bounded by themselves: with
        ``|w_q| <= B`` and ``|x| <= R`` take ``M = B R + 1/(Q-1)``.
    delta : float in (0, 1], default 0.05
        Probability of failure.
    form : {"dimension-free", "printed", "route"}, default "dimension-free"
        What is under the root:

        - ``"dimension-free"``: :math:`M\sqrt{\frac{Q-1}2\sum_p T_p^{-1}\ln(2/\delta)}`, for the Frobenius norm and
          so for the operator norm;
        - ``"printed"``: :math:`M\sqrt{2Q\sum_p T_p^{-1}\ln(Q/\delta)}`, the statement (12);
        - ``"route"``: the same with :math:`\ln(2Q/\delta)`, what the paper's proof gives.

    Returns
    -------
    float
        With probability at least ``1 - delta`` over X given y, in one pass over the examples.

    Notes
    -----
    The printed proof uses Corollary 1 with dimension ``d1 + d2 = 2Q``, which gives ``ln(2Q/delta)``; the statement has
    ``ln(Q/delta)``.  (Its display before last also has ``1/T`` for ``1/T^2`` in the exponent, a slip of the pen.)  The
    statement is true nevertheless for Q >= 2, since it is more than twice the dimension-free form, whose proof is: the
    one non-zero row of an increment has Q - 1 entries, each in an interval of length ``M / T_p``, so it lies in a ball
    of radius ``M sqrt(Q - 1) / (2 T_p)`` and the inequality of this module's docstring applies.

    Examples
    --------
    >>> for form in ("dimension-free", "printed", "route"):
    ...     print(round(online_risk_radius([4500, 250, 250], form=form), 4))
    0.1742
    0.4494
    0.486
    """
    counts = float_array(class_counts, "class_counts")
    if counts.ndim != 1 or counts.size < 2:
        raise ValueError(f"class_counts must have one count per class, two or more, got shape {counts.shape}")
    if not np.isfinite(counts).all() or (counts < 1).any():
        raise ValueError("class_counts must all be at least one; drop the classes without an example")
    Q, M = counts.size, check_loss_bound(loss_bound)
    factors = {"dimension-free": (Q - 1) / 4 * log_ratio(2, delta), "printed": Q * log_ratio(Q, delta),
               "route": Q * log_ratio(2 * Q, delta)}  # fmt: skip
    factor = factors[check_choice(form, "form", factors)]
    with np.errstate(over="ignore"):
        return float(check_finite(M * np.sqrt(2 * factor * np.sum(1 / counts)), "loss_bound is"))


def held_out_norm_bound(norm, class_counts, *, delta=0.05):
    r"""Bound on the confusion norm from examples held out: :math:`\|\hat C\| + \sqrt{\ln(1/\delta) / 2 \min_p n_p}`.

    Parameters
    ----------
    norm : float
        Operator norm of the confusion matrix on examples that the classifier was not trained on, not negative.
    class_counts : array-like of shape (Q,)
        Number of these examples of each class, at least one each.
    delta : float in (0, 1], default 0.05
        Probability of failure.

    Returns
    -------
    float
        At least the true norm, with probability at least ``1 - delta`` over examples that are independent given their
        classes.  It can exceed sqrt(Q - 1), the largest norm there is.

    Notes
    -----
    *Guarantees: what a sample can promise* has the proof: Hoeffding's inequality along the top singular vectors of the
    true C, which are not random.

    It is one-sided: the norm may be smaller, and on average is, than that of the sample.  No number of classes occurs.
    A randomised classifier may enter with its probabilities in the place of draws.

    Examples
    --------
    >>> round(held_out_norm_bound(0.2, [1800, 100, 100]), 4)
    0.3224
    """
    norm = check_not_negative(norm, "norm")
    counts = integer_array(class_counts, "class_counts", 1)
    if counts.ndim != 1 or not counts.size:
        raise ValueError(f"class_counts must have one entry per class, shape (Q,), got shape {counts.shape}")
    return norm + float(np.sqrt(log_ratio(1, delta) / (2 * counts.min())))


def log_ratio(dimension, delta):
    """ln(dimension / delta), also where the quotient overflows."""
    delta = check_delta(delta)
    quotient_fits = delta > 1e-290 and dimension < 1e15
    return np.log(dimension / delta) if quotient_fits else np.log(dimension) - np.log(delta)


def check_loss_bound(loss_bound):
    """Return a bound on losses, positive and finite, as a float."""
    return check_positive(loss_bound, "loss_bound", infinite=False)
