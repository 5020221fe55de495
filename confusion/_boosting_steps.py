"""AdaBoost.MM and CoMBo in pure functions: cost matrix (1) and (11), edge, step size, update.

One matrix holds what a round needs.  Row i of `E`, of length K + 1, is the cost row D(i, .) of example i followed by
its loss -D(i, y_i) = w_i sum_{l != y_i} exp(f(i, l) - f(i, y_i)).  The weights w_i are 1 for AdaBoost.MM and 1/m_{y_i}
for CoMBo; that is all the difference there is.  `E` is kept divided by exp(offset), so that nothing overflows however
many rounds there are.
"""

from __future__ import annotations

import numpy as np

from ._compiled import compiled

__all__ = ["ALPHA_MAX", "cost_rows", "edge_sums", "reweight", "step_size"]

#: Weight of a weak learner without an error, whose edge 1 would ask for an infinite one: that of the edge 1 - 1e-10.
ALPHA_MAX = 0.5 * float(np.log((2 - 1e-10) / 1e-10))


@compiled
def cost_rows(scores, y, weights, E):
    """Write E from the scores f(i, l), divided by the total loss L; return log L."""
    m, K = scores.shape
    top = -np.inf
    for i in range(m):
        for k in range(K):
            if k != y[i] and weights[i] > 0.0:
                top = max(top, scores[i, k] - scores[i, y[i]])
    total = 0.0
    for i in range(m):
        loss = 0.0
        for k in range(K):
            if k != y[i]:
                E[i, k] = weights[i] * np.exp(scores[i, k] - scores[i, y[i]] - top)
                loss += E[i, k]
        E[i, y[i]], E[i, K] = -loss, loss
        total += loss
    for i in range(m):
        for k in range(K + 1):
            E[i, k] /= total
    return top + np.log(total)


@compiled
def edge_sums(E, y, answer):
    """(A_plus, A_minus): loss of the rightly answered examples, cost of the wrong answers."""
    K = E.shape[1] - 1
    right, wrong = 0.0, 0.0
    for i in range(len(y)):
        if answer[i] == y[i]:
            right += E[i, K]
        else:
            wrong += E[i, answer[i]]
    return right, wrong


def step_size(right, wrong, step):
    """The weight alpha of a weak learner from its sums A_plus > A_minus, as shares of the loss.

    "edge" is that of Algorithm 1, half log((1 + delta) / (1 - delta)) with the edge delta = A_plus - A_minus; "exact"
    minimises the loss (1 - A_plus - A_minus) + A_plus e^-alpha + A_minus e^alpha itself: half log(A_plus / A_minus).
    """
    a, b = (right, wrong) if step == "exact" else (1 + right - wrong, 1 - right + wrong)
    return min(ALPHA_MAX, 0.5 * float(np.log(a / b))) if b > 0 else ALPHA_MAX


@compiled
def reweight(E, scores, y, answer, alpha):
    """Add alpha to the scores f(i, answer_i), bring `E` up to date, both in place; return the total of the losses."""
    K = E.shape[1] - 1
    up, down = np.exp(alpha), np.exp(-alpha)
    total = 0.0
    for i in range(len(y)):
        scores[i, answer[i]] += alpha
        if answer[i] == y[i]:
            for k in range(K + 1):
                E[i, k] *= down
        else:
            E[i, answer[i]] *= up
            loss = 0.0
            for k in range(K):
                if k != y[i]:
                    loss += E[i, k]
            E[i, y[i]], E[i, K] = -loss, loss
        total += E[i, K]
    return total
