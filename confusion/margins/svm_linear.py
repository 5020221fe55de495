"""Sweeps of block steps for the linear kernel, over the classes that may still move.

Notation as in :mod:`confusion.margins.svm_loops`.  An example keeps a list of classes: the true one, then those that
may come to carry some of its price.  A class that carries none, and has a smaller G_iz than every class that carries
some, leaves the list.  It would get nothing in this step (the theta of the step is at least the smallest of those
G_iu), and most of such classes never get anything: lists have two or three classes in the end.  Only listed classes are
scored and moved, until all come back.

W is kept flat, the classes of a feature side by side: entry (j, z) is W[j * width + z], and `places` holds j * width
for each entry of the CSR matrix X.  `width` is the next multiple of eight from k up; the columns from k on are zero.
Places and classes are unsigned: an index with a sign is tested each time.

G holds f_z(x_i), less 1 for the true class, which is G_iz - 1: only its differences count.

What a visit calls gets whole arrays and no views, and cannot raise: numba then counts no references in the calls, which
took half of the time.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.margins import svm_twins as twins
from confusion.margins.svm_loops import project_row

__all__ = ["class_lists", "linear_gaps", "linear_sweep"]

#: Classes of a list that are scored at a time; lists of so many or more are scored as if all classes were on them.
TOGETHER, MANY = 4, 8


def class_lists(codes, k):
    """Lists of all classes, the true one first, shape (m, k)."""
    lists = np.tile(np.arange(k, dtype=np.int32), (len(codes), 1))
    lists[np.arange(len(codes)), codes] = 0
    lists[:, 0] = codes
    return lists


@compiled
def score_all(data, places, start, stop, W, width, G):
    """Write f_z(x) of all classes into `G`, eight at a time: sums that stay in registers."""
    for z in range(0, width, 8):
        a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for p in range(start, stop):
            j, value = np.int64(places[p]) + z, data[p]
            a += value * W[j]
            b += value * W[j + 1]
            c += value * W[j + 2]
            d += value * W[j + 3]
            e += value * W[j + 4]
            f += value * W[j + 5]
            g += value * W[j + 6]
            h += value * W[j + 7]
        G[z] = a
        G[z + 1] = b
        G[z + 2] = c
        G[z + 3] = d
        G[z + 4] = e
        G[z + 5] = f
        G[z + 6] = g
        G[z + 7] = h


@compiled
def score_listed(data, places, start, stop, W, listed, size, G):
    """The same of the first `size` classes of `listed`, and of those behind that make the number one of fours."""
    for n in range(0, size, TOGETHER):
        s, t, u, v = listed[n], listed[n + 1], listed[n + 2], listed[n + 3]
        a, b, c, d = 0.0, 0.0, 0.0, 0.0
        for p in range(start, stop):
            j, value = places[p], data[p]
            a += value * W[j + s]
            b += value * W[j + t]
            c += value * W[j + u]
            d += value * W[j + v]
        G[s] = a
        G[t] = b
        G[u] = c
        G[v] = d


@compiled
def survey(G, y, price, alpha, i, listed, size):
    """Part in the gap, sum_z beta_iz (max_u G_iu - G_iz), violation, and how many classes stay on the list.

    The violation is max_u G_iu less the smallest G_iz of a class with beta_iz > 0.  Classes that leave the list are
    moved behind its end.
    """
    top, low = G[y], np.inf
    if alpha[i, y] < price:
        low = top
    for n in range(1, size):
        z = listed[n]
        if G[z] > top:
            top = G[z]
        if alpha[i, z] < 0.0 and G[z] < low:
            low = G[z]
    gap, n = (price - alpha[i, y]) * (top - G[y]), 1
    while n < size:
        z = listed[n]
        if alpha[i, z] == 0.0 and G[z] < low:
            size -= 1
            listed[n], listed[size] = listed[size], z
        else:
            gap -= alpha[i, z] * (top - G[z])
            n += 1
    return gap, top - low, size


@compiled(twin=twins.linear_sweep)
def linear_sweep(data, places, indptr, y, norms, prices, order, chance, stretch, W, width, alpha, lists, sizes, gaps):
    """One visit to each example of `order`, shuffled by the numbers `chance` from [0, 1); `W` follows `alpha`.

    Writes into `gaps` what each example had before its visit.  Returns by how much D rose, the sum of those gaps and
    the number of those that were not zero; their examples are then the first of `order`.
    """
    G, move, moved, listed = np.empty(width), np.empty(width), np.zeros(width, np.uint64), np.zeros(width, np.uint64)
    count, rise, left, kept = len(order), 0.0, 0.0, 0
    for t in range(count):
        drawn = t + int(chance[t] * (count - t))
        i = order[drawn]
        order[drawn] = order[t]
        c, start, stop, size = y[i], indptr[i], indptr[i + 1], sizes[i]
        for n in range(size):
            listed[n] = lists[i, n]
        if size < MANY:
            score_listed(data, places, start, stop, W, listed, size, G)
        else:
            score_all(data, places, start, stop, W, width, G)
        G[c] -= 1.0
        gap, _, stay = survey(G, c, prices[i], alpha, i, listed, size)
        if stay < size:
            sizes[i] = stay
            for n in range(size):
                lists[i, n] = listed[n]
        gaps[i] = gap
        left += gap
        if gap > 0.0:
            order[kept] = i
            kept += 1
            gained, changed = project_row(G, c, norms[i], prices[i], alpha, i, listed, stay, moved, move, stretch)
            rise += gained
            for n in range(changed):
                z, by = moved[n], move[n]
                for p in range(start, stop):
                    W[places[p] + z] += by * data[p]
    return rise, left, kept


@compiled(twin=twins.linear_gaps)
def linear_gaps(data, places, indptr, y, prices, W, width, alpha, lists, sizes, gaps):
    """Write the part of every example in P - D at these `W` into `gaps`; return the largest violation.

    All classes are scored, and the lists made anew.
    """
    k, worst = alpha.shape[1], 0.0
    G, listed = np.empty(width), np.empty(k, dtype=np.uint64)
    for i in range(len(y)):
        for n in range(k):
            listed[n] = lists[i, n]
        score_all(data, places, indptr[i], indptr[i + 1], W, width, G)
        G[y[i]] -= 1.0
        gaps[i], far, sizes[i] = survey(G, y[i], prices[i], alpha, i, listed, k)
        for n in range(k):
            lists[i, n] = listed[n]
        worst = max(worst, far)
    return worst
