"""The passes of the online algorithms, compiled: :func:`passes` goes through the steps that their generators take.

These and the plain definition of a rule are in :mod:`confusion.copa.algorithm` and
:mod:`confusion.linear.ultraconservative`; the multipliers are the same up to rounding.  Rules and passes share this
file because numba stores a compiled pass with its rule inside: one that was given the rule as an argument, or as a
closure, would be compiled again in every process.

The vectors are not centred here: v_q with w_q = v_q - mean(v), so that a step moves only those of the classes with a
multiplier that is not zero.
"""

import numpy as np
from scipy import sparse

from confusion._core.compiled import compiled
from confusion.linear.steps import OVERFLOW, Iterate, mean_class, squared_norms

__all__ = ["RULES", "passes"]

#: The rules by name.  The passes are given positions in this tuple.
RULES = ("squared-hinge", "hinge", "max", "uniform", "max-hinge")

#: examples that a dense pass gathers at a time
BLOCK = 256


@compiled
def squared_hinge(scores, y, sqnorm, C, alpha):
    """Multipliers (20); the active set is grown instead of sorted for, which is the same set."""
    Q = len(scores)
    shift = 1.0 / (Q - 1) - np.mean(scores)
    tau, total, active, grown = 0.0, 0.0, 0, sqnorm > 0.0
    while grown:
        grown = False
        for q in range(Q):
            if q != y and alpha[q] == 0.0 and scores[q] + shift > tau:
                alpha[q] = 1.0
                total += scores[q] + shift
                active += 1
                grown = True
        tau = -sqnorm * total / (Q / C + (Q - active) * sqnorm)
    for q in range(Q):
        if alpha[q] != 0.0:
            alpha[q] = (scores[q] + shift - tau) / (1.0 / C + sqnorm)


@compiled
def hinge(scores, y, sqnorm, C, alpha):
    """Multipliers of the simple hinge; the next level is searched for, instead of all being sorted."""
    Q = len(scores)
    shift = 1.0 / (Q - 1) - np.mean(scores)
    tau, total, free, capped, cap = 0.0, 0.0, 0, 0, (sqnorm * C if sqnorm > 0.0 else 0.0)
    while sqnorm > 0.0:
        level, at = -np.inf, 0
        for q in range(Q):  # alpha tells for now which classes are free, 1, and which have left at the cap, 2
            next_level = scores[q] + shift - (cap if alpha[q] == 1.0 else 0.0)
            if q != y and alpha[q] < 2.0 and next_level > level:
                level, at = next_level, q
        if level <= tau:
            break
        change = 1 if alpha[at] == 0.0 else -1
        alpha[at] += 1.0
        free += change
        total += change * (scores[at] + shift)
        capped += change < 0
        tau = -(total + (capped * cap if capped else 0.0)) / (Q - free)
    for q in range(Q):
        if alpha[q] != 0.0:
            alpha[q] = min((scores[q] + shift - tau) / sqnorm, C)


@compiled
def highest(scores, y, alpha):
    worst = -1
    for r in range(len(scores)):
        if r != y and scores[r] >= scores[y] and (worst < 0 or scores[r] > scores[worst]):
            worst = r
    if worst >= 0:
        alpha[y], alpha[worst] = -1.0, 1.0


@compiled
def uniform(scores, y, alpha):
    errors = -1  # the true class is not among them
    for r in range(len(scores)):
        errors += scores[r] >= scores[y]
    for r in range(len(scores)):
        if errors > 0 and scores[r] >= scores[y]:
            alpha[r] = 1.0 / errors if r != y else -1.0


@compiled
def max_hinge(scores, y, sqnorm, C, alpha):
    """The set is shrunk from all classes with a loss: without one that has no positive alpha, those of others fall."""
    a, top, shrunk = sqnorm + 1.0 / C, -np.inf, False
    for r in range(len(scores)):
        if r != y and sqnorm > 0.0 and 1.0 - scores[y] + scores[r] > 0.0:
            alpha[r] = 1.0
            top = max(top, scores[r])
            shrunk = True
    active = 0
    while shrunk:
        shrunk = False
        active, gaps = 0, 0.0
        for r in range(len(scores)):
            if alpha[r] != 0.0:
                active += 1
                gaps += top - scores[r]
        for r in range(len(scores)):
            if alpha[r] != 0.0:
                alpha[r] = 1.0 - scores[y] + scores[r]
                ahead = gaps - active * (top - scores[r])
                if ahead != 0.0:  # a / |x|^2 may be inf
                    alpha[r] += a / sqnorm * ahead
                if alpha[r] <= 0.0:
                    alpha[r] = 0.0
                    shrunk = True
    for r in range(len(scores)):
        if r != y and alpha[r] != 0.0:
            alpha[r] /= sqnorm + active * a
            alpha[y] -= alpha[r]


@compiled
def multipliers(rule, scores, y, sqnorm, C, alpha):
    """Write the multipliers of the rule at that position of RULES into `alpha`."""
    alpha[:] = 0.0
    if rule == 0:
        squared_hinge(scores, y, sqnorm, C, alpha)
    elif rule == 1:
        hinge(scores, y, sqnorm, C, alpha)
    elif rule == 2:
        highest(scores, y, alpha)
    elif rule == 3:
        uniform(scores, y, alpha)
    else:
        max_hinge(scores, y, sqnorm, C, alpha)


@compiled
def dense_pass(rule, X, y, sqnorms, order, C, V, U, steps):
    """Pass over the rows of `X` in this order; changes `V` and `U`, shape (d, Q), returns the number of steps.

    The result is NaN if a score was not finite: such an example is compared wrongly.
    """
    d, Q = V.shape
    alpha, scores = np.zeros(Q), np.zeros(Q)
    for start in range(0, len(order), BLOCK):
        # U changes no score: its part of a block is one product at the block's end.
        block = X[order[start : start + BLOCK]]
        weighted = np.zeros((len(block), Q))
        for k in range(len(block)):
            i = order[start + k]
            # Added up feature by feature, as in the plain pass: equal vectors have equal scores on every machine.  Four
            # at a time, so that a score is fetched and stored less often.
            scores[:] = 0.0
            for j in range(0, d - 3, 4):
                a, b, c, e = block[k, j : j + 4]
                for q in range(Q):
                    scores[q] = scores[q] + a * V[j, q] + b * V[j + 1, q] + c * V[j + 2, q] + e * V[j + 3, q]
            for j in range(d - d % 4, d):
                for q in range(Q):
                    scores[q] += block[k, j] * V[j, q]
            multipliers(rule, scores, y[i], sqnorms[i], C[i], alpha)
            if alpha.any():
                weighted[k] = steps * alpha
                for j in range(d):
                    for q in range(Q):  # all of them: sooner than to skip those that stay
                        V[j, q] -= block[k, j] * alpha[q]
            steps += 1.0 + 0.0 * np.sum(scores)
        U += np.dot(block.T, weighted)
    return steps


@compiled
def sparse_pass(rule, data, indices, indptr, y, sqnorms, order, C, V, weighted, steps):
    """The same for a CSR matrix; an example touches only the rows of `V` that belong to its features.

    U would double the memory that an example touches: row i of `weighted`, shape (n, Q), is given steps * alpha.
    """
    Q = V.shape[1]
    alpha, scores, moving = np.zeros(Q), np.zeros(Q), np.zeros(Q, dtype=np.intp)
    for i in order:
        scores[:] = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            value, j = data[k], indices[k]
            for q in range(Q):
                scores[q] += value * V[j, q]
        multipliers(rule, scores, y[i], sqnorms[i], C[i], alpha)
        n_moving = 0
        for q in range(Q):
            if alpha[q] != 0.0:
                moving[n_moving] = q
                n_moving += 1
                weighted[i, q] += steps * alpha[q]
        if n_moving:
            for k in range(indptr[i], indptr[i + 1]):
                value, j = data[k], indices[k]
                for m in range(n_moving):
                    V[j, moving[m]] -= value * alpha[moving[m]]
        steps += 1.0 + 0.0 * np.sum(scores)
    return steps


def passes(X, y, C, W, *, loss, orders, U, tau):
    """Yield an :class:`Iterate` after each epoch; arguments as those of :func:`confusion.copa.algorithm.copa`."""
    V, sqnorms = W.T, squared_norms(X, len(W))
    of_rows = np.zeros((len(y), len(W))) if sparse.issparse(X) else None
    for order in orders:
        example = y, sqnorms, order, C, V
        if sparse.issparse(X):
            steps = sparse_pass(RULES.index(loss), X.data, X.indices, X.indptr, *example, of_rows, float(tau))
        else:
            steps = dense_pass(RULES.index(loss), X, *example, U.T, float(tau))
        if np.isnan(steps):
            raise ValueError(OVERFLOW)
        tau = int(steps)
        V -= mean_class(V)
        yield Iterate(W, U, tau)
    if sparse.issparse(X):
        U += (X.T @ of_rows).T
    U -= mean_class(U.T).T
