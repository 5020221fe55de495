"""The dual of the multi-class SVM: the best row of one example, and sweeps of such steps.

With e_iz = 1[z != y_i] and prices C_i, the lecture's dual is

    max  D(alpha) = sum_i alpha_{i y_i} - 1/2 sum_z |f_z|^2,    f_z = sum_i alpha_iz K(x_i, .),

where each row alpha_i sums to zero, its entry of the true class is at most C_i, and the others are not positive.  With
beta_i = C_i e(y_i) - alpha_i, a point of a simplex, and G_iz = e_iz + f_z(x_i), minus the derivative of D, primal and
dual are

    P - D = sum_i gap_i,    gap_i = sum_z beta_iz (max_u G_iu - G_iz) >= 0,

apart.  Both solvers repeat: all gaps by one matrix product, then sweeps of steps (:func:`best_row`) over examples that
have a gap, in random orders, which takes far fewer than one order.  Depths, max_u G_iu - G_iz, that may be rounding
count as none.  So no choice depends on the last bit where scores tie.  Nor does a large price turn rounding into a gap.
"""

import numpy as np

from confusion._core.arguments import check_class_number, check_finite, check_not_negative, check_positive, finite_array
from confusion._core.compiled import COMPILED, compiled, warn_if_slow

__all__ = ["block_step", "project_simplex", "solve_kernel", "solve_linear"]

#: how far a step goes: 1 to the best row, less than 2 (over-relaxation)
OVER_RELAXATION = 1.3
#: sweeps end when the gaps that they meet are this share of those of the first,
SWEEP_TOL = 0.2
#: or after so many
MAX_SWEEPS = 100
#: most examples of a working set
WORKING_SET = 1024
#: a depth of at most this share of the terms that it is computed from is rounding
ROUNDING = 4e-15
#: without max_iter a fit with the linear kernel ends when its gap has not halved in so many passes,
MAX_PASSES = 20_000
#: and one with another kernel in so many rounds, each a visit to every example
MAX_ROUNDS = 500
#: few fits visit an example less often
EXPECTED_VISITS = 25
#: an own contribution that changes scores by less than this counts as none
TINY = 1e-200
#: TINY over a large price is 0, and no divisor
SMALLEST = float(np.finfo(float).tiny)


@compiled
def best_row(G, k, y, norm, price, row, new, sorted_depths):
    """Write the best row of one example into `new`, given those of the others.

    G_z = 1[z != y] + f_z(x) for the classes z < k, norm = K(x, x), and `row` is the present row.  The bars are B_z =
    G_z - norm row_z, without the example's own contribution.  Those above the bar of y are cut at one level, and what
    is cut off lifts the bar of y: to that level, or by norm * price at most.  Heights are depths below the tallest bar,
    so that a large price costs no digits; `sorted_depths` has those of the bars above that of y, the tallest first.
    """
    norm = max(norm, TINY / price, SMALLEST)  # where K(x, x) is 0, or negative: everything to the tallest bars
    room, top, count = norm * price, -np.inf, 0
    for z in range(k):
        new[z] = G[z] - norm * row[z]
        top = max(top, new[z])
    own = top - new[y]
    for z in range(k):
        depth = top - new[z]
        new[z] = depth
        if depth < own:
            n = count
            while n > 0 and sorted_depths[n - 1] > depth:
                sorted_depths[n] = sorted_depths[n - 1]
                n -= 1
            sorted_depths[n] = depth
            count += 1
    total, level, n = own, own, 0  # the bar of y and the n tallest end level
    while n < count and sorted_depths[n] < level:
        total += sorted_depths[n]
        n += 1
        level = total / (n + 1)
    full = own - level > room
    if full:  # the n tallest alone, which lose norm * price
        total, level, n = room, np.inf, 0
        while n < count and sorted_depths[n] < level:
            total += sorted_depths[n]
            n += 1
            level = total / n
    pull = 0.0
    for z in range(k):
        if z != y:
            new[z] = min(0.0, (new[z] - level) / norm)
            pull -= new[z]
    new[y] = price if full else min(pull, price)


if COMPILED:
    floats = compiled(lambda k: np.empty(k))  # room for k numbers

    @compiled
    def scores(data, indices, start, stop, W, listed, size, G):
        """Write f_z(x) of the first `size` classes of `listed` into `G`."""
        for n in range(size):
            z, total = listed[n], 0.0
            for p in range(start, stop):
                total += data[p] * W[indices[p], z]
            G[n] = total

    @compiled
    def add(data, indices, start, stop, W, listed, size, move):
        """Add `move` times x to the vectors of these classes."""
        for n in range(size):
            if move[n] != 0.0:
                z, by = listed[n], move[n]
                for p in range(start, stop):
                    W[indices[p], z] += data[p] * by

    @compiled
    def add_line(line, by, row):
        """Add `by` times `row` to `line`."""
        for j in range(len(row)):
            line[j] += by * row[j]

else:  # the same by whole arrays; Python's own floats are faster than those of numpy

    def floats(k):
        return [0.0] * k

    def scores(data, indices, start, stop, W, listed, size, G):
        G[:size] = (data[start:stop] @ W[indices[start:stop, None], listed[:size]]).tolist()

    def add(data, indices, start, stop, W, listed, size, move):
        W[indices[start:stop, None], listed[:size]] += data[start:stop, None] * move[:size]

    def add_line(line, by, row):
        line += by * row


@compiled
def linear_sweep(data, indices, indptr, norms, prices, rounding, order, W, alpha, lists, sizes):
    """Visit the examples of `order`; return the sum of their gaps, and how many had one: they come first in `order`.

    Only the classes lists[i, :sizes[i]] are scored and moved, the true one first.  A class that carries no price leaves
    if its G_iz is smaller than that of every class that carries some: it would get nothing in this step.
    """
    k, left, kept = alpha.shape[1], 0.0, 0
    G, row, new, sorted_depths, listed = floats(k), floats(k), floats(k), floats(k), np.empty(k, np.uint64)
    for i in order:
        start, stop, size, price = indptr[i], indptr[i + 1], sizes[i], prices[i]
        for n in range(size):
            listed[n] = lists[i, n]
            row[n] = alpha[i, listed[n]]
        scores(data, indices, start, stop, W, listed, size, G)
        G[0] -= 1.0  # only differences of G count
        top, low = G[0], (G[0] if row[0] < price else np.inf)
        for n in range(1, size):
            top = max(top, G[n])
            if row[n] < 0.0:
                low = min(low, G[n])
        top, low = top - rounding[i], low - rounding[i]
        gap, n = (price - row[0]) * max(0.0, top - G[0]), 1
        while n < size:
            if row[n] == 0.0 and G[n] < low:
                size -= 1
                listed[n], listed[size] = listed[size], listed[n]
                G[n], row[n] = G[size], row[size]
            else:
                gap -= row[n] * max(0.0, top - G[n])
                n += 1
        if size < sizes[i]:
            for n in range(sizes[i]):
                lists[i, n] = listed[n]
            sizes[i] = size
        if gap > 0.0:
            best_row(G, size, 0, norms[i] / OVER_RELAXATION, price, row, new, sorted_depths)
            for n in range(size):
                alpha[i, listed[n]] = new[n]
                row[n] = new[n] - row[n]
            add(data, indices, start, stop, W, listed, size, row)
            left += gap
            order[kept] = i
            kept += 1
    return left, kept


@compiled
def kernel_sweep(K, G, y, prices, rounding, alpha, order):
    """Visit the examples of `order`, whose kernel is `K`; return the sum of their gaps.  `G`, (k, b), is kept."""
    k, left = len(G), 0.0
    own, row, new, sorted_depths = floats(k), floats(k), floats(k), floats(k)
    for i in order:
        top, gap = -np.inf, 0.0
        for z in range(k):
            own[z], row[z] = G[z, i], alpha[i, z]
            top = max(top, own[z])
        for z in range(k):
            carried = prices[i] - row[z] if z == y[i] else -row[z]
            gap += carried * max(0.0, top - own[z] - rounding[i])
        if gap > 0.0:
            best_row(own, k, y[i], K[i, i] / OVER_RELAXATION, prices[i], row, new, sorted_depths)
            for z in range(k):
                if new[z] != row[z]:
                    alpha[i, z] = new[z]
                    add_line(G[z], new[z] - row[z], K[i])
            left += gap
    return left


class Progress:
    """The best point of a fit so far, and whether and why the fit has come to its end."""

    def __init__(self, codes, prices, tol, most, patience):
        self.own, self.prices = (np.arange(len(codes)), codes), prices
        self.tol, self.most, self.patience = tol, most, patience if most is None else np.inf
        self.n_iter, self.visits, self.halved, self.since, self.primal, self.end = 0, 0, np.inf, 0, np.inf, ""

    def ended(self, alpha, G, rounding):
        """Whether `alpha` is good enough, or no better point is to be hoped for; write what counts of each gap_i."""
        carried, depth = -alpha, G.max(axis=1, keepdims=True) - G
        carried[self.own] += self.prices
        gap, dual = np.vdot(carried, depth), 0.5 * (alpha[self.own].sum() - np.vdot(alpha, G))
        self.gaps = np.einsum("iz,iz->i", carried, np.maximum(depth - rounding[:, None], 0.0))
        if not np.isfinite(dual + gap):
            self.end = "overflow"
        elif gap <= self.tol * abs(dual + gap):
            self.end = "converged"
        elif self.gaps.sum() <= self.tol * abs(dual + gap):
            self.end = "rounding"
        if self.end or dual + gap < self.primal:
            self.alpha, self.primal, self.dual, self.gap = alpha.copy(), dual + gap, dual, gap
            self.violation = np.where(carried > 0.0, depth, 0.0).max()
        if gap <= self.halved / 2:
            self.halved, self.since = gap, self.n_iter
        late = self.n_iter - self.since > self.patience
        self.end = self.end or ("max_iter" if self.n_iter == self.most else "patience" if late else "")
        warn_if_slow(max(self.visits, EXPECTED_VISITS * len(alpha)), stacklevel=5)  # the caller of `fit`
        return bool(self.end)


def solve_linear(X, codes, prices, k, tol, most, rng):
    """Sweeps over the rows of the CSR matrix `X` that keep the vectors of the classes; `most` None is no limit."""
    m, rows, norms = len(codes), np.arange(len(codes)), np.asarray(X.multiply(X).sum(axis=1)).ravel()
    if not np.isfinite(norms).all():
        raise ValueError("X has rows whose squared norm overflows: rescale the features")
    if X[norms == 0].count_nonzero():
        raise ValueError("X has rows, not zero, whose squared norm underflows: rescale the features")
    # one type, one compilation; an index with a sign would be tested each time
    entries = X.data, X.indices.astype(np.uint64), X.indptr.astype(np.intp)
    alpha, lists = np.zeros((m, k)), np.tile(np.arange(k), (m, 1))
    progress = Progress(codes, prices, tol, most, MAX_PASSES)
    lists[rows, codes], lists[:, 0] = 0, codes
    while True:
        W = np.ascontiguousarray(X.T @ alpha)
        G = X @ W + 1.0
        G[rows, codes] -= 1.0
        rounding = ROUNDING * (1.0 + np.sqrt(norms * (W * W).sum(axis=0).max()))
        if progress.ended(alpha, G, rounding):
            return progress
        order, sizes, first = rng.permutation(np.flatnonzero(progress.gaps)), np.full(m, k), None
        for _ in range(MAX_SWEEPS):
            progress.visits += len(order)
            progress.n_iter += 1
            left, kept = linear_sweep(*entries, norms, prices, rounding, order, W, alpha, lists, sizes)
            order, first = rng.permutation(order[:kept]), first or left
            if left <= SWEEP_TOL * first or progress.n_iter == most:
                break


def solve_kernel(kernel, codes, prices, k, tol, most):
    """Sweeps over working sets, drawn from the examples that have a gap, that keep the scores of all examples."""
    m, size = len(codes), min(len(codes), WORKING_SET, kernel.most)
    rng = np.random.RandomState(0)  # the same orders in every fit
    G, alpha = np.ones((m, k)), np.zeros((m, k))
    progress = Progress(codes, prices, tol, most, MAX_ROUNDS * -(-m // size))
    G[np.arange(m), codes] = 0.0
    while not progress.ended(alpha, G, rounding := ROUNDING * (1.0 + np.abs(G).max(axis=1))):
        chosen = np.sort(rng.permutation(np.flatnonzero(progress.gaps))[:size])
        block, near, part, first = kernel.block(chosen), np.ascontiguousarray(G[chosen].T), alpha[chosen], None
        own = codes[chosen], prices[chosen], rounding[chosen]
        for _ in range(MAX_SWEEPS):
            progress.visits += len(chosen)
            left = kernel_sweep(block, near, *own, part, rng.permutation(len(chosen)))
            first = first or left
            if left <= SWEEP_TOL * first:
                break
        progress.n_iter += 1
        kernel.add(G, part - alpha[chosen])
        alpha[chosen] = part
    return progress


def project_simplex(point, total=1.0):
    """Project a point on the simplex {b : b_z >= 0, sum_z b_z = total}.

    Parameters
    ----------
    point : array-like of shape (k,)
        What is projected, k >= 1.
    total : float, default=1.0
        Sum of the entries, positive.

    Returns
    -------
    array of shape (k,)
        The nearest point of the simplex, ``max(0, point - theta)``; theta is found by sorting.

    Examples
    --------
    >>> project_simplex([0.75, 0.5, -1.0]).tolist()
    [0.625, 0.375, 0.0]
    """
    point, total = finite_array(point, "point", ("k",), empty=False), check_positive(total, "total", infinite=False)
    with np.errstate(all="ignore"):
        down = np.sort(point.max() - point)  # depths below the largest entry
        levels = (total + np.cumsum(down)) / np.arange(1, len(down) + 1)
        level = levels[np.flatnonzero(down < levels)[-1]] if (down < levels).any() else levels[0]
        return check_finite(np.maximum(0.0, level - (point.max() - point)), "point or total is")


def block_step(scores, y, norm, price, alpha):
    """Solve the dual of the multi-class SVM exactly in the block of one example.

    Parameters
    ----------
    scores : array-like of shape (k,)
        f_z(x) of the example, with the present `alpha`.
    y : int
        Its class.
    norm : float
        K(x, x), not negative.
    price : float
        C, the price of its slack, positive; infinity is the hard margin.
    alpha : array-like of shape (k,)
        Its present block: sum zero, ``alpha[y] <= price``, the others not positive.

    Returns
    -------
    array of shape (k,)
        The block that maximises ``alpha[y] - 1/2 sum_z |f_z|^2`` while those of all other examples stay.

    Notes
    -----
    With e_z = 1[z != y] the new block is ``price e(y) - project_simplex(price e(y) - alpha + (e + scores) / norm,
    price)``.  From ``alpha = 0`` it is the passive-aggressive step for the max-hinge, slack bought at the price C.
    Where norm is 0 the whole price goes to the classes of the largest e + scores, in equal parts.

    Examples
    --------
    >>> block_step([0.0, 0.0, 0.0], 0, 1.0, 1.0, [0.0, 0.0, 0.0]).round(6).tolist()
    [0.666667, -0.333333, -0.333333]
    """
    scores, alpha = (finite_array(values, name, ("k",)) for values, name in ((scores, "scores"), (alpha, "alpha")))
    if len(scores) < 2 or alpha.shape != scores.shape:
        raise ValueError(f"scores and alpha must have the same shape (k,), k >= 2; got {scores.shape}, {alpha.shape}")
    y = check_class_number(y, "y", len(scores))
    norm, price = check_not_negative(norm, "norm"), check_positive(price, "price")
    slack = 1e-9 * max(1.0, np.abs(alpha).max())
    if abs(alpha.sum()) > slack or alpha[y] > price + slack or (np.delete(alpha, y) > slack).any():
        raise ValueError("alpha must sum to zero, with alpha[y] at most price and no other entry positive")
    G, new = 1.0 + scores, np.zeros(len(scores))
    G[y] = scores[y]
    if norm == 0.0 and np.isinf(price):
        if G.max() > G[y]:
            raise ValueError("price must be finite where norm is 0: no step can reach the margin")
        return new
    with np.errstate(all="ignore"):
        best_row(G, len(G), y, norm, price, alpha, new, np.empty(len(G)))
    return check_finite(new, "scores, norm or price is")
