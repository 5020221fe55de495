"""Twins of the loops in :mod:`confusion.linear.loops`, for where there is no numba.

An online algorithm sees its examples one after the other, so a pass remains a loop over them.  The scores and
multipliers of an example are few numbers: they are taken into lists, where Python's own floats are several times faster
than numpy's.  What is done along the features is done at once.
"""

import numpy as np

from confusion.linear.streams import BLOCK, RULES

__all__ = ["copa_rule", "dense_pass", "max_hinge_rule", "max_rule", "sparse_pass", "uniform_rule"]


# The rules on lists: `alpha` comes as a list of zeros.


def over(number, C):
    """A positive number over a price that may have become zero, being so small."""
    return number / C if C else np.inf


def copa(scores, y, sqnorm, C, alpha):
    Q = len(scores)
    if sqnorm == 0.0:
        return False
    shift = 1.0 / (Q - 1) - float(np.add.reduce(np.array(scores))) / Q  # what np.mean does
    losses = [score + shift for score in scores]
    tau, total, active, grown = 0.0, 0.0, 0, True
    while grown:
        grown = False
        for q in range(Q):
            if q != y and alpha[q] == 0.0 and losses[q] > tau:
                alpha[q] = 1.0
                total += losses[q]
                active += 1
                grown = True
        tau = -sqnorm * total / (over(Q, C) + (Q - active) * sqnorm)
    for q in range(Q):
        if alpha[q] != 0.0:
            alpha[q] = (losses[q] - tau) / (over(1.0, C) + sqnorm)
    return active > 0


def highest(scores, y, sqnorm, C, alpha):
    worst = -1
    for r, score in enumerate(scores):
        if r != y and score >= scores[y] and (worst < 0 or score > scores[worst]):
            worst = r
    if worst < 0:
        return False
    alpha[y], alpha[worst] = -1.0, 1.0
    return True


def uniform(scores, y, sqnorm, C, alpha):
    errors = [r for r, score in enumerate(scores) if r != y and score >= scores[y]]
    for r in errors:
        alpha[r] = 1.0 / len(errors)
    if errors:
        alpha[y] = -1.0
    return bool(errors)


def max_hinge(scores, y, sqnorm, C, alpha):
    if sqnorm == 0.0:
        return False
    active, a, shrunk = [], sqnorm + over(1.0, C), True
    for r, score in enumerate(scores):
        if r != y and 1.0 - scores[y] + score > 0.0:
            active.append(r)
    if not active:
        return False
    top = max(scores[r] for r in active)
    while shrunk:
        gaps, left = 0.0, []
        for r in active:
            gaps += top - scores[r]
        for r in active:
            alpha[r] = 1.0 - scores[y] + scores[r]
            ahead = gaps - len(active) * (top - scores[r])
            if ahead != 0.0:
                alpha[r] += a / sqnorm * ahead
            if alpha[r] <= 0.0:
                alpha[r] = 0.0
            else:
                left.append(r)
        shrunk = len(left) < len(active)
        count, active = len(active), left
    for r in active:
        alpha[r] /= sqnorm + count * a
        alpha[y] -= alpha[r]
    return True


ON_LISTS = dict(zip(RULES, (copa, highest, uniform, max_hinge), strict=True))


# The same on arrays.


def on_arrays(rule, scores, y, sqnorm, C, alpha):
    row = [0.0] * len(scores)
    moves = rule(scores.tolist(), int(y), float(sqnorm), float(C), row)
    alpha[:] = row
    return moves


def copa_rule(scores, y, sqnorm, C, alpha):
    return on_arrays(copa, scores, y, sqnorm, C, alpha)


def max_rule(scores, y, sqnorm, C, alpha):
    return on_arrays(highest, scores, y, sqnorm, C, alpha)


def uniform_rule(scores, y, sqnorm, C, alpha):
    return on_arrays(uniform, scores, y, sqnorm, C, alpha)


def max_hinge_rule(scores, y, sqnorm, C, alpha):
    return on_arrays(max_hinge, scores, y, sqnorm, C, alpha)


# The passes.


def added(scores):
    """Sum in the order of a loop; the built-in ``sum`` is another one from Python 3.12 on."""
    total = 0.0
    for score in scores:
        total += score
    return total


def dense_pass(rule, X, stream, price, bias, V, U, steps):
    Q, d = V.shape[1], X.shape[1]
    y, sqnorms, order = stream
    C, counts, power, growing = price
    rule, scores, steps = ON_LISTS[RULES[rule]], np.zeros(Q), float(steps)
    weights, intercepts, prices = np.ascontiguousarray(V[:d].T), V[d].tolist(), {}
    lines = list(weights)  # views: taking row after row out of the array again would cost as much as the step
    for start in range(0, len(order), BLOCK):
        ids = order[start : start + BLOCK]
        block, labels, norms = X[ids], y[ids].tolist(), sqnorms[ids].tolist()
        weighted = np.zeros((len(block), Q))
        for k, (x, p) in enumerate(zip(block, labels)):
            if growing:
                counts[p] += 1.0
            np.dot(weights, x, scores)
            values = [score + bias * intercept for score, intercept in zip(scores.tolist(), intercepts)]
            steps += 0.0 * added(values)
            alpha = [0.0] * Q
            if growing or p not in prices:
                prices[p] = float(C / counts[p] ** power)
            if rule(values, p, norms[k], prices[p], alpha):
                for q, multiplier in enumerate(alpha):
                    if multiplier != 0.0:
                        intercepts[q] -= bias * multiplier
                        weighted[k, q] = steps * multiplier
                        lines[q] -= multiplier * x
            steps += 1.0
        U[:d] += np.dot(block.T, weighted)
        U[d] += bias * weighted.sum(axis=0)
    V[:d], V[d] = weights.T, intercepts
    return steps


def sparse_pass(rule, data, indices, indptr, stream, price, bias, V, weighted, steps):
    Q, last = V.shape[1], V.shape[0] - 1
    y, sqnorms, order = stream
    C, counts, power, growing = price
    rule, steps = ON_LISTS[RULES[rule]], float(steps)
    for i in order.tolist():
        p, entries = int(y[i]), slice(indptr[i], indptr[i + 1])
        values, features = data[entries][:, None], indices[entries]
        if growing:
            counts[p] += 1.0
        scores = np.add.accumulate(np.concatenate([bias * V[last:], values * V[features]]))[-1].tolist()
        steps += 0.0 * added(scores)
        alpha = [0.0] * Q
        if rule(scores, p, float(sqnorms[i]), float(C / counts[p] ** power), alpha):
            moving = np.flatnonzero(alpha)
            row = np.array(alpha)[moving]
            V[last, moving] -= bias * row
            weighted[i, moving] = steps * row
            V[features[:, None], moving] -= values * row  # no feature comes twice in a row
        steps += 1.0
    return steps
