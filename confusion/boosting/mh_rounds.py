"""The distribution of AdaBoost.MH over its board.

The *board* has a square for every example i and every class l, an item of a two-class problem: does i belong to l?  Its
sign is +1 where l is the class of i and -1 elsewhere.
"""

import numpy as np

from confusion._core.arguments import check_class_number, finite_array
from confusion._core.labels import example_weights

__all__ = ["STARTS", "distribution", "log_start", "mh_distribution"]

STARTS = ("uniform", "half", "balanced")


def log_start(y, weights, K, start):
    """Logarithms of D_1 by example: (on the square of its class, on each of the K - 1 others)."""
    sums = np.bincount(y, weights, minlength=K)
    if start == "balanced":
        true = np.log(weights) - np.log(sums[y]) - np.log(2 * K)
    else:
        true = np.log(weights) - np.log(weights.sum()) - np.log(K if start == "uniform" else 2)
    return true, true if start == "uniform" else true - np.log(K - 1)


def check_start(start):
    """Return `start` if it names an initial distribution."""
    if not isinstance(start, str) or start not in STARTS:
        raise ValueError(f"start must be one of {list(STARTS)}, got {start!r}")
    return start


def mh_distribution(scores, y, *, start="uniform", sample_weight=None):
    """Compute the distribution over the board that belongs to given scores.

    Parameters
    ----------
    scores : array-like of shape (m, k)
        f(x_i, l), the sum of the alpha_t h_t(x_i, l) so far; zeros give the initial distribution D_1.
    y : array-like of shape (m,)
        Class numbers, 0 to k - 1, with k at least 2.
    start : {"uniform", "half", "balanced"}, default "uniform"
        The initial distribution, see :class:`AdaBoostMHClassifier`.
    sample_weight : array-like of shape (m,), optional
        Positive weights of the examples; one below 2.2e-308 of the largest counts as that much.

    Returns
    -------
    array of shape (m, k)
        D(i, l), proportional to D_1(i, l) exp(-c_il f(x_i, l)), where c_il is 1 if l is the class of i and -1
        otherwise.  The entries sum to one; those too small for a float are zero.

    Raises
    ------
    ValueError, TypeError
        For scores that are no finite matrix, labels that are no class numbers or do not fit, an unknown `start`, a
        weight that is not positive, a class without an example if `start` is "balanced".

    Examples
    --------
    >>> mh_distribution([[0, 0, 0], [0, 0, 0]], [0, 2], start="half")
    array([[0.25 , 0.125, 0.125],
           [0.125, 0.125, 0.25 ]])
    """
    scores = finite_array(scores, "scores", ("m", "k"), empty=False)
    m, K = scores.shape
    if K < 2:
        raise ValueError(f"scores must have a column for each of at least 2 classes, got shape {scores.shape}")
    y = np.asarray(y)
    if y.shape != (m,):
        raise ValueError(f"y must hold one class number for each of {m} examples, got shape {y.shape}")
    y = np.array([check_class_number(label, "y", K) for label in y.tolist()])
    weights = example_weights(sample_weight, m)
    if sample_weight is not None and not (np.asarray(sample_weight, dtype=float) > 0).all():
        raise ValueError("sample_weight must be positive; leave out the examples of weight zero")
    if check_start(start) == "balanced" and len(np.unique(y)) < K:
        raise ValueError(f"y must hold an example of each of the {K} classes for start='balanced'")
    true, other = log_start(y, np.maximum(weights / weights.max(), np.finfo(float).tiny), K, start)
    return distribution(scores, y, true, other)


def distribution(scores, y, log_true, log_other):
    """D(i, l) from the scores and :func:`log_start`; nothing is checked."""
    rows = np.arange(len(y))
    logs = log_other[:, None] + scores
    logs[rows, y] = log_true - scores[rows, y]
    with np.errstate(over="ignore", under="ignore"):  # a square that is lighter by more than a float holds weighs 0
        D = np.exp(logs - logs.max())
    return D / D.sum()  # not exp(logs - log of the sum): beside huge scores that logarithm would be lost
