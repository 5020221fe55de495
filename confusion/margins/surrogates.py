r"""Surrogate losses of k scores, and the scores that each of them asks for.

Let Y be random with :math:`p_y = P(Y = y)` at one input.  A loss :math:`\ell(f, y)` of the scores
:math:`f = (f_1, \dots, f_k)` has the conditional risk :math:`L_p(f) = \sum_y p_y \ell(f, y)`; a learner with enough
data and a rich enough class of scores ends at a minimiser of it, at each input.  The loss is *consistent* (for the
0-1 loss) if, for every p, only most probable classes have the largest score of a minimiser.

=========================  ========================================================  ======================
kind                       loss :math:`\ell(f, y)`                                   who minimises it
=========================  ========================================================  ======================
"max-hinge"                :math:`\max_{l \ne y} |1 + f_l - f_y|_+`                  the lecture's SVM [1]_
"sum-hinge"                :math:`\sum_{l \ne y} |1 + f_l - f_y|_+`                  the SVM of [2]_
"sum-to-zero-hinge"        :math:`\sum_{l \ne y} |f_l + 1/(k-1)|_+`, scores sum      [4]_; COPA [3]_, whose
                           to zero                                                   steps square the terms
"softmax"                  :math:`\log \sum_l e^{f_l - f_y}`                         logistic regression
"exponential"              :math:`\sum_{l \ne y} e^{f_l - f_y}`                      AdaBoost.MM, CoMBo
"one-vs-all-exponential"   :math:`e^{-f_y} + \sum_{l \ne y} e^{f_l}`                 AdaBoost.MH
=========================  ========================================================  ======================

All treat the classes alike, so a minimiser over all scores of one input can be wrong in one way only: by a tie.
Suppose :math:`f_i < f_j` makes :math:`\ell(f, i) > \ell(f, j)`, as it does for each of them (for the third unless both
scores are at most -1/(k-1); then neither is the largest).  If :math:`p_i > p_j`, exchanging the two scores changes
:math:`L_p` by :math:`-(p_i - p_j)(\ell(f, i) - \ell(f, j)) < 0`; so at a minimiser :math:`f_i \ge f_j`.
Scores that are tied to each other from input to input, such as linear ones, can do worse.

References
----------
.. [1] Crammer and Singer, "On the algorithmic implementation of multiclass kernel-based vector machines", JMLR 2001.
.. [2] Weston and Watkins, "Support vector machines for multi-class pattern recognition", ESANN 1999.
.. [3] Ralaivola, "Confusion-Based Online Learning and a Passive-Aggressive Scheme", NIPS 2012.
.. [4] Lee, Lin and Wahba, "Multicategory support vector machines", JASA 2004.
"""

import numpy as np

from confusion._core.arguments import (
    SUM_TOLERANCE,
    by_name,
    check_choice,
    check_class_number,
    check_finite,
    check_not_negative,
    class_names,
    class_numbers,
    finite_array,
    float_array,
)
from confusion.margins._surrogate_forms import KINDS, SMOOTH

__all__ = ["conditional_risk", "surrogate_answers", "surrogate_loss", "surrogate_minimiser"]


def surrogate_loss(scores, y, kind):
    r"""Loss of scores on examples of known classes.

    Parameters
    ----------
    scores : array-like of shape (n, k) or (k,)
        A score for each of k >= 2 classes; those of "sum-to-zero-hinge" must sum to zero, example by example.
    y : array-like of shape (n,), or int
        Class numbers from 0 to k - 1.
    kind : str
        A row of the table at the head of this module, such as "max-hinge".

    Returns
    -------
    float or ndarray of shape (n,)
        Loss of each example, not negative.

    Notes
    -----
    "max-hinge" is the slack of the lecture's SVM, one minus the margin of the example, if that is positive; so it is
    at least one where the prediction is wrong.  "sum-to-zero-hinge" is the sum of COPA's losses (2) over the wrong
    classes.  Where AdaBoost.MH may add a common offset -b to all scores, it pays, by the inequality between the means,

    .. math:: \min_b \Bigl(e^{b - f_y} + e^{-b} \sum_{l \ne y} e^{f_l}\Bigr)
              = 2 \sqrt{\sum_{l \ne y} e^{f_l - f_y}},

    twice the square root of what AdaBoost.MM pays.

    Examples
    --------
    >>> f = [0.5, 0.0, -0.5]
    >>> [round(surrogate_loss(f, 0, kind), 3) for kind in ("max-hinge", "sum-hinge", "sum-to-zero-hinge", "softmax")]
    [0.5, 0.5, 0.5, 0.68]
    """
    loss, _ = KINDS[check_choice(kind, "kind", KINDS)]
    f = float_array(by_name(scores, "scores", range, (1,) if hasattr(scores, "columns") else (0,)), "scores")
    f = finite_array(f, "scores", ("k",) if f.ndim == 1 else ("n", "k"))
    if f.shape[-1] < 2:
        raise ValueError(f"scores must have at least two classes in their last dimension, got shape {f.shape}")
    single = f.ndim == 1
    f = np.atleast_2d(f)
    n, k = f.shape
    if single:
        y = check_class_number(y[()] if isinstance(y, np.ndarray) and y.ndim == 0 else y, "y", k)
        codes = np.array([y])
    else:
        codes = class_numbers(y, "y", k, n)
    if kind == "sum-to-zero-hinge":
        off = np.abs(f.sum(axis=1)) > SUM_TOLERANCE * np.maximum(1, np.abs(f).max(axis=1))
        if off.any():
            raise ValueError("scores must sum to zero over the classes for this kind; subtract their mean")
    with np.errstate(over="ignore", invalid="ignore"):
        result = check_finite(loss(f, codes), "scores")
    return float(result[0]) if single else result


def conditional_risk(scores, p, kind):
    r"""Expected loss :math:`\sum_y p_y \ell(f, y)` at one input.

    Parameters
    ----------
    scores : array-like of shape (k,)
        The scores f at this input.
    p : array-like of shape (k,)
        Probabilities of the classes at this input.
    kind : str
        As in :func:`surrogate_loss`.

    Returns
    -------
    float
        L_p of the scores.

    Examples
    --------
    >>> round(conditional_risk([0, 0, 0], [0.4, 0.3, 0.3], "max-hinge"), 3)
    1.0
    >>> round(conditional_risk([2 / 3, -1 / 3, -1 / 3], [0.4, 0.3, 0.3], "max-hinge"), 3)
    1.2
    """
    classes = class_names((scores, 0), (p, 0))
    p = _distribution(by_name(p, "p", classes))
    k = len(p)
    f = finite_array(by_name(scores, "scores", classes), "scores", (k,))
    return float(p @ surrogate_loss(np.tile(f, (k, 1)), np.arange(k), kind))


def surrogate_minimiser(p, kind):
    r"""Scores that minimise the conditional risk :math:`\sum_y p_y \ell(f, y)`.

    Parameters
    ----------
    p : array-like of shape (k,)
        Probabilities of k >= 2 classes at one input.
    kind : str
        As in :func:`surrogate_loss`.

    Returns
    -------
    ndarray of shape (k,)
        A minimiser; it sums to zero, except for "one-vs-all-exponential", which has no common offset to choose.

    Raises
    ------
    ValueError
        If there is no minimiser: the last three kinds have none if a probability is zero, since the score of that class
        would have to be infinite.

    See Also
    --------
    surrogate_answers : The classes that have its largest score.

    Notes
    -----
    Write :math:`p_{(1)} \ge p_{(2)} \ge \dots` for the sorted probabilities.  All but the second are proved in *Scores,
    margins and surrogates*.

    * "max-hinge": the least risk is :math:`\min(1, 2(1 - p_{(1)}))`.  If :math:`p_{(1)} > 1/2` the minimiser is 1 for
      that class and 0 for the others, up to a shift; if :math:`p_{(1)} < 1/2` it is 0 for all: **undecided**, whichever
      class is most probable.  If :math:`p_{(1)} = 1/2` all leads from 0 to 1 will do, and 0 is returned.  (Classes of
      probability zero may have smaller scores than they are given here.)
    * "sum-hinge": a linear program whose vertices have whole numbers as differences of scores (its constraints are
      those of a network).  Gaps of more than one between neighbouring scores are of no use, so the classes, sorted by
      their probabilities, stand on levels one apart; with N_i classes and the mass C_i on the upper i levels,
      :math:`L_p = \sum_i (C_i - C_{i-1})(N_i - 1) + N_i(1 - C_i)`.  The best levels are found as a shortest path.
      Classes of equal probability stand on one level; of several minimisers the one with fewest levels is returned,
      then the one with most classes on its first level.  With three different probabilities it is **undecided** between
      the first two if :math:`p_{(2)} > 1/3` and :math:`p_{(1)} < 1/2`, and decided if :math:`p_{(2)} < 1/3` or
      :math:`p_{(1)} > 1/2`; on the border between the two, where both kinds of minimisers are equally good, an
      undecided one is returned.  With more classes only :math:`p_{(1)} \le 1/2` can be undecided: raising the most
      probable of a classes on the first level changes the risk at the rate :math:`1 - a\,p_{(1)}`.
    * "sum-to-zero-hinge": 1 on a most probable class, -1/(k-1) on the others; several most probable ones share evenly.
    * "softmax": :math:`f = \log p`; "exponential": :math:`f = \frac12 \log p`.
    * "one-vs-all-exponential": :math:`f_l = \frac12 \log(p_l / (1 - p_l))`, each for itself.

    Examples
    --------
    >>> surrogate_minimiser([0.4, 0.3, 0.3], "max-hinge")
    array([0., 0., 0.])
    >>> surrogate_minimiser([0.4, 0.3, 0.3], "sum-to-zero-hinge")
    array([ 1. , -0.5, -0.5])
    >>> surrogate_minimiser([0.4, 0.3, 0.3], "exponential").round(3)
    array([ 0.096, -0.048, -0.048])
    """
    _, minimiser = KINDS[check_choice(kind, "kind", KINDS)]
    p = _distribution(p)
    if kind in SMOOTH and (p == 0).any():
        raise ValueError(f"p must be positive for kind={kind!r}: with a probability of zero there is no minimiser; "
                         "leave that class out, or give it a small probability")  # fmt: skip
    return minimiser(p)


def surrogate_answers(p, kind, *, tolerance=1e-9):
    """Classes that have the largest score of the minimiser; more than one means undecided.

    Parameters
    ----------
    p, kind : as in :func:`surrogate_minimiser`
        Probabilities of the classes at one input, and the loss.
    tolerance : float
        Scores that are this near to the largest count as largest, too.

    Returns
    -------
    ndarray of int
        Sorted class numbers.  Where the minimiser is not unique they are those of the one that
        :func:`surrogate_minimiser` returns.

    Examples
    --------
    >>> surrogate_answers([0.4, 0.3, 0.3], "max-hinge")
    array([0, 1, 2])
    >>> surrogate_answers([0.4, 0.3, 0.3], "sum-hinge")
    array([0])
    >>> surrogate_answers([0.45, 0.4, 0.15], "sum-hinge")
    array([0, 1])
    """
    tolerance = check_not_negative(tolerance, "tolerance")
    f = surrogate_minimiser(p, kind)
    return np.flatnonzero(f >= f.max() - tolerance)


def _distribution(p):
    p = finite_array(p, "p", ("k",))
    if p.size < 2:
        raise ValueError(f"p must have at least two classes, got {p.size}")
    if (p < 0).any() or abs(p.sum() - 1) > SUM_TOLERANCE:
        raise ValueError("p must be non-negative and sum to one; divide by its sum")
    return p
