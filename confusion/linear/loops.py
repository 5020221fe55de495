"""The inner loops of the online algorithms: four rules and one pass over the examples.

COPA, the multiclass perceptrons and the max-hinge passive-aggressive algorithm all move the class vectors along
the example they have just seen,

    w_q  <-  w_q - (alpha_q - mean(alpha)) x,        q = 1..Q,

and differ only in `alpha`.  A *rule* writes alpha from the scores and returns whether anything moves.

Two devices keep a pass fast; neither changes an iterate:

* uncentred storage: the array V holds v_q with w_q = v_q - mean(v), so that only the rows with alpha_q != 0 are
  written and the constraint sum_q w_q = 0 cannot drift, however long the run;
* lazy averaging: U = sum_s s * (alpha_s x_s), s the number of steps before this one, gives the mean of all
  post-update vectors as V + U / T without ever adding up T matrices.

Rules and passes share this file because a compiled pass is cached on disk with the rules inside it, and that
cache is renewed when this file changes.  (A closure over its rule would be tidier and would never be cached.)
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.linear import loops_twins as twins
from confusion.linear.streams import BLOCK, RULES

__all__ = [
    "copa_rule",
    "dense_pass",
    "max_hinge_rule",
    "max_rule",
    "multipliers",
    "sparse_pass",
    "uniform_rule",
]

_COPA, _MAX, _UNIFORM, _MAX_HINGE = range(len(RULES))


@compiled(twin=twins.copa_rule)
def copa_rule(scores, y, sqnorm, C, alpha):
    """Write the multipliers of (20) into `alpha`; False when no class moves.

    The active set of (19) is grown instead of sorted for: adding a class whose loss exceeds the threshold
    lowers the threshold, so the set that stops growing is the one that satisfies the KKT conditions.
    """
    Q = len(scores)
    alpha[:] = 0.0
    if sqnorm == 0.0:
        return False  # no step along x = 0 changes anything, whatever the multipliers
    shift = 1.0 / (Q - 1) - np.mean(scores)
    tau, total, active, grown = 0.0, 0.0, 0, True
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
    return active > 0


@compiled(twin=twins.max_rule)
def max_rule(scores, y, sqnorm, C, alpha):
    """Perceptron that charges the highest class of the error set with the whole mistake."""
    alpha[:] = 0.0
    worst = -1
    for r in range(len(scores)):
        if r != y and scores[r] >= scores[y] and (worst < 0 or scores[r] > scores[worst]):
            worst = r
    if worst < 0:
        return False
    alpha[y], alpha[worst] = -1.0, 1.0
    return True


@compiled(twin=twins.uniform_rule)
def uniform_rule(scores, y, sqnorm, C, alpha):
    """Perceptron that shares the mistake equally over the error set."""
    alpha[:] = 0.0
    errors = 0
    for r in range(len(scores)):
        if r != y and scores[r] >= scores[y]:
            alpha[r] = 1.0
            errors += 1
    if errors == 0:
        return False
    alpha /= errors
    alpha[y] = -1.0
    return True


@compiled(twin=twins.max_hinge_rule)
def max_hinge_rule(scores, y, sqnorm, C, alpha):
    """Exact minimiser of 1/2 sum |w_q - w_q^t|^2 + C/2 max_r | 1 - <w_y - w_r, x> |_+^2.

    With I active classes and a = 1/C + |x|^2, the multiplier of an active class is

        alpha_r = (l_r + (a / |x|^2) sum_s (l_r - l_s)) / (|x|^2 + I a),    s over the active classes;

    differences of losses are differences of scores, so that ties are exact however small C |x|^2 is.  Dropping a
    class whose alpha is not positive lowers those of the others: the set that stops shrinking is the solution's.
    """
    alpha[:] = 0.0
    if sqnorm == 0.0:
        return False
    top, a = -np.inf, sqnorm + 1.0 / C
    for r in range(len(scores)):
        if r != y and 1.0 - scores[y] + scores[r] > 0.0:
            alpha[r] = 1.0
            top = max(top, scores[r])
    if top == -np.inf:
        return False
    active, shrunk = 0, True
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
    return True


@compiled
def multipliers(rule, scores, y, sqnorm, C, alpha):
    """Write the multipliers of the rule at that position of RULES into `alpha`; False when no class moves."""
    if rule == _COPA:
        return copa_rule(scores, y, sqnorm, C, alpha)
    if rule == _MAX:
        return max_rule(scores, y, sqnorm, C, alpha)
    if rule == _UNIFORM:
        return uniform_rule(scores, y, sqnorm, C, alpha)
    return max_hinge_rule(scores, y, sqnorm, C, alpha)


@compiled(twin=twins.dense_pass)
def dense_pass(rule, X, stream, price, bias, V, U, steps):
    """Pass over the rows of `X` in the stream's order; changes `V`, `U` and the counts, returns the number of steps.

    `V` and `U` have shape (d + 1, Q), feature by feature; their last row belongs to the constant feature, `bias`.
    `steps` is the number of steps made before.  The result is NaN if a score was not finite: such an example is
    compared wrongly, or not at all.
    """
    Q, d = V.shape[1], X.shape[1]
    y, sqnorms, order = stream
    C, counts, power, running = price
    alpha, scores = np.zeros(Q), np.zeros(Q)
    weights, intercepts = np.ascontiguousarray(V[:d].T), V[d].copy()
    for start in range(0, len(order), BLOCK):
        # U changes no score, so its part of a block is one matrix product at the block's end.
        block = X[order[start : start + BLOCK]]
        weighted = np.zeros((len(block), Q))
        for k in range(len(block)):
            i = order[start + k]
            p = y[i]
            if running:
                counts[p] += 1.0
            np.dot(weights, block[k], scores)
            total = 0.0
            for q in range(Q):
                scores[q] += bias * intercepts[q]
                total += scores[q]
            steps += 0.0 * total
            if multipliers(rule, scores, p, sqnorms[i], C / counts[p] ** power, alpha):
                for q in range(Q):
                    if alpha[q] != 0.0:
                        intercepts[q] -= bias * alpha[q]
                        weighted[k, q] = steps * alpha[q]
                        for j in range(d):
                            weights[q, j] -= alpha[q] * block[k, j]
            steps += 1.0
        U[:d] += np.dot(block.T, weighted)
        U[d] += bias * weighted.sum(axis=0)
    V[:d], V[d] = weights.T, intercepts
    return steps


@compiled(twin=twins.sparse_pass)
def sparse_pass(rule, data, indices, indptr, stream, price, bias, V, weighted, steps):
    """The same for a CSR matrix; an example touches only the rows of `V` that belong to its features.

    U changes no score and would double the memory that an example touches: row i of `weighted`, shape (n, Q), is
    given steps * alpha instead, and the caller adds X' weighted to U.
    """
    Q, last = V.shape[1], V.shape[0] - 1
    y, sqnorms, order = stream
    C, counts, power, running = price
    alpha, scores, moving = np.zeros(Q), np.zeros(Q), np.zeros(Q, dtype=np.intp)
    for i in order:
        p = y[i]
        if running:
            counts[p] += 1.0
        for q in range(Q):
            scores[q] = bias * V[last, q]
        for k in range(indptr[i], indptr[i + 1]):
            value, j = data[k], indices[k]
            for q in range(Q):
                scores[q] += value * V[j, q]
        total = 0.0
        for q in range(Q):
            total += scores[q]
        steps += 0.0 * total
        if multipliers(rule, scores, p, sqnorms[i], C / counts[p] ** power, alpha):
            n_moving = 0
            for q in range(Q):
                if alpha[q] != 0.0:
                    moving[n_moving] = q
                    n_moving += 1
            for m in range(n_moving):
                q = moving[m]
                V[last, q] -= bias * alpha[q]
                weighted[i, q] = steps * alpha[q]
            for k in range(indptr[i], indptr[i + 1]):
                value, j = data[k], indices[k]
                for m in range(n_moving):
                    q = moving[m]
                    V[j, q] -= value * alpha[q]
        steps += 1.0
    return steps
