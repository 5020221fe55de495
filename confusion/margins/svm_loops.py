"""The dual of the multi-class SVM, block by block: the exact step of one example, and sweeps of such steps.

With e_iz = 1[z != y_i] and beta_i = C_i e(y_i) - alpha_i, the lecture's dual is

    max  D(alpha) = sum_i alpha_{i y_i} - 1/2 sum_z |f_z|^2,    f_z = sum_i alpha_iz K(x_i, .),
    beta_iz >= 0,    sum_z beta_iz = C_i,

so a block beta_i lives on a simplex.  G_iz = e_iz + f_z(x_i) is minus the derivative of D, and primal and dual are

    P - D = sum_i sum_z beta_iz (max_u G_iu - G_iz)

apart: a sum of non-negative terms, zero where beta_i lies on the classes of largest G_i only.  Given the other blocks,
the best beta_i is a projection on the simplex.  Loops write gaps and steps with differences of G alone, so that neither a
large price C_i nor a large norm costs digits.
"""

import numpy as np

from confusion._core.compiled import compiled

__all__ = ["inner_sweeps", "linear_gaps", "linear_sweep", "row_gap", "row_violation", "score_gaps", "step_row"]


@compiled
def row_gap(G, y, price, alpha, i):
    """Part of example i in the gap P - D: sum_z beta_iz (max_u G_u - G_z), with `alpha` of shape (m, k)."""
    k = alpha.shape[1]
    top = G[0]
    for z in range(1, k):
        top = max(top, G[z])
    gap = (price - alpha[i, y]) * (top - G[y])
    for z in range(k):
        if z != y and alpha[i, z] != 0.0:
            gap -= alpha[i, z] * (top - G[z])
    return gap


@compiled
def row_violation(G, y, price, alpha, i):
    """max_u G_u less the smallest G_z with beta_iz > 0: how far example i is from the conditions of Kuhn and Tucker."""
    top, low = G[0], np.inf
    for z in range(alpha.shape[1]):
        top = max(top, G[z])
        if (z == y and alpha[i, z] < price) or (z != y and alpha[i, z] < 0.0):
            low = min(low, G[z])
    return top - low


@compiled
def step_row(G, y, norm, price, alpha, i, move):
    """Solve the sub-problem of example i exactly; write alpha_i, and what it moved by into `move`.

    With B = G - norm alpha_i, a wrong class has alpha_iz = -max(0, B_z - theta) / norm and the true one
    min(price, (theta - B_y) / norm); theta makes the sum zero.  The classes above theta are found by dropping those
    that are not: each that goes raises theta.  Levels are counted down from the largest B, with tau = top - theta.
    Return by how much D rises.
    """
    k = alpha.shape[1]
    if norm < 0.0:
        return corner_row(G, y, norm, price, alpha, i, move)
    own = G[y] - norm * alpha[i, y]
    top = -np.inf
    for z in range(k):
        move[z] = G[z] - norm * alpha[i, z]
        if z != y:
            top = max(top, move[z])
    height = top - own
    count, total = 0, 0.0
    for z in range(k):
        if z != y and move[z] > own:
            count += 1
            total += top - move[z]
    tau, capped = 0.0, False
    if count > 0:
        dropped = True
        while dropped:
            dropped = False
            if not capped:
                tau = (height + total) / (count + 1)
                capped = height - tau >= norm * price
            if capped:
                tau = (norm * price + total) / count
            below, rest, kept = 0, 0.0, 0
            for z in range(k):
                if z != y and move[z] > own:
                    if top - move[z] < tau or move[z] == top:
                        kept += 1
                        rest += top - move[z]
                    else:
                        move[z] = own  # out for good
                        below += 1
            if below > 0:
                dropped, count, total = True, kept, rest
    room = norm * price
    raised, gain, square = 0.0, 0.0, 0.0
    for z in range(k):
        if z != y:
            new = 0.0
            if count > 0 and move[z] > own:
                if room > 0.0:
                    new = -(tau - (top - move[z])) / norm
                else:
                    new = -price / count
                raised -= new
            move[z] = new - alpha[i, z]
            alpha[i, z] = new
    new = price if capped or raised > price else raised
    move[y] = new - alpha[i, y]
    alpha[i, y] = new
    for z in range(k):
        gain -= move[z] * (G[z] - G[y])
        square += move[z] * move[z]
    return gain - 0.5 * norm * square


@compiled
def corner_row(G, y, norm, price, alpha, i, move):
    """The same where K(x_i, x_i) < 0: the best corner of the simplex, if it is better than where alpha_i is."""
    k = alpha.shape[1]
    best, gain = -1, 0.0
    for corner in range(k):
        linear, square = 0.0, 0.0
        for z in range(k):
            to = (price if z == y else 0.0) - (price if z == corner else 0.0)
            linear -= (to - alpha[i, z]) * (G[z] - G[y])
            square += (to - alpha[i, z]) ** 2
        if linear - 0.5 * norm * square > gain:
            best, gain = corner, linear - 0.5 * norm * square
    for z in range(k):
        move[z] = 0.0
        if best >= 0:
            to = (price if z == y else 0.0) - (price if z == best else 0.0)
            move[z] = to - alpha[i, z]
            alpha[i, z] = to
    return gain


@compiled
def linear_sweep(data, indices, indptr, y, norms, prices, order, W, alpha, gaps):
    """One visit to each example of `order`; the rows of X are CSR, `W` has shape (d, k) and follows `alpha`.

    Writes into `gaps` what each example had before its visit; returns by how much D rose.
    """
    k = alpha.shape[1]
    G, move = np.empty(k), np.empty(k)
    rise = 0.0
    for t in range(len(order)):
        i = order[t]
        c = y[i]
        for z in range(k):
            G[z] = 1.0
        G[c] = 0.0
        for p in range(indptr[i], indptr[i + 1]):
            j, value = indices[p], data[p]
            for z in range(k):
                G[z] += value * W[j, z]
        gaps[i] = row_gap(G, c, prices[i], alpha, i)
        if gaps[i] > 0.0:
            rise += step_row(G, c, norms[i], prices[i], alpha, i, move)
            for p in range(indptr[i], indptr[i + 1]):
                j, value = indices[p], data[p]
                for z in range(k):
                    W[j, z] += value * move[z]
    return rise


@compiled
def linear_gaps(data, indices, indptr, y, prices, W, alpha, gaps):
    """Write the part of every example in P - D at these `W` into `gaps`; return the largest violation."""
    k = alpha.shape[1]
    G, worst = np.empty(k), 0.0
    for i in range(len(y)):
        for z in range(k):
            G[z] = 1.0
        G[y[i]] = 0.0
        for p in range(indptr[i], indptr[i + 1]):
            j, value = indices[p], data[p]
            for z in range(k):
                G[z] += value * W[j, z]
        gaps[i] = row_gap(G, y[i], prices[i], alpha, i)
        worst = max(worst, row_violation(G, y[i], prices[i], alpha, i))
    return worst


@compiled
def score_gaps(scores, y, prices, alpha, gaps):
    """The same from the scores f_z(x_i), shape (m, k)."""
    m, k = scores.shape
    G, worst = np.empty(k), 0.0
    for i in range(m):
        for z in range(k):
            G[z] = 1.0 + scores[i, z]
        G[y[i]] = scores[i, y[i]]
        gaps[i] = row_gap(G, y[i], prices[i], alpha, i)
        worst = max(worst, row_violation(G, y[i], prices[i], alpha, i))
    return worst


@compiled
def inner_sweeps(K, scores, y, prices, alpha, share, most):
    """Visit the examples of a working set in turn until its gap is `share` of what it was, at most `most` times.

    `K` is the kernel among them, shape (b, b); `scores` and `alpha`, shape (b, k), follow.  Return by how much D rose.
    """
    b, k = scores.shape
    G, move = np.empty(k), np.empty(k)
    rise, first = 0.0, 0.0
    for sweep in range(most):
        total = 0.0
        for i in range(b):
            c = y[i]
            for z in range(k):
                G[z] = 1.0 + scores[i, z]
            G[c] = scores[i, c]
            gap = row_gap(G, c, prices[i], alpha, i)
            total += gap
            if gap > 0.0:
                rise += step_row(G, c, K[i, i], prices[i], alpha, i, move)
                for j in range(b):
                    for z in range(k):
                        scores[j, z] += K[i, j] * move[z]
        if sweep == 0:
            first = total
        elif total <= share * first:
            break
    return rise
