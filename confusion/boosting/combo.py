"""Algorithm 1 of Koco and Capponi (2013), CoMBo: boosting by a cost matrix, one weak learner a round.

What is lowered is the loss

    L = sum_i w_i sum_{l != y_i} exp(f(i, l) - f(i, y_i)),        f(i, l) = sum_t alpha_t 1{h_t(x_i) = l},

with the weights w_i = 1/m_{y_i} for CoMBo and w_i = 1 for AdaBoost.MM; that is all the difference there is.  The cost
matrix D is its gradient in f: D(i, l) is the term of the label l, and D(i, y_i) minus the loss of example i.
"""

from typing import NamedTuple

import numpy as np

from confusion._core.compiled import COMPILED
from confusion.boosting import growth
from confusion.boosting.growth import TOLERANCE

__all__ = ["boost", "cost_matrix", "edge_sums", "step_size"]

#: The largest weight of a weak learner, that of an edge of 1 - 1e-10; an edge of 1 would ask for an infinite one.
ALPHA_MAX = 0.5 * float(np.log((2 - 1e-10) / 1e-10))

#: Where the cost matrix is changed in place, it is computed anew after so many rounds, against rounding,
REFRESH = 32
#: and as soon as the loss it holds has fallen so far, against underflow.
FALLEN = 1e-20


def cost_matrix(f, y, weights):
    """Compute the cost matrix of given scores.

    Parameters
    ----------
    f, y : arrays of shape (m, K) and (m,)
        Scores f(i, l), and class numbers, 0 to K - 1.
    weights : array of shape (m,) or (m, K)
        w_i, or a weight for every term (i, l) of the loss; not negative.

    Returns
    -------
    D : array of shape (m, K)
        Divided by the loss L, so that it is made of numbers however large the scores are.  Rows sum to zero.
    log_loss : float
        log L.
    """
    rows = np.arange(len(y))
    D = f - f[rows, y][:, None]
    with np.errstate(divide="ignore"):
        D += np.log(np.reshape(weights, (len(y), -1)))
    D[rows, y] = -np.inf  # the prediction y_i costs nothing
    top = D.max()
    D -= top
    losses = np.exp(D, out=D).sum(axis=1)
    D[rows, y] = -losses
    D /= losses.sum()
    return D, float(top + np.log(losses.sum()))


def edge_sums(D, y, answer):
    """Return (A_plus, A_minus): the losses of the examples predicted rightly, the costs of the wrong predictions.

    Divided by the loss, their difference is the edge delta_t of Algorithm 1.
    """
    price, right = D[np.arange(len(y)), answer], answer == y
    return -float(price @ right), float(price @ ~right)


def step_size(right, wrong, step="exact"):
    """Return the weight alpha_t of a weak learner from its sums A_plus > A_minus, as shares of the loss.

    "edge" is that of Algorithm 1, half log((1 + delta) / (1 - delta)) with the edge delta = A_plus - A_minus.  "exact"
    minimises the loss (1 - A_plus - A_minus) + A_plus e^-alpha + A_minus e^alpha itself: half log(A_plus / A_minus).
    """
    right, wrong = float(right), float(wrong)
    if step == "edge":
        right, wrong = 1 + right - wrong, 1 - right + wrong
    if wrong <= 0:
        return ALPHA_MAX
    return min(ALPHA_MAX, 0.5 * float(np.log(right) - np.log(wrong)))


class Boosted(NamedTuple):
    """What :func:`boost` has made in T rounds."""

    learners: list  #: h_t, T of them
    alphas: np.ndarray  #: their weights, shape (T,)
    edges: np.ndarray  #: their edges delta_t, shape (T,)
    losses: np.ndarray  #: log L before the first round and after each, shape (T + 1,)
    stop_reason: str  #: "n_estimators", "perfect" or "no_edge"
    f: np.ndarray  #: the scores of the examples, shape (m, K)


def boost(
    weak_learner, y, weights, rounds, *,
    n_classes=None, step="exact", learning_rate=1.0,
):
    """Boost: Algorithm 1.

    Parameters
    ----------
    weak_learner : function
        ``weak_learner(D)`` returns (learner, its predictions on the examples, an int array of shape (m,)).  `D` is the
        cost matrix, but for a factor; it is changed from round to round, and not to be written into.
    y, weights : arrays
        As in :func:`cost_matrix`.
    rounds : int
        T at most, 1 or more.
    n_classes : int, optional
        K, by default the largest class number and one.
    step : {"exact", "edge"}, default "exact"
        See :func:`step_size`.
    learning_rate : float, default 1.0
        Multiplies every alpha_t.

    Returns
    -------
    Boosted

    Notes
    -----
    Where Algorithm 1 asks for an infinite weight, of a learner without an error, it gets the largest given so far, or 1
    if it is the first, and boosting ends.  It ends, too, when a learner has no edge, which is left out, unless it is
    the first, which gets the weight 1.
    """
    rows, f = np.arange(len(y)), np.zeros((len(y), n_classes or y.max() + 1))
    D, held = cost_matrix(f, y, weights)
    total = 1.0  # the loss that D holds: log L = held + log(total)
    learners, alphas, edges, losses, stop = [], [], [], [held], "n_estimators"
    while len(learners) < rounds and stop == "n_estimators":
        learner, answer = weak_learner(D)
        right, wrong = (cost / total for cost in edge_sums(D, y, answer))
        if right - wrong <= TOLERANCE:
            stop, alpha = "no_edge", 1.0
            if learners:
                break
        elif wrong == 0:
            stop, alpha = "perfect", max(alphas, default=1.0)
        else:
            alpha = learning_rate * step_size(right, wrong, step)
        learners.append(learner)
        if COMPILED:  # what comes next, faster: in place
            total = growth.reweight(D, f, y, answer, alpha)
        else:
            f[rows, answer] += alpha
        if not COMPILED or len(learners) % REFRESH == 0 or total < FALLEN:
            (D, held), total = cost_matrix(f, y, weights), 1.0
        alphas.append(alpha)
        edges.append(right - wrong)
        losses.append(held + float(np.log(total)))
    alphas, edges, losses = map(np.array, (alphas, edges, losses))
    return Boosted(learners, alphas, edges, losses, stop, f)
