"""AdaBoost.MM and CoMBo in pure functions: cost matrix (1) and (11), edge, step size, update.

One matrix holds what a round needs.  Row i of `E` is the cost row D(i, .) of example i; its last entry is the loss of
the example, -D(i, y_i) = w_i sum_{l != y_i} exp(f(i, l) - f(i, y_i)); zeros between the two make the length of a row a
multiple of 4.  The weights w_i are 1 for AdaBoost.MM and 1/m_{y_i} for CoMBo; that is all the difference there is.
`E` is kept divided by a number whose logarithm is remembered, so that nothing overflows however many rounds there are.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.boosting import rounds_twins as twins

__all__ = [
    "ALPHA_MAX",
    "NEGLIGIBLE",
    "cost_rows",
    "edge_sums",
    "empty_rows",
    "reweight",
    "row_length",
    "step_size",
]

#: Weight of a weak learner without an error, whose edge 1 would ask for an infinite one: that of the edge 1 - 1e-10.
ALPHA_MAX = 0.5 * float(np.log((2 - 1e-10) / 1e-10))

#: Edges and differences of votes below this share count as zero, so that the order of a sum decides nothing.
NEGLIGIBLE = 1e-12


def row_length(K):
    """Columns of `E`: at least K + 1, a multiple of 4."""
    return 4 * (K // 4 + 1)


def empty_rows(m, K):
    """Room for `E`."""
    return np.zeros((m, row_length(K)))


@compiled(twin=twins.cost_rows)
def cost_rows(E, scores, y, weights):
    """Write `E` from the scores f(i, l), divided by the total loss L; return log L."""
    m, K = scores.shape
    last = E.shape[1] - 1
    top = -np.inf
    for i in range(m):
        for k in range(K):
            if k != y[i]:
                top = max(top, scores[i, k] - scores[i, y[i]])
    total = 0.0
    for i in range(m):
        loss = 0.0
        for k in range(K):
            if k != y[i]:
                E[i, k] = weights[i] * np.exp(scores[i, k] - scores[i, y[i]] - top)
                loss += E[i, k]
        E[i, y[i]], E[i, last] = -loss, loss
        total += loss
    for i in range(m):
        for k in range(last + 1):
            E[i, k] /= total
    return top + np.log(total)


@compiled(twin=twins.edge_sums)
def edge_sums(E, y, answer):
    """(A_plus, A_minus): loss of the rightly answered examples, cost of the wrong answers."""
    last = E.shape[1] - 1
    right, wrong = 0.0, 0.0
    for i in range(len(y)):
        if answer[i] == y[i]:
            right += E[i, last]
        else:
            wrong += E[i, answer[i]]
    return right, wrong


def step_size(right, wrong, step):
    """The weight alpha of a weak learner from its sums A_plus > A_minus, as shares of the loss.

    "edge" is that of Algorithm 1, half log((1 + delta) / (1 - delta)) with the edge delta = A_plus - A_minus; "exact"
    minimises the loss (1 - A_plus - A_minus) + A_plus e^-alpha + A_minus e^alpha itself: half log(A_plus / A_minus).
    """
    right, wrong = float(right), float(wrong)  # a quotient that overflows asks for ALPHA_MAX, without a warning
    a, b = (right, wrong) if step == "exact" else (1 + right - wrong, 1 - right + wrong)
    return min(ALPHA_MAX, 0.5 * float(np.log(a / b))) if b > 0 else ALPHA_MAX


@compiled(twin=twins.reweight)
def reweight(E, scores, y, answer, alpha):
    """Add alpha to the scores f(i, answer_i), bring `E` up to date, both in place; return the total of the losses."""
    last = E.shape[1] - 1
    up, down = np.exp(alpha), np.exp(-alpha)
    total = 0.0
    for i in range(len(y)):
        scores[i, answer[i]] += alpha
        if answer[i] == y[i]:
            for k in range(last + 1):
                E[i, k] *= down
        else:
            E[i, last] += E[i, answer[i]] * (up - 1)
            E[i, answer[i]] *= up
            E[i, y[i]] = -E[i, last]
        total += E[i, last]
    return total
