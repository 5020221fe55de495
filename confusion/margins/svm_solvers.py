"""Two ways to the same optimum: sweeps that keep W for the linear kernel, working sets that keep scores for others."""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import check_whole, real
from confusion.margins.svm_loops import inner_sweeps, linear_gaps, linear_sweep, score_gaps

__all__ = ["Solution", "check_limit", "solve_kernel", "solve_linear"]

#: examples of a working set
WORKING_SET = 256
#: and how long it is worked at: until its gap is this share of what it was, at most so many times around
SHARE, MOST = 0.3, 10
#: how far a step goes: 1 to the best point of its block, less than 2
STRETCH = 1.3
#: Most passes in a row over the examples that still move.
AWAY = 50
#: A gap of this share of the terms it is summed from is rounding.
ROUNDING = 4e-16
#: A fit ends when its gap has not halved in so many passes, or working sets.
PATIENCE = {"passes": 20_000, "sets": 500}


class Solution(NamedTuple):
    """What a solver reached."""

    alpha: np.ndarray  # (m, k)
    dual: float
    gap: float
    violation: float
    n_iter: int
    converged: bool
    W: np.ndarray | None = None  # (d, k)


def dual_objective(alpha, scores, codes):
    """D(alpha), given the scores f_z(x_i)."""
    return alpha[np.arange(len(codes)), codes].sum() - 0.5 * float((alpha * scores).sum())


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
        if not gap > self.best / 2:
            self.best, self.since = gap, self.n_iter
        return self.n_iter - self.since > self.patience or (self.most is not None and self.n_iter >= self.most)


def solve_linear(X, codes, prices, k, tol, most, rng):
    """Sweeps of exact block steps over the rows of the CSR matrix `X`; `most` None is no limit."""
    m, d = X.shape
    W, alpha, gaps = np.zeros((d, -(-k // 8) * 8)), np.zeros((m, k)), prices.copy()
    norms = np.asarray(X.multiply(X).sum(axis=1)).ravel()
    if not np.isfinite(norms).all():
        raise ValueError("X has rows whose squared norm overflows: rescale the features")
    lengths, rows = np.sqrt(norms), (X.data, X.indices, X.indptr)
    everyone = order = np.arange(m)
    progress, dual, reference, since = Progress(tol, most, "passes"), 0.0, prices.sum(), 0
    while not progress.given_up(reference):  # the last gap that all examples were asked for
        full = len(order) == m
        since = 0 if full else since + 1
        dual += linear_sweep(*rows, codes, norms, prices, rng.permutation(order), STRETCH, W, alpha, gaps)
        progress.n_iter += 1
        left = gaps[order].sum()
        terms = prices @ (1.0 + lengths * np.sqrt((W * W).sum(axis=0).max()))
        if progress.reached(dual, left if full else 2 * left, terms):
            violation = linear_gaps(*rows, codes, prices, W, alpha, gaps)
            reference = left = gaps.sum()
            if progress.reached(dual, left, terms):
                break
            order = everyone[gaps > 0]
            continue
        if full:
            reference = left
        order = order[gaps[order] > 0]
        if not len(order) or (not full and (left <= 0.3 * reference or since >= AWAY)):
            order = everyone
    W[:, :k] = X.T @ alpha
    violation = linear_gaps(*rows, codes, prices, W, alpha, gaps)
    gap, dual = gaps.sum(), alpha[everyone, codes].sum() - 0.5 * float((W * W).sum())
    return Solution(alpha, dual, gap, violation, progress.n_iter, progress.reached(dual, gap, 4 * terms), W[:, :k])


def solve_kernel(kernel, codes, prices, k, tol, most):
    """Working sets of the examples with the largest part in the gap; `kernel` gives rows."""
    m = len(codes)
    scores, alpha, gaps = np.zeros((m, k)), np.zeros((m, k)), np.empty(m)
    progress, dual, size = Progress(tol, most, "sets"), 0.0, min(m, WORKING_SET)
    while True:
        violation = score_gaps(scores, codes, prices, alpha, gaps)
        gap, terms = gaps.sum(), prices @ (1.0 + np.abs(scores).max(axis=1))
        converged = progress.reached(dual, gap, terms)
        if converged or progress.given_up(gap):
            break
        chosen = np.sort(np.argpartition(-gaps, size - 1)[:size])
        rows = kernel.rows(chosen)
        part, before = alpha[chosen], alpha[chosen]
        K = np.ascontiguousarray(rows[:, chosen])
        dual += inner_sweeps(
            K, np.ascontiguousarray(scores[chosen].T), codes[chosen], prices[chosen], part, SHARE, MOST, STRETCH
        )
        alpha[chosen] = part
        scores += rows.T @ (part - before)
        progress.n_iter += 1
    return Solution(alpha, dual_objective(alpha, scores, codes), gap, violation, progress.n_iter, converged)
