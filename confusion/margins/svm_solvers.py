"""Two ways to the same optimum: sweeps that keep W for the linear kernel, working sets that keep scores for others."""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_whole, real
from confusion._core.compiled import warn_if_slow
from confusion.margins.svm_linear import class_lists, linear_gaps, linear_sweep
from confusion.margins.svm_pairs import kernel_gaps, kernel_sweep

__all__ = ["Solution", "check_limit", "solve_kernel", "solve_linear"]

#: examples of a working set
WORKING_SET = 256
#: and how long it is worked at: until its gap is this share of what it was, at most so many times around
SHARE, MOST, MOST_EXACT = 0.3, 100, 10
#: so many sweeps or working sets without half the gap, and exact steps replace pair steps
STALLED = 50
#: a sweep over a kernel visits the examples whose part in the gap is at least this share of the mean
LEAST = 0.9
#: how far a step goes: 1 to the best point of its block, less than 2
STRETCH = 1.3
#: Passes over what still moves, between two over all: until its gap is this share of what it was, at most so many.
ENOUGH, AWAY = 0.1, 300
#: A gap of this share of the terms it is summed from is rounding.
ROUNDING = 4e-16
#: A fit ends when its gap has not halved in so many passes (linear kernel), sweeps (others), or working sets.
PATIENCE = {"passes": 20_000, "sweeps": 3_000, "sets": 500}
#: Few fits with the linear kernel visit an example less often; many do a hundred times as often.
VISITS = 25


class Solution(NamedTuple):
    """What a solver reached."""

    alpha: np.ndarray  # (m, k)
    dual: float
    gap: float
    violation: float
    n_iter: int
    converged: bool
    W: np.ndarray | None = None  # (d, k)


class Block(NamedTuple):
    """Kernel among the examples of a working set."""

    K: np.ndarray  # (b, b)


def dual_objective(alpha, G, codes):
    """D(alpha), given G_iz = 1[z != y_i] + f_z(x_i) of shape (k, m): sum_i alpha_i e_i is -sum_i alpha_{i y_i}."""
    return 0.5 * (alpha[np.arange(len(codes)), codes].sum() - float((alpha.T * G).sum()))


def check_limit(max_iter):
    """Most iterations, None for the -1 that asks for no limit."""
    if real(max_iter, "max_iter") == -1:
        return None
    try:
        return check_whole(max_iter, "max_iter", 1)
    except ValueError:
        raise ValueError(f"max_iter must be -1 (no limit) or a whole number, at least 1; got {max_iter!r}") from None


class Progress:
    """When to stop: at the gap asked for, at rounding, at the limit, or where nothing has been gained for long."""

    def __init__(self, tol, most, kind):
        self.tol, self.most, self.patience, self.n_iter = tol, most, PATIENCE[kind], 0
        self.best, self.since = np.inf, 0

    def reached(self, dual, gap, terms):
        """The gap is small enough, or cannot be told from zero."""
        return gap <= max(self.tol * max(abs(dual), abs(dual + gap)), ROUNDING * terms)

    def given_up(self, gap):
        """No more is to be hoped for: the limit, no gain for long, or an overflow."""
        if not np.isfinite(gap):
            return True
        if gap <= self.best / 2:
            self.best, self.since = gap, self.n_iter
        return self.n_iter - self.since > self.patience or (self.most is not None and self.n_iter >= self.most)


def solve_linear(X, codes, prices, k, tol, most, rng):
    """Sweeps of exact block steps over the rows of the CSR matrix `X`; `most` None is no limit.

    After a sweep over all examples and classes come sweeps over those that may still move.  All are asked again once
    the gap of these is a small share of what it was, and before the end.
    """
    m, d = X.shape
    width = -(-k // 8) * 8
    W, alpha, gaps, order = np.zeros((d, width)), np.zeros((m, k)), np.empty(m), np.arange(m)
    norms = np.asarray(X.multiply(X).sum(axis=1)).ravel()
    if not np.isfinite(norms).all():
        raise ValueError("X has rows whose squared norm overflows: rescale the features")
    if X[norms == 0].count_nonzero():
        raise ValueError("X has rows, not zero, whose squared norm underflows: rescale the features")
    lengths, rows = np.sqrt(norms), (X.data, X.indices.astype(np.uint64) * np.uint64(width), X.indptr)
    state = W.reshape(-1), width, alpha, class_lists(codes, k), np.full(m, k), gaps
    sizes = state[-2]
    progress, dual, reference, since, visits = Progress(tol, most, "passes"), 0.0, prices.sum(), 0, 0
    while not progress.given_up(reference):  # the last gap that all examples were asked for
        full = len(order) == m
        if full:
            sizes[:] = k
        since = 0 if full else since + 1
        visits += len(order)
        warn_if_slow(max(visits, VISITS * m), stacklevel=6)  # whoever called `fit`
        rise, left, kept = linear_sweep(
            *rows, codes, norms, prices, order, rng.random_sample(len(order)), STRETCH, *state
        )
        dual += rise
        progress.n_iter += 1
        if full:
            reference, terms = left, rounded_terms(prices, lengths, W)
        if progress.reached(dual, left if full else 2 * left, terms):
            linear_gaps(*rows, codes, prices, *state)
            reference, terms = gaps.sum(), rounded_terms(prices, lengths, W)
            if progress.reached(dual, reference, terms):
                break
            order = np.flatnonzero(gaps > 0)
        elif not kept or (not full and (left <= ENOUGH * reference or since >= AWAY)):
            order = np.arange(m)
        else:
            order = order[:kept]
    W[:, :k] = X.T @ alpha
    violation = linear_gaps(*rows, codes, prices, *state)
    gap, dual = gaps.sum(), alpha[np.arange(m), codes].sum() - 0.5 * float((W * W).sum())
    return Solution(alpha, dual, gap, violation, progress.n_iter, progress.reached(dual, gap, 4 * terms), W[:, :k])


def rounded_terms(prices, lengths, W):
    """A bound of the terms that the gap is summed from: prices times scores."""
    return prices @ (1.0 + lengths * np.sqrt((W * W).sum(axis=0).max()))


def solve_kernel(kernel, codes, prices, k, tol, most):
    """Sweeps over all examples where the kernel matrix is kept, else over working sets.

    They are sweeps of pair steps; where those gain little for long, and at the end, of exact steps.
    """
    m = len(codes)
    G, alpha, gaps = np.ones((k, m)), np.zeros((m, k)), np.empty(m)
    G[codes, np.arange(m)] = 0.0
    progress, dual = Progress(tol, most, "sets" if kernel.K is None else "sweeps"), 0.0
    sweep, exact = swept if kernel.K is not None else worked, True
    while True:
        violation = kernel_gaps(G, codes, prices, alpha, gaps)
        gap, terms = gaps.sum(), prices @ np.abs(G).max(axis=0)
        converged = progress.reached(dual, gap, terms)
        if (converged and exact) or progress.given_up(gap):
            break
        exact = converged or progress.n_iter - progress.since > STALLED
        dual += sweep(kernel, G, codes, prices, alpha, gaps, not exact)
        progress.n_iter += 1
    return Solution(alpha, dual_objective(alpha, G, codes), gap, violation, progress.n_iter, converged)


def swept(kernel, G, codes, prices, alpha, gaps, pairs):
    """One sweep, largest parts in the gap first; return by how much D rose.

    Pair steps go to parts about the mean and above only.  A step costs the same whatever it gains, and where small
    parts had their steps too there were three times as many.
    """
    least = LEAST * gaps.mean() if pairs else 0.0
    order = np.flatnonzero(gaps > least)
    order = order[np.argsort(-gaps[order], kind="stable")]
    return kernel_sweep(kernel.K, G, codes, prices, alpha, order, least, STRETCH, pairs)


def worked(kernel, G, codes, prices, alpha, gaps, pairs):
    """Sweeps over the examples with the largest parts in the gap, then the scores of all; return by how much D rose."""
    size = min(len(codes), WORKING_SET)
    chosen = np.sort(np.argpartition(-gaps, size - 1)[:size])
    rows, part, left, rise = kernel.rows(chosen), alpha[chosen], gaps[chosen], 0.0
    block, near = Block(np.ascontiguousarray(rows[:, chosen])), np.ascontiguousarray(G[:, chosen])
    enough = SHARE * left.sum()
    for _ in range(MOST if pairs else MOST_EXACT):
        rise += swept(block, near, codes[chosen], prices[chosen], part, left, pairs)
        kernel_gaps(near, codes[chosen], prices[chosen], part, left)
        if left.sum() <= enough:
            break
    G += (part - alpha[chosen]).T @ rows
    alpha[chosen] = part
    return rise
