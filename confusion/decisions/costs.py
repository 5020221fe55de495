"""From probabilities to predictions: the rule of least expected cost, other shares of the classes, noise, and regret.

Rows of a cost matrix are true classes, columns are predictions, as in a confusion matrix.
"""

import numpy as np
from scipy.special import softmax

from confusion._core.arguments import (
    by_name,
    check_finite,
    check_not_negative,
    check_priors,
    class_names,
    finite_array,
)
from confusion.noise.matrices import check_noise_matrix

__all__ = ["bayes_predictions", "noise_costs", "prior_shift", "regret_bound"]

#: What differs by less than this part is a tie, and a tie goes to the first class.
TIE = 1e-12


def probability_rows(P, K="K", classes=None):
    """Rows of `K` numbers >= 0, none of them all zero, as floats, the columns in the order of `classes`."""
    P = finite_array(by_name(P, "probabilities", classes, (1,)), "probabilities", ("n", K))
    if (P < 0).any() or not P.any(axis=1).all():
        raise ValueError("probabilities must be non-negative, and no row may be all zero")
    return P


def cost_rows(costs, K, classes):
    """Costs, a row for each of `K` classes in the order of `classes`, and so the columns, if their names are these."""
    predicted = class_names((costs, 1))
    square = predicted is None or (classes is not None and set(predicted) == set(classes))
    return finite_array(by_name(costs, "costs", classes, (0, 1) if square else (0,)), "costs", (K, "L"), empty=False)


def bayes_predictions(probabilities, costs):
    """Predict for each example the class of least expected cost.

    Parameters
    ----------
    probabilities : array-like of shape (n, K)
        P(y | x), one row per example.  Only their ratios within a row matter.
    costs : array-like of shape (K, L)
        ``costs[y, q]`` is the cost of predicting q if the class is y.  Usually L = K; entries may be negative.

    Returns
    -------
    ndarray of shape (n,)
        argmin_q sum_y P(y | x) costs[y, q], as positions 0, ..., L - 1; of predictions that tie, the first.

    Notes
    -----
    A constant added to a row of the costs, or a positive factor of all of them, changes no prediction.  With two
    classes and no cost of a right prediction, the second is given where P(1 | x) > costs[0, 1] / (costs[0, 1] +
    costs[1, 0]).  See C. Elkan, The foundations of cost-sensitive learning, IJCAI 2001.

    Examples
    --------
    >>> P = [[0.7, 0.2, 0.1], [0.5, 0.25, 0.25]]
    >>> bayes_predictions(P, [[0, 1, 1], [1, 0, 1], [10, 10, 0]])  # the third class is dear to miss
    array([2, 2])
    """
    classes = class_names((probabilities, 1), (costs, 0))
    P = probability_rows(probabilities, classes=classes)
    K = cost_rows(costs, P.shape[1], classes)
    P = P / P.max(axis=1, keepdims=True)
    K = K / max(np.abs(K).max(), np.finfo(float).tiny)
    return cheapest(P, K)[0]


def cheapest(P, K, allowed=True):
    """Predictions of least cost among those `allowed`, of those that tie the first, and what they cost at the least."""
    expected = np.where(allowed, P @ K, np.inf)
    least = expected.min(axis=1, keepdims=True)
    slack = TIE * (P @ np.abs(K)).max(axis=1, keepdims=True)  # the size of what rounding can do to the sums
    return (expected <= least + slack).argmax(axis=1), least[:, 0]


def noise_costs(costs, noise_matrix):
    r"""Costs that make probabilities of noisy labels decide as those of the true classes would.

    Parameters
    ----------
    costs : array-like of shape (K, L)
        As in :func:`bayes_predictions`, of predictions to the true classes.
    noise_matrix : array-like of shape (K, K)
        ``T[k, p]`` = P(noisy label k | true class p), columns sum to one; not singular.

    Returns
    -------
    ndarray of shape (K, L)
        :math:`T^{-\top} costs`; some entries may be negative.

    Notes
    -----
    If labels depend on x through the class only, P(noisy | x) = T P(true | x), and with it the expected costs agree.
    For the norms of confusion matrices the costs are M[p, q] / P(true = p): imbalance, norm and noise together are the
    one matrix :math:`T^{-\top} diag(1 / \pi) M`, with :math:`\pi = T^{-1} \pi_{noisy}`.  Errors of the
    probabilities enter :func:`regret_bound` enlarged by :math:`T^{-1}`.

    Examples
    --------
    >>> noise_costs([[0, 1], [1, 0]], [[1, 0.25], [0, 0.75]])
    array([[ 0.        ,  1.        ],
           [ 1.33333333, -0.33333333]])
    """
    classes = class_names((costs, 0), (noise_matrix, 0), (noise_matrix, 1))
    T = by_name(noise_matrix, "noise_matrix", classes, (0, 1))
    T = check_noise_matrix(T, advice="only other probabilities could tell these classes apart")
    costs = cost_rows(costs, len(T), classes)
    with np.errstate(over="ignore", invalid="ignore"):
        return check_finite(np.linalg.solve(T.T, costs), "costs are")


def prior_shift(probabilities, old, new=None, strength=1.0):
    r"""Probabilities where the classes have other shares, and examples of a class look as before.

    Parameters
    ----------
    probabilities : array-like of shape (n, K)
        P(y | x), one row per example, where the classes have the shares `old`.
    old : array-like of shape (K,)
        Shares of the classes in the sample that the probabilities were learnt from; all positive.
    new : array-like of shape (K,), optional
        Shares that are wanted.  Default: all classes alike.
    strength : float, default 1.0
        How far to go, s in Notes: 0 changes nothing, 1/2 is half the way of the logarithms, more than 1 goes beyond.

    Returns
    -------
    ndarray of shape (n, K)
        Rows sum to one.  Entries that tie with the largest are made equal to it, so that ``argmax`` takes the first.

    Notes
    -----
    The result is proportional to :math:`P(y \mid x) (new_y / old_y)^s`.  For s = 1 this is Bayes' theorem: the
    densities P(x | y) stay, the shares change.  For other s it is the same with the shares
    :math:`old_y^{1-s} new_y^s`, divided by their sum.

    To votes f_y of which softmax(2 f) estimates P(y | x), as AdaBoost.MM's do, it adds s/2 ln(new_y / old_y).

    See M. Saerens, P. Latinne and C. Decaestecker, Neural Computation 14, 2002, and A. Menon et al., Long-tail learning
    via logit adjustment, ICLR 2021.

    Examples
    --------
    >>> prior_shift([[0.8, 0.2]], old=[0.9, 0.1]).round(3)
    array([[0.308, 0.692]])
    """
    classes = class_names((probabilities, 1), (old, 0), (new, 0))
    P = probability_rows(probabilities, classes=classes)
    K, strength = P.shape[1], check_not_negative(strength, "strength")
    old = check_priors(old, K, name="old", classes=classes)
    if not old.all():
        raise ValueError("old must be positive: nothing was learnt of a class with the share 0; leave it out")
    new = np.full(K, 1 / K) if new is None else check_priors(new, K, name="new", classes=classes)
    with np.errstate(divide="ignore"):
        logs = np.log(P) + (strength * (np.log(new) - np.log(old)) if strength else 0.0)
    if np.isneginf(logs).all(axis=1).any():
        raise ValueError("new must leave every example a class of positive probability")
    shifted = softmax(logs, axis=1)
    most = shifted.max(axis=1, keepdims=True)
    return np.where(shifted >= most * (1 - TIE), most, shifted)


def regret_bound(deviations, costs):
    r"""Bound what errors of the probabilities cost: :math:`\sum_y \rho_y E|\hat P(y \mid X) - P(y \mid X)|`.

    Parameters
    ----------
    deviations : array-like of shape (K,)
        For each class the mean distance of its estimated from its true probability.
    costs : array-like of shape (K, L)
        As in :func:`bayes_predictions`.

    Returns
    -------
    float
        The rule of least expected cost by the estimates costs on average at most this much more than the best rule.

    Notes
    -----
    :math:`\rho_y` is the largest less the smallest entry of row y of the costs; *One matrix after training* has the
    proof.  For the mean of the class errors the costs are 1/P(y) off the diagonal: a rare class must be estimated well.

    Examples
    --------
    >>> regret_bound([0.25, 0.25], [[0, 1], [3, 0]])
    1.0
    """
    classes = class_names((deviations, 0), (costs, 0))
    deviations = finite_array(by_name(deviations, "deviations", classes), "deviations", ("K",), empty=False)
    if (deviations < 0).any():
        raise ValueError("deviations must be non-negative")
    costs = cost_rows(costs, len(deviations), classes)
    return float(deviations @ np.ptp(costs, axis=1))
