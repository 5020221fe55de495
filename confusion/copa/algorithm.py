"""COPA, Algorithm 1 of Ralaivola (2012, Section 3.3), step by step and in the paper's symbols.

After each example the class vectors move as little as possible while the squared hinge of every wrong class
is paid for at price C:

    min    1/2 sum_q |w_q - w_q^t|^2 + C/2 sum_{q != y} | <w_q, x> + 1/(Q-1) |_+^2
    over   W with sum_q w_q = 0.                                                                         (18)

The solution is closed.  A class is active when its loss l_q = <w_q^t, x> + 1/(Q-1) exceeds a threshold
tau <= 0, and then, with I active classes and kappa = 1/C + |x|^2,

    alpha_q = (l_q - tau) / kappa,    tau = -|x|^2 / (Q/C + (Q - I)|x|^2) * (sum of the active losses).

This is (20) with tau = -(|x|^2/Q) s_alpha, and kappa Q - I |x|^2 written as Q/C + (Q - I)|x|^2: a sum of
positive terms, which loses no digits and stays defined for C = inf.  In the same words (19) asks whether the loss of
the next class exceeds the threshold of those before it.

With the simple hinge, C sum_{q != y} | <w_q, x> + 1/(Q-1) |_+ in (18), the paper's first open question, the optimality
conditions say: a class whose loss after the step is negative has alpha_q = 0, one whose loss is positive pays the whole
price, alpha_q = C, and in between the loss is zero.  The loss after the step is l_q - tau - |x|^2 alpha_q, so that

    alpha_q = (l_q - tau) / |x|^2, clipped to [0, C],    tau = -(|x|^2/Q) sum_q alpha_q.
"""

import numpy as np

from confusion.linear.steps import Iterate, received, scores, squared_norms

__all__ = ["Iterate", "LOSSES", "copa", "hinge", "squared_hinge"]


def squared_hinge(scores, y, sqnorm, C):
    """Multipliers alpha of (19)-(20), a list of floats like `scores`; none moves along x = 0."""
    Q = len(scores)
    mean, alpha = sum(scores) / Q, [0.0] * Q
    loss = [score - mean + 1 / (Q - 1) for score in scores]
    tau, total, active = 0.0, 0.0, []
    for q in sorted(range(Q), key=loss.__getitem__, reverse=True):
        if q == y or sqnorm == 0:
            continue
        if loss[q] <= tau:  # (19) fails, and for all that follow
            break
        active.append(q)
        total += loss[q]
        tau = -sqnorm * total / (Q / C + (Q - len(active)) * sqnorm)
    for q in active:
        alpha[q] = (loss[q] - tau) / (1 / C + sqnorm)  # (20)
    return alpha


def hinge(scores, y, sqnorm, C):
    """The same for the simple hinge: tau falls, and a class enters at its loss and is capped |x|^2 C below."""
    Q = len(scores)
    mean, alpha = sum(scores) / Q, [0.0] * Q
    loss = [score - mean + 1 / (Q - 1) for score in scores]
    wrong = [q for q in range(Q) if q != y and sqnorm > 0]
    levels = [(loss[q], q, 1) for q in wrong] + [(loss[q] - sqnorm * C, q, -1) for q in wrong]
    tau, total, free, capped = 0.0, 0.0, 0, 0.0
    for level, q, change in sorted(levels, reverse=True):
        if level <= tau:
            break
        free += change
        total += change * loss[q]
        capped += sqnorm * C if change < 0 else 0.0
        tau = -(total + capped) / (Q - free)
    for q in wrong:
        alpha[q] = min(max(loss[q] - tau, 0.0) / sqnorm, C)
    return alpha


#: the rule of a loss, by its name
LOSSES = {"squared-hinge": squared_hinge, "hinge": hinge}


def copa(X, y, C, W, *, loss="squared-hinge", orders, U=None, tau=0):
    """Algorithm 1: yield an :class:`Iterate` after each step.

    `X` has shape (T, d), dense or CSR, `y` classes 0..Q-1, `C` is a number, or one for each example; `W`, (Q, d), is
    changed in place.  `orders` has for each epoch the numbers of its examples.  A run goes on with the `U` and the
    `tau` where another has ended.
    """
    rule, U = LOSSES[loss], np.zeros_like(W) if U is None else U
    C, sqnorms = np.broadcast_to(C, len(y)), squared_norms(X, len(W))
    for order in orders:  # for r = 1 to R
        for t, x, at in received(X, order):  # for t = 1 to T: (x_t, y_t)
            example = scores(W, x, at), y[t], float(sqnorms[t]), float(C[t])
            alpha = np.array(rule(*example))  # (19)-(20)
            step = np.outer(x, alpha - alpha.sum() / len(alpha)).T
            W[:, at] -= step  # (21), for all q
            U[:, at] += tau * step
            tau += 1
            yield Iterate(W, U, tau)
