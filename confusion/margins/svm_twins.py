"""Twins of the loops of the multi-class SVM, for where there is no numba.

One example is visited after the other, because each step starts from what the last one left.  What numpy can do at once
is the work of one visit: the scores of an example, its share in the vectors or lines of the classes that move.  The few
numbers of its block are taken into lists, where Python's own floats are several times faster than numpy's.
"""

import numpy as np

from confusion._core.sums import sum_in_order

__all__ = ["add_line", "kernel_gaps", "linear_gaps", "linear_sweep", "pair_step", "project_row"]


def add_line(G, z, step, row):
    G[z] += step * row


def kernel_gaps(G, y, prices, alpha, gaps):
    rows, top = np.arange(len(y)), G[0].copy()
    for line in G[1:]:
        np.copyto(top, line, where=line > top)
    own = alpha[rows, y]
    depth = top - G[y, rows]
    gaps[:] = (prices - own) * depth
    worst = depth.max(where=own < prices, initial=0.0)
    for z in range(len(G)):
        ids = np.flatnonzero((own > 0.0) & (alpha[:, z] < 0.0))
        far = top[ids] - G[z, ids]
        gaps[ids] -= alpha[ids, z] * far
        worst = far.max(initial=worst)
    return worst


def pair_step(G, i, y, norm, price, alpha, least, stretch):
    values, row, norm, price = G[:, i].tolist(), alpha[i].tolist(), float(norm), float(price)
    best = max(values)
    top, low, far, most, gap = values.index(best), 0, 0.0, 0.0, 0.0
    for z, value in enumerate(values):
        carried = price - row[z] if z == y else -row[z]
        if carried > 0.0:
            depth = best - value
            gap += carried * depth
            t = min(carried, 0.5 * stretch * depth / norm)
            if t * depth - norm * t * t > most:
                low, far, most = z, t, t * depth - norm * t * t
    if not gap > least or far == 0.0:
        return top, top, 0.0, 0.0
    carried = price - row[y] if low == y else -row[low]
    if top != y:
        row[top] -= far
    if low != y:
        row[low] = 0.0 if far == carried else row[low] + far
    total = 0.0
    for z, value in enumerate(row):
        if z != y:
            total -= value
    row[y] = price if (low == y and far == carried) or total > price else total
    alpha[i] = row
    return top, low, far, most


def divide(a, b):
    """``a / b``, infinite or NaN where Python would raise."""
    return a / b if b else float(np.divide(a, b))


def project(G, y, norm, price, row, listed, size, moved, move, stretch):
    """:func:`project_row` on lists, `row` that of the example in alpha."""
    whole, norm = norm, divide(norm, stretch)
    own = G[y] - norm * row[y]
    top, above, last = own, 1, size
    for z in listed[:size]:
        if z != y:
            B = G[z] - norm * row[z]
            if B > own:
                moved[above], move[above] = z, B
                above += 1
                if B > top:
                    top = B
            elif row[z] < 0.0:
                last -= 1
                moved[last] = z
    total = 0.0
    for n in range(1, above):
        move[n] = top - move[n]
        total += move[n]
    kept, room, tau, capped, dropped = above - 1, norm * price, 0.0, False, above > 1
    while dropped:
        if not capped:
            tau = divide(top - own + total, kept + 1)
            capped = top - own - tau >= room
        if capped:
            tau = divide(room + total, kept)
        rest, left = 0.0, 0
        for n in range(1, above):
            if move[n] == 0.0 or move[n] < tau:
                rest += move[n]
                left += 1
            else:
                move[n] = np.inf
        dropped = left < kept
        kept, total = left, rest
    raised, rise, square = 0.0, 0.0, 0.0
    for n in range(1, above):
        z, new = moved[n], 0.0
        if move[n] < np.inf:
            new = divide(move[n] - tau, norm) if room > 0.0 else divide(-price, kept)
            raised -= new
        move[n] = new - row[z]
        row[z] = new
    count = above
    for n in range(last, size):
        z = moved[n]
        moved[count], move[count] = z, -row[z]
        row[z] = 0.0
        count += 1
    new = price if capped or raised > price else raised
    moved[0], move[0] = y, new - row[y]
    row[y] = new
    for z, by in zip(moved[:count], move):
        rise -= by * (G[z] - G[y])
        square += by * by
    return rise - 0.5 * whole * square, count


def project_row(G, y, norm, price, alpha, i, listed, size, moved, move, stretch):
    row, classes, steps = alpha[i].tolist(), moved.tolist(), move.tolist()
    norm, price = float(norm), float(price)
    found = project(G.tolist(), int(y), norm, price, row, listed.tolist(), int(size), classes, steps, float(stretch))
    alpha[i], moved[:], move[:] = row, classes, steps
    return found


def scores(data, features, W, c):
    """G of one example as a list: its scores, less 1 for the true class `c`; `W` has shape (d, width)."""
    G = sum_in_order(data[:, None] * W[features]).tolist()
    G[c] -= 1.0
    return G


def survey(G, y, price, row, listed, size):
    """:func:`confusion.margins.svm_linear.survey` on lists, `row` that of the example in alpha."""
    top, low = G[y], np.inf
    if row[y] < price:
        low = top
    for z in listed[1:size]:
        if G[z] > top:
            top = G[z]
        if row[z] < 0.0 and G[z] < low:
            low = G[z]
    gap, n = (price - row[y]) * (top - G[y]), 1
    while n < size:
        z = listed[n]
        if row[z] == 0.0 and G[z] < low:
            size -= 1
            listed[n], listed[size] = listed[size], z
        else:
            gap -= row[z] * (top - G[z])
            n += 1
    return gap, top - low, size


def linear_sweep(data, places, indptr, y, norms, prices, order, chance, stretch, W, width, alpha, lists, sizes, gaps):
    places, table, bounds = places.astype(np.intp), W.reshape(-1, width), indptr.tolist()
    features, move, moved = places // width, [0.0] * width, [0] * width
    ids, rise, left, kept, stretch = order.tolist(), 0.0, 0.0, 0, float(stretch)
    for t, share in enumerate(chance.tolist()):
        drawn = t + int(share * (len(ids) - t))
        i = ids[drawn]
        ids[drawn] = ids[t]
        c, entries, size, price = int(y[i]), slice(bounds[i], bounds[i + 1]), int(sizes[i]), float(prices[i])
        row, listed = alpha[i].tolist(), lists[i, :size].tolist()
        G = scores(data[entries], features[entries], table, c)
        gap, _, stay = survey(G, c, price, row, listed, size)
        if stay < size:
            sizes[i], lists[i, :size] = stay, listed
        gaps[i] = gap
        left += gap
        if gap > 0.0:
            ids[kept] = i
            kept += 1
            gained, count = project(G, c, float(norms[i]), price, row, listed, stay, moved, move, stretch)
            rise += gained
            alpha[i] = row
            cells = np.array(moved[:count])[:, None] + places[entries]
            np.add.at(W, cells.ravel(), (np.array(move[:count])[:, None] * data[entries]).ravel())
    order[:] = ids
    return rise, left, kept


def linear_gaps(data, places, indptr, y, prices, W, width, alpha, lists, sizes, gaps):
    features, table, worst = places.astype(np.intp) // width, W.reshape(-1, width), 0.0
    for i in range(len(y)):
        entries, listed, c = slice(indptr[i], indptr[i + 1]), lists[i].tolist(), int(y[i])
        G = scores(data[entries], features[entries], table, c)
        gaps[i], far, sizes[i] = survey(G, c, float(prices[i]), alpha[i].tolist(), listed, alpha.shape[1])
        lists[i] = listed
        worst = max(worst, far)
    return worst
