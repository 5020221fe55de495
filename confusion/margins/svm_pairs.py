"""The dual of the multi-class SVM for kernels: steps that move two classes of one example.

Notation as in :mod:`confusion.margins.svm_loops`; here all G_iz are kept, class by class, shape (k, m).  A class that
moves by delta in example i changes a whole line, G_z. += delta K(x_i, .), and that is what a step costs.  The exact
step moves most classes that carry price, seventeen of 26 on the letter data.  Two classes get most of the gain for a
fraction of the cost: the one of largest G_iz, and the one whose price is best given to it.  A fit ends with exact
steps, because pairs leave crumbs of price at classes of low G.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.margins import svm_twins as twins
from confusion.margins.svm_loops import step_row

__all__ = ["kernel_gaps", "kernel_sweep", "pair_step"]


@compiled(twin=twins.kernel_gaps)
def kernel_gaps(G, y, prices, alpha, gaps):
    """Write the part of every example in P - D into `gaps`; return the largest violation.  `G` has shape (k, m)."""
    k, m = G.shape
    top, worst = G[0].copy(), 0.0
    for z in range(1, k):
        line = G[z]
        for i in range(m):
            top[i] = max(top[i], line[i])
    for i in range(m):
        c = y[i]
        depth = top[i] - G[c, i]
        gap = (prices[i] - alpha[i, c]) * depth
        if alpha[i, c] < prices[i]:
            worst = max(worst, depth)
        if alpha[i, c] > 0.0:  # else no class has a part
            for z in range(k):
                if alpha[i, z] < 0.0:
                    gap -= alpha[i, z] * (top[i] - G[z, i])
                    worst = max(worst, top[i] - G[z, i])
        gaps[i] = gap
    return worst


@compiled(twin=twins.pair_step)
def pair_step(G, i, y, norm, price, alpha, least, stretch):
    """Move price of example i from one class to the class of largest G; return both, how much, and how much D rises.

    Moving t from class `low` to class `top` raises D by t depth - norm t^2, depth = G_top - G_low: t is `stretch` times
    as far as its best value, at most what `low` carries, and `low` the class with the largest rise.  Nothing moves,
    t = 0, where the example's part in the gap is not above `least`.  norm > 0.
    """
    k, top, low, far, most, gap = len(G), 0, 0, 0.0, 0.0, 0.0
    for z in range(1, k):
        if G[z, i] > G[top, i]:
            top = z
    for z in range(k):
        carried = price - alpha[i, z] if z == y else -alpha[i, z]
        if carried > 0.0:
            depth = G[top, i] - G[z, i]
            gap += carried * depth
            t = min(carried, 0.5 * stretch * depth / norm)
            if t * depth - norm * t * t > most:
                low, far, most = z, t, t * depth - norm * t * t
    if not gap > least or far == 0.0:
        return top, top, 0.0, 0.0
    carried = price - alpha[i, y] if low == y else -alpha[i, low]
    if top != y:
        alpha[i, top] -= far
    if low != y:
        alpha[i, low] = 0.0 if far == carried else alpha[i, low] + far
    total = 0.0  # so that no rounding adds up in the sum, which is zero
    for z in range(k):
        if z != y:
            total -= alpha[i, z]
    alpha[i, y] = price if (low == y and far == carried) or total > price else total
    return top, low, far, most


@compiled(twin=twins.add_line)
def add_line(G, z, step, row):
    """``G[z] += step * row``."""
    line = G[z]
    for j in range(len(row)):
        line[j] += step * row[j]


@compiled
def kernel_sweep(K, G, y, prices, alpha, order, least, stretch, pairs):
    """Visit the examples of `order`, by pair steps if `pairs` is true and K(x_i, x_i) > 0, else by exact steps.

    Pair steps leave out an example whose part in the gap is not above `least` when its turn comes.  `K` is the kernel,
    shape (m, m); `G`, shape (k, m), follows `alpha`, shape (m, k).  Return by how much D rose.
    """
    k = len(G)
    own, listed, move, moved, total = np.empty(k), np.arange(k), np.empty(k), np.empty(k, dtype=np.intp), 0.0
    for i in order:
        row, count = K[i], 2
        if pairs and row[i] > 0.0:
            moved[0], moved[1], far, rise = pair_step(G, i, y[i], row[i], prices[i], alpha, least, stretch)
            move[0], move[1] = -far, far
            if far == 0.0:
                continue
        else:
            for z in range(k):
                own[z] = G[z, i]
            rise, count = step_row(own, y[i], row[i], prices[i], alpha, i, listed, k, moved, move, stretch)
        total += rise
        for n in range(count):
            add_line(G, moved[n], move[n], row)
    return total
