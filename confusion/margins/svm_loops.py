"""The dual of the multi-class SVM, block by block: the exact step of one example, and sweeps of such steps.

With e_iz = 1[z != y_i] and beta_i = C_i e(y_i) - alpha_i, the lecture's dual is

    max  D(alpha) = sum_i alpha_{i y_i} - 1/2 sum_z |f_z|^2,    f_z = sum_i alpha_iz K(x_i, .),
    beta_iz >= 0,    sum_z beta_iz = C_i,

so a block beta_i lives on a simplex.  G_iz = e_iz + f_z(x_i) is minus the derivative of D, and primal and dual are

    P - D = sum_i sum_z beta_iz (max_u G_iu - G_iz)

apart: a sum of non-negative terms, zero where beta_i lies on the classes of largest G_i only.  Given the other blocks,
the best beta_i is a projection on the simplex.  Gaps and steps are written with differences of G alone, so that a large
price C_i costs no digits.  Of k classes a step moves few: it lists them, and only their vectors or scores are changed.
"""

import numpy as np

from confusion._core.compiled import compiled

__all__ = ["linear_gaps", "linear_sweep", "step_row"]


@compiled
def row_gap(G, y, price, alpha, i):
    """Part of example i in the gap P - D: sum_z beta_iz (max_u G_u - G_z), with `alpha` of shape (m, k)."""
    k = alpha.shape[1]
    top = G[0]
    for z in range(1, k):
        if G[z] > top:
            top = G[z]
    gap = (price - alpha[i, y]) * (top - G[y])
    for z in range(k):
        if alpha[i, z] < 0.0:
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
def step_row(G, y, norm, price, alpha, i, moved, move):
    """Solve the sub-problem of example i exactly and write alpha_i; return by how much D rises, and `count`.

    The first `count` entries of `moved` are the classes that move, the true one first, those of `move` by how much.
    With B = G - norm alpha_i, a wrong class gets alpha_iz = -max(0, B_z - theta) / norm and the true one
    min(price, (theta - B_y) / norm); theta makes the sum zero.  The classes above theta are found by dropping those
    that are not, and each that goes raises theta.  Levels are depths below the largest B: tau = top - theta.
    """
    k = alpha.shape[1]
    if norm < 0.0:
        return corner_row(G, y, norm, price, alpha, i, moved, move)
    own = G[y] - norm * alpha[i, y]
    top, above, last = own, 1, k  # above: classes over B_y, listed from the front; the others that move, from the back
    for z in range(k):
        if z != y:
            B = G[z] - norm * alpha[i, z]
            if B > own:
                moved[above], move[above] = z, B
                above += 1
                if B > top:
                    top = B
            elif alpha[i, z] < 0.0:
                last -= 1
                moved[last] = z
    total = 0.0
    for n in range(1, above):
        move[n] = top - move[n]
        total += move[n]
    kept, room, tau, capped, dropped = above - 1, norm * price, 0.0, False, above > 1
    while dropped:
        if not capped:
            tau = (top - own + total) / (kept + 1)
            capped = top - own - tau >= room
        if capped:
            tau = (room + total) / kept
        rest, left = 0.0, 0
        for n in range(1, above):
            if move[n] == 0.0 or move[n] < tau:
                rest += move[n]
                left += 1
            else:
                move[n] = np.inf  # out for good
        dropped = left < kept
        kept, total = left, rest
    raised, rise, square = 0.0, 0.0, 0.0
    for n in range(1, above):
        z, new = moved[n], 0.0
        if move[n] < np.inf:
            new = (move[n] - tau) / norm if room > 0.0 else -price / kept
            raised -= new
        move[n] = new - alpha[i, z]
        alpha[i, z] = new
    count = above
    for n in range(last, k):
        z = moved[n]
        moved[count], move[count] = z, -alpha[i, z]
        alpha[i, z] = 0.0
        count += 1
    new = price if capped or raised > price else raised
    moved[0], move[0] = y, new - alpha[i, y]
    alpha[i, y] = new
    for n in range(count):
        rise -= move[n] * (G[moved[n]] - G[y])
        square += move[n] * move[n]
    return rise - 0.5 * norm * square, count


@compiled
def corner_row(G, y, norm, price, alpha, i, moved, move):
    """The same where K(x_i, x_i) < 0: the best corner of the simplex, if it is better than where alpha_i is."""
    k = alpha.shape[1]
    best, most = -1, 0.0
    for corner in range(k):
        rise, square = 0.0, 0.0
        for z in range(k):
            to = (price if z == y else 0.0) - (price if z == corner else 0.0)
            rise -= (to - alpha[i, z]) * (G[z] - G[y])
            square += (to - alpha[i, z]) ** 2
        if rise - 0.5 * norm * square > most:
            best, most = corner, rise - 0.5 * norm * square
    if best < 0:
        return 0.0, 0
    for z in range(k):
        to = (price if z == y else 0.0) - (price if z == best else 0.0)
        moved[z], move[z] = z, to - alpha[i, z]
        alpha[i, z] = to
    return most, k


@compiled
def long_step(G, y, norm, price, alpha, i, moved, move, stretch):
    """The same as :func:`step_row`, and `stretch` times as far before the projection (over-relaxation), 1 to 2.

    D rises by at least (1 / stretch - 1 / 2) norm |move|^2.
    """
    if norm <= 0.0:
        return step_row(G, y, norm, price, alpha, i, moved, move)
    rise, count = step_row(G, y, norm / stretch, price, alpha, i, moved, move)
    square = 0.0
    for n in range(count):
        square += move[n] * move[n]
    return rise - 0.5 * norm * (1.0 - 1.0 / stretch) * square, count


@compiled
def add_scores(data, indices, start, stop, W, G):
    """Add the scores of one row of X to `G`, eight classes at a time: sums that stay in registers."""
    for z in range(0, len(G), 8):
        a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for p in range(start, stop):
            w, value = W[indices[p]], data[p]
            a += value * w[z]
            b += value * w[z + 1]
            c += value * w[z + 2]
            d += value * w[z + 3]
            e += value * w[z + 4]
            f += value * w[z + 5]
            g += value * w[z + 6]
            h += value * w[z + 7]
        G[z] += a
        G[z + 1] += b
        G[z + 2] += c
        G[z + 3] += d
        G[z + 4] += e
        G[z + 5] += f
        G[z + 6] += g
        G[z + 7] += h


@compiled
def linear_sweep(data, indices, indptr, y, norms, prices, order, stretch, W, alpha, gaps):
    """One visit to each example of `order`; the rows of X are CSR, `W` follows `alpha`.

    `W` has shape (d, K), K the next multiple of eight from k up, with columns of zeros at its end.

    Writes into `gaps` what each example had before its visit; returns by how much D rose.
    """
    k = alpha.shape[1]
    G, move, moved = np.empty(W.shape[1]), np.empty(k), np.empty(k, dtype=np.int64)
    total = 0.0
    for t in range(len(order)):
        i = order[t]
        c = y[i]
        for z in range(k):
            G[z] = 1.0
        G[c] = 0.0
        add_scores(data, indices, indptr[i], indptr[i + 1], W, G)
        gaps[i] = row_gap(G, c, prices[i], alpha, i)
        if gaps[i] > 0.0:
            rise, count = long_step(G, c, norms[i], prices[i], alpha, i, moved, move, stretch)
            total += rise
            for p in range(indptr[i], indptr[i + 1]):
                w, value = W[indices[p]], data[p]
                for n in range(count):
                    w[moved[n]] += value * move[n]
    return total


@compiled
def linear_gaps(data, indices, indptr, y, prices, W, alpha, gaps):
    """Write the part of every example in P - D at these `W` into `gaps`; return the largest violation."""
    k = alpha.shape[1]
    G, worst = np.empty(W.shape[1]), 0.0
    for i in range(len(y)):
        for z in range(k):
            G[z] = 1.0
        G[y[i]] = 0.0
        add_scores(data, indices, indptr[i], indptr[i + 1], W, G)
        gaps[i] = row_gap(G, y[i], prices[i], alpha, i)
        worst = max(worst, row_violation(G, y[i], prices[i], alpha, i))
    return worst
