"""The loops of one UMA iteration: the pair and its step, the examples that change region, the new length of every z_pq.

:class:`confusion.uma.state.UmaState` owns the arrays.  Whatever calls one of these functions from compiled code is in
this file too, for the cache on disk is renewed file by file.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.uma import loops_twins as twins
from confusion.uma.arrays import NOWHERE, ROUNDING

__all__ = [
    "STEPS",
    "advance",
    "assign",
    "choose_step",
    "move_dense",
    "move_sparse",
    "renew_grams",
    "renew_lengths",
    "step_sizes",
]

#: Which classes of the error set pay: the highest one, all alike, or p.  The loops are given positions in this tuple.
STEPS = ("max", "uniform", "pair")
_UNIFORM, _PAIR = STEPS.index("uniform"), STEPS.index("pair")


@compiled(twin=twins.assign)
def assign(scores, alpha, predicted, region):
    """Write the first class of largest score, and the region; `region` is `predicted` where the margin is alpha.

    `scores` has shape (Q, n).
    """
    Q, n = scores.shape
    for i in range(n):
        best = 0
        for r in range(1, Q):
            if scores[r, i] > scores[best, i]:
                best = r
        inside = True
        if alpha > 0.0:
            for r in range(Q):
                if r != best and scores[best, i] - scores[r, i] < alpha:
                    inside = False
        predicted[i] = best
        region[i] = best if inside else NOWHERE


@compiled
def step_sizes(scores, p, q, step, tau):
    """Write the step sizes (6) for the error set (5) of a point of class q into `tau`; `step` is a position in STEPS.

    The threshold of the error set is 0 whatever alpha is: z_pq carries the mass of its region, so that the margin alpha
    of its examples is alpha pi for z_pq, and a threshold alpha would empty the error set of a point that is an error.
    """
    tau[:] = 0.0
    errors, worst = 0, -1
    for r in range(len(scores)):
        if r != q and scores[r] - scores[q] >= 0.0:
            errors += 1
            if worst < 0 or scores[r] > scores[worst] or (r == p and scores[r] == scores[worst]):
                worst = r
    wrong = p != q and scores[p] - scores[q] >= 0.0
    if errors == 0 or (step == _PAIR and not wrong):
        return
    if step == _UNIFORM:
        for r in range(len(scores)):
            if r != q and scores[r] - scores[q] >= 0.0:
                tau[r] = -1.0 / errors
    else:
        tau[p if step == _PAIR else worst] = -1.0
    tau[q] = 1.0


@compiled
def choose_step(worth, lengths, threshold, regions, features_first, weights, W, step, tau):
    """The pair of largest worth that has an error set: p, q, z_pq, with its step sizes in `tau`.

    Pairs of worth -inf are ruled out, pairs passed over become so; p is -1 if none is left.  Row q of `weights` makes
    z_pq of the sums of region p.  The last value tells whether any z_pq was longer than `threshold`.
    """
    Q, seen = len(worth), False
    for p in range(Q):
        for q in range(Q):
            if p == q or lengths[p, q] <= threshold:
                worth[p, q] = -np.inf
            elif worth[p, q] == -np.inf:
                seen = True
    while True:
        p, q = divmod(worth.argmax(), Q)
        sums = regions.gamma[regions.slot[p]]
        z = np.dot(sums, weights[q]) if features_first else np.dot(weights[q], sums)
        if worth[p, q] == -np.inf:
            return -1, -1, z, seen
        if np.dot(z, z) > threshold**2:  # `lengths` have rounding errors that z has not
            seen = True
            step_sizes(np.dot(W, z), p, q, step, tau)
            if tau[q] != 0.0:
                return p, q, z, seen
        worth[p, q] = -np.inf


@compiled(twin=twins.advance)
def advance(W, z, tau, scores, change, alpha, examples, hits, moved, old):
    """``w_r += tau_r z``; list the examples whose region changes with that, return their number.

    `change` is <z, x_i> for all i, so that the scores change by ``tau[r] * change[i]``.  An update changes few classes:
    the lead over these is computed, the lead over all others changes as `top` does.  Only where the bound `gap` no
    longer exceeds alpha are the scores of all classes compared.  `hits` counts the pairs (prediction, noisy label);
    `moved` is given the examples, `old` the regions they leave.
    """
    Q, n = scores.shape
    y, predicted, region, top, gap = examples
    for i in range(n):
        rise = tau[predicted[i]] * change[i]
        top[i] += rise
        gap[i] += rise
        gap[i] -= ROUNDING * (abs(top[i]) + abs(gap[i]))  # the bound has to hold in floating point
    for r in range(Q):
        if tau[r] != 0.0:
            for f in range(len(z)):
                W[r, f] += tau[r] * z[f]
            for i in range(n):
                scores[r, i] += tau[r] * change[i]
                lead = top[i] - scores[r, i] if predicted[i] != r else np.inf
                gap[i] = lead if lead < gap[i] else gap[i]
    n_moved = 0
    for i in range(n):
        if gap[i] > alpha and region[i] != NOWHERE:
            continue
        best, second = 0, -np.inf
        for r in range(1, Q):
            if scores[r, i] > scores[best, i]:
                second = scores[best, i]
                best = r
            elif scores[r, i] > second:
                second = scores[r, i]
        top[i] = scores[best, i]
        gap[i] = scores[best, i] - second
        last = predicted[i]
        if best != last:
            hits[last, y[i]] -= 1.0
            hits[best, y[i]] += 1.0
            predicted[i] = best
        new = best if gap[i] >= alpha else NOWHERE
        if new != region[i]:
            moved[n_moved], old[n_moved] = i, region[i]
            region[i] = new
            n_moved += 1
    return n_moved


@compiled(twin=twins.move_dense)
def move_dense(X, examples, moved, old, regions):
    """Take the moved rows of `X` out of their old regions and put them into their new ones; mark these regions."""
    y, region, gamma = examples.y, examples.region, regions.gamma
    for m in range(len(moved)):
        i = moved[m]
        k = y[i]
        for sign in (-1.0, 1.0):
            p = old[m] if sign < 0 else region[i]
            if p != NOWHERE:
                s = regions.slot[p]
                for f in range(X.shape[1]):
                    gamma[s, k, f] += sign * X[i, f]
                regions.counts[p, k] += sign
                regions.touched[p] = True


@compiled(twin=twins.move_sparse)
def move_sparse(data, indices, indptr, examples, moved, old, regions):
    """The same for a CSR matrix, the Gram matrices included; `gamma` has the features before the labels."""
    y, region, gamma, gram = examples.y, examples.region, regions.gamma, regions.gram
    Q = gamma.shape[2]
    products = np.zeros(Q)
    for m in range(len(moved)):
        i = moved[m]
        k = y[i]
        for sign in (-1.0, 1.0):
            p = old[m] if sign < 0 else region[i]
            if p == NOWHERE:
                continue
            s = regions.slot[p]
            products[:] = 0.0
            sqnorm = 0.0
            for entry in range(indptr[i], indptr[i + 1]):
                value, f = data[entry], indices[entry]
                sqnorm += value * value
                for j in range(Q):
                    products[j] += value * gamma[s, f, j]
                gamma[s, f, k] += sign * value
            for j in range(Q):
                gram[p, k, j] += sign * products[j]
                gram[p, j, k] += sign * products[j]
            gram[p, k, k] += sqnorm
            regions.counts[p, k] += sign
            regions.touched[p] = True


@compiled
def renew_grams(regions):
    """``gram[p]`` of the touched regions, from dense `gamma`."""
    for p in range(len(regions.touched)):
        if regions.touched[p]:
            sums = regions.gamma[regions.slot[p]]
            np.dot(sums, sums.T, regions.gram[p])


@compiled(twin=twins.renew_lengths)
def renew_lengths(regions, inverse, n, lengths):
    """|z_pq| for the touched regions p and all q; no region is touched any more."""
    Q = len(regions.touched)
    for p in range(Q):
        if regions.touched[p]:
            product = np.dot(inverse, regions.gram[p])
            for q in range(Q):
                square = 0.0
                for j in range(Q):
                    square += product[q, j] * inverse[q, j]
                lengths[p, q] = np.sqrt(max(square, 0.0)) / n
            regions.touched[p] = False
