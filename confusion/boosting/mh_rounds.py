"""AdaBoost.MH in pure functions: the start of the board, its distribution, the sums and the update of a round.

The *board* has a square for every example i and every class l, an item of a two-class problem: does i belong to l?  Its
sign is +1 where l is the class of i and -1 elsewhere.  The matrix `W` holds the distribution with these signs,
``W[i, l] = D(i, l)`` or ``-D(i, l)``, so that the sum of a column over some examples says by its sign what to vote
there; zeros fill its rows up to a multiple of 4.
"""

import numpy as np

from confusion._core.arguments import check_class_number, finite_array
from confusion._core.compiled import compiled
from confusion._core.labels import example_weights
from confusion.boosting import mh_twins as twins
from confusion.boosting.rounds import row_length

__all__ = ["STARTS", "board_rows", "board_sums", "empty_board", "log_start", "mh_distribution", "reweight_board"]

STARTS = ("uniform", "half", "balanced")


def empty_board(m, K):
    """Room for `W`."""
    return np.zeros((m, row_length(K - 1)))


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
    logs = other[:, None] + scores
    logs[np.arange(m), y] = true - scores[np.arange(m), y]
    with np.errstate(over="ignore", under="ignore"):  # a square that is lighter by more than a float holds weighs 0
        D = np.exp(logs - logs.max())
    return D / D.sum()  # not exp(logs - log of the sum): beside huge scores that logarithm would be lost


@compiled(twin=twins.board_rows)
def board_rows(W, scores, y, log_true, log_other):
    """Write `W` from the scores; return the logarithm of the mean loss, sum_il D_1(i, l) exp(-c_il f(i, l))."""
    m, width = W.shape
    K = scores.shape[1]
    top = -np.inf
    for i in range(m):
        for k in range(K):
            log = log_true[i] - scores[i, k] if k == y[i] else log_other[i] + scores[i, k]
            W[i, k] = log
            top = max(top, log)
    total = 0.0
    for i in range(m):
        for k in range(K):
            W[i, k] = np.exp(W[i, k] - top)
            total += W[i, k]
    for i in range(m):
        for k in range(K):
            W[i, k] = W[i, k] / total if k == y[i] else -W[i, k] / total
    return top + np.log(total)


@compiled(twin=twins.board_sums)
def board_sums(W, votes, goes_left):
    """(right, wrong): what a stump of ``votes[0]`` on the left and ``votes[1]`` on the right gets right, and not.

    Each a sum of its own: one minus the other would say little about a small error.
    """
    m, width = W.shape
    right, wrong = np.zeros(width), np.zeros(width)
    for i in range(m):
        vote = votes[0] if goes_left[i] else votes[1]
        for k in range(width):
            p = W[i, k] * vote[k]
            right[k] += abs(p) + p
            wrong[k] += abs(p) - p
    return 0.5 * right.sum(), 0.5 * wrong.sum()


@compiled(twin=twins.reweight_board)
def reweight_board(W, scores, votes, goes_left, alpha, down, up):
    """Add alpha h to the scores, multiply what was right by `down` and the rest of `W` by `up`, in place."""
    m, width = W.shape
    K = scores.shape[1]
    for i in range(m):
        vote = votes[0] if goes_left[i] else votes[1]
        for k in range(width):
            W[i, k] *= down if W[i, k] * vote[k] > 0 else up
        for k in range(K):
            scores[i, k] += alpha * vote[k]
